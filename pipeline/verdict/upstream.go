package verdict

import "discussd/critique"

// UpstreamState says how far a round can rest on one before it.
type UpstreamState string

// The states of a round before the judged one.
const (
	UpstreamFresh   UpstreamState = "fresh"   // its verdict is of the bytes that stand there
	UpstreamStale   UpstreamState = "stale"   // it changed since its verdict
	UpstreamMissing UpstreamState = "missing" // it has no verdict
	UpstreamAbsent  UpstreamState = "absent"  // it has no artifact; told of the sign-off round's only
)

// Upstream is a round that stands before the judged one, as it was then: when it
// changes, what was written on the ground of it is suspect.
type Upstream struct {
	Round       string             `json:"round"`
	Fingerprint Hash               `json:"fingerprint"` // null without an artifact
	State       UpstreamState      `json:"state"`
	Outcome     Outcome            `json:"verdict"`  // "" without one
	Severity    *critique.Severity `json:"severity"` // only when blocked
}

// NewUpstream tells how a round with this fingerprint stands by its latest verdict,
// which is nil when it has none. Without a fingerprint it has no artifact.
func NewUpstream(round, fingerprint string, latest *Verdict) Upstream {
	u := Upstream{Round: round, Fingerprint: Hash(fingerprint), State: UpstreamMissing}
	switch {
	case fingerprint == "":
		u.State = UpstreamAbsent
		return u
	case latest == nil:
		return u
	case latest.Fresh(fingerprint):
		u.State = UpstreamFresh
	default:
		u.State = UpstreamStale
	}
	u.Outcome, u.Severity = latest.Outcome, latest.Severity
	return u
}
