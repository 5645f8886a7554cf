package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/critique/checks"
	"discussd/critique/rules"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
)

// Checks adjusts the embedded checks.
type Checks struct {
	Off      []string          `toml:"off"`      // rule ids that are switched off
	Severity map[string]string `toml:"severity"` // "HIGH", "MEDIUM" or "LOW" by rule id
	Rules    []string          `toml:"rules"`    // files of rules of one's own, absolute, from ~ or from the folder of this file; globs
	Own      []rules.Rule      `toml:"-"`        // that these files hold
}

func (c Checks) validate(r *report) {
	globs(r, "checks.rules", c.Rules)
	if len(c.Rules) == 0 {
		c.named(r) // else when the files are read, whose rules have ids of their own
	}
}

func (c Checks) named(r *report) {
	if len(c.Off)+len(c.Severity) == 0 {
		return // the catalogue need not be made
	}
	var ids []string
	for _, rule := range slices.Concat(checks.Rules(), c.Own) {
		ids = append(ids, rule.ID)
	}
	r.unique("checks.off", c.Off)
	for _, id := range c.Off {
		r.rule("checks.off", id, ids)
	}
	for _, id := range keys(c.Severity) {
		key := lineindex.Join("checks.severity", id)
		r.rule(key, id, ids)
		if slices.Contains(c.Off, id) {
			r.add(key, "the rule is switched off by checks.off")
		}
		r.oneOf(key, c.Severity[id], "HIGH", "MEDIUM", "LOW")
	}
}

// ownRules reads the rules that a configuration in dir names. Files that others can change are refused.
func (e environment) ownRules(c *Checks, r *report, dir string) {
	const key = "checks.rules"
	e.filesOf(key, c.Rules, r, dir, func(name string) error {
		own, err := ReadRules(name)
		c.Own = append(c.Own, own...)
		return err
	})
	if _, err := checks.New(checks.Options{Own: c.Own}); err != nil && r.sound(key) {
		r.add(key, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	c.named(r)
}

// ReadRules reads one file of rules: at most a mebibyte, which nobody else can change.
func ReadRules(name string) ([]rules.Rule, error) {
	abs, err := filepath.Abs(name) // every folder on the way to it is looked at
	if err != nil {
		return nil, err
	}
	text, err := readDeciding(abs)
	if err != nil {
		return nil, err
	}
	return rules.Read(name, text)
}

// rule reports an id that no rule has, without the list of all rules.
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

func globs(r *report, key string, globs []string) {
	r.unique(key, globs)
	for _, glob := range globs {
		if glob == "" || hasControl(glob) || !doublestar.ValidatePattern(glob) {
			r.add(key, "is no path and no glob (got %q)", glob)
		}
	}
}
