package handoff

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync/atomic"

	"discussd/internal/text/shallow"
	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// directory is the folder on the disk, as all parts of [Folder] read and change it: what
// they read as discussd's own is, and what they write a crash leaves whole.
type directory struct {
	session *os.Root                                 // owned by the caller
	root    *os.Root                                 // nil as long as the folder does not exist
	through func(step string, do func() error) error // see [Options]
	writers []uint32
	reading bool
	mode    fs.FileMode           // see [Options]
	trust   trust                 // in the files that are there
	secret  secret                // that seals are made with
	short   atomic.Pointer[error] // the last shortage that was met, see Unread
}

func (d *directory) open() error {
	root, opened, err := durable.OpenFolder(d.session, Dir)
	if err != nil {
		return err
	}
	if d.trust, err = judgeTrust(d, root, opened); err != nil {
		root.Close()
		return err
	}
	d.root = root
	return nil
}

// make opens the folder and creates it when there is none.
func (d *directory) make() error {
	if d.root != nil {
		return nil
	}
	if err := durable.FolderFor(d.session, Dir, d.mode); err != nil {
		return err
	}
	return d.open()
}

// Close releases the folder.
func (d *directory) Close() error {
	if d.root == nil {
		return nil
	}
	return d.root.Close()
}

// Unread returns an error when something was not read for want of descriptors or
// memory: an answer given since that a file is not there was wrong.
func (d *directory) Unread() error {
	if err := d.short.Load(); err != nil {
		return fmt.Errorf("look at %s: %w", Dir, *err)
	}
	return nil
}

// largest bounds what is read of a file, in bytes. A record is hardly longer than the
// verdict that it tells of.
func largest(name string) int64 {
	if strings.HasSuffix(name, pendingName("")) || path.Dir(name) == path.Dir(answeredName("")) {
		return int64(shallow.Small().Bytes)
	}
	return 2 * verdict.Largest
}

// read returns a file of the folder, whatever its writer. What is not a regular file is
// not read.
func (d *directory) read(name string) ([]byte, error) {
	text, _, err := d.look(name)
	return text, err
}

// own returns a file of the folder that discussd wrote; the error wraps [errForeign]
// when somebody else did.
func (d *directory) own(name string) ([]byte, error) {
	text, info, err := d.look(name)
	if err != nil {
		return nil, err
	}
	return text, counts(d, name, text, info)
}

func (d *directory) look(name string) ([]byte, fs.FileInfo, error) {
	if d.root == nil {
		return nil, nil, fs.ErrNotExist
	}
	text, info, err := durable.ReadWithInfo(d.root, name, largest(name))
	if durable.Shortage(err) {
		d.short.Store(&err)
	}
	return text, info, err
}

// write replaces a file of the folder as a whole. After a crash there is the old
// file or the new one. Equal content is not written again.
func (d *directory) write(name string, content []byte) error {
	return d.change("write "+name, func() error {
		if err := d.make(); err != nil {
			return err
		}
		if err := d.makeAll(path.Dir(name)); err != nil {
			return err
		}
		mode := d.mode
		if path.Dir(name) != "." { // discussd's own bookkeeping
			mode = 0
		}
		return durable.WriteFor(d.root, name, content, mode)
	})
}

// change makes a change, which its step names.
func (d *directory) change(step string, do func() error) error {
	if d.through == nil {
		return do()
	}
	return d.through(step, do)
}

// writeOwn is write of a file that is to be known as discussd's when it is read.
func (d *directory) writeOwn(name string, content []byte) error {
	if d.root == nil {
		if err := d.change("make the folder", d.make); err != nil {
			return err
		}
	}
	if d.trust.shared {
		if err := seal(d, name, content); err != nil {
			return err
		}
	}
	return d.write(name, content)
}

// note keeps a value as JSON, see writeOwn.
func note(d *directory, name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return d.writeOwn(name, append(text, '\n'))
}

// noted reads a small value that note has kept, see own.
func noted(d *directory, name string, into any) error {
	text, err := d.own(name)
	if err != nil {
		return err
	}
	return shallow.Small().Decode(text, into)
}

// makeAll makes a folder below the private one, which keeps itself out of git.
func (d *directory) makeAll(dir string) error {
	if dir == "." {
		return nil
	}
	const others = 0o022
	mode := d.mode &^ others // nobody else writes there, whatever the umask lets them
	if err := durable.FolderFor(d.root, private, mode); err != nil {
		return err
	}
	if err := durable.Private(d.root, private); err != nil {
		return err
	}
	return durable.FolderFor(d.root, dir, mode)
}

// Sweep removes what killed writers left unfinished where every round writes.
func (d *directory) Sweep() {
	d.sweep(".")
	d.sweep(private)
	if d.trust.shared {
		d.sweep(sealName(""))
	}
}

// sweep removes what killed writers left unfinished in a folder.
func (d *directory) sweep(dir string) {
	if d.root != nil {
		durable.Sweep(d.root, dir)
	}
}

func (d *directory) remove(name string) error {
	if d.root == nil {
		return nil
	}
	return d.change("remove "+name, func() error {
		if err := durable.Remove(d.root, name); err != nil || !d.trust.shared {
			return err
		}
		return durable.Remove(d.root, sealName(name))
	})
}

// list returns the names in a folder below discussions, sorted; none when it
// does not exist.
func (d *directory) list(dir string) []string {
	if d.root == nil {
		return nil
	}
	names, err := durable.List(d.root, dir)
	if durable.Shortage(err) {
		d.short.Store(&err)
	}
	if err != nil {
		return nil
	}
	return names
}
