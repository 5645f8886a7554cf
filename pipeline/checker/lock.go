package checker

import (
	"os"
	"path/filepath"
	"syscall"
)

// locks checks that nobody holds one.
func (c *check) locks() {
	for _, name := range []string{folder, private + "/lock", private + "/timeline.lock", busFile} {
		file, err := os.Open(filepath.Join(c.Dir, name))
		if err != nil {
			continue // who is not there holds nothing
		}
		if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			c.wrong(name, 0, "somebody holds its lock")
		}
		file.Close()
	}
}
