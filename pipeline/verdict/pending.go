package verdict

import (
	"fmt"
	"time"

	"discussd/internal/text/shallow"
)

// PendingState says how far an unjudged round has come.
type PendingState string

// The pending states, in the order a round goes through them. Held means that a
// budget or a missing permission keeps it back.
const (
	Settling PendingState = "settling"
	Queued   PendingState = "queued"
	Running  PendingState = "running"
	Held     PendingState = "held"
)

// Pending is the content of a round's pending.json, which stands while the round's
// present bytes are not judged yet.
type Pending struct {
	Fingerprint  Hash         `json:"fingerprint"` // null while the files cannot be read
	State        PendingState `json:"state"`
	Since        time.Time    `json:"since"`
	RecordSHA256 Hash         `json:"record_sha256"` // of the record about to be written, null before
	// LeftSHA256 is of the record that an earlier run left, which was killed before its
	// verdict: until the one about to be written has its place.
	LeftSHA256 Hash `json:"left_record_sha256,omitempty"`
}

// Wrote tells whether a record of that hash is one that the mark speaks of.
func (p Pending) Wrote(hash string) bool {
	return hash != "" && (string(p.RecordSHA256) == hash || string(p.LeftSHA256) == hash)
}

// Marshal returns the JSON of pending.json, written like that of a verdict.
func (p Pending) Marshal() ([]byte, error) {
	p.Since = p.Since.UTC().Truncate(time.Millisecond)
	return marshal(p)
}

// ParsePending reads a pending.json. It fails on what exceeds [shallow.Small], is no JSON
// object or names an unknown state.
func ParsePending(data []byte) (Pending, error) {
	var p Pending
	if err := shallow.Small().Decode(data, &p); err != nil {
		return Pending{}, fmt.Errorf("read pending: %w", err)
	}
	switch p.State {
	case Settling, Queued, Running, Held:
		return p, nil
	}
	return Pending{}, fmt.Errorf("read pending: unknown state %q", p.State)
}
