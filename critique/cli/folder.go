package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"discussd/internal/process/supervisor"
)

// folder is the temporary home of one run, readable by its user alone. It is the
// CLI's TMPDIR; in it are the files that an adapter names to the CLI.
//
// The process that made it holds a lock on it as long as it runs, so that [Tidy]
// knows it from what a killed process left.
type folder struct {
	path string
	work string   // the working directory, which is empty: work/ in the folder unless the tool keeps one
	lock *os.File // the folder itself
}

// promptName is the file of a prompt that is not standard input.
const promptName = "prompt"

// folderPrefix begins the name of every run's folder.
const folderPrefix = "discussd-run-"

// newFolder creates a run's folder below dir, which "" makes [os.TempDir].
func newFolder(dir string) (folder, error) {
	path, err := os.MkdirTemp(dir, folderPrefix)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return folder{}, fmt.Errorf("create run folder: %w", err)
	}
	lock, err := claim(path)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, fs.ErrNotExist): // somebody tidies up just now
		lock.Close()
		return newFolder(dir)
	case lock == nil:
		return folder{}, fmt.Errorf("create run folder: %w", err)
	}
	run := folder{path, filepath.Join(path, "work"), lock} // also where there are no locks: nobody can tidy up either
	if err := os.Mkdir(run.work, 0o700); err != nil {
		run.remove()
		return folder{}, fmt.Errorf("create run folder: %w", err)
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

// file names a file of the run.
func (f folder) file(name string) string { return filepath.Join(f.path, name) }

// write puts content into a file of the run and returns its name.
func (f folder) write(name string, content []byte) (string, error) {
	path := f.file(name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return "", fmt.Errorf("write %s of the run: %w", name, err)
	}
	return path, nil
}

// remove deletes the run's folder.
func (f folder) remove() {
	supervisor.Remove(f.path)
	f.lock.Close()
}
