package process

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"

	"discussd/internal/process/supervisor"
)

// Settings is what a CLI reads from a file of its working folder. The zero value is for
// one that reads none.
type Settings struct {
	Name    string // of the file, in a folder of the working folder: ".tool/settings.json"
	Content string
}

// WorkFolder is the working folder of all runs of the tool of that name, made ready. It
// is always the same one, because CLIs keep a register of the folders they have worked
// in, in their user's home, that grows with each new one; and it is empty except for the
// settings, because what a document names must not be found, and because CLIs read
// instructions from the folder they work in. Several runs may be in it at once: none of
// them writes there, their tools being off, and what one has left the next removes.
func (s Settings) WorkFolder(tool string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder, where CLIs work: %w", err)
	}
	dir := filepath.Join(cache, "discussd", "work", tool)
	if err := os.Mkdir(cache, 0o700); err != nil && !errors.Is(err, fs.ErrExist) { // a home that is missing is not made
		return "", fmt.Errorf("create cache folder, where CLIs work: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("create working folder: %w", err)
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return "", fmt.Errorf("look at working folder: %w", err)
	case !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid()):
		return "", fmt.Errorf("working folder %s: is not a folder of discussd's own user", dir)
	case info.Mode().Perm() != 0o700:
		if err := os.Chmod(dir, 0o700); err != nil {
			return "", fmt.Errorf("close working folder to others: %w", err)
		}
	}
	if err := s.Clear(dir); err != nil {
		return "", fmt.Errorf("empty working folder: %w", err)
	}
	return dir, nil
}

// Clear removes from dir everything but the CLI's settings, which it puts there.
func (s Settings) Clear(dir string) error {
	keep := filepath.Dir(s.Name) // "." without settings
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == keep && entry.IsDir() {
			continue
		}
		supervisor.Remove(filepath.Join(dir, entry.Name()))
	}
	if s.Name != "" {
		if err := s.settle(dir, keep); err != nil {
			return err
		}
	}
	// Verified, not believed: what cannot be removed must not be read.
	if entries, err = os.ReadDir(dir); err != nil {
		return err
	}
	for _, entry := range entries {
		if s.Name == "" || entry.Name() != keep {
			return fmt.Errorf("%s is still there", filepath.Join(dir, entry.Name()))
		}
	}
	return nil
}

// settle puts the settings into their folder, the only ones there. They are replaced
// in one step: a run that begins just now reads the old ones or the new ones.
func (s Settings) settle(dir, keep string) error {
	name := filepath.Join(dir, s.Name)
	if err := os.MkdirAll(filepath.Join(dir, keep), 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(dir, keep))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != filepath.Base(name) || !entry.Type().IsRegular() {
			supervisor.Remove(filepath.Join(dir, keep, entry.Name()))
		}
	}
	if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, []byte(s.Content)) {
		return nil
	}
	return renameio.WriteFile(name, []byte(s.Content), 0o600, renameio.WithTempDir(filepath.Dir(dir)))
}

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
