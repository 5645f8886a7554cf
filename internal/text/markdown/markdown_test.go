package markdown

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"discussd/internal/text/markdown/markdowntest"
)

func TestOneLine(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"line breaks":        {"a\nb\r\nc\u2028d\u0085e", "a b c d e"},
		"runs of blanks":     {"  a \t\u3000 b ", "a b"},
		"control characters": {"\x1b[31mred\x00\x7f", "[31mred"},
		"reordered text":     {"\u202eabc\u2066d", "abcd"},
		"hidden text":        {"a\U000e0041\ufeff\u00adb", "ab"},
		"joined emoji":       {"👩\u200d🔧", "👩\u200d🔧"},
		"invalid UTF-8":      {"a\xffb", "a\ufffdb"},
		"nothing":            {" \n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := OneLine(test.in); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestWordsReadAsTheyWereWritten(t *testing.T) {
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM))
	for _, words := range markdowntest.Hostile() {
		var rendered bytes.Buffer
		if err := parser.Convert([]byte("- "+Inline(words)+"\n"), &rendered); err != nil {
			t.Fatal(err)
		}
		item := strings.TrimPrefix(strings.TrimSuffix(rendered.String(), "</li>\n</ul>\n"), "<ul>\n<li>")
		if got := html.UnescapeString(item); got != OneLine(words) {
			t.Errorf("%q reads %q", words, got)
		}
	}
}

func TestHarmlessWordsStayUnescaped(t *testing.T) {
	for _, words := range []string{
		"REQ-001 must answer < 200 ms (P95), see 3.2", "snake_case and spec/_index.md", "R&D, 50% at 3:15", "C# - or not", "响应时间 ≤ 2 秒",
	} {
		if got := Inline(words); got != words {
			t.Errorf("%q became %q", words, got)
		}
	}
}

func TestCode(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"a path":           {"spec/a_b.md:3", "`spec/a_b.md:3`"},
		"a backquote":      {"spec/`a*.md", "spec/\\`a\\*.md"},
		"a line break":     {"a\nb", "`a b`"},
		"nothing":          {"", ""},
		"Markdown in code": {"**a**|[b]", "`**a**|[b]`"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Code(test.in); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
