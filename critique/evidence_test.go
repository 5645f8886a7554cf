package critique

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVerifyQuotes(t *testing.T) {
	documents := []Document{
		{Path: "spec/product-brief.md", Content: []byte("# Brief\n\nUsers **must** log in\nwithin 2 seconds.\n")},
		{Path: "spec/more.md", Content: []byte("目标：覆盖率 １００％\n不丢\u200b文件。\n")},
	}
	tests := map[string]struct {
		quote string
		path  string
		line  int
	}{
		"exact":                        {"within 2 seconds.", "spec/product-brief.md", 4},
		"over a line break, no stars":  {"Users must log in within 2 seconds", "spec/product-brief.md", 3},
		"full width against narrow":    {"覆盖率 100%", "spec/more.md", 1},
		"a character that is marked":   {"100% 不丢⟦U+200B⟧文件", "spec/more.md", 1},
		"one that does not show":       {"不丢文件", "spec/more.md", 2},
		"not there":                    {"within 3 seconds", "", 0},
		"a few letters off":            {"Users must login within 2 seconds", "spec/product-brief.md", 3},
		"the same with another number": {"Users must log in within 20 seconds", "", 0},
		"the same words, scrambled":    {"seconds 2 within in log must Users", "", 0},
		"another case is another text": {"USERS must log in", "", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := Critique{Weaknesses: []Point{{Text: "x", Severity: Critical, Quote: tt.quote}, {Text: "y", Severity: High}}}
			Subject{}.lookUp(&c, foldAll(documents))
			found := tt.line > 0
			severity := Critical
			if !found {
				severity = Medium // a missing quote demotes
			}
			want := []Point{
				{Text: "x", Severity: severity, Quote: tt.quote, QuotePath: tt.path, QuoteLine: tt.line, QuoteFound: &found},
				{Text: "y", Severity: High},
			}
			if diff := cmp.Diff(want, c.Weaknesses); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShown: a quote may come from everything that a prompt can hold.
func TestShown(t *testing.T) {
	subject := Subject{
		Artifact: Document{Path: "spec/product-brief.md", Content: []byte("# Brief\n")},
		Members:  []Document{{Path: "spec/more.md", Content: []byte("A member says so.\n")}},
		Context:  &Document{Path: "spec/discovery-context.json", Content: []byte("{\"constraints\": [\"works without a network\"]}\n")},
		Prior:    &Document{Path: "discussions/DISCUSS-001.md", Content: []byte("The record before.\n")},
	}
	for quote, path := range map[string]string{
		"A member says so": "spec/more.md", "works without a network": "spec/discovery-context.json",
		"The record before": "discussions/DISCUSS-001.md", "nobody said that": "",
	} {
		c := Critique{Weaknesses: []Point{{Text: "x", Severity: Critical, Quote: quote}}}
		Subject{}.lookUp(&c, subject.evidence())
		p := c.Weaknesses[0]
		if p.QuotePath != path || *p.QuoteFound != (path != "") || (p.Severity == Critical) != (path != "") {
			t.Errorf("%q: %+v", quote, p)
		}
	}
	subject.Context = &subject.Artifact
	if got := len(subject.Shown()); got != 3 {
		t.Errorf("%d documents where the artifact is the context, want 3", got)
	}
}
