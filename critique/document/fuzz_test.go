package document

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// hold checks what rules rely on, whatever the bytes are.
func hold(t *testing.T, d *Document) {
	t.Helper()
	if !utf8.ValidString(d.Text) {
		t.Fatal("text is no UTF-8")
	}
	within := func(what string, s Span) {
		if s.Start < 0 || s.End < s.Start || s.End > len(d.Text) {
			t.Fatalf("%s %+v of %d bytes", what, s, len(d.Text))
		}
		if line, column := d.Position(s.Start); line < 1 || column < 1 {
			t.Fatalf("%s at %d:%d", what, line, column)
		}
	}
	if d.Wild == "" && d.JSON == nil && d.JSONError == nil {
		if len(d.Prose) != len(d.Text) || strings.Count(d.Prose, "\n") != strings.Count(d.Text, "\n") {
			t.Fatal("prose and text differ in shape")
		}
	}
	within("front", d.Front.Span)
	for _, f := range d.Front.Fields {
		within("field", f.Span)
	}
	last := 0
	for _, s := range d.Sections {
		within("section", s.Own())
		within("section", s.All())
		if s.Start < last || s.Start > s.Body || s.End > s.Deep {
			t.Fatalf("section %+v after %d", s, last)
		}
		last = s.Start
	}
	for _, table := range d.Tables {
		within("table", table.Span)
		for _, row := range append(table.Rows, table.Header) {
			for _, cell := range row {
				within("cell", cell.Span)
			}
		}
	}
	for _, x := range d.Items {
		within("item", x.Span)
	}
	for _, x := range d.Fences {
		within("fence", x.Body)
		within("fence", d.LineAt(x.Open))
	}
	for _, x := range d.Lines {
		within("line", x)
	}
	for _, x := range d.Links {
		within("link", x.Span)
	}
	for _, x := range d.IDs {
		within("ID", x.Span)
	}
	for _, x := range append(d.Comments, d.Wikilinks...) {
		within("mark", x)
	}
	d.JSON.Walk(func(v *Value) { within("value", v.Span) })
	if d.JSONError != nil {
		within("error", Span{d.JSONError.Offset, d.JSONError.Offset})
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{
		"", "\ufeff# A\r\n\r\nb", "---\na: 1\n---\n# T\n| a | b |\n|---|---|\n| 1 |\n", "Title\n=\n\n> - a\n>   - [ ] b\n> ```\n> x",
		"**A**: b\n**C:**\n```markdown\n```go\n```\n```\n<!-- x", "[a](b \"c\") [d](<e f>) [[g|h]] `i ``j` \"k\" “l” [m]: n", "\x00\xff REQ-001..009",
		"-\n\n  #\n\n\t```\n", "1. **\n\n## \n\n#\n---\n|\n|-|", "#  #\n- # x\n> # y\n", "|a|\n|-|\n\\|`|\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) { hold(t, Parse("spec/product-brief.md", content)) })
}

func FuzzFrontmatter(f *testing.F) {
	for _, seed := range []string{"a: 1", "a: [b, {c: d}]\ne:\n  - f", "a: &x [*x]", "? a\n: b", "a: |\n  b\n  ---", "!!map {a: 1}", "- a", "a: 1\n...\nb: 2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) { hold(t, Parse("x.md", []byte("---\n"+body+"\n---\n# T\n"))) })
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, null, "b\u00e9"]}`, `{"a": 1,}`, `[`, `"\ud800"`, `{"a" 1}`, "", "nul", `{"a":{}} x`, "\ufeff{}", `[1,,2]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) { hold(t, Parse("spec/discovery-context.json", content)) })
}

func FuzzMermaid(f *testing.F) {
	for _, seed := range []string{"graph LR\nA-->B", "flowchart\nA[x\"]\"]-- t -->B & C:::d -->|e|F;G", "graph\n>]{(\n--", "graph\nA---oB--xC"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		g, _ := parseGraph(body, 7)
		for _, e := range g.Edges {
			if e.From == "" || e.To == "" || e.Span.Start < 7 || e.Span.End > 7+len(body) {
				t.Fatalf("%+v", e)
			}
		}
	})
}
