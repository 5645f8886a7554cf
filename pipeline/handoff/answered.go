package handoff

import (
	"errors"
	"io/fs"
	"path"
	"time"
)

// Answer notes what became of a file in an inbox: the same bytes are answered once.
type Answer struct {
	Path       string    `json:"path"`                 // of the file, relative to the session
	SHA256     string    `json:"sha256"`               // of its bytes
	Outcome    string    `json:"outcome"`              // in a word: "consensus_reached", "error", "accept"
	Artifact   string    `json:"artifact,omitempty"`   // that was judged under a round of the request's own, relative to the session
	Result     string    `json:"result"`               // the file that holds it, relative to the session; "" when there is none
	Discussion int       `json:"discussion,omitempty"` // the number of the round of the session's discussion that it is about; 0 when it is about none
	Reason     string    `json:"reason,omitempty"`     // why a decision does not count
	Failed     bool      `json:"failed"`               // nothing came of it, see [Answer.Holds]
	Written    time.Time `json:"written"`              // the file's mtime, by which it is known when it is dropped again
	AnsweredAt time.Time `json:"answered_at"`          // zero while it is being answered
}

// Holds tells whether the answer is still that to a file with these bytes: where nothing
// came of it, not when it was dropped again, or given another form by its name.
func (a Answer) Holds(name string, written time.Time) bool {
	return !a.Failed || written.Equal(a.Written) && path.Ext(name) == path.Ext(a.Path)
}

// answers are the notes on files in the inboxes.
type answers struct{ *directory }

func answeredName(sha256 string) string { return path.Join(private, "answered", sha256+".json") }

func holderName(round string) string { return path.Join(private, "answered", "round-"+round+".json") }

// Hold notes which file in an inbox a round that is not configured belongs to: the first
// that was answered under its name, as long as that is about the same artifact.
func (n answers) Hold(round string, a Answer) error {
	if holder, held := n.Holder(round); held && holder.Artifact == a.Artifact {
		return nil
	}
	return n.keep(holderName(round), a)
}

// Holder returns what [Folder.Hold] noted of a round.
func (n answers) Holder(round string) (a Answer, ok bool) {
	err := noted(n.directory, holderName(round), &a)
	return a, err == nil
}

// Answered returns what became of the bytes with this digest; ok is false when
// nobody has answered them.
func (n answers) Answered(sha256 string) (a Answer, ok bool) {
	a, ok = n.Answering(sha256)
	return a, ok && !a.AnsweredAt.IsZero()
}

// Answering returns what became of the bytes with this digest, or is to become of them: of
// an answer that was begun and not ended it is known where it was to lie.
func (n answers) Answering(sha256 string) (a Answer, ok bool) {
	err := noted(n.directory, answeredName(sha256), &a)
	return a, err == nil && a.SHA256 == sha256
}

// SetAnswered notes that a file in an inbox is answered.
func (n answers) SetAnswered(a Answer) error {
	n.sweep(path.Dir(answeredName(a.SHA256)))
	return n.keep(answeredName(a.SHA256), a)
}

func (n answers) keep(name string, a Answer) error {
	if err := note(n.directory, name, a); err != nil {
		return err
	}
	dropOldest(n.directory, path.Dir(name), mostAnswered, n.withdrawn)
	return nil
}

// mostAnswered is how many answers are kept to files that are not there any more.
const mostAnswered = 1000

// withdrawn tells whether the file that an answer is to has left its inbox.
func (n answers) withdrawn(name string) bool {
	var a Answer
	err := noted(n.directory, path.Join(path.Dir(answeredName("")), name), &a)
	if err == nil {
		_, err = n.session.Lstat(a.Path)
	}
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errForeign)
}
