package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"discussd/internal/process/supervisor"
)

// Folder is the temporary home of one run, readable by its user alone. It is made to be
// the program's TMPDIR, and to hold files that are named to the program.
//
// The process that made it holds a lock on it as long as it runs, so that [Tidy]
// knows it from what a killed process left.
type Folder struct {
	Path string   // absolute
	Work string   // the working directory, which is empty: work/ in the folder unless a kept one takes its place
	lock *os.File // the folder itself
}

// folderPrefix begins the name of every run's folder.
const folderPrefix = "discussd-run-"

// NewFolder creates a run's folder below dir, which "" makes [os.TempDir].
func NewFolder(dir string) (Folder, error) {
	path, err := os.MkdirTemp(dir, folderPrefix)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return Folder{}, fmt.Errorf("create run Folder: %w", err)
	}
	lock, err := claim(path)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, fs.ErrNotExist): // somebody tidies up just now
		lock.Close()
		return NewFolder(dir)
	case lock == nil:
		return Folder{}, fmt.Errorf("create run Folder: %w", err)
	}
	run := Folder{path, filepath.Join(path, "work"), lock} // also where there are no locks: nobody can tidy up either
	if err := os.Mkdir(run.Work, 0o700); err != nil {
		run.Remove()
		return Folder{}, fmt.Errorf("create run Folder: %w", err)
	}
	return run, nil
}

// claim opens a run's folder and locks it. The error wraps [syscall.EWOULDBLOCK]
// when somebody else holds the lock, and [fs.ErrNotExist] when the folder is gone.
func claim(path string) (*os.File, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return dir, err
	}
	_, err = os.Lstat(path)
	return dir, err
}

// File names a file of the run.
func (f Folder) File(name string) string { return filepath.Join(f.Path, name) }

// Write puts content into a file of the run and returns its name.
func (f Folder) Write(name string, content []byte) (string, error) {
	path := f.File(name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return "", fmt.Errorf("write %s of the run: %w", name, err)
	}
	return path, nil
}

// Remove deletes the run's folder.
func (f Folder) Remove() {
	supervisor.Remove(f.Path)
	f.lock.Close()
}
