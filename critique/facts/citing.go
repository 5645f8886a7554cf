package facts

import (
	"slices"
	"strconv"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// What a task, a story or a plan says it is for: its statements speak of the same as the requirements
// that are named above, beside or below them.

var (
	// numberedTitle is the heading of a requirement whose criteria are cited by two numbers, 4.2, and
	// forNumbers a line that cites them.
	numberedTitle = pattern.New(`(?i)^[^\pL\d]*(?:requirement|需求|要求|requisito|anforderung|exigence) ?(\d{1,3})\b`)
	forNumbers    = pattern.New(`(?i)^[^\pL\d]*(?:requirements?|需求|要求|requisitos|anforderungen|exigences)[:：] ?([\d., 、]+)`)
	twoNumbers    = pattern.New(`\d{1,3}\.\d{1,3}`)
)

// mostNamed is how many requirements something is for at most to be about each of them.
const mostNamed = 5

// citations are the requirements that the parts of a document are for.
type citations struct {
	front    []string
	items    map[*document.Item][]string
	sections map[*document.Section][]string
	criteria map[*document.Item]string // the numbers of a criterion: 4.2
}

func citationsOf(d *document.Document) *citations {
	c := &citations{items: map[*document.Item][]string{}, sections: map[*document.Section][]string{}, criteria: map[*document.Item]string{}}
	for _, field := range d.Front.Fields {
		if field.Key == "requirements" && len(field.Values) <= mostNamed {
			c.front = field.Values
		}
	}
	order := map[*document.Section]int{}
	for i, item := range d.Items {
		if item.Ordered && item.Depth == 1 && item.Section != nil {
			order[item.Section]++
			for s := item.Section; s != nil; s = s.Parent {
				if m := numberedTitle.FindStringSubmatch(s.Title); m != nil {
					c.criteria[item] = m[1] + "." + strconv.Itoa(order[item.Section])
					break
				}
			}
		}
		for j := i - 1; j >= max(0, i-8); j-- { // of what it is a part
			if d.Items[j].Depth < item.Depth {
				c.items[d.Items[j]] = append(c.items[d.Items[j]], namedIn(d, item.Span)...)
				break
			}
		}
	}
	return c
}

// namedIn returns the requirements that a part of a document names.
func namedIn(d *document.Document, at document.Span) (names []string) {
	for _, m := range d.MentionsIn(at) {
		if !slices.Contains(names, m.ID) {
			names = append(names, m.ID)
		}
	}
	if m := forNumbers.FindStringSubmatch(d.Slice(at)); m != nil {
		names = append(names, twoNumbers.FindAllString(m[1], mostNamed+1)...)
	}
	return names
}

// of returns what a statement is for: by its item, by the section that holds it, or by its document.
func (c *citations) of(d *document.Document, item *document.Item, section *document.Section) []string {
	names := slices.Clone(c.front)
	for ; section != nil && section.Level >= storyLevel; section = section.Parent {
		own, known := c.sections[section]
		if !known {
			own = namedIn(d, section.Own())
			c.sections[section] = own
		}
		for _, name := range own {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if item != nil {
		names = append(names, c.items[item]...)
	}
	if len(names) > mostNamed {
		return nil
	}
	return names
}

// isFor tells whether a value stands in what another's requirement is named for.
func (v *value) isFor(o *value) bool {
	return v.doc != o.doc && (o.lead != "" && slices.Contains(v.about, o.lead) || o.criterion != "" && slices.Contains(v.about, o.criterion))
}
