package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// heads are the words for people of any kind. What stands before one tells a role
// from others.
var heads = pattern.New(`(?i)(?:\s(?:manager|officer|engineer|specialist|analyst|staff|person|member|employee|user)s?|专员|人员|员工|经理|主管|工程师|负责人|用户)$`)

// Qualifier is what a role says before the word for people.
func Qualifier(name string) string {
	m := heads.FindStringIndex(name)
	if m == nil || m[0] == 0 {
		return name
	}
	return strings.TrimSpace(name[:m[0]])
}

// TopicItems returns the top list items of the sections about a topic.
func TopicItems(d *document.Document, t document.Topic) []*document.Item {
	var found []*document.Item
	for _, item := range d.Items {
		if item.Depth == 1 && item.Section.Under(t) && !Nothing.MatchString(item.Text) {
			found = append(found, item)
		}
	}
	return found[:min(len(found), MaxCompared)]
}

// Alike returns the pairs of texts from two lists that have most of their words
// in common, and at least fewest words.
func Alike(a, b []string, likeness float64, fewest int) [][2]int {
	left, right := make([]Bag, len(a)), make([]Bag, len(b))
	for i, text := range a {
		left[i] = BagOf(WithoutIDs(text))
	}
	for i, text := range b {
		right[i] = BagOf(WithoutIDs(text))
	}
	w := Weigh(left, right)
	near := w.Near(right)
	var pairs [][2]int
	for i := range left {
		if len(left[i]) < fewest {
			continue
		}
		for _, j := range near.To(left[i], likeness) {
			if len(right[j]) >= fewest && w.Likeness(left[i], right[j]) >= likeness {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
