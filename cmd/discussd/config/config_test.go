package config

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/session"
)

const shipped = "../../../discussd.toml"

func parseShipped(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(shipped)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestShippedFileIsTheDefault(t *testing.T) {
	got, err := alone("discussd.toml", []byte(parseShipped(t)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Errorf("discussd.toml is not the default (-default +file):\n%s", diff)
	}
}

func TestShippedFileHoldsEveryKey(t *testing.T) {
	var document map[string]any
	meta, err := toml.Decode(parseShipped(t), &document)
	if err != nil {
		t.Fatal(err)
	}
	var present []string
	for _, key := range meta.Keys() {
		present = append(present, key.String())
	}
	for _, key := range knownKeys(reflect.TypeFor[Config](), "") {
		if _, inner, example := strings.Cut(key, "layouts."); example { // there is none by default
			if !strings.Contains(parseShipped(t), inner[strings.LastIndex(inner, ".")+1:]+" = ") {
				t.Errorf("%s is missing in the example", key)
			}
			continue
		}
		if key = strings.Replace(key, "<name>", "gemini", 1); !slices.Contains(present, key) {
			t.Errorf("%s is missing", key)
		}
	}
}

// What the file shows as an example must work when the comment signs are removed.
func TestShippedExamplesAreValid(t *testing.T) {
	var text strings.Builder
	example := false
	for line := range strings.Lines(parseShipped(t)) {
		bare, comment := strings.CutPrefix(line, "# ")
		example = comment && (example || strings.HasPrefix(bare, "["))
		if example {
			line = bare
		}
		text.WriteString(line)
	}
	// DISCUSS-003 is changed by an example above its own entry.
	twice := `[[rounds]]
id = "DISCUSS-003"
perspectives = ["quality", "product", "coverage", "accessibility"]
`
	if !strings.Contains(text.String(), twice) {
		t.Fatal("the example of a changed round is gone")
	}
	got, err := alone("examples.toml", []byte(strings.Replace(text.String(), twice, "", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"agy", "claude", "codex", "gemini", "local", "opencode", "qwen", "sonnet"}, keys(got.Tools)); diff != "" {
		t.Error(diff)
	}
	if len(got.Perspectives) != 6 || len(got.Rounds) != 7 {
		t.Errorf("got %d perspectives and %d rounds, want 6 and 7", len(got.Perspectives), len(got.Rounds))
	}
	if _, err := alone("example.toml", []byte(twice+"[[perspectives]]\nname='accessibility'\ntool='claude'\nrole='a'\nfocus='b'")); err != nil {
		t.Error(err)
	}
}

func TestTOMLIsReadBack(t *testing.T) {
	c := Default()
	c.Watch.CatchUp = CatchUpNone
	c.Watch.MaxArtifact = 1<<20 + 1
	c.Watch.Quiet = 1500000000
	c.Panel.MinAverage = 3.25
	mine := newTool("alibaba", "claude")
	mine.Via, mine.Command, mine.Output = "command", []string{"qwen", `a "quoted" \ argument`}, "json:result.text"
	mine.Env["QWEN_HOME"] = "/srv/\u95ee\nx"
	c.Tools["qwen.2"] = mine
	c.Rounds[0].Label, c.Rounds[0].Record = "范围讨论", "范围 讨论.md"
	c.Perspectives[0].Tasks = []string{`say "why"`, "问"}
	c.Panel.Blocks, c.Panel.Prior = []string{}, 2000
	c.Watch.Markers = []string{"analyses"}
	c.Handoff = Handoff{"0664", 3, 0, "on", true, []string{"/usr/bin/notify", "a b"}, []string{"ann", "1000"}}
	c.Checks.Severity["X-005"] = "LOW"
	none := Default()
	none.Rounds = []session.Round{}
	for name, want := range map[string]Config{"defaults": Default(), "changed": c, "no rounds": none} {
		t.Run(name, func(t *testing.T) {
			got, err := alone("shown.toml", want.TOML())
			if err != nil {
				t.Fatalf("%v\n%s", err, want.TOML())
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("TOML lost something (-want +got):\n%s", diff)
			}
		})
	}
}
