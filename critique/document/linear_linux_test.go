package document

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear parses documents of every construct that a parser must find the end of.
func TestLinear(t *testing.T) {
	for path, texts := range map[string]linear.Texts{
		"spec/epics/_index.md": {
			"headings":        linear.Repeat("# a\n"),
			"underlined":      linear.Repeat("a\n=\n"),
			"bold headings":   linear.Repeat("**A**: b\n"),
			"brackets":        linear.Repeat("["),
			"pairs":           linear.Repeat("[]"),
			"links":           linear.Repeat("[a]("),
			"reference links": linear.Repeat("[a]: b\n[a]\n"),
			"wiki links":      linear.Repeat("[[a|"),
			"images":          linear.Repeat("![a]("),
			"addresses":       linear.Repeat("<http://a"),
			"ticks":           linear.Repeat("`a ``b "),
			"stars":           linear.Repeat("*a **b "),
			"underscores":     linear.Repeat("_a __b "),
			"tildes":          linear.Repeat("~~a "),
			"quotes":          linear.Repeat("> > > a\n"),
			"deep quotes":     linear.Repeat(">"),
			"items":           linear.Repeat("- [ ] a\n"),
			"nested items":    linear.Between("- a\n", "  - b\n    - c\n", ""),
			"fences":          linear.Repeat("```a\n"),
			"tilde fences":    linear.Repeat("~~~a\n```b\n"),
			"comments":        linear.Repeat("<!-- "),
			"tags":            linear.Repeat("<a href='"),
			"rows":            linear.Between("| ID | Title |\n|---|---|\n", "| REQ-001 | fast |\n", ""),
			"cells":           linear.Between("| a |\n|---|\n", "| ", "\n"),
			"bars":            linear.Repeat("|\n|-|\n"),
			"IDs":             linear.Repeat("REQ-001 "),
			"ranges":          linear.Repeat("REQ-001..200 "),
			"quotation":       linear.Repeat(`"`),
			"curly quotes":    linear.Repeat("“"),
			"entities":        linear.Repeat("&#x"),
			"backslashes":     linear.Repeat(`\`),
			"blank lines":     linear.Repeat("\n \t"),
			"one line":        linear.Repeat("a long line of words "),
			"carriage":        linear.Repeat("a\r\n\r"),
			"Chinese":         linear.Repeat("需求（见 REQ-001）。"),
			"mermaid":         linear.Between("```mermaid\ngraph LR\n", "A-->B & C -->|d|E;", "\n```\n"),
			"mermaid shapes":  linear.Between("```mermaid\ngraph LR\n", `A["b`, "\n```\n"),
			"states":          linear.Between("```mermaid\nstateDiagram-v2\n", "A --> B : c\n", "```\n"),
			"frontmatter":     linear.Between("---\n", "a: 1\n", "---\n# T\n"),
			"flow":            linear.Between("---\na: ", "[", "\n---\n# T\n"),
			"anchors":         linear.Between("---\na: &x [b]\nc:\n", "  - *x\n", "---\n# T\n"),
			"open front":      linear.Between("---\n", "a: [\n", ""),
			"folded":          linear.Between("---\na: >\n", "  b\n", "---\n"),
		},
		"spec/discovery-context.json": {
			"arrays":        linear.Repeat("["),
			"objects":       linear.Repeat(`{"a":`),
			"keys":          linear.Between("{", `"a":1,`, `"b":2}`),
			"many keys":     linear.Between(`{"a":[`, `{"b":"c"},`, `{}]}`),
			"string":        linear.Between(`"`, `\u00e9`, `"`),
			"surrogates":    linear.Between(`"`, `\ud800`, `"`),
			"quotation":     linear.Repeat(`"`),
			"numbers":       linear.Between("[", "1,", "1]"),
			"digits":        linear.Repeat("9"),
			"spaces":        linear.Between("[", " \n", "]"),
			"trailing text": linear.Between("{}", " x", ""),
		},
	} {
		t.Run(path, func(t *testing.T) {
			linear.Test(t, texts, 1<<16, func(text []byte) { Parse(path, text) })
		})
	}
}
