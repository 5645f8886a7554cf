package handoff

import (
	"io/fs"
	"path"
	"strings"

	"discussd/pipeline/durable"
	"discussd/pipeline/shallow"
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

// read returns a file of the folder. What is not a regular file is not read.
func (f *Folder) read(name string) ([]byte, error) {
	if f.root == nil {
		return nil, fs.ErrNotExist
	}
	text, err := durable.Read(f.root, name, largest(name))
	if durable.Shortage(err) {
		f.short.Store(&err)
	}
	return text, err
}

// write replaces a file of the folder as a whole. After a crash there is the old
// file or the new one. Equal content is not written again.
func (f *Folder) write(name string, content []byte) error {
	if err := f.make(); err != nil {
		return err
	}
	if err := f.makeAll(path.Dir(name)); err != nil {
		return err
	}
	return durable.Write(f.root, name, content)
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
	return durable.Remove(f.root, name)
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
