package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"discussd/pipeline/durable/disk"
)

// in opens a folder below a root, step by step, without following a link, and hands it
// over. The error wraps [ErrRefused] when one of the steps is a link or no folder, and
// [fs.ErrNotExist] when there is none.
func in(root *os.Root, dir string, do func(folder *os.Root) error) error {
	if dir == "." {
		return do(root)
	}
	return in(root, path.Dir(dir), func(above *os.Root) error {
		folder, _, err := OpenFolder(above, path.Base(dir))
		if err != nil {
			return err
		}
		defer folder.Close()
		return do(folder)
	})
}

// OpenFolder opens a folder in another one, and no link, and says what it is that it opened.
// The error wraps [ErrRefused] when the name belongs to something else, and [fs.ErrNotExist]
// when there is none.
func OpenFolder(above *os.Root, name string) (*os.Root, fs.FileInfo, error) {
	there, err := above.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if !there.IsDir() {
		return nil, nil, fmt.Errorf("%w: %s is not a folder (%s)", ErrRefused, name, there.Mode().Type())
	}
	folder, err := above.OpenRoot(name)
	if err != nil {
		return nil, nil, err
	}
	if opened, err := folder.Stat("."); err != nil || !os.SameFile(there, opened) {
		folder.Close()
		return nil, nil, errors.Join(fmt.Errorf("%w: %s was replaced", ErrRefused, name), err)
	}
	return folder, there, nil
}

// inAsOwner is in, with the rights of the user whose folder it is, see [AsOwner].
func inAsOwner(root *os.Root, dir string, do func(folder *os.Root) error) error {
	return in(root, dir, func(folder *os.Root) error {
		return AsOwner(folder, func() error { return do(folder) })
	})
}

// Folder makes a folder and those above it, and lets the disk know. The error wraps
// [ErrRefused] when one of them is a link or no folder.
func Folder(root *os.Root, dir string) error { return folder(root, dir, 0o777) }

// FolderFor is [Folder] of one that those may enter, and write in, who may read, and write,
// files of this mode, whatever the umask; with 0 it is as the umask has it.
func FolderFor(root *os.Root, dir string, mode fs.FileMode) error {
	if mode == 0 {
		return Folder(root, dir)
	}
	const read = 0o444
	mode |= mode & read >> 2 // who may read a folder may enter it
	return unmasked(func() error { return folder(root, dir, mode) })
}

func folder(root *os.Root, dir string, mode fs.FileMode) error {
	err := in(root, dir, func(*os.Root) error { return nil })
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := folder(root, path.Dir(dir), mode); err != nil {
		return err
	}
	err = inAsOwner(root, path.Dir(dir), func(above *os.Root) error {
		if err := disk.Mkdir(above, path.Base(dir), mode); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("make %s: %w", dir, cause(err))
		}
		return disk.SyncFolder(above)
	})
	if err != nil {
		return err
	}
	return in(root, dir, func(*os.Root) error { return nil })
}

// Private makes a folder that keeps itself out of git.
func Private(root *os.Root, dir string) error {
	if err := Folder(root, dir); err != nil {
		return err
	}
	return in(root, dir, func(folder *os.Root) error {
		const ignore = ".gitignore"
		if _, err := folder.Lstat(ignore); !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return AsOwner(folder, func() error { return write(folder, ignore, []byte("*\n"), 0) })
	})
}

// List returns the names in a folder, sorted; none in one that does not exist.
func List(root *os.Root, dir string) (names []string, err error) {
	err = in(root, dir, func(folder *os.Root) error {
		file, err := folder.Open(".")
		if err != nil {
			return err
		}
		defer file.Close()
		names, err = file.Readdirnames(-1)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slices.Sort(names)
	return names, err
}

// Remove takes a file away, or a folder with what is in it. It is no error when there
// is none.
func Remove(root *os.Root, name string) error {
	err := inAsOwner(root, path.Dir(name), func(folder *os.Root) error {
		return disk.RemoveAll(folder, path.Base(name))
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", name, cause(err))
	}
	return nil
}

// Shared tells whether others than the owner of a file or folder may write it. A group
// that is its owner's alone, as many systems give one to each user, is nobody else.
func Shared(info fs.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return !ok || info.Mode()&0o002 != 0 || info.Mode()&0o020 != 0 && !ownGroup(status.Uid, status.Gid)
}

// ownGroup tells whether a group is the private one of a user, by the name they
// share: where users have one, their files are writable for it by default.
func ownGroup(uid, gid uint32) bool {
	owner, err := user.LookupId(strconv.FormatUint(uint64(uid), 10))
	if err != nil {
		return false
	}
	group, err := user.LookupGroupId(strconv.FormatUint(uint64(gid), 10))
	return err == nil && group.Name == owner.Username && !joined(group.Name)
}

// joined tells whether a group has members beside whose own it is.
func joined(group string) bool {
	text, err := os.ReadFile("/etc/group")
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(text)) {
		// alice:x:1000:bob,carol
		if fields := strings.Split(strings.TrimSpace(line), ":"); len(fields) == 4 && fields[0] == group {
			return fields[3] != "" && fields[3] != group
		}
	}
	return false
}
