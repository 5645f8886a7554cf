package checks

import (
	"regexp"
	"strings"

	"discussd/critique/checks/document"
)

// ignore is one comment such as <!-- discussd-ignore X-005: moved to the wiki -->.
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
		if m := ignored.FindStringSubmatch(rest); m != nil {
			found = append(found, ignore{m[1], strings.TrimSpace(m[2]), c})
		}
	}
	return found
}

// ignored is what follows the word: the ID of a rule, then the reason.
var ignored = regexp.MustCompile(`(?s)^\s+([^\s:：,，;；]+)[\s:：,，;；]*(.*)$`)

// of returns the mark that switches a rule off, nil when there is none.
func (i ignores) of(rule string) *ignore {
	for n := range i {
		if i[n].rule == rule {
			return &i[n]
		}
	}
	return nil
}
