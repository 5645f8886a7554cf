// Package disk is what the pipeline does to a disk, a step a function: each is what
// package os, or the kernel, calls so. Under the build tag "failpoints" a test can have
// a step fail, and is told of every one that was done, so that it can say what would be
// left of them after the power failed.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"discussd/pipeline/failpoint"
)

// Create opens a file with the flags, which have it made if it is not there.
func Create(folder *os.Root, name string, flag int, mode fs.FileMode) (*os.File, error) {
	if err := before(failpoint.DiskCreate, folder, name); err != nil {
		return nil, err
	}
	file, err := folder.OpenFile(name, flag|os.O_CREATE, mode)
	after(err, failpoint.DiskCreate, folder, name, "")
	return file, err
}

// Write puts content behind what a file holds.
func Write(file *os.File, content []byte) (int, error) {
	if err := beforeFile(failpoint.DiskWrite, file); err != nil {
		return 0, err
	}
	n, err := file.Write(content)
	afterWrite(file, content[:n])
	return n, err
}

// Sync has the content of a file outlive the machine, or the names in a folder.
func Sync(file *os.File) error {
	if err := beforeFile(failpoint.DiskSync, file); err != nil {
		return err
	}
	err := file.Sync()
	afterSync(err, file)
	return err
}

// SyncFolder has the names in a folder outlive the machine.
func SyncFolder(folder *os.Root) error {
	if err := before(failpoint.DiskSyncFolder, folder, "."); err != nil {
		return err
	}
	file, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer file.Close()
	err = file.Sync()
	afterSync(err, file)
	return err
}

// Rename gives a file another name, and takes that from whatever has it.
func Rename(folder *os.Root, from, to string) error {
	if err := before(failpoint.DiskRename, folder, to); err != nil {
		return err
	}
	err := folder.Rename(from, to)
	after(err, failpoint.DiskRename, folder, from, to)
	return err
}

// Publish gives a file in an opened folder a name that nothing has: else the error is
// [unix.EEXIST].
func Publish(folder *os.File, from, to string) error {
	return renameat(failpoint.DiskPublish, folder, from, to, noReplace)
}

// Exchange has two files in an opened folder take each other's name.
func Exchange(folder *os.File, from, to string) error {
	return renameat(failpoint.DiskExchange, folder, from, to, exchanged)
}

// errUnknown says that the file system, or this build, knows no such rename.
var errUnknown = errors.New("only plain renames are known")

// renameat renames in one folder, plainly where it cannot be had otherwise.
func renameat(point failpoint.Point, folder *os.File, from, to string, how uint) error {
	fd := int(folder.Fd())
	from, to = path.Base(from), path.Base(to)
	if err := beforeIn(point, folder, to); err != nil {
		return err
	}
	err := renameIn(fd, from, to, how)
	if errors.Is(err, errUnknown) {
		point, err = failpoint.DiskRename, unix.Renameat(fd, from, fd, to)
	}
	afterIn(err, point, folder, from, to)
	return err
}

// Remove takes a file's name away.
func Remove(folder *os.Root, name string) error {
	if err := before(failpoint.DiskRemove, folder, name); err != nil {
		return err
	}
	err := folder.Remove(name)
	after(err, failpoint.DiskRemove, folder, name, "")
	return err
}

// RemoveAll takes a file away, or a folder with what is in it.
func RemoveAll(folder *os.Root, name string) error {
	if err := before(failpoint.DiskRemove, folder, name); err != nil {
		return err
	}
	err := folder.RemoveAll(name)
	after(err, failpoint.DiskRemove, folder, name, "")
	return err
}

// Mkdir makes a folder.
func Mkdir(folder *os.Root, name string, mode fs.FileMode) error {
	if err := before(failpoint.DiskMkdir, folder, name); err != nil {
		return err
	}
	err := folder.Mkdir(name, mode)
	after(err, failpoint.DiskMkdir, folder, name, "")
	return err
}
