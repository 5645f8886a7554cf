package discovery

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// declaredTotals compares "total_commands": 44 with the list "commands" beside it.
func declaredTotals(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	d.JSON.Walk(func(v *document.Value) {
		for i, key := range v.Keys {
			declared := v.Members[i]
			m := countKey.FindStringSubmatch(key)
			if m == nil || declared.Kind != '0' {
				continue
			}
			name := m[1] + m[2]
			n := countListed(v.Get(name, name+"s", "categories", "by_category", "groups"))
			if n == 0 {
				continue
			}
			applied = true
			if model.Itoa(n) != declared.String {
				hit(d, declared.Span, model.Target(declared.String), model.Target(model.Itoa(n)), model.Target(declared.Path))
			}
		}
	})
	return applied
}

// countKey is what a list is counted under.
var countKey = pattern.New(`^(?:total|num|number_of)_(\w+)$|^(\w+)_(?:count|total)$`)

// countListed counts the items of a list, or of all lists in groups of lists.
func countListed(v *document.Value) int {
	if v == nil {
		return 0
	}
	if v.Kind == '[' {
		return len(v.Members)
	}
	n := 0
	for _, m := range v.Members {
		if m.Kind != '[' && m.Kind != '{' {
			return 0
		}
		n += countListed(m)
	}
	return n
}
