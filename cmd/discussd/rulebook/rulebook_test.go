package rulebook

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"discussd/critique/checks"
)

func TestFind(t *testing.T) {
	rules := []checks.Rule{{ID: "X-001"}, {ID: "X-010"}, {ID: "LX-001"}}
	tests := map[string]struct {
		id, want string
		ok       bool
	}{
		"known":      {"X-010", "X-010", true},
		"lower case": {"lx-001", "LX-001", true},
		"blanks":     {" X-001 ", "X-001", true},
		"short":      {"X-10", "X-010", false},
		"no dash":    {"lx001", "LX-001", false},
		"nothing":    {"", "X-001", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got, ok := Find(rules, test.id); got.ID != test.want || ok != test.ok {
				t.Errorf("got %s, %t, want %s, %t", got.ID, ok, test.want, test.ok)
			}
		})
	}
}

// TestMarkdownHoldsExamples: whatever Markdown an example is, it stays one code block.
func TestMarkdownHoldsExamples(t *testing.T) {
	for _, r := range checks.Rules() {
		source := []byte(Markdown(r))
		blocks := 0
		for node := goldmark.DefaultParser().Parse(text.NewReader(source)).FirstChild(); node != nil; node = node.NextSibling() {
			switch node.Kind() {
			case ast.KindFencedCodeBlock:
				blocks++
			case ast.KindParagraph:
			default:
				t.Errorf("%s: %s on its page", r.ID, node.Kind())
			}
		}
		if want := len(examples(r)) + len(changes(r)); blocks != want {
			t.Errorf("%s: %d code blocks, want %d", r.ID, blocks, want)
		}
	}
}

// TestCatalogueShowsWords: what a message holds is shown as it is, and no row breaks.
func TestCatalogueShowsWords(t *testing.T) {
	r := checks.Rule{ID: "X-001", Title: "a | b <c> *d* [e](f) `g`\nh", Kind: "clarity"}
	var page strings.Builder
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(Catalogue([]checks.Rule{r})), &page); err != nil {
		t.Fatal(err)
	}
	if want := "<td>a | b &lt;c&gt; *d* [e](f) `g` h</td>"; !strings.Contains(page.String(), want) {
		t.Errorf("no %s in\n%s", want, page.String())
	}
}
