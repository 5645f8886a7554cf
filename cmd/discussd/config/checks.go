package config

import (
	"slices"

	"discussd/critique/checks"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
)

// Checks adjusts the embedded checks.
type Checks struct {
	Off      []string          `toml:"off"`      // rule ids that are switched off
	Severity map[string]string `toml:"severity"` // "HIGH", "MEDIUM" or "LOW" by rule id
}

func (c Checks) validate(r *report) {
	if len(c.Off)+len(c.Severity) == 0 {
		return // the catalogue need not be made
	}
	var rules []string
	for _, rule := range checks.Rules() {
		rules = append(rules, rule.ID)
	}
	r.unique("checks.off", c.Off)
	for _, id := range c.Off {
		r.rule("checks.off", id, rules)
	}
	for _, id := range keys(c.Severity) {
		key := lineindex.Join("checks.severity", id)
		r.rule(key, id, rules)
		if slices.Contains(c.Off, id) {
			r.add(key, "the rule is switched off by checks.off")
		}
		r.oneOf(key, c.Severity[id], "HIGH", "MEDIUM", "LOW")
	}
}

// rule reports an id that no rule has. It does not list those there are: they
// are too many.
func (r *report) rule(key, id string, rules []string) {
	if _, gone := checks.Retired(id); gone || slices.Contains(rules, id) {
		return
	}
	if near := nearest.Meant(id, rules); near != "" {
		r.add(key, "unknown rule %q, did you mean %q?", id, near)
	} else {
		r.add(key, "unknown rule %q; 'discussd explain --all' lists the rules", id)
	}
}
