package model

import (
	"regexp"
	"strings"

	"discussd/critique/document"
)

// Ignore is one comment such as <!-- discussd-ignore X-005: moved to the wiki -->.
type Ignore struct {
	Rule   string
	Reason string
	At     document.Span
}

// Ignores are those of one document.
type Ignores []Ignore

const maxIgnores = 100 // of one document

// IgnoresOf returns the comments of a document that mute rules.
func IgnoresOf(d *document.Document) Ignores {
	var found Ignores
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
			found = append(found, Ignore{m[1], strings.TrimSpace(m[2]), c})
		}
	}
	return found
}

// ignored is what follows the word: the ID of a rule, then the reason.
var ignored = regexp.MustCompile(`(?s)^\s+([^\s:：,，;；]+)[\s:：,，;；]*(.*)$`)

// Of returns the mark that switches a rule off, nil when there is none.
func (i Ignores) Of(rule string) *Ignore {
	for n := range i {
		if i[n].Rule == rule {
			return &i[n]
		}
	}
	return nil
}
