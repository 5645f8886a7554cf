package handoff

import (
	"fmt"
	"path"

	"discussd/pipeline/verdict"
)

// mostOwed is how many notes are kept of hooks that are to be run.
const mostOwed = 100

const owedDir = private + "/hooks"

func owedName(round string, revision int) string {
	return path.Join(owedDir, fmt.Sprintf("%s-%d.json", round, revision))
}

// owed is the note that a hook is to be told of a verdict.
type owed struct {
	Round       string       `json:"round"`
	Revision    int          `json:"revision"`
	Fingerprint verdict.Hash `json:"fingerprint"`
}

// owedHooks are the notes on hooks that are to be run.
type owedHooks struct {
	*directory
	history history
}

// Owe notes, before a verdict is written, that the hook is to be told of it.
func (h owedHooks) Owe(v verdict.Verdict) error {
	if err := note(h.directory, owedName(v.Round, v.Revision), owed{v.Round, v.Revision, v.Artifact.Fingerprint}); err != nil {
		return err
	}
	dropOldest(h.directory, owedDir, mostOwed, func(string) bool { return true })
	return nil
}

// Paid takes back the note of [Folder.Owe]: the hook has ended.
func (h owedHooks) Paid(v verdict.Verdict) error { return h.remove(owedName(v.Round, v.Revision)) }

// Owed returns the verdicts of which it is not known that the hook was told. A note of one
// that was never written goes.
func (h owedHooks) Owed() (verdicts []verdict.Verdict) {
	for _, name := range h.list(owedDir) {
		var note owed
		err := noted(h.directory, path.Join(owedDir, name), &note)
		v, found := h.revision(note)
		switch {
		case h.Unread() != nil:
			return verdicts // another time
		case err == nil && found && path.Base(owedName(note.Round, note.Revision)) == name:
			verdicts = append(verdicts, v)
		default:
			h.remove(path.Join(owedDir, name)) // else the next time
		}
	}
	return verdicts
}

// revision returns the verdict that a note is about, also when a later one has replaced it.
func (h owedHooks) revision(note owed) (verdict.Verdict, bool) {
	for v := range h.history.Past(note.Round) {
		if v.Revision == note.Revision {
			return v, v.Artifact.Fingerprint == note.Fingerprint
		}
	}
	return verdict.Verdict{}, false
}
