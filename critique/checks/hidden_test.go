package checks

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestHiddenCharacters(t *testing.T) {
	const secret = "\U000e0072\U000e0061\U000e0074\U000e0065\U000e0020\U000e0035"
	for name, test := range map[string]struct {
		rule, path, text string
		line             int // 0 when the rule is silent
		quote, message   string
	}{
		"an override": {
			"X-023", "spec/product-brief.md", "# B\n\nIt is called report\u202efdp.exe here.\n", 3,
			"report⟦U+202E⟧fdp.exe", "readers see something else than what stands here: report⟦U+202E⟧fdp.exe",
		},
		"tags": {
			"X-023", "spec/product-brief.md", "# B\n\nOne host." + secret + "\n", 3,
			"host.⟦U+E0072⟧⟦U+E0061⟧⟦U+E0074⟧⟦U+E0065⟧⟦U+E0020⟧⟦U+E0035⟧", "readers see something else than what stands here: “rate 5”",
		},
		"in code":        {"X-023", "spec/product-brief.md", "# B\n\n```\nrm \u202ea\n```\n", 4, "⟦U+202E⟧a", "readers see something else than what stands here: ⟦U+202E⟧a"},
		"in frontmatter": {"X-024", "spec/product-brief.md", "---\nstatus: dra\u200bft\n---\n# B\n", 2, "dra⟦U+200B⟧ft", "characters that do not show: dra⟦U+200B⟧ft"},
		"in a seed":      {"X-023", "spec/discovery-context.json", "{\n\"goal\": \"fast" + secret + "\"}", 2, "\"fast⟦U+E0072⟧⟦U+E0061⟧⟦U+E0074⟧⟦U+E0065⟧⟦U+E0020⟧⟦U+E0035⟧\"}", "readers see something else than what stands here: “rate 5”"},
		"in other data":  {"X-024", "plan.json", "{\"a\u200b\": 1}", 1, "{\"a⟦U+200B⟧\":", "characters that do not show: {\"a⟦U+200B⟧\":"},
		"between all letters": {
			"X-024", "n.md", "# B\n\ni\u200bg\u200bn\u200bo\u200br\u200be it\n", 3,
			"i⟦U+200B⟧g⟦U+200B⟧n⟦U+200B⟧o⟦U+200B⟧r⟦U+200B⟧e", "characters that do not show: i⟦U+200B⟧g⟦U+200B⟧n⟦U+200B⟧o⟦U+200B⟧r⟦U+200B⟧e",
		},
		"a rule for each":        {"X-024", "n.md", "# B\n\na\u202eb\n", 0, "", ""},
		"a byte order mark":      {"X-024", "n.md", "\ufeff# B\n", 0, "", ""},
		"other data, clean":      {"X-024", "plan.json", "{}", 0, "", ""},
		"Persian and a family":   {"X-024", "n.md", "# B\n\nمی\u200cخواهم 👨\u200d👩\u200d👧\n", 0, "", ""},
		"Hebrew with directions": {"X-023", "n.md", "# B\n\nשלום \u202aa.txt\u202c \u200f!\n", 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			report := onlyRule(t, test.rule).Check(context.Background(), whole([]critique.Document{{Path: test.path, Content: []byte(test.text)}}))
			if test.line == 0 {
				if len(report.Findings) > 0 {
					t.Errorf("%+v", report.Findings)
				}
				return
			}
			if len(report.Findings) != 1 || len(report.Findings[0].Places) != 1 {
				t.Fatalf("%+v", report.Findings)
			}
			f := report.Findings[0]
			if f.Line != test.line {
				t.Errorf("line %d, want %d", f.Line, test.line)
			}
			if diff := cmp.Diff([]string{test.quote, test.message}, []string{f.Quote, f.Message}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestQuotesShowWhatIsHidden: also those of other rules.
func TestQuotesShowWhatIsHidden(t *testing.T) {
	report := onlyRule(t, "X-015").Check(context.Background(), whole([]critique.Document{{Path: "spec/product-brief.md", Content: []byte("# B\n\n## Vision\n\nNo file is\u200b ever lost, and the\n")}}))
	if len(report.Findings) != 1 || !strings.Contains(report.Findings[0].Quote, "is⟦U+200B⟧ ever") {
		t.Errorf("%+v", report.Findings)
	}
}
