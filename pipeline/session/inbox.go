package session

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Where people and agents drop what they want of discussd, relative to the
// session folder. [Layout.Route] maps a file in there to the ID of its [Job].
// No configured round has such an ID.
const (
	discussions = "discussions"
	Requests    = "requests"  // in discussions: what agents ask for
	Decisions   = "decisions" // in discussions: what people answer an escalation
)

// Forms are the extensions of the files that are read from an inbox.
var forms = [...]string{".md", ".json", ".toml"}

// routeInbox tells whether a path is a file dropped in an inbox.
func routeInbox(name string) (dir, round string, ok bool) {
	folder, file := path.Split(name)
	if leftover(file) || !slices.Contains(forms[:], path.Ext(file)) {
		return "", "", false
	}
	for _, inbox := range inboxes {
		if dir, ok := strings.CutSuffix(folder, "/"+discussions+"/"+inbox+"/"); ok {
			return dir, inbox + "/" + file, true
		}
	}
	return "", "", false
}

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

// Inbox lists the files in one of a session's inboxes, as jobs of this kind, sorted by
// name. There are none of [OfRound].
func (r *reader) Inbox(kind Kind) []Job {
	if kind == OfRound {
		return nil
	}
	folder := inboxes[kind-OfRequest]
	entries, err := fs.ReadDir(r.root.FS(), discussions+"/"+folder)
	if err != nil {
		return nil
	}
	var jobs []Job
	for _, entry := range entries {
		if _, _, ok := routeInbox("/" + discussions + "/" + folder + "/" + entry.Name()); ok {
			jobs = append(jobs, Job{kind: kind, file: entry.Name()})
		}
	}
	return jobs
}

// Dropped reads the file in an inbox that a job is about. A link is refused, even
// one that stays inside: it would answer under another file's owner. The error
// wraps [fs.ErrNotExist] when the file is gone.
func (r *reader) Dropped(job Job) (File, error) {
	name := job.Path()
	if name == "" {
		return File{}, fmt.Errorf("%q is no file of an inbox", job.ID())
	}
	info, err := r.root.Lstat(name)
	if missing(err) {
		return File{}, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return File{Path: name, SHA256: apart(standIn(NotRegular, 0), name), Problem: &Problem{NotRegular, "The path is a link, not a file."}}, nil
	}
	file, err := r.load(name)
	if file.Content == nil {
		file.SHA256 = apart(file.SHA256, name)
	}
	return file, cmp.Or(err, r.unread())
}

// apart tells the digests of files whose bytes could not be had from each other.
func apart(digest, name string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(digest+"  "+name)))
}
