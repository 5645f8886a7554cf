package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Matches returns where patterns match in the lines of a document's prose that
// say something: code and frontmatter leave long blank ones. Matches of several
// patterns may overlap.
func Matches(d *document.Document, patterns ...*pattern.Pattern) []document.Span {
	var found []document.Span
	start := 0
	for line := range strings.Lines(d.Prose) {
		if strings.TrimLeft(line, " \n") != "" {
			for _, p := range patterns {
				for _, m := range p.FindAllStringIndex(strings.TrimSuffix(line, "\n"), 8) {
					found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
				}
			}
		}
		start += len(line)
	}
	return found
}

// phrases returns a pattern for each of some expressions, in which case does not
// matter. Apart they are cheap: each is looked for only where its own first bytes
// or its rarest word stand, and is small enough for the regexp package to go back
// and forth in it. As one expression of thousands of instructions they took fifteen
// times as long as all other rules.
func phrases(expressions ...string) []*pattern.Pattern {
	patterns := make([]*pattern.Pattern, len(expressions))
	for i, expression := range expressions {
		patterns[i] = pattern.New("(?i)" + expression)
	}
	return patterns
}
