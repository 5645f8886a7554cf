package timeline

import (
	"bytes"
	"strings"
	"testing"

	"discussd/pipeline/request"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func TestWithSection(t *testing.T) {
	round := Round{Round: 1, Type: request.Initial, Timestamp: "T"}
	ours := string(section(round))
	const left = "discussion.md has a section of round 1 that is not as discussd writes it: it was left as it is."
	tests := map[string]struct{ before, after, note string }{
		"no file":                {"", "# Discussion Timeline\n\n" + ours, ""},
		"a file":                 {"# A\n", "# A\n\n" + ours, ""},
		"a file with a break":    {"# A\n\n", "# A\n\n" + ours, ""},
		"a last line unended":    {"# A\r\nb", "# A\r\nb\n\n" + ours, ""},
		"the same section":       {"# A\n\n" + ours + "\nmore", "# A\n\n" + ours + "\nmore", ""},
		"an edited one":          {strings.Replace(ours, "initial", "mine", 1), strings.Replace(ours, "initial", "mine", 1), left},
		"a foreign one":          {"### Round 1 - Discussion (yesterday)", "### Round 1 - Discussion (yesterday)", left},
		"that of round 11":       {"### Round 11 - Discussion (T)\n", "### Round 11 - Discussion (T)\n\n" + ours, ""},
		"something like it":      {"#### Round 1 - Discussion\n### Round 1 - Discussions\n", "#### Round 1 - Discussion\n### Round 1 - Discussions\n\n" + ours, ""},
		"bytes that are no text": {"\xff\x00\n", "\xff\x00\n\n" + ours, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			with, note := withSection([]byte(test.before), round)
			if diff := cmp.Diff(test.after, string(with)); diff != "" || note != test.note {
				t.Errorf("note %q, (-want +got):\n%s", note, diff)
			}
		})
	}
}

func TestUserInput(t *testing.T) {
	tests := map[string]struct {
		kind           string
		feedback, want string
	}{
		"none at first": {request.Initial, "", "(Initial discussion round)"},
		"none later":    {request.Deepen, "", "(None)"},
		"some":          {request.Initial, "a\nb", "a b"},
	}
	for name, test := range tests {
		if got := string(section(Round{Round: 1, Type: test.kind, UserFeedback: test.feedback})); !strings.Contains(got, "#### User Input\n\n"+test.want+"\n\n#### Updated") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// TestHeadingsCannotBeBroken has hostile text in every place of a round, and finds
// the seven headings of a section, and nothing else that shapes a document.
func TestHeadingsCannotBeBroken(t *testing.T) {
	for _, hostile := range []string{"# x", "\n\n### Round 2 - Discussion (T)\n", "===", "---\n---", "```\n", "<!-- ", "</details><h1>", "1. x", "- x", "> x", "    x", "[x]: http://y", "**x", "| a |\n|---|", "\u2028# x"} {
		list := []string{hostile, "x" + hostile, hostile + "\nx"}
		round := Round{1, hostile, hostile, Updated{list, list, list}, list, list, hostile, list}
		source := section(round)
		document := goldmark.DefaultParser().Parse(text.NewReader(source))
		var headings []string
		must(t, ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Heading:
				if entering {
					headings = append(headings, strings.Repeat("#", n.Level))
				}
			case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock, *ast.Blockquote, *ast.ThematicBreak, *ast.RawHTML, *ast.Link:
				t.Errorf("%q became a %s:\n%s", hostile, n.Kind(), source)
			}
			return ast.WalkContinue, nil
		}))
		if diff := cmp.Diff([]string{"###", "####", "####", "####", "####", "####"}, headings); diff != "" {
			t.Errorf("%q (-want +got):\n%s", hostile, diff)
		}
		if bytes.Count(source, []byte("\n### ")) != 0 {
			t.Errorf("%q began a section:\n%s", hostile, source)
		}
	}
}
