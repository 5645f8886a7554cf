package session

import (
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/pipeline/durable"
	"discussd/pipeline/layout"
)

// mostShared is how many files that sessions share are read with a round. A project's
// living specifications can be hundreds.
const mostShared = 100

// shared reads what the sessions of a framework share: a constitution, steering documents,
// current specifications. They stand beside the round's files for checks across documents
// and are no part of its fingerprint. What lies above the roots of a daemon, leads through
// a link, is no regular file or is too large is left out.
func shared(s *Session, known known) {
	if s.layout.framework == nil || len(s.layout.framework.Layout.Context) == 0 {
		return
	}
	m := s.layout.framework.Match
	root, _, err := s.layout.Pins.open(m.Base)
	if err != nil {
		return
	}
	defer root.Close()
	read := 0
	for _, pattern := range m.Layout.Context {
		// A pattern that matches nothing, or a folder that cannot be read, shares nothing.
		names, _ := doublestar.Glob(root.FS(), pattern, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
		for _, name := range names {
			if read++; read > mostShared {
				return
			}
			inner, err := filepath.Rel(m.Dir, filepath.Join(m.Base, filepath.FromSlash(name)))
			if _, own := known.files[filepath.ToSlash(inner)]; err != nil || own {
				continue // of the session that it lies in it is a document like others
			}
			if file, ok := sharedFile(s, root, name, known.room); ok {
				file.Path = filepath.ToSlash(inner)
				file.Kind = layout.PlainKind
				dir, _, _ := routeFramework(s.layout, filepath.Join(m.Base, filepath.FromSlash(name)))
				file.Shared = dir == ""
				known.files[file.Path] = file
			}
		}
	}
}

// sharedFile reads one file below a root.
func sharedFile(s *Session, root *os.Root, name string, room *allowance) (file File, ok bool) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > min(s.layout.MaxArtifact, room.left) || path.Ext(name) != ".md" {
		return File{}, false
	}
	err = durable.AsOwner(s.root, func() error {
		f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		file.Content, err = io.ReadAll(io.LimitReader(f, min(info.Size(), math.MaxInt32)))
		return err
	})
	if err != nil || inspect(name, file.Content) != nil {
		return File{}, false
	}
	file.Bytes = int64(len(file.Content))
	room.spend(file)
	return file, true
}
