package timeline

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/request"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder is a session folder for tests.
type folder struct {
	t   *testing.T
	dir string
	Options
}

func newFolder(t *testing.T, files map[string]string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	for name, content := range files {
		f.put(name, content)
	}
	root, err := os.OpenRoot(f.dir)
	must(t, err)
	t.Cleanup(func() { root.Close() })
	f.Options = Options{Root: root, Now: func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 8, time.FixedZone("", 3600)) }}
	return f
}

func (f *folder) put(name, content string) {
	f.t.Helper()
	must(f.t, os.MkdirAll(filepath.Dir(filepath.Join(f.dir, name)), 0o755))
	must(f.t, os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644))
}

// get is the content of a file; "" when there is none.
func (f *folder) get(name string) string {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.t.Fatal(err)
	}
	return string(text)
}

func (f *folder) process(r request.Discussion) Outcome {
	f.t.Helper()
	outcome, err := Process(f.t.Context(), f.Options, r)
	must(f.t, err)
	return outcome
}

// outputs are the files that Process writes.
func outputs(round string) []string {
	return []string{"discussions/discussion-round-" + round + ".json", "discussion.md", "shared-memory.json"}
}

// TestGolden discusses two sessions, whose analyses have several shapes, in an
// initial round and in one that an LLM answers.
func TestGolden(t *testing.T) {
	for _, language := range []string{"english", "chinese"} {
		t.Run(language, func(t *testing.T) {
			f := newFolder(t, nil)
			must(t, os.CopyFS(f.dir, os.DirFS(filepath.Join("testdata", language, "session"))))
			f.Discuss = func(context.Context, Question) (critique.Understanding, error) {
				t.Error("an initial round asked an LLM")
				return critique.Understanding{}, nil
			}
			f.process(request.Discussion{Round: 1, Type: request.Initial, Topic: "login"})
			f.Discuss = func(context.Context, Question) (critique.Understanding, error) { return answers[language], nil }
			f.process(request.Discussion{Round: 2, Type: request.Deepen, Feedback: feedback[language]})
			got := map[string]string{}
			for _, name := range append(outputs("1"), outputs("2")...) {
				got[filepath.Base(name)] = f.get(name)
			}
			for name, text := range got {
				golden := filepath.Join("testdata", language, "want", name)
				if *update {
					must(t, os.MkdirAll(filepath.Dir(golden), 0o755))
					must(t, os.WriteFile(golden, []byte(text), 0o644))
				}
				want, err := os.ReadFile(golden)
				must(t, err)
				if diff := cmp.Diff(string(want), text); diff != "" {
					t.Errorf("%s (-want +got):\n%s", golden, diff)
				}
			}
		})
	}
}

var feedback = map[string]string{
	"english": "Look at the\n## token lifetime\n",
	"chinese": "重点看令牌的有效期",
}

var answers = map[string]critique.Understanding{
	"english": {
		Confirmed:   []string{"Refresh tokens never expire", "refresh tokens never expire."},
		Corrected:   []string{"Access tokens live 15 minutes → Access tokens live 60 minutes"},
		NewInsights: []string{"Tokens survive\n### Round 9 - Discussion (never)", "n/a"},
		NewFindings: []string{"<script>alert(1)</script> is *not* filtered"},
	},
	"chinese": {
		Confirmed:    []string{"刷新令牌永不过期"},
		NewInsights:  []string{"访问令牌的有效期应与风险等级挂钩"},
		NewQuestions: []string{"能否缩短到 15 分钟?", "无"},
	},
}
