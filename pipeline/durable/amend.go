package durable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"discussd/pipeline/durable/disk"
)

// The bounds of an amendment. A foreign writer that truncates a file and writes it
// again is done within a second, also on a busy machine; one that never stops is
// not waited for.
const (
	tries  = 50
	pause  = 50 * time.Millisecond
	broken = 20 // pauses after which a file that cannot be edited is not half written, but wrong
)

// errMoved says that somebody else wrote the file between the look and the rename.
var errMoved = errors.New("it changed again and again while it was being amended")

// Amendment changes a file that others rewrite, too, without losing what they
// wrote. Writers that know each other hold one [Lock] around it. Against the
// others: a draft is made from what was read, the file is looked at again (inode
// and bytes), the two are exchanged in one step, and what came out is compared
// with what was read. If it is something else, it goes back and the edit is made
// anew. At last the file is read again, until the edit finds nothing left to do.
//
// A window remains that only the others could close. Lost is
//   - ours, when a writer read the file before us and writes it as a whole after
//     our last look: applying the amendment again brings it back;
//   - theirs, when a writer opened the file before the exchange and writes into it
//     after the look at what came out, some microseconds later;
//   - theirs, when within those microseconds discussd is killed or a second one of
//     them writes, too;
//   - theirs, when they write between the second look and the rename on a file
//     system that knows no exchange (NFS), or to a file whose owner or group we
//     cannot give to another one, and which is written into therefore.
type Amendment struct {
	Root    *os.Root
	Name    string
	Largest int64 // bytes; the error wraps [ErrRefused] for a longer file

	// Edit returns the new content; nil is the content of a file that does not
	// exist. It adds nothing to what it has edited before: it is called again on
	// its own result. Its error ends the amendment, unless the file turns out to
	// be another one a moment later: it was half written.
	Edit func(content []byte) ([]byte, error)

	// Staged, when set, is called between the second look and the exchange: the
	// place where tests write.
	Staged func()
}

// Apply makes the change, or finds it made. It returns the first error of Edit, and
// the cause of ctx when that ends between two tries.
func (a Amendment) Apply(ctx context.Context) error {
	for range tries {
		before, err := a.look(a.Name)
		if err != nil {
			return fmt.Errorf("read %s: %w", a.Name, cause(err))
		}
		after, err := a.Edit(before.content)
		switch {
		case err != nil:
			if err := a.halfWritten(ctx, before, err); err != nil {
				return err
			}
		case before.info != nil && bytes.Equal(after, before.content):
			return nil
		default:
			// Without an error the file is read again: this is the proof.
			err := a.replace(before, after)
			if errors.Is(err, errMoved) {
				err = wait(ctx)
			}
			if err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("amend %s: %w", a.Name, errMoved)
}

// halfWritten waits until a file that cannot be edited has become another one. If
// it does not, its failure is returned.
func (a Amendment) halfWritten(ctx context.Context, before sight, failure error) error {
	for range broken {
		if err := wait(ctx); err != nil {
			return err
		}
		if now, err := a.look(a.Name); err != nil || !now.same(before) {
			return nil
		}
	}
	return fmt.Errorf("%s: %w", a.Name, failure)
}

func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(pause):
		return nil
	}
}

// look reads the file; nothing is seen of one that does not exist.
func (a Amendment) look(name string) (sight, error) {
	seen, err := look(a.Root, name, a.Largest)
	if errors.Is(err, fs.ErrNotExist) {
		return sight{}, nil
	}
	return seen, err
}

// replace puts new content in the place of what was seen there, or returns errMoved.
func (a Amendment) replace(before sight, content []byte) error {
	err := AsOwner(a.Root, func() error { return a.put(before, content) })
	if err != nil && !errors.Is(err, errMoved) {
		return fmt.Errorf("write %s: %w", a.Name, cause(err))
	}
	return err
}

func (a Amendment) put(before sight, content []byte) error {
	dir, err := a.Root.Open(path.Dir(a.Name))
	if err != nil {
		return err
	}
	defer dir.Close()
	draft, err := stage(a.Root, a.Name, content, 0o666)
	if err != nil {
		return err
	}
	defer draft.drop()
	if before.info == nil {
		err = draft.share()
	} else {
		err = draft.resemble(before.info)
	}
	if err != nil {
		return err
	}
	if now, err := a.look(a.Name); err != nil || !now.same(before) {
		return errMoved
	}
	if a.Staged != nil {
		a.Staged()
	}
	switch {
	case before.info == nil:
		err = publish(dir, draft.name, a.Name)
	case draft.resembles(before.info):
		err = a.exchange(dir, draft, before)
	default:
		err = a.overwrite(before, content)
	}
	if err == nil || errors.Is(err, errMoved) {
		draft.drop() // before the folder is synced, or it might come back
		return errors.Join(err, disk.Sync(dir))
	}
	return err
}

// overwrite writes new content into the file itself. That is for one whose owner or
// group cannot be given to another file: in its place those would be locked out who
// work with it. It is the one write that a crash can tear.
func (a Amendment) overwrite(before sight, content []byte) error {
	file, err := a.Root.OpenFile(a.Name, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("its owner or group cannot be kept otherwise than by writing into it: %w", cause(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	now, err := a.look(a.Name)
	if err != nil || !now.same(before) || !os.SameFile(info, before.info) {
		return errMoved
	}
	if _, err := file.WriteAt(content, 0); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(content))); err != nil {
		return err
	}
	return file.Sync()
}

// publish gives a draft its name, unless the name is taken meanwhile.
func publish(dir *os.File, draft, name string) error {
	err := disk.Publish(dir, draft, name)
	if errors.Is(err, unix.EEXIST) {
		return errMoved
	}
	return err
}

// exchange puts a draft in the place of a file and looks at what came out. If that
// is not what was seen before, somebody wrote it at the last moment: it goes back.
func (a Amendment) exchange(dir *os.File, draft *draft, before sight) error {
	err := disk.Exchange(dir, draft.name, a.Name)
	if err == nil {
		out, unseen := a.look(draft.name)
		plainly := unseen == nil && out.info == nil // nothing came out of a plain rename
		if plainly || out.same(before) {
			return nil
		}
		err = disk.Exchange(dir, draft.name, a.Name)
	}
	if err == nil || errors.Is(err, unix.ENOENT) { // put back, or removed by somebody
		return errMoved
	}
	return err
}
