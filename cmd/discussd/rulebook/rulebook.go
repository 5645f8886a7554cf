// Package rulebook explains the rules of the embedded checks to people.
//
// The catalogue ([checks.Rules]) comes in; the pages of single rules and the whole
// catalogue go out, as text, Markdown or JSON. `discussd explain` prints them, and
// the machine-readable formats of `discussd critique` carry them along. Everything
// here is pure.
package rulebook

import (
	"cmp"
	"slices"
	"strings"

	"discussd/critique/checks"
	"discussd/internal/text/nearest"
)

// Find returns the rule with this ID, whatever its case. When there is none, ok is
// false and the rule is the one whose ID is nearest.
func Find(rules []checks.Rule, id string) (rule checks.Rule, ok bool) {
	id = strings.ToUpper(strings.TrimSpace(id))
	if i := slices.IndexFunc(rules, func(r checks.Rule) bool { return r.ID == id }); i >= 0 {
		return rules[i], true
	}
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return rules[slices.Index(ids, nearest.Of(id, ids))], false
}

// family are the rules that share the letters of their IDs.
type family struct {
	prefix string
	rules  []checks.Rule
}

// families groups rules in the order in which their families first appear, each
// family by ID, so that the same rules always make the same document.
func families(rules []checks.Rule) []family {
	var all []family
	for _, r := range rules {
		prefix, _, _ := strings.Cut(r.ID, "-")
		i := slices.IndexFunc(all, func(f family) bool { return f.prefix == prefix })
		if i < 0 {
			i = len(all)
			all = append(all, family{prefix: prefix})
		}
		all[i].rules = append(all[i].rules, r)
	}
	for _, f := range all {
		slices.SortFunc(f.rules, func(a, b checks.Rule) int { return strings.Compare(a.ID, b.ID) })
	}
	return all
}

// title says what the family's rules are about.
func (f family) title() string {
	return cmp.Or(map[string]string{
		"X":  "Any document",
		"LX": "Language",
		"DC": "Discovery context",
		"BR": "Product brief",
		"RQ": "Requirements",
		"AR": "Architecture",
		"EP": "Epics and stories",
		"RD": "Readiness report",
		"XD": "Across documents",
		"FT": "Facts that contradict each other",
		"XL": "In any language",
		"SK": "spec-kit",
		"OS": "OpenSpec",
		"KI": "Kiro, cc-sdd and spec-workflow",
		"BM": "BMAD-METHOD",
		"GS": "GSD",
	}[f.prefix], f.prefix)
}

// Title is what a rule looks for, as a sentence: "no goals" is "No goals."
func Title(r checks.Rule) string {
	if r.Title == "" {
		return r.ID
	}
	return strings.ToUpper(r.Title[:1]) + r.Title[1:] + "."
}

// Problem says what is wrong with what a rule did on one of its own examples, "" for nothing.
func Problem(t checks.Trial) string {
	switch {
	case t.Right:
		return ""
	case len(t.Notes) > 0:
		return t.Notes[0]
	case t.Fires:
		return "it must not fire here, and says " + t.Said
	}
	return "it does not fire here"
}
