package handoff

import (
	"fmt"
	"path"
	"time"

	"discussd/critique"
)

// mostWriters bounds how many files have a writer noted: the oldest notes go first.
const mostWriters = 2000

// Writers is who wrote the files of a session, as the hooks of coding agents note it. It
// lies beside the verdicts and not with the hook's own notes, because the session may be
// judged in another place, such as a container.
type Writers struct{ *Folder }

// written is the note about one file. It holds for exactly these bytes: whoever edits the
// file afterwards is not taken for the agent.
type written struct {
	Path   string `json:"path"` // slash-separated, relative to the session folder
	SHA256 string `json:"sha256"`
	critique.Writer
	At time.Time `json:"at"`
}

func writerName(file string) string {
	return path.Join(private, "writers", digest([]byte(file))[:16]+".json")
}

// Note notes who wrote a file's bytes. Who was noted for them first stays.
func (w Writers) Note(file, sha256 string, by critique.Writer) error {
	if w.Of(file, sha256) != (critique.Writer{}) {
		return nil
	}
	if err := note(w.directory, writerName(file), written{file, sha256, by, time.Now().UTC().Truncate(time.Second)}); err != nil {
		return fmt.Errorf("note who wrote %s: %w", file, err)
	}
	dropOldest(w.directory, path.Dir(writerName("")), mostWriters, func(string) bool { return true })
	return nil
}

// Of is who wrote exactly these bytes of a file; the zero Writer when nobody is known. A
// note that another user left does not count.
func (w Writers) Of(file, sha256 string) critique.Writer {
	var note written
	if noted(w.directory, writerName(file), &note) != nil || note.Path != file || note.SHA256 != sha256 {
		return critique.Writer{}
	}
	return note.Writer
}
