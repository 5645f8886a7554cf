package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// ignore is one comment such as <!-- discussd-ignore X-005 moved to the wiki -->.
type ignore struct {
	rule   string
	reason string
	at     document.Span
}

// ignores are those of one document.
type ignores []ignore

const maxIgnores = 100 // of one document

func ignoresOf(d *document.Document) ignores {
	var found ignores
	for _, c := range d.Comments {
		if len(found) == maxIgnores {
			break
		}
		text := strings.TrimSuffix(strings.TrimPrefix(d.Slice(c), "<!--"), "-->")
		rest, ok := strings.CutPrefix(strings.TrimSpace(text), "discussd-ignore")
		if !ok {
			continue
		}
		if fields := strings.Fields(rest); len(fields) > 0 {
			found = append(found, ignore{fields[0], strings.Join(fields[1:], " "), c})
		}
	}
	return found
}

func (i ignores) has(rule string) bool {
	for _, one := range i {
		if one.rule == rule {
			return true
		}
	}
	return false
}
