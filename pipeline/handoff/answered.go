package handoff

import (
	"encoding/json"
	"path"
	"time"
)

// Answer notes what became of a file in an inbox: the same bytes are answered once.
type Answer struct {
	Path       string    `json:"path"`    // of the file, relative to the session
	SHA256     string    `json:"sha256"`  // of its bytes
	Outcome    string    `json:"outcome"` // in a word: "consensus_reached", "error", "accept"
	Result     string    `json:"result"`  // the file that holds it, relative to the session; "" when there is none
	Failed     bool      `json:"failed"`  // nothing came of it, see [Answer.Holds]
	Written    time.Time `json:"written"` // the file's mtime, by which it is known when it is dropped again
	AnsweredAt time.Time `json:"answered_at"`
}

// Holds tells whether the answer is still that to a file with these bytes: where nothing
// came of it, not when it was dropped again, or given another form by its name.
func (a Answer) Holds(name string, written time.Time) bool {
	return !a.Failed || written.Equal(a.Written) && path.Ext(name) == path.Ext(a.Path)
}

func answeredName(sha256 string) string { return path.Join(private, "answered", sha256+".json") }

// Answered returns what became of the bytes with this digest; ok is false when
// nobody has answered them.
func (f *Folder) Answered(sha256 string) (a Answer, ok bool) {
	text, err := f.read(answeredName(sha256))
	if err != nil {
		return a, false
	}
	err = json.Unmarshal(text, &a)
	return a, err == nil && a.SHA256 == sha256
}

// SetAnswered notes that a file in an inbox is answered.
func (f *Folder) SetAnswered(a Answer) error {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	f.sweep(path.Dir(answeredName(a.SHA256)))
	return f.write(answeredName(a.SHA256), append(text, '\n'))
}
