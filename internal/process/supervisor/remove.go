package supervisor

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Remove deletes a run's folder, even if a CLI took away its own right to write in
// one of those below. What still cannot go is left to whoever empties the
// temporary folder: it is no reason to lose an answer.
func Remove(path string) {
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
