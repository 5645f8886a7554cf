package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
)

// Place is how a tool's caller names a round: by its artifact, or by session and name.
type Place struct {
	Path    string `json:"path,omitempty" jsonschema:"an artifact in a session's spec folder, or what request_review returned"`
	Session string `json:"session,omitempty" jsonschema:"session folder, instead of a path"`
	Round   string `json:"round,omitempty" jsonschema:"id of the round, with session"`
}

// longestName bounds what a client may give as a path or a name, in bytes.
const longestName = 4096

// place is the round that is named, if it may be looked at.
func (s *server) place(p Place) (place session.Place, err error) {
	switch {
	case p.Path != "" && p.Session == "" && p.Round == "":
		if err := proper(p.Path); err != nil {
			return place, err
		}
		if place, err = s.Rounds.Locate(p.Path); err != nil {
			return place, err
		}
		if place.Session == "" || place.Round == "" {
			return place, fmt.Errorf("%q is no artifact of a round in a session", p.Path)
		}
		return place, guard{s.User}.own(place.Session, p.Path)
	case p.Path == "" && p.Session != "" && p.Round != "":
		dir, err := s.folder(p.Session)
		if err != nil {
			return place, err
		}
		if err := proper(p.Round); err != nil {
			return place, err
		}
		return s.Rounds.Named(dir, p.Round)
	}
	return place, errors.New("give path alone, or session and round")
}

// folder is the session of a path, if it may be looked at.
func (s *server) folder(path string) (dir string, err error) {
	if err := proper(path); err != nil {
		return "", err
	}
	place, err := s.Rounds.Locate(path)
	if err != nil {
		return "", err
	}
	if place.Session == "" {
		return "", fmt.Errorf("%q is no session", path)
	}
	return place.Session, guard{s.User}.own(place.Session, path)
}

// proper refuses what is no name at all.
func proper(name string) error {
	if len(name) > longestName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("%q is no name of a file or a round", cmp.Or(name[:min(len(name), 60)], name))
	}
	return nil
}

// guard refuses what is not one user's own.
type guard struct{ user int }

// own refuses a session that is not the user's, and a path that a link within it leads
// elsewhere. What does not exist yet is no link.
func (g guard) own(dir, path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("%q: %w", path, err)
	}
	inner, err := filepath.Rel(dir, abs)
	if err != nil || !filepath.IsLocal(inner) {
		return fmt.Errorf("%q lies outside the session %s", path, dir)
	}
	for _, inner := range []string{inner, filepath.Join(handoff.Dir, session.Requests)} {
		at := dir
		for _, step := range append([]string{"."}, strings.Split(inner, string(filepath.Separator))...) {
			at = filepath.Join(at, step)
			if err := g.step(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// step refuses one file or folder on the way to what is looked at.
func (g guard) step(at string) error {
	info, err := os.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look at it: %w", err)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link, and none is followed here: name what it leads to", at)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != g.user {
		return fmt.Errorf("%s belongs to user %d, and this server shows sessions of user %d alone", at, stat.Uid, g.user)
	}
	return nil
}
