package session

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"
)

// members reads a round's members, by path. A folder of members that cannot be
// listed stands among them with its Problem: it must not look like an empty one.
func (s *Session) members(round Round, artifact string) []File {
	var members []File
	for _, entry := range s.list(round) {
		if entry.Path == artifact {
			continue
		}
		if entry.Problem == nil {
			file, err := s.load(entry.Path)
			if err != nil {
				continue // gone since it was listed
			}
			entry = file
		}
		members = append(members, entry)
	}
	return members
}

// list names the files that a round's globs match, unread, by path and each once.
func (s *Session) list(round Round) []File {
	_, inTable := s.layout.Round(round.ID)
	var entries []File
	for _, pattern := range round.Members {
		base, glob := doublestar.SplitPattern(pattern)
		for _, entry := range s.match(path.Join(s.spec, base), ".", glob) {
			rel := entry.Path
			if s.spec != "." {
				rel = strings.TrimPrefix(rel, s.spec+"/")
			}
			// A round of the table has the files that Route gives to it, no others.
			owner, artifact, ok := s.layout.owner(rel)
			if entry.Problem == nil && inTable && ok && (owner != round.ID || artifact) {
				continue
			}
			entries = append(entries, entry)
		}
	}
	sortByPath(entries)
	return slices.CompactFunc(entries, func(a, b File) bool { return a.Path == b.Path })
}

// match lists what glob matches in the folder inner of base, and below.
func (s *Session) match(base, inner, glob string) []File {
	folder := path.Join(base, inner)
	entries, err := s.entries(folder)
	if missing(err) {
		return nil
	}
	if err != nil {
		problem := s.refusal(err)
		return []File{{Path: folder, Problem: problem, SHA256: standIn(problem.Code, 0)}}
	}
	var found []File
	for _, entry := range entries {
		rel := path.Join(inner, entry.Name())
		switch {
		case leftover(entry.Name()):
		case entry.IsDir():
			if deep(glob) {
				found = append(found, s.match(base, rel, glob)...)
			}
		case !doublestar.MatchUnvalidated(glob, rel):
		case badName(rel):
			found = append(found, File{
				Path:    strconv.Quote(path.Join(base, rel)),
				Problem: &Problem{BadName, "The name of the file holds control characters or is not UTF-8."},
				SHA256:  standIn(BadName, 0),
			})
		default:
			found = append(found, File{Path: path.Join(base, rel)})
		}
	}
	return found
}

func (s *Session) entries(folder string) ([]fs.DirEntry, error) {
	inside, _, err := s.stat(folder)
	if err != nil {
		return nil, err
	}
	// O_DIRECTORY refuses a FIFO of that name at once, without waiting for a writer.
	f, err := s.root.OpenFile(inside, os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// missing tells whether nothing is at a path, also because a file stands where a
// folder would have to.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
