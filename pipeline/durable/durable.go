// Package durable writes files that are never torn, and takes locks that die with
// their process. A root and a name in it come in; after a crash there is the old
// file or the new one. Whoever in the pipeline writes a file writes it with
// [Write], or with an [Amendment] when others rewrite it, too. Nothing is written
// or read through a link.
package durable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// ErrRefused is returned when a file or a folder to be written is a link or
// otherwise not what discussd would have made: nothing is written through it.
var ErrRefused = errors.New("output_refused")

// Read returns a regular file of at most largest bytes. The error wraps
// [fs.ErrNotExist] when there is none, and [ErrRefused] when it is something else
// than a file, or larger.
func Read(root *os.Root, name string, largest int64) ([]byte, error) {
	seen, err := look(root, name, largest)
	return seen.content, err
}

// ReadWithInfo is [Read] that also says what the file is that it read: its name
// may belong to another one by now.
func ReadWithInfo(root *os.Root, name string, largest int64) ([]byte, fs.FileInfo, error) {
	seen, err := look(root, name, largest)
	return seen.content, seen.info, err
}

// Shortage tells whether it is this process, or the machine, that lacks something:
// another try loses nothing.
func Shortage(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// sight is a file at one moment.
type sight struct {
	content []byte
	info    fs.FileInfo
}

// same tells whether two sights are of one file that nobody has written meanwhile.
func (s sight) same(other sight) bool {
	if s.info == nil || other.info == nil {
		return s.info == nil && other.info == nil
	}
	return os.SameFile(s.info, other.info) && string(s.content) == string(other.content)
}

// look reads a file.
func look(root *os.Root, name string, largest int64) (seen sight, err error) {
	err = inAsOwner(root, path.Dir(name), func(folder *os.Root) error {
		seen, err = lookIn(folder, name, largest)
		return err
	})
	return seen, err
}

// lookIn reads a file of an opened folder.
func lookIn(folder *os.Root, name string, largest int64) (sight, error) {
	file, info, err := openFile(folder, name)
	if err != nil {
		return sight{}, err
	}
	defer file.Close()
	if info.Size() > largest {
		return sight{}, fmt.Errorf("%w: %s is not a file of at most %d bytes", ErrRefused, name, largest)
	}
	content := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // grows only if the file does
	_, err = content.ReadFrom(io.LimitReader(file, largest+1))
	if err == nil && int64(content.Len()) > largest {
		err = fmt.Errorf("%w: %s is not a file of at most %d bytes", ErrRefused, name, largest)
	}
	return sight{content.Bytes(), info}, err
}

// openFile opens a file of an opened folder for reading, and no link behind its name. It
// asks what the file is before it opens it: merely opening a named pipe would wait for
// its writer. Others put new files in its place meanwhile: then it asks again.
func openFile(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	for range 100 {
		there, err := folder.Lstat(path.Base(name))
		if err != nil {
			return nil, nil, err
		}
		if !there.Mode().IsRegular() {
			return nil, nil, fmt.Errorf("%w: %s is not a file", ErrRefused, name)
		}
		file, err := folder.OpenFile(path.Base(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue // or it is gone, as the next look will show
		}
		if err != nil {
			return nil, nil, err
		}
		info, err := file.Stat()
		if err == nil && os.SameFile(there, info) {
			return file, info, nil
		}
		file.Close()
		if err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%w: %s is replaced again and again", ErrRefused, name)
}

// cause takes the file's name off an error. That of a temporary file is another one at
// each try, and would make the same failure look new; others are said already.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
