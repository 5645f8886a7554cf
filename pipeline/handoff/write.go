package handoff

import (
	"io/fs"
	"path"
	"strings"

	"discussd/internal/text/shallow"
	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// largest bounds what is read of a file, in bytes. A record is hardly longer than the
// verdict that it tells of.
func largest(name string) int64 {
	if strings.HasSuffix(name, pendingName("")) || path.Dir(name) == path.Dir(answeredName("")) {
		return int64(shallow.Small().Bytes)
	}
	return 2 * verdict.Largest
}

// read returns a file of the folder, whoever wrote it. What is not a regular file is
// not read.
func (f *Folder) read(name string) ([]byte, error) {
	text, _, err := f.look(name)
	return text, err
}

// own returns a file of the folder that discussd wrote; the error wraps [errForeign]
// when somebody else did.
func (f *Folder) own(name string) ([]byte, error) {
	text, info, err := f.look(name)
	if err != nil {
		return nil, err
	}
	return text, f.counts(name, text, info)
}

func (f *Folder) look(name string) ([]byte, fs.FileInfo, error) {
	if f.root == nil {
		return nil, nil, fs.ErrNotExist
	}
	text, info, err := durable.ReadWithInfo(f.root, name, largest(name))
	if durable.Shortage(err) {
		f.short.Store(&err)
	}
	return text, info, err
}

// write replaces a file of the folder as a whole. After a crash there is the old
// file or the new one. Equal content is not written again.
func (f *Folder) write(name string, content []byte) error {
	return f.through("write "+name, func() error {
		if err := f.make(); err != nil {
			return err
		}
		if err := f.makeAll(path.Dir(name)); err != nil {
			return err
		}
		return durable.Write(f.root, name, content)
	})
}

// through makes a change.
func (f *Folder) through(step string, do func() error) error {
	if f.Through == nil {
		return do()
	}
	return f.Through(step, do)
}

// writeOwn is write of a file that is to be known as discussd's when it is read.
func (f *Folder) writeOwn(name string, content []byte) error {
	if f.root == nil {
		if err := f.through("make the folder", f.make); err != nil {
			return err
		}
	}
	if f.trust.shared {
		if err := f.seal(name, content); err != nil {
			return err
		}
	}
	return f.write(name, content)
}

// makeAll makes a folder below the private one, which keeps itself out of git.
func (f *Folder) makeAll(dir string) error {
	if dir == "." {
		return nil
	}
	if err := durable.Private(f.root, private); err != nil {
		return err
	}
	return durable.Folder(f.root, dir)
}

// Sweep removes what killed writers left unfinished where every round writes.
func (f *Folder) Sweep() {
	f.sweep(".")
	f.sweep(private)
	if f.trust.shared {
		f.sweep(sealName(""))
	}
}

// sweep removes what killed writers left unfinished in a folder.
func (f *Folder) sweep(dir string) {
	if f.root != nil {
		durable.Sweep(f.root, dir)
	}
}

func (f *Folder) remove(name string) error {
	if f.root == nil {
		return nil
	}
	return f.through("remove "+name, func() error {
		if err := durable.Remove(f.root, name); err != nil || !f.trust.shared {
			return err
		}
		return durable.Remove(f.root, sealName(name))
	})
}

// list returns the names in a folder below discussions, sorted; none when it
// does not exist.
func (f *Folder) list(dir string) []string {
	if f.root == nil {
		return nil
	}
	names, err := durable.List(f.root, dir)
	if durable.Shortage(err) {
		f.short.Store(&err)
	}
	if err != nil {
		return nil
	}
	return names
}
