package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// isSession recognises a session folder by what it holds.
func isSession(l Layout, dir string) bool {
	if framed, decided := recognise(l, dir); decided {
		return framed.framework != nil
	}
	holds := func(spec string) bool { return spec == "." && isFlat(l, dir) || spec != "." && isSpec(l, dir, spec) }
	return slices.ContainsFunc(l.SpecDirs, holds) || asked(dir) || isMarked(l, dir)
}

// isMarked tells whether dir holds a file or folder that makes it a session by
// itself. What is in a spec folder marks nothing.
func isMarked(l Layout, dir string) bool {
	return !namedSpec(l, dir) && slices.ContainsFunc(l.Markers, func(name string) bool { return exists(filepath.Join(dir, name)) })
}

// Marks tells whether a file or folder of that name may make the folder it is in a flat
// session, and so artifacts of what lies in the folders beside it.
func (l Layout) Marks(name string) bool {
	return slices.Contains(markers[:], name) || slices.Contains(l.Markers, name)
}

// isFlat tells whether dir holds an artifact beside a marker. A spec folder holds
// both and is none.
func isFlat(l Layout, dir string) bool {
	return !namedSpec(l, dir) && (marked(dir) || isMarked(l, dir)) && holdsArtifact(l, dir)
}

// isSpec tells whether dir holds a spec folder that looks like one: new and
// empty, or with something in it that a round knows. Test suites are kept in
// folders named spec, too.
func isSpec(l Layout, dir, spec string) bool {
	folder, err := os.OpenFile(filepath.Join(dir, spec), os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return errors.Is(err, fs.ErrPermission)
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return false
	}
	return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return belongsInSpec(l, name) }) || marked(dir)
}

// belongsInSpec tells whether an entry of a folder makes it likely to be a spec folder.
func belongsInSpec(l Layout, name string) bool {
	return name == l.Context || slices.Contains(markers[:], name) || slices.Contains(l.Siblings, name) ||
		isArtifact(l, func(artifact string) bool { return artifact == name || strings.HasPrefix(artifact, name+"/") })
}

// specDirOf chooses the spec folder of a session.
func specDirOf(l Layout, dir string) string {
	for _, spec := range l.SpecDirs {
		if spec == "." && isFlat(l, dir) || spec != "." && holdsArtifact(l, filepath.Join(dir, spec)) {
			return spec
		}
	}
	for _, spec := range l.SpecDirs {
		if spec != "." && exists(filepath.Join(dir, spec)) {
			return spec
		}
	}
	if slices.Contains(l.SpecDirs, ".") && asked(dir) && holdsArtifact(l, dir) { // its inbox makes it a session
		return "."
	}
	return append(slices.Clone(l.SpecDirs), ".")[0]
}

func holdsArtifact(l Layout, dir string) bool {
	return isArtifact(l, func(artifact string) bool { return there(dir, artifact) })
}

// isArtifact tells whether something is so of an artifact of any round.
func isArtifact(l Layout, is func(artifact string) bool) bool {
	return slices.ContainsFunc(l.Rounds, func(r Round) bool { return slices.ContainsFunc(r.Artifacts, is) })
}

func namedSpec(l Layout, dir string) bool {
	return slices.ContainsFunc(l.SpecDirs, func(spec string) bool { return spec != "." && strings.HasSuffix(dir, "/"+spec) })
}

func marked(dir string) bool {
	return slices.ContainsFunc(markers[:], func(name string) bool { return exists(filepath.Join(dir, name)) })
}

// exists does not follow path: a link that leads nowhere is there, too.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
