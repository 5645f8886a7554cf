package critique

import (
	"slices"
	"strings"
	"unicode"
)

// ground names what a divergence rests on, so that a later revision's is known as
// the same: the type, and what it is about without regard to case, space and
// punctuation.
func ground(kind string, about ...string) string {
	return kind + ": " + strings.Join(strings.FieldsFunc(strings.ToLower(strings.Join(about, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// grounds of a divergence that says nothing finer: its type, topic and voices.
func (d Divergence) grounds() []string {
	if len(d.Grounds) > 0 {
		return d.Grounds
	}
	return []string{ground(d.Type, append([]string{d.Topic}, d.Perspectives...)...)}
}

// The grounds of a block by nothing but a low average, and of one because no model
// reviewed the bytes. Whoever accepts one accepts it for these bytes, and no others.
const (
	AverageGround    = "average"
	UnreviewedGround = "unreviewed"
)

// blocks tells whether the divergence alone keeps a round from consensus.
func (d Divergence) blocks() bool { return d.Severity == High || d.Type == Unreviewed && !d.Accepted }

// accepts tells whether a person has accepted all that a divergence rests on.
func (p Policy) accepts(d Divergence) bool {
	return !slices.ContainsFunc(d.Grounds, func(g string) bool { return !slices.Contains(p.Accepted, g) })
}

// Accepting returns the policy for divergences that a person accepts, with
// everything they rest on.
func (p Policy) Accepting(divergences []Divergence) Policy {
	p.Accepted = slices.Clone(p.Accepted)
	for _, d := range divergences {
		if d.blocks() {
			p.Accepted = append(p.Accepted, d.grounds()...)
		}
	}
	return p
}

// Weigh returns the divergences with their severity under the policy: those that
// a person has accepted do not block any more.
func (p Policy) Weigh(divergences []Divergence) []Divergence {
	weighed := slices.Clone(divergences)
	for i, d := range weighed {
		weighed[i].Grounds = d.grounds()
		weighed[i].Severity, weighed[i].Accepted = p.severity(d.Type), false
		if d.Ruling == Refuted || d.Ruling == BothStand { // nobody contradicts anybody any more
			weighed[i].Severity = Low
		}
		if weighed[i].blocks() && p.accepts(weighed[i]) {
			weighed[i].Severity = Low
			weighed[i].Accepted = true
		}
	}
	return weighed
}
