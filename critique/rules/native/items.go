package native

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// PartsOf returns those of the items behind one that belong to it: they stand below it, or its number begins theirs.
func PartsOf(item *document.Item, behind []*document.Item) []*document.Item {
	number := strings.TrimRight(itemNumber.FindString(Begun.ReplaceAllString(item.Text, "")), ". ")
	for i, part := range behind {
		below, text := part.Depth > item.Depth && part.Section == item.Section, Begun.ReplaceAllString(part.Text, "")
		if !below && (number == "" || !strings.HasPrefix(text, number+".") || strings.TrimRight(itemNumber.FindString(text), ". ") == number) {
			return behind[:i]
		}
	}
	return behind
}

var (
	itemNumber = pattern.New(`^\d{1,3}(?:\.\d{1,3})*\.?\s`)
	// Begun is a box of what is going on.
	Begun = pattern.New(`^\[[-~/]\]\s+`)
)
