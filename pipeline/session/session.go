// Package session knows what a session folder is: which folders are sessions,
// which of their files belong to which round, and what those files hold.
//
// A path, or a session folder, comes in; a round, or a [Snapshot] of a round's
// bytes with its fingerprint, goes out. The watcher is given [Layout.Route] and
// [Layout.Descend], the pipeline opens a [Session] for every round it judges, and
// the commands use [Layout.Locate] and [Layout.Find]. The package knows nothing
// of critique, and it writes nothing.
//
// Every read goes through an [os.Root]: nothing outside the session folder is
// ever read, and nothing that is no regular file is ever opened.
package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Session is one open session folder. It is safe for concurrent use. Whoever
// opens it closes it.
type Session struct {
	*reader
	*surroundings
	rounds
	spec string
}

// Open opens the session folder dir, which need not hold anything yet. The error
// wraps [fs.ErrNotExist] when there is no such folder, and [durable.ErrRefused] when a
// link leads there that must not be followed, see [Pins].
func Open(dir string, l Layout) (*Session, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	root, real, err := l.Pins.open(dir)
	if err != nil {
		return nil, fmt.Errorf("open session: %w", err) // which names the folder
	}
	all := l.Rounds
	if framed, ok := frameworkOf(l, dir); ok {
		l = framed
	}
	r := &reader{dir: dir, real: real, root: root, maxFile: l.MaxArtifact, maxRound: l.MaxRound}
	if l.framework != nil {
		r.laidOut, r.beside = l.framework.Layout.Unwritten, l.framework.beside
	}
	s := &Session{r, &surroundings{reader: r, pins: l.Pins, base: l.base()}, rounds{l, all}, specDirOf(l, real)}
	// os keeps this error to itself, and telling it by its text would be brittle.
	var escape *fs.PathError
	if _, err := root.Stat(".."); errors.As(err, &escape) {
		s.escapes = escape.Err
	}
	return s, nil
}

// Close lets go of the folder.
func (s *Session) Close() error {
	s.once.Do(func() { s.outer = s.root }) // nobody has asked
	if s.outer != s.root {
		return errors.Join(s.outer.Close(), s.root.Close())
	}
	return s.root.Close()
}

// Dir is the absolute path the session was opened by.
func (s *Session) Dir() string { return s.dir }

// Root is the open session folder. It is closed with the session, and follows
// the folder when that is moved.
func (s *Session) Root() *os.Root { return s.root }

// SpecDir is the folder that artifacts lie in, slash-separated and relative to
// the session: "spec", or "." in the flat layout. It is settled by Open: the
// first of the layout's folders that holds an artifact, else the first that exists.
func (s *Session) SpecDir() string { return s.spec }

// Archived tells whether team-session.json calls the session completed or
// archived. It is a hint about cost and no truth: such files are often wrong.
func (s *Session) Archived() bool {
	file, err := s.load(teamSession)
	if err != nil || file.Problem != nil {
		return false
	}
	var team struct{ Status string }
	if json.Unmarshal(file.Content, &team) != nil {
		return false
	}
	status := strings.ToLower(strings.TrimSpace(team.Status))
	return status == "completed" || status == "archived"
}
