package discovery

import (
	"strings"
	"unicode"

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
			if declared.Kind != '0' {
				continue
			}
			name, counts := countedName(key)
			if !counts {
				continue
			}
			list := v.Get(name, name+"s", name+"_list", camel(name), "categories", "by_category", "groups")
			if list == nil {
				list = listNamed(d.JSON, name)
			}
			n := countListed(list)
			if n == 0 {
				continue
			}
			applied = true
			if model.Itoa(n) != declared.String {
				hit(d, declared.Span, declared.String, model.Itoa(n), declared.Path)
			}
		}
	})
	return applied
}

// listNamed returns the one list of a document that is called by a name, or nil:
// totals may stand apart from what they count.
func listNamed(root *document.Value, name string) *document.Value {
	var list *document.Value
	found := 0
	root.Walk(func(v *document.Value) {
		for i, key := range v.Keys {
			key = strings.TrimPrefix(strings.TrimPrefix(snake(key), "exploration_"), "open_")
			if v.Members[i].Kind == '[' && (key == name || key == name+"s") {
				list = v.Members[i]
				found++
			}
		}
	})
	if found != 1 {
		return nil
	}
	return list
}

var countKey = pattern.New(`^(?:total|num|n|number_of|count_of|nr_of)_(\w+)$|^(\w+)_(?:count|total|num)$`)

// countedName returns what a key such as total_commands or commandCount counts.
func countedName(key string) (name string, ok bool) {
	if key == "total" || key == "count" {
		return key, true
	}
	m := countKey.FindStringSubmatch(snake(key))
	if m == nil {
		return "", false
	}
	return m[1] + m[2], true
}

// snake writes totalCommands as total_commands.
func snake(key string) string {
	var b strings.Builder
	for i, r := range key {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// camel writes target_users as targetUsers.
func camel(key string) string {
	head, rest, _ := strings.Cut(key, "_")
	for part := range strings.SplitSeq(rest, "_") {
		if part != "" {
			head += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return head
}

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
