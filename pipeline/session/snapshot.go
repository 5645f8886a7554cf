package session

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"
)

// Snapshot is what a round consisted of when it was read: the bytes to judge.
type Snapshot struct {
	Round    Round
	Artifact File
	Members  []File // by path
	// Context is the discovery context, nil when the session has none. It may
	// have a Problem, and in its own round it is the artifact.
	Context *File
	// Documents are the files of all rounds and the configurations beside them,
	// by path, for checks across documents. Those whose bytes could not be had
	// are left out.
	Documents   []File
	Fingerprint string // of Artifact and Members
	// Upstream are the rounds before this one in the layout that have an artifact:
	// what this one was written on the ground of.
	Upstream []Upstream
}

// Upstream is a round as another one found it.
type Upstream struct {
	Round, Fingerprint string
	Files              []string // the paths of its artifact and members, relative to the session folder
}

// Read reads a round, which need not be one of the layout's. The error wraps
// [ErrNoArtifact] when its artifact is missing, or says that the process lacks
// descriptors or memory; everything else that is wrong with a file is that file's Problem. Files may change while they are read:
// callers compare fingerprints before they act on a snapshot.
func (s *Session) Read(round Round) (Snapshot, error) {
	round = s.Own(round)
	artifact, members, err := s.files(round, s.loadWithin)
	if err != nil {
		return Snapshot{}, err
	}
	inspectFile(&artifact)
	for i := range members {
		inspectFile(&members[i])
	}
	snapshot := Snapshot{
		Round:       round,
		Artifact:    artifact,
		Members:     members,
		Fingerprint: fingerprint(artifact, members),
	}
	// A file is read once: checks across documents see the bytes that are judged.
	known := known{session: s, files: map[string]File{artifact.Path: artifact}, room: s.allowance()}
	known.room.spend(artifact)
	for _, member := range members {
		known.files[member.Path] = member
		known.room.spend(member)
	}
	always := known
	always.room = s.allowance() // coverage is judged by the context, whatever room the round leaves
	if context, ok := always.other(cmp.Or(round.Context, s.layout.Context)); ok {
		snapshot.Context = &context
	}
	snapshot.Upstream = s.others(round, known)
	for _, file := range known.files {
		if file.Content != nil {
			snapshot.Documents = append(snapshot.Documents, file)
		}
	}
	sortByPath(snapshot.Documents)
	classify(s, &snapshot)
	return snapshot, s.unread()
}

// Written is when the round's artifact was last written, by its mtime: a hint
// about cost and no truth. It is the zero time when there is no artifact.
func (s *Session) Written(round Round) time.Time {
	for _, candidate := range s.candidates(s.Own(round)) {
		if _, info, err := s.stat(path.Join(s.spec, candidate)); err == nil {
			return info.ModTime()
		}
	}
	return time.Time{}
}

// files reads a round's artifact and members, each by the function given, without
// looking at what they hold.
func (s *Session) files(round Round, read func(name string, left int64) (File, error)) (File, []File, error) {
	room := s.allowance()
	round = s.Own(round)
	missing := ErrNoArtifact
	for _, candidate := range s.candidates(round) {
		artifact, err := read(path.Join(s.spec, candidate), room.left)
		switch {
		case err != nil:
		case artifact.awaited != "":
			missing = &Unwritten{artifact.Path, artifact.awaited}
		default:
			room.spend(artifact)
			return artifact, s.members(round, artifact.Path, room, read), nil
		}
	}
	return File{}, nil, fmt.Errorf("round %s of %q: %w", round.ID, s.dir, missing)
}

// others reads the files of all rounds, and the configurations beside them, that
// are not known yet, and tells what stands before the round.
func (s *Session) others(round Round, known known) []Upstream {
	var before []Upstream
	own := slices.IndexFunc(s.layout.Rounds, func(r Round) bool { return r.ID == round.ID })
	for i, other := range s.layout.Rounds {
		artifact, members, err := s.files(other, known.get)
		if err == nil && i < own {
			files := []string{artifact.Path}
			for _, m := range members {
				files = append(files, m.Path)
			}
			before = append(before, Upstream{other.ID, fingerprint(artifact, members), files})
		}
		if err != nil { // without an artifact there are members all the same
			s.members(other, "", s.allowance(), known.get)
		}
	}
	for _, name := range s.layout.Siblings {
		known.other(name)
	}
	shared(s, known)
	return before
}

// known are the files that were read for a snapshot. Of those that are not the round's
// own the bytes are kept while there is room for them.
type known struct {
	session *Session
	files   map[string]File // by path
	room    *allowance
}

// get returns a file that shares a number of bytes with others, and reads it unless
// that was done.
func (k known) get(name string, left int64) (File, error) {
	if file, ok := k.files[name]; ok {
		return file, nil
	}
	file, err := k.session.loadWithin(name, left)
	if err != nil {
		return File{}, err
	}
	inspectFile(&file)
	if file.Bytes > k.room.left {
		file.Content = nil
	} else {
		k.room.spend(file)
	}
	k.files[name] = file
	return file, nil
}

// other returns one file by its path relative to the spec folder. It is false when the
// session has no such file.
func (k known) other(rel string) (File, bool) {
	if rel == "" {
		return File{}, false
	}
	file, err := k.get(path.Join(k.session.spec, rel), math.MaxInt64)
	return file, err == nil
}

func (f File) wasRead() bool {
	return f.Problem == nil || slices.Contains([]string{Empty, NotUTF8, InvalidJSON}, f.Problem.Code)
}

func inspectFile(file *File) {
	if file.Problem == nil {
		file.Problem = inspect(file.Path, file.Content)
	}
}

func sortByPath(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}
