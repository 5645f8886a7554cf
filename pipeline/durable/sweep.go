package durable

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"discussd/pipeline/durable/disk"
)

// temporary ends the name of a file that is not finished.
const temporary = ".discussd-tmp"

// Unfinished tells whether a name is that of a file that is still being written:
// watchers leave it alone.
func Unfinished(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, ".") && strings.HasSuffix(base, temporary)
}

// Sweep removes from a folder what killed writers left unfinished. What a living
// one is writing stays. Files that are amended there must not be amended during
// the sweep: see [Amendment].
func Sweep(root *os.Root, dir string) {
	_ = inAsOwner(root, dir, func(folder *os.Root) error {
		file, err := folder.Open(".")
		if err != nil {
			return err
		}
		defer file.Close()
		names, _ := file.Readdirnames(-1)
		for _, name := range names {
			if Unfinished(name) {
				sweep(folder, name)
			}
		}
		return nil
	}) // else the next one does
}

func sweep(root *os.Root, name string) {
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return
	}
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, fs.FileMode(0))
	if err != nil {
		return
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = disk.Remove(root, name)
	}
}
