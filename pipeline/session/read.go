package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/layout"
)

// File is one file of a session as it was read.
type File struct {
	Path    string // slash-separated, relative to the session folder; quoted as in Go when Problem is BadName
	Content []byte // nil when the bytes could not be had
	SHA256  string // 64 lower-case hex digits; of a stand-in text when the bytes could not be had
	Bytes   int64  // size of the file; 0 of what is no regular file
	Problem *Problem
	Kind    layout.Kind // what the document is; "" leaves it to its name
	Shared  bool        // whether sessions share it and no round of any is about it
	ModTime time.Time   // a hint about cost; never used for freshness
	awaited string      // how it says that it is yet to be written
}

// reader opens what lies in a session folder, and nothing outside it. It is safe for
// concurrent use.
type reader struct {
	dir      string
	real     string // dir without links, when it was opened
	root     *os.Root
	escapes  error                 // what os.Root says of a path that leaves it
	maxFile  int64                 // see [Layout]
	maxRound int64                 // see [Layout]
	beside   *layout.Set           // see [framework]
	laidOut  string                // see [layout.Layout.Unwritten]; "": nothing is
	short    atomic.Pointer[error] // the last shortage that was met, see unread
}

// unread is the error when not everything could be looked at that was to be seen:
// there are no descriptors, or there is no memory. Nothing that was read counts then.
func (r *reader) unread() error {
	if err := r.short.Load(); err != nil {
		return fmt.Errorf("look at session %q: %w", r.dir, *err)
	}
	return nil
}

// load reads one file, or says in its Problem why it could not be read. What it
// holds is not looked at. The error wraps [fs.ErrNotExist], and is the only one.
func (r *reader) load(name string) (File, error) { return r.loadWithin(name, math.MaxInt64) }

// loadWithin is load of a file that shares a number of bytes with others.
func (r *reader) loadWithin(name string, left int64) (File, error) {
	file := File{Path: name}
	// Stat comes first: merely opening a FIFO wakes its writer, and a device may act.
	inside, info, err := r.stat(name)
	if err == nil && info.Mode().IsRegular() {
		var content []byte
		content, info, err = r.content(inside, min(left, r.maxFile))
		file.Content = content
	}
	if missing(err) {
		return File{}, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
	}
	if info != nil {
		file.ModTime = info.ModTime()
	}
	if info != nil && info.Mode().IsRegular() {
		file.Bytes = info.Size()
	}
	switch {
	case err != nil:
		file.Problem = r.refusal(err)
	case !info.Mode().IsRegular():
		file.Problem = &Problem{NotRegular, "The path is " + kind(info.Mode()) + ", not a file."}
	case file.Bytes > r.maxFile:
		file.Problem = &Problem{TooLarge, fmt.Sprintf("The file has %d bytes, more than the %d allowed.", file.Bytes, r.maxFile)}
	case file.Bytes > left:
		file.Problem = &Problem{TooLarge, fmt.Sprintf("The files of the round have more than the %d bytes together that are allowed: this one was not read.", r.maxRound)}
	}
	if file.Problem != nil {
		file.Content = nil
		file.SHA256 = standIn(file.Problem.Code, file.Bytes)
		return file, nil
	}
	sum := sha256.Sum256(file.Content)
	file.SHA256 = hex.EncodeToString(sum[:])
	file.Bytes = int64(len(file.Content))
	file.awaited = awaited(file.Content, r.laidOut)
	return file, nil
}

// awaited is the comment that ends a text, if the sign is in it.
func awaited(content []byte, sign string) string {
	text, closed := strings.CutSuffix(string(bytes.TrimSpace(content)), "-->")
	at := strings.LastIndex(text, "<!--")
	if sign == "" || !closed || at < 0 || !strings.Contains(text[at:], sign) {
		return ""
	}
	return strings.TrimSpace(text[at+len("<!--"):])
}

// content reads a file that was regular a moment ago. It returns no bytes when
// the file has become something else, or is too large, which info tells.
func (r *reader) content(name string, limit int64) ([]byte, fs.FileInfo, error) {
	f, err := r.openFile(name, os.O_RDONLY|syscall.O_NONBLOCK)
	if err != nil {
		info, _ := r.root.Stat(name)
		return nil, info, err
	}
	defer f.Close()
	return readSteady(f, limit)
}

// openFile opens a file or a folder for reading. A daemon of root's does it as the user
// whose session it is: what he may not read he is not to find in a verdict.
func (r *reader) openFile(name string, flags int) (f *os.File, err error) {
	err = durable.AsOwner(r.root, func() error {
		f, err = r.root.OpenFile(name, flags, 0)
		return err
	})
	return f, err
}

// readSteady reads a regular file of at most limit bytes. One that changes its
// size meanwhile is read again, but not for ever: a writer may never be done.
func readSteady(f interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}, limit int64) ([]byte, fs.FileInfo, error) {
	const tries = 3
	for try := 1; ; try++ {
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() || info.Size() > limit {
			return nil, info, err
		}
		content := make([]byte, info.Size()+1) // one more than it should have tells that it has grown
		n, err := f.ReadAt(content, 0)
		if err != nil && err != io.EOF {
			return nil, info, err
		}
		if int64(n) == info.Size() || try == tries {
			return content[:n], info, nil
		}
	}
}

// stat follows links inside the session, also absolute ones, which os.Root
// refuses. It returns the name by which os.Root opens the file.
func (r *reader) stat(name string) (string, fs.FileInfo, error) {
	info, err := r.root.Stat(name)
	if !r.leaves(err) {
		return name, info, err
	}
	target, targetErr := filepath.EvalSymlinks(filepath.Join(r.real, name))
	if targetErr != nil {
		return name, nil, err
	}
	resolved, ok := strings.CutPrefix(target, r.real+"/")
	if !ok {
		return name, nil, err
	}
	info, err = r.root.Stat(resolved)
	return resolved, info, err
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
