package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// folder is the temporary home of one run, readable by its user alone:
//
//	work/   the CLI's working directory, empty
//	tmp/    its TMPDIR
//	prompt, stdout, stderr, report, and what an adapter adds
type folder string

// newFolder creates a run's folder below dir, which "" makes [os.TempDir].
func newFolder(dir string) (folder, error) {
	path, err := os.MkdirTemp(dir, "discussd-run-")
	if err != nil {
		return "", fmt.Errorf("create run folder: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", fmt.Errorf("create run folder: %w", err)
	}
	run := folder(path)
	for _, name := range []string{"work", "tmp"} {
		if err := os.Mkdir(run.file(name), 0o700); err != nil {
			removeAll(path)
			return "", fmt.Errorf("create run folder: %w", err)
		}
	}
	return run, nil
}

// file names a file of the run.
func (f folder) file(name string) string { return filepath.Join(string(f), name) }

// write puts content into a file of the run and returns its name.
func (f folder) write(name string, content []byte) (string, error) {
	path := f.file(name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return "", fmt.Errorf("write %s of the run: %w", name, err)
	}
	return path, nil
}

// remove deletes the run's folder.
func (f folder) remove() { removeAll(string(f)) }

// removeAll deletes a folder even if a CLI took away its own right to write in
// one of those below. What still cannot go is left to whoever empties the
// temporary folder: it is no reason to lose an answer.
func removeAll(path string) {
	if os.RemoveAll(path) == nil {
		return
	}
	filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	os.RemoveAll(path)
}
