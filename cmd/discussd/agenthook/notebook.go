package agenthook

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// notebook is what is known of one agent, or sub-agent, in one of its sessions: a folder
// of small files, each made at once and never changed, as the hooks of one event run at
// the same time.
type notebook struct{ dir string }

// staleAfter is how long a notebook lives that nobody has written in.
const staleAfter = 7 * 24 * time.Hour

// open opens the notebook of a worker, and forgets those of sessions that are long over.
func open(folder, agent string, e Event) (notebook, error) {
	all := filepath.Join(folder, "told", agent)
	of := filepath.Join(all, digest(e.Session))
	n := notebook{filepath.Join(of, digest("worker "+e.Worker))}
	if _, err := os.Stat(of); errors.Is(err, fs.ErrNotExist) {
		forgetStale(all)
	}
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return n, fmt.Errorf("remember what was written: %w", err)
	}
	return n, nil
}

// calledName is a file whose time is that of the last call of an agent's hook.
const calledName = "called"

// Note notes that an agent has called its hook now, about something that it knows.
func (h *Hook) Note(e Event) {
	if e.Moment == Other {
		return
	}
	dir := filepath.Join(h.Folder, "told", h.Dialect.Name)
	name := filepath.Join(dir, calledName)
	now := time.Now()
	if os.Chtimes(name, now, now) == nil {
		return
	}
	if err := os.MkdirAll(dir, 0o700); err == nil {
		_ = os.WriteFile(name, nil, 0o600) // without it doctor knows less
	}
}

// Called is when an agent has called its hook last; the zero time when it has not for days.
func Called(folder, agent string) time.Time {
	info, err := os.Lstat(filepath.Join(folder, "told", agent, calledName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

func forgetStale(all string) {
	entries, _ := os.ReadDir(all)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAfter {
			_ = os.RemoveAll(filepath.Join(all, e.Name()))
		}
	}
}

// digest is a name for a text that is not to become a path.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// claim makes a note that nobody has made before, and tells whether it did: of hooks that
// run at the same time one does.
func (n notebook) claim(kind, name string) bool {
	f, err := os.OpenFile(filepath.Join(n.dir, kind+"-"+digest(name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// claimed are the verdicts that nobody else has claimed meanwhile: they are this one's to tell.
func (n notebook) claimed(all []told) (mine []verdict.Verdict) {
	for _, t := range all {
		if n.claim("told", key(t.v)) {
			mine = append(mine, t.v)
		}
	}
	return mine
}

func (n notebook) has(kind, name string) bool {
	_, err := os.Lstat(filepath.Join(n.dir, kind+"-"+digest(name)))
	return err == nil
}

// drop takes all notes of a kind back.
func (n notebook) drop(kind string) {
	names, _ := filepath.Glob(filepath.Join(n.dir, kind+"-*"))
	for _, name := range names {
		_ = os.Remove(name)
	}
}

// wrote notes that the worker wrote a round's files.
func (n notebook) wrote(p session.Place) error {
	name := filepath.Join(n.dir, "wrote-"+digest(p.Session+"\n"+p.Round))
	if err := os.WriteFile(name, []byte(p.Round+"\n"+p.Session), 0o600); err != nil {
		return fmt.Errorf("remember what was written: %w", err)
	}
	return nil
}

// written lists the rounds whose files the worker wrote.
func (n notebook) written() (places []session.Place) {
	names, _ := filepath.Glob(filepath.Join(n.dir, "wrote-*"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		round, dir, ok := strings.Cut(string(text), "\n")
		if err == nil && ok {
			places = append(places, session.Place{Session: dir, Round: round})
		}
	}
	return places
}

// since is when the worker was heard of first; it begins now when it never was.
func (n notebook) since() time.Time {
	n.claim("began", "")
	info, err := os.Stat(filepath.Join(n.dir, "began-"+digest("")))
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}

// may counts the turns that go on because of a round, since the last prompt, and tells
// whether this one may.
func (n notebook) may(p session.Place, most int) bool {
	for turn := range most {
		if n.claim("turn", p.Session+"\n"+p.Round+"\n"+strconv.Itoa(turn)) {
			return true
		}
	}
	return false
}

// ended lists the notebooks of an agent's session whose turn has ended.
func ended(folder, agent, agentSession string) (all []notebook) {
	of := filepath.Join(folder, "told", agent, digest(agentSession))
	entries, _ := os.ReadDir(of)
	for _, entry := range entries {
		if n := (notebook{filepath.Join(of, entry.Name())}); n.has("ended", "") {
			all = append(all, n)
		}
	}
	return all
}
