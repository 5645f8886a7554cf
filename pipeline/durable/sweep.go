package durable

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
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
	folder, err := root.Open(dir)
	if err != nil {
		return
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	for _, name := range names {
		if Unfinished(name) {
			sweep(root, path.Join(dir, name))
		}
	}
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
		root.Remove(name)
	}
}
