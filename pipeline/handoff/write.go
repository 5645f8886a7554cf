package handoff

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// largest bounds what is read back from the folder: nothing discussd writes is
// nearly as long, and others can write here too.
const largest = 64 << 20

// temporary ends the name of a file that is not finished.
const temporary = ".discussd-tmp"

// read returns a file of the folder. What is not a regular file is not read.
func (f *Folder) read(name string) ([]byte, error) {
	if f.root == nil {
		return nil, fs.ErrNotExist
	}
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > largest {
		return nil, fmt.Errorf("%w: %s is not a readable file", ErrRefused, name)
	}
	return f.root.ReadFile(name)
}

// write replaces a file of the folder as a whole: a temporary file in the same
// folder, fsync, rename, fsync of the folder. After a crash there is the old file
// or the new one. Equal content is not written again.
func (f *Folder) write(name string, content []byte) (err error) {
	if err := f.make(); err != nil {
		return fmt.Errorf("make %s: %w", Dir, err)
	}
	dir := path.Dir(name)
	if err := f.makeAll(dir); err != nil {
		return err
	}
	old, err := f.read(name)
	switch {
	case err == nil && bytes.Equal(old, content):
		return nil
	case errors.Is(err, ErrRefused):
		return err
	}
	unfinished := path.Join(dir, "."+path.Base(name)+"."+rand.Text()[:8]+temporary)
	file, err := f.root.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666&^0o022)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, cause(err))
	}
	defer func() {
		if err != nil {
			f.root.Remove(unfinished)
			err = fmt.Errorf("write %s: %w", name, cause(err))
		}
	}()
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = f.root.Rename(unfinished, name)
	}
	if err == nil {
		err = f.sync(dir)
	}
	return err
}

// cause takes the name of the temporary file off an error: it is another one at
// each try, and would make the same failure look new.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// makeAll makes a folder below the private one. The private folder keeps itself
// out of git.
func (f *Folder) makeAll(dir string) error {
	if dir == "." {
		return nil
	}
	if err := f.root.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make %s: %w", dir, err)
	}
	for part := dir; part != "."; part = path.Dir(part) {
		if info, err := f.root.Lstat(part); err != nil || !info.IsDir() {
			return fmt.Errorf("%w: %s is not a folder", ErrRefused, part)
		}
	}
	ignore := path.Join(private, ".gitignore")
	if _, err := f.root.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
		return f.root.WriteFile(ignore, []byte("*\n"), 0o644)
	}
	return nil
}

func (f *Folder) sync(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func (f *Folder) remove(name string) error {
	if f.root == nil {
		return nil
	}
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	return nil
}

// list returns the names in a folder below discussions, sorted; none when it
// does not exist.
func (f *Folder) list(dir string) []string {
	if f.root == nil {
		return nil
	}
	entries, err := fs.ReadDir(f.root.FS(), dir)
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// sweep removes what a killed writer left unfinished. Only who holds the lock
// may: another writer's temporary file is no rubbish.
func (f *Folder) sweep() {
	for _, name := range f.list(".") {
		if strings.HasPrefix(name, ".") && strings.HasSuffix(name, temporary) {
			f.root.Remove(name)
		}
	}
}
