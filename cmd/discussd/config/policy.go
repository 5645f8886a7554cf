package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// PolicySHA256 is a digest, 64 lower-case hex digits, of what decides verdicts: the policy of the panel, what it
// shows to the tools, the perspectives, the rounds and the checks.
func (c Config) PolicySHA256() string {
	digest := sha256.New()
	p := c.Panel
	fmt.Fprintf(digest, "panel %q %v %v %v %d %d\n", p.Facts, p.MinAverage, p.LowRating, p.Spread, p.MaxRevisions, p.Prior)
	if p.Independence == "require" { // the others change an order
		fmt.Fprintln(digest, "independence require")
	}
	if !p.Checklists {
		fmt.Fprintln(digest, "checklists off")
	}
	for _, file := range p.Own {
		fmt.Fprintf(digest, "questions %q %q\n", file.Off, file.Question)
	}
	fmt.Fprintf(digest, "asked %q %q %q\n", p.Ask, p.Upstream, p.Revision)
	for _, divergence := range slices.Sorted(slices.Values(p.Blocks)) {
		fmt.Fprintf(digest, "blocks %q\n", divergence)
	}
	for _, p := range c.Perspectives {
		fmt.Fprintf(digest, "perspective %q %q %q %q %q %q %q\n", p.Name, p.Tool, p.Role, p.Focus, p.Tasks, p.Reports, p.Checks)
		if len(p.Reads) > 0 {
			fmt.Fprintf(digest, "reads %q\n", p.Reads)
		}
	}
	for _, r := range c.Rounds {
		fmt.Fprintf(digest, "round %q %q %q %q %q %q %q %t %q\n",
			r.ID, r.Label, r.Artifacts, r.Members, r.Perspectives, r.Caller, r.Task, r.Final, r.Record)
		if r.Kind != "" {
			fmt.Fprintf(digest, "kind %q\n", r.Kind)
		}
	}
	for _, id := range slices.Sorted(slices.Values(c.Checks.Off)) {
		fmt.Fprintf(digest, "off %q\n", id)
	}
	for _, id := range keys(c.Checks.Severity) {
		fmt.Fprintf(digest, "severity %q %q\n", id, c.Checks.Severity[id])
	}
	for _, r := range c.Checks.Own {
		fmt.Fprintf(digest, "rule %q %q %q %q %q %q %q %q %q %q %q\n",
			r.ID, r.Severity, r.Perspective, r.Message, r.On, r.Each, r.When, r.Unless, r.Lacks, r.Phrases.EN, r.Phrases.ZH)
	}
	return hex.EncodeToString(digest.Sum(nil))
}
