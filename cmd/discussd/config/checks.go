package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"discussd/critique/checks"
	"discussd/critique/rules"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"

	"github.com/bmatcuk/doublestar/v4"
)

// Checks adjusts the embedded checks.
type Checks struct {
	Off      []string          `toml:"off"`      // rule ids that are switched off
	Severity map[string]string `toml:"severity"` // "HIGH", "MEDIUM" or "LOW" by rule id
	Rules    []string          `toml:"rules"`    // files of rules of one's own, absolute, from ~ or from the folder of this file; globs
	Own      []rules.Rule      `toml:"-"`        // that these files hold
}

func (c Checks) validate(r *report) {
	r.unique("checks.rules", c.Rules)
	for _, glob := range c.Rules {
		if glob == "" || hasControl(glob) || !doublestar.ValidatePattern(glob) {
			r.add("checks.rules", "is no path and no glob (got %q)", glob)
		}
	}
	if len(c.Rules) == 0 {
		c.named(r) // else when the files are read, whose rules have ids of their own
	}
}

// named reports the ids that no rule has.
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

// What bounds the files of rules.
const (
	mostRuleFiles = 100
	mostRuleBytes = 1 << 20 // of one
)

// ownRules reads the files of rules that a configuration in dir names. Files that others
// can change are refused: they decide verdicts.
func (e environment) ownRules(c *Checks, r *report, dir string) {
	const key = "checks.rules"
	for _, glob := range c.Rules {
		at, err := e.absolute(glob, dir)
		if err != nil {
			r.add(key, "%s", err)
			continue
		}
		files, err := doublestar.FilepathGlob(at, doublestar.WithFilesOnly())
		switch {
		case err != nil:
			r.add(key, "%s: %s", glob, err)
		case len(files) == 0:
			r.add(key, "%s matches no file", glob)
		case len(files) > mostRuleFiles:
			r.add(key, "%s matches %d files, more than %d", glob, len(files), mostRuleFiles)
			continue
		}
		slices.Sort(files)
		for _, name := range files {
			own, err := ReadRules(name)
			if err != nil {
				r.add(key, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
			}
			c.Own = append(c.Own, own...)
		}
	}
	if _, err := checks.New(checks.Options{Own: c.Own}); err != nil && r.sound(key) {
		r.add(key, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	c.named(r)
}

// ReadRules reads one file of rules. One that others can change, and one of more than a
// mebibyte, is refused.
func ReadRules(name string) ([]rules.Rule, error) {
	if err := trusted(name, decides); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostRuleBytes {
		return nil, fmt.Errorf("%s: is no file of at most %d bytes", name, mostRuleBytes)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return rules.Read(name, string(text))
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
