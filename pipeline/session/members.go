package session

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"
)

// The bounds of what a round can have, far above what people write: of each file
// something is kept, and a verdict names every member.
const (
	mostMembers = 1000
	mostEntries = 20_000 // of one folder
)

// allowance is how many bytes the files of one round may have together.
type allowance struct{ left int64 }

func (r *reader) allowance() *allowance {
	if r.maxRound == 0 {
		return &allowance{math.MaxInt64}
	}
	return &allowance{r.maxRound}
}

// spend takes what a file has that was read.
func (a *allowance) spend(file File) {
	if file.wasRead() {
		a.left -= file.Bytes
	}
}

// members reads a round's members, by path, each by the function given, which fails
// on what is gone. A folder of members that cannot be listed stands among them with
// its Problem: it must not look like an empty one.
func (s *Session) members(round Round, artifact string, room *allowance, read func(name string, left int64) (File, error)) []File {
	var members []File
	for _, entry := range s.list(round) {
		if entry.Path == artifact {
			continue
		}
		if entry.Problem == nil {
			file, err := read(entry.Path, room.left)
			if err != nil {
				continue // gone since it was listed
			}
			room.spend(file)
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
	for _, pattern := range round.globs() {
		base, glob := doublestar.SplitPattern(pattern)
		for _, entry := range s.match(path.Join(s.spec, base), ".", glob) {
			rel := entry.Path
			if s.spec != "." {
				rel = strings.TrimPrefix(rel, s.spec+"/")
			}
			// A round of the table has the files that Route gives to it, no others.
			owner, artifact, ok := ownerOf(s.layout, rel)
			if entry.Problem == nil && inTable && ok && (owner != round.ID || artifact) {
				continue
			}
			entries = append(entries, entry)
		}
	}
	sortByPath(entries)
	entries = slices.CompactFunc(entries, func(a, b File) bool { return a.Path == b.Path })
	if more := len(entries) - mostMembers; more > 0 {
		entries = entries[:mostMembers+1]
		entries[mostMembers].Problem = &Problem{TooLarge, fmt.Sprintf("The round has more than %d members: this one and the %d after it were not read.", mostMembers, more-1)}
		entries[mostMembers].SHA256 = standIn(TooLarge, int64(more))
	}
	return entries
}

// match lists what glob matches in the folder inner of base, and below.
func (r *reader) match(base, inner, glob string) []File {
	folder := path.Join(base, inner)
	entries, err := r.entries(folder)
	if missing(err) {
		return nil
	}
	if err != nil {
		problem := r.refusal(err)
		return []File{{Path: folder, Problem: problem, SHA256: standIn(problem.Code, 0)}}
	}
	var found []File
	for _, entry := range entries {
		rel := path.Join(inner, entry.Name())
		switch {
		case leftover(entry.Name()) && entry.Name() != glob:
		case entry.IsDir():
			if deep(glob) && !isPruned(entry.Name()) {
				found = append(found, r.match(base, rel, glob)...)
			}
		case !doublestar.MatchUnvalidated(glob, rel), r.beside.Aside(path.Join(r.dir, base, rel)):
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

func (r *reader) entries(folder string) ([]fs.DirEntry, error) {
	inside, _, err := r.stat(folder)
	if err != nil {
		return nil, err
	}
	// O_DIRECTORY refuses a FIFO of that name at once, without waiting for a writer.
	f, err := r.openFile(inside, os.O_RDONLY|syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(mostEntries + 1)
	switch {
	case errors.Is(err, io.EOF):
		return entries, nil
	case len(entries) > mostEntries:
		return nil, fmt.Errorf("the folder has more than %d entries", mostEntries)
	}
	return entries, err
}

// missing tells whether nothing is at a path, also because a file stands where a
// folder would have to.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
