package session

import (
	"cmp"
	"fmt"
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
type Upstream struct{ Round, Fingerprint string }

// Read reads a round, which need not be one of the layout's. The error wraps
// [ErrNoArtifact] when its artifact is missing, or says that the process lacks
// descriptors or memory; everything else that is wrong with a file is that file's Problem. Files may change while they are read:
// whoever acts on a snapshot compares fingerprints afterwards.
func (s *Session) Read(round Round) (Snapshot, error) {
	artifact, members, err := s.files(round)
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
	known := map[string]File{artifact.Path: artifact}
	for _, member := range members {
		known[member.Path] = member
	}
	if context, ok := s.other(cmp.Or(round.Context, s.layout.Context), known); ok {
		snapshot.Context = &context
	}
	snapshot.Upstream = s.others(round, known)
	for _, file := range known {
		if file.Content != nil {
			snapshot.Documents = append(snapshot.Documents, file)
		}
	}
	sortByPath(snapshot.Documents)
	return snapshot, s.blind()
}

// Written is when the round's artifact was last written, by its mtime: a hint
// about cost and no truth. It is the zero time when there is no artifact.
func (s *Session) Written(round Round) time.Time {
	for _, candidate := range round.Artifacts {
		if _, info, err := s.stat(path.Join(s.spec, candidate)); err == nil {
			return info.ModTime()
		}
	}
	return time.Time{}
}

// files reads a round's artifact and members without looking at what they hold.
func (s *Session) files(round Round) (File, []File, error) {
	for _, candidate := range round.Artifacts {
		artifact, err := s.load(path.Join(s.spec, candidate))
		if err == nil {
			return artifact, s.members(round, artifact.Path), nil
		}
	}
	return File{}, nil, fmt.Errorf("round %s of %q: %w", round.ID, s.dir, ErrNoArtifact)
}

// others reads the files of all rounds, and the configurations beside them, that
// are not known yet, and tells what stands before the round.
func (s *Session) others(round Round, known map[string]File) []Upstream {
	var before []Upstream
	own := slices.IndexFunc(s.layout.Rounds, func(r Round) bool { return r.ID == round.ID })
	for i, other := range s.layout.Rounds {
		var artifact *File
		for _, candidate := range other.Artifacts {
			if file, ok := s.other(candidate, known); ok {
				artifact = &file
				break
			}
		}
		var members []File
		for _, entry := range s.list(other) {
			file, ok := known[entry.Path]
			if !ok && entry.Problem == nil {
				file, ok = s.add(entry.Path, known)
			} else if !ok {
				file, ok = entry, true
			}
			if ok && (artifact == nil || file.Path != artifact.Path) {
				members = append(members, file)
			}
		}
		if artifact != nil && i < own {
			before = append(before, Upstream{other.ID, fingerprint(*artifact, members)})
		}
	}
	for _, name := range siblings {
		s.other(name, known)
	}
	return before
}

// other returns one file by its path relative to the spec folder, and makes it
// known. It is false when the session has no such file.
func (s *Session) other(rel string, known map[string]File) (File, bool) {
	if rel == "" {
		return File{}, false
	}
	name := path.Join(s.spec, rel)
	if file, ok := known[name]; ok {
		return file, true
	}
	return s.add(name, known)
}

func (s *Session) add(name string, known map[string]File) (File, bool) {
	file, err := s.load(name)
	if err != nil {
		return File{}, false
	}
	inspectFile(&file)
	known[name] = file
	return file, true
}

func inspectFile(file *File) {
	if file.Problem == nil {
		file.Problem = inspect(file.Path, file.Content)
	}
}

func sortByPath(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}
