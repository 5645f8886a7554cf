package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
)

// Watch is what is watched, and how long what changes is waited for.
type Watch struct {
	Layout       session.Layout
	Roots        []string // folders and patterns, "~" is the home folder
	Depth        int      // how far below a root sessions are looked for
	Quiet        time.Duration
	QuietMembers time.Duration // of rounds with members
	MaxWait      time.Duration
	Poll         time.Duration
	Rescan       time.Duration
	CatchUp      time.Duration // how old what a starting daemon judges unasked may be
}

// same tells whether another configuration watches the same. What a layout keeps of what it
// has read is none of that, and is written while the daemon works.
func (w Watch) same(other Watch) bool {
	for _, layout := range [...]*session.Layout{&w.Layout, &other.Layout} {
		layout.Code, layout.Schemas, layout.Pins = nil, nil, nil
	}
	return reflect.DeepEqual(w, other)
}

// ErrNothingToWatch says that no root is named anywhere.
var ErrNothingToWatch = errors.New("nothing to watch: name a session or project, as in 'discussd run .', or set watch.roots in the configuration")

// RootsError says what is wrong with the roots.
type RootsError struct{ Err error }

func (e *RootsError) Error() string { return "watch.roots: " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *RootsError) Unwrap() error { return e.Err }

// Expand returns the folders to watch: the paths, and what matches the roots now. The error is a
// [*RootsError] or [ErrNothingToWatch].
func (w Watch) Expand(paths []string) ([]string, error) {
	home, _ := os.UserHomeDir() // without one, ~ is refused
	roots, err := session.Roots(append(w.named(paths), w.Roots...), home)
	if err != nil {
		return nil, &RootsError{err}
	}
	if len(roots) == 0 && !slices.ContainsFunc(w.Roots, session.IsPattern) {
		return nil, ErrNothingToWatch
	}
	return roots, nil
}

// named are the paths, absolute. An artifact or spec folder stands for its session.
func (w Watch) named(paths []string) []string {
	var named []string
	for _, path := range paths {
		if place, err := w.Layout.Locate(path); err == nil && place.Session != "" {
			path = place.Session
		}
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		named = append(named, path)
	}
	return named
}

// catchUp says what a starting daemon judges, given what was named to it.
func (w Watch) catchUp(paths []string) schedule.CatchUp {
	named := map[string]bool{}
	for _, path := range w.named(paths) {
		named[path] = true
	}
	return schedule.CatchUp{Within: w.CatchUp, Named: func(dir string) bool { return named[dir] }}
}

// scope is what lies within the roots as they are expanded.
func (w Watch) scope(roots []string, grown func(root string)) scope {
	home, _ := os.UserHomeDir() // without one, ~ was refused
	return scope{layout: w.Layout, depth: w.Depth, roots: roots, walks: session.Walks(w.Roots, home), grown: grown}
}
