package handoff

import (
	"errors"
	"strings"

	"discussd/pipeline/verdict"
)

// marks are those of rounds that are not judged yet.
type marks struct{ *outputs }

// Pending returns the pending mark of a round; ok is false when there is none.
// One that cannot be understood, or that somebody else made, counts, but not what it
// says: something was begun and not finished.
func (m marks) Pending(round string) (p verdict.Pending, ok bool) {
	text, err := m.own(pendingName(round))
	if err == nil {
		p, _ = verdict.ParsePending(text)
	}
	return p, err == nil || errors.Is(err, errForeign)
}

// SetPending marks a round as not judged yet. What an earlier mark knows of a
// record that a killed run left is kept.
func (m marks) SetPending(round string, p verdict.Pending) error {
	if left, ok := m.Pending(round); ok && p.RecordSHA256 == "" {
		p.RecordSHA256, p.LeftSHA256 = left.RecordSHA256, left.LeftSHA256
	} else if ok && left.RecordSHA256 != "" {
		if text, err := m.read(m.recordName(round)); err == nil && left.Wrote(digest(text)) {
			p.LeftSHA256 = verdict.Hash(digest(text))
		}
	}
	text, err := p.Marshal()
	if err != nil {
		return err
	}
	return m.writeOwn(pendingName(round), text)
}

// ClearPending removes the mark: the verdict on disk is that of the artifact.
func (m marks) ClearPending(round string) error { return m.remove(pendingName(round)) }

// Waiting lists the rounds that have a pending mark.
func (m marks) Waiting() (rounds []string) {
	for _, name := range m.list(".") {
		if round, ok := strings.CutSuffix(name, pendingName("")); ok {
			rounds = append(rounds, round)
		}
	}
	return rounds
}
