package config

import (
	"regexp"
	"slices"
)

// Checks adjusts the embedded checks.
type Checks struct {
	Off      []string          `toml:"off"`      // rule ids that are switched off
	Severity map[string]string `toml:"severity"` // "HIGH", "MEDIUM" or "LOW" by rule id
}

var ruleID = regexp.MustCompile(`^[A-Z]{1,4}-[0-9]{3}$`)

// validate checks the form only: which rules there are, the checks know.
func (c Checks) validate(r *report) {
	r.unique("checks.off", c.Off)
	for _, id := range c.Off {
		if !ruleID.MatchString(id) {
			r.add("checks.off", `must hold rule ids such as "X-005" (got %q)`, id)
		}
	}
	for _, id := range keys(c.Severity) {
		key := join("checks.severity", id)
		if !ruleID.MatchString(id) {
			r.add(key, `must be a rule id such as "X-005"`)
		} else if slices.Contains(c.Off, id) {
			r.add(key, "the rule is switched off by checks.off")
		}
		r.oneOf(key, c.Severity[id], "HIGH", "MEDIUM", "LOW")
	}
}
