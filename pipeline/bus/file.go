package bus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/durable/disk"
)

// The bus in a session.
const (
	folderName = ".msg"
	fileName   = folderName + "/messages.jsonl"
)

const (
	// patience is how long a lock that others hold is waited for. They hold it for
	// one line.
	patience = 10 * time.Second
	// lockEvery is how often it is tried.
	lockEvery = 5 * time.Millisecond
	// mostLooks is how often a last line is looked at that grows and has no end.
	mostLooks = 100
)

// open opens the file and locks it, until it is closed, against every other bus.
// It returns nil where the session has no bus. It makes the file where there is none, and under
// [On] its folder.
//
// The lock is one on the file itself. Writers that know of no lock can at worst
// take the same id; no line is lost to them or to us, because all append.
func (b *Bus) open(ctx context.Context) (*os.File, error) {
	if b.mode == Off {
		return nil, nil
	}
	deadline := time.NewTimer(b.patience)
	defer deadline.Stop()
	for {
		file, err := b.tryOpen(true)
		switch {
		case err == nil:
			return file, nil
		case errors.Is(err, fs.ErrNotExist): // or somebody takes the folder away just now
			return nil, nil
		case !errors.Is(err, ErrBusy):
			return nil, fmt.Errorf("open %s: %w", fileName, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("lock %s: %w", fileName, context.Cause(ctx))
		case <-deadline.C:
			return nil, fmt.Errorf("lock %s: held by another process for %s", fileName, b.patience)
		case <-time.After(lockEvery):
		}
	}
}

// tryOpen returns [ErrBusy] when it is to be tried again. A daemon of root's opens
// the file as the user whose session it is.
func (b *Bus) tryOpen(create bool) (file *os.File, err error) {
	err = durable.AsOwner(b.session, func() error {
		folder, err := b.folder(create && b.mode == On)
		if err != nil {
			return err
		}
		defer folder.Close()
		opened, err := openFile(folder, create)
		if err != nil {
			return err
		}
		if err := lock(opened, folder); err != nil {
			opened.Close()
			return err
		}
		file = opened
		return nil
	})
	return file, err
}

// folder opens the folder of the bus. What is not a folder is refused, also when
// it is put in its place meanwhile.
func (b *Bus) folder(create bool) (*os.Root, error) {
	if create {
		err := disk.Mkdir(b.session, folderName, 0o777)
		if err == nil {
			err = disk.SyncFolder(b.session)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	folder, _, err := durable.OpenFolder(b.session, folderName)
	return folder, err
}

// ErrBusy is returned when somebody else holds the lock, or put another file in place.
var ErrBusy = errors.New("busy")

// openFile opens the file without following a link to it, makes it if wanted, and
// does not wait for the other side of a pipe.
func openFile(folder *os.Root, create bool) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | syscall.O_NONBLOCK
	name := path.Base(fileName)
	there, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && create:
		file, err := disk.Create(folder, name, flags|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, ErrBusy
		}
		if err != nil {
			return nil, err
		}
		if err := disk.SyncFolder(folder); err != nil {
			file.Close()
			return nil, err
		}
		return file, nil
	case err != nil:
		return nil, err
	case !there.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is not a file (%s)", ErrRefused, fileName, there.Mode().Type())
	}
	return folder.OpenFile(name, flags, 0)
}

// lock locks the file and makes sure that it is the one everybody sees: not what
// a link named, not one deleted since, and under no second name elsewhere.
func lock(file *os.File, folder *os.Root) error {
	err := durable.Hold(folder, path.Base(fileName), file)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	held, err := file.Stat()
	if err != nil {
		return err
	}
	if status, ok := held.Sys().(*syscall.Stat_t); !ok || !held.Mode().IsRegular() || status.Nlink != 1 {
		return fmt.Errorf("%w: %s is not a file of its own", ErrRefused, fileName)
	}
	return nil
}

// appendLine puts the line behind all others in one write. A last line without
// its end, which a killed writer left, is ended first.
func appendLine(file *os.File, line []byte) error {
	size, ended, err := settled(file)
	if err != nil {
		return fmt.Errorf("append to %s: %w", fileName, err)
	}
	if !ended {
		line = append([]byte{'\n'}, line...)
	}
	written, err := disk.Write(file, line)
	if err != nil {
		takeBack(file, size, int64(written))
	} else {
		err = disk.Sync(file)
	}
	if err != nil {
		return fmt.Errorf("append to %s: %w", fileName, err)
	}
	return nil
}

// settled is [end] of a file to which nobody writes just now: a line that a writer without
// a lock is about to end looks like one without its end. A write of nothing waits for the
// write under way, as every write does, and what grew behind it is looked at again.
func settled(file *os.File) (size int64, ended bool, err error) {
	before := int64(-1)
	for range mostLooks {
		size, ended, err = end(file)
		if err != nil || ended || size == before {
			return size, ended, err
		}
		before = size
		if _, err = file.Write(nil); err != nil {
			return 0, false, err
		}
	}
	return size, ended, nil
}

// end is the size of a file in bytes, and whether its last line has its end.
func end(file *os.File) (size int64, ended bool, err error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return 0, true, err
	}
	last := make([]byte, 1)
	_, err = file.ReadAt(last, info.Size()-1)
	return info.Size(), last[0] == '\n', err
}

// takeBack removes the beginning of a line for the rest of which there was no room,
// unless somebody has written behind it: then it is passed over like any torn line.
func takeBack(file *os.File, size, written int64) {
	if info, err := file.Stat(); err == nil && written > 0 && info.Size() == size+written {
		_ = file.Truncate(size) // else it stays, and readers pass over it
	}
}
