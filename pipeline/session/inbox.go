package session

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Where people and agents drop what they want of discussd, relative to the
// session folder. [Layout.Route] maps a file in there to a round named by the
// folder and the file: "requests/review.md". No configured round has such an id.
const (
	discussions = "discussions"
	Requests    = "requests"  // in discussions: what agents ask for
	Decisions   = "decisions" // in discussions: what people answer an escalation
)

// Forms are the extensions of the files that are read from an inbox.
var forms = [...]string{".md", ".json", ".toml"}

// Dropped splits a round that [Layout.Route] made of a file in an inbox into the
// folder, [Requests] or [Decisions], and the file's name. It is false of every
// other round.
func Dropped(round string) (folder, file string, ok bool) {
	folder, file, ok = strings.Cut(round, "/")
	return folder, file, ok && (folder == Requests || folder == Decisions)
}

// routeInbox tells whether a path is a file dropped in an inbox.
func routeInbox(name string) (dir, round string, ok bool) {
	folder, file := path.Split(name)
	if leftover(file) || !slices.Contains(forms[:], path.Ext(file)) {
		return "", "", false
	}
	for _, inbox := range [...]string{Requests, Decisions} {
		if dir, ok := strings.CutSuffix(folder, "/"+discussions+"/"+inbox+"/"); ok {
			return dir, inbox + "/" + file, true
		}
	}
	return "", "", false
}

// inbox tells whether the folder inner of a session is an inbox or leads to one.
func inbox(inner string) bool {
	return inner == discussions || inner == discussions+"/"+Requests || inner == discussions+"/"+Decisions
}

// asked tells whether dir is a session because somebody made it a folder for
// requests, or because something was judged in it, which may be gone by now. A document
// that a person named makes none of the folder it lies in.
func asked(dir string) bool {
	inbox := filepath.Join(dir, discussions)
	return exists(filepath.Join(inbox, Requests)) || exists(filepath.Join(inbox, ".discussd")) && !exists(filepath.Join(inbox, PlainRound+"-verdict.json"))
}

// Inbox lists the files in a session's inbox, [Requests] or [Decisions], as the
// rounds that [Layout.Route] makes of them, sorted.
func (s *Session) Inbox(folder string) []string {
	entries, err := fs.ReadDir(s.root.FS(), discussions+"/"+folder)
	if err != nil {
		return nil
	}
	var rounds []string
	for _, entry := range entries {
		if _, round, ok := routeInbox("/" + discussions + "/" + folder + "/" + entry.Name()); ok {
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// Letter reads a file in an inbox, named by its round. A link is refused, even
// one that stays inside: it would answer under another file's owner. The error
// wraps [fs.ErrNotExist] when the file is gone.
func (s *Session) Letter(round string) (File, error) {
	folder, file, ok := Dropped(round)
	if !ok {
		return File{}, fmt.Errorf("%q is no file of an inbox", round)
	}
	name := discussions + "/" + folder + "/" + file
	info, err := s.root.Lstat(name)
	if missing(err) {
		return File{}, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return File{Path: name, SHA256: apart(standIn(NotRegular, 0), name), Problem: &Problem{NotRegular, "The path is a link, not a file."}}, nil
	}
	letter, err := s.load(name)
	if letter.Content == nil {
		letter.SHA256 = apart(letter.SHA256, name)
	}
	return letter, cmp.Or(err, s.blind())
}

// apart tells the digests of files whose bytes could not be had from each other.
func apart(digest, name string) string {
	sum := sha256.Sum256([]byte(digest + "  " + name))
	return hex.EncodeToString(sum[:])
}
