package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/google/renameio/v2"
)

// Change is what installing or uninstalling makes of one file.
type Change struct {
	File   string      // as it is named
	path   string      // with links followed, so that they stay links
	top    string      // the project's folder, or the user's
	mode   fs.FileMode // of a new file
	before []byte      // nil: there is no file
	after  []byte      // nil: there is to be none
	backup backup
}

// backup is what a file was before it was installed into. It lies beside the file, and its
// name tells what the file was made then: while that is so, the old bytes come back.
type backup struct {
	path string
	text []byte // nil: there was no file
	keep bool   // it is to be written, else removed
}

// largest is how large a settings file may be, in bytes: 4 MiB.
const largest = 4 << 20

// read returns a file, nil where there is none, and its path with links followed.
func read(file string) (text []byte, path string, err error) {
	path, err = filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, dangling := os.Lstat(file); dangling == nil {
			return nil, "", fmt.Errorf("%s is a link that leads nowhere", file)
		}
		return nil, file, nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("look at %s: %w", file, err)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("look at %s: %w", file, err)
	case !info.Mode().IsRegular():
		return nil, "", fmt.Errorf("%s is not a file", file)
	case info.Mode().Perm()&0o200 == 0:
		return nil, "", fmt.Errorf("%s is read-only: allow writing (chmod u+w), and try again", file)
	case info.Size() > largest:
		return nil, "", fmt.Errorf("%s has more than %d MiB", file, largest>>20)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", file, err)
	}
	if text == nil {
		text = []byte{}
	}
	return text, path, nil
}

// Install is the change that puts a target in; none when it is in already. The error says
// which file cannot be understood, and where.
func Install(t Target) (*Change, error) {
	before, path, err := read(t.File)
	if err != nil {
		return nil, err
	}
	after, err := t.in(before)
	if err != nil {
		return nil, fmt.Errorf("%s %w", t.File, err)
	}
	if bytes.Equal(before, after) {
		return nil, nil
	}
	c := &Change{File: t.File, path: path, top: t.top, mode: t.mode(), before: before, after: after, backup: backup{path: beside(path, after), text: before, keep: true}}
	if old, ok := backupOf(path, before); ok { // it is installed over an older way of doing so
		c.backup.text = old.text
	}
	return c, nil
}

// in is a file with the target in it.
func (t Target) in(before []byte) ([]byte, error) {
	switch t.kind {
	case whole:
		if before != nil && !t.owns(before) {
			return nil, errors.New("is not discussd's: move it away, and try again")
		}
		return []byte(t.text), nil
	case block:
		return withBlock(before, t.text)
	case script:
		return withScript(t.File, before, t.text)
	}
	d, err := parse(before, t.kind)
	if err != nil {
		return nil, err
	}
	return d.installed(t)
}

// owns tells whether a whole file is discussd's: its mark stands in one of its first lines.
func (t Target) owns(text []byte) bool {
	head := bytes.SplitAfterN(text, []byte("\n"), 3)
	return slices.ContainsFunc(head[:min(2, len(head))], func(line []byte) bool { return bytes.HasPrefix(line, []byte(t.mark)) })
}

// mode is that of a new file.
func (t Target) mode() fs.FileMode {
	if t.kind == script {
		return 0o755
	}
	return 0o644
}

// Uninstall is the change that takes a target out; none when nothing of it is there. Where
// nobody else has changed the file since, it becomes what it was, byte for byte.
func Uninstall(t Target) (*Change, error) {
	before, path, err := read(t.File)
	if err != nil || before == nil {
		return nil, err
	}
	c := &Change{File: t.File, path: path, top: t.top, mode: t.mode(), before: before}
	old, unchanged := backupOf(path, before)
	if unchanged {
		c.after, c.backup = old.text, old
		return c, nil
	}
	if c.after, err = t.out(before); err != nil {
		return nil, fmt.Errorf("%s %w", t.File, err)
	}
	if bytes.Equal(before, c.after) {
		return nil, nil
	}
	return c, nil
}

// out is a file without the target; nil when nothing of it is left.
func (t Target) out(before []byte) ([]byte, error) {
	switch t.kind {
	case whole:
		if t.owns(before) {
			return nil, nil
		}
		return before, nil
	case block:
		return withoutBlock(before)
	case script:
		return withoutScript(before)
	}
	d, err := parse(before, t.kind)
	if err != nil {
		return nil, err
	}
	return d.uninstalled(t, before)
}

// beside is where the backup of a file lies which was made what after is. A file that did
// not exist has a backup too, which says so.
func beside(path string, after []byte) string {
	sum := sha256.Sum256(after)
	return path + backupInfix + hex.EncodeToString(sum[:4])
}

const (
	backupInfix = ".before-discussd-"
	noFile      = "discussd: there was no such file\n"
)

// backupOf is the backup of a file that is as it was left.
func backupOf(path string, now []byte) (b backup, ok bool) {
	b.path = beside(path, now)
	text, err := os.ReadFile(b.path)
	if err != nil {
		return b, false
	}
	if b.text = text; string(text) == noFile {
		b.text = nil
	} else if b.text == nil {
		b.text = []byte{}
	}
	return b, true
}

// Diff is the change as a unified diff.
func (c *Change) Diff() string {
	from, to := c.File, c.File
	if c.before == nil {
		from = "/dev/null"
	}
	if c.after == nil {
		to = "/dev/null"
	}
	return udiff.Unified(from, to, string(c.before), string(c.after))
}

// Make makes the change: the backup first, and the file by renaming. A file that was
// changed since it was read is left alone.
func (c *Change) Make() error {
	now, _, err := read(c.File)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.before) || (now == nil) != (c.before == nil) {
		return fmt.Errorf("%s was changed meanwhile: try again", c.File)
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o755); err != nil {
		return fmt.Errorf("make the folder of %s: %w", c.File, err)
	}
	mode := c.mode
	if info, err := os.Stat(c.path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := c.keepBackup(mode); err != nil {
		return err
	}
	if c.after == nil {
		err = os.Remove(c.path)
	} else {
		err = renameio.WriteFile(c.path, c.after, mode, renameio.WithExistingPermissions())
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", c.File, err)
	}
	if err := c.forgetBackups(); err != nil || c.after != nil {
		return err
	}
	c.tidy()
	return nil
}

// tidy removes folders below the project's, or the home, that hold nothing any more: they
// were the agent's. A link is somebody's own, and so is what it leads to.
func (c *Change) tidy() {
	for folder := filepath.Dir(c.File); strings.HasPrefix(folder, c.top+string(filepath.Separator)); folder = filepath.Dir(folder) {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() || os.Remove(folder) != nil {
			return
		}
	}
}

func (c *Change) keepBackup(mode fs.FileMode) error {
	if !c.backup.keep {
		return nil
	}
	text := c.backup.text
	if text == nil {
		text = []byte(noFile)
	}
	if err := renameio.WriteFile(c.backup.path, text, mode, renameio.IgnoreUmask()); err != nil {
		return fmt.Errorf("keep a backup of %s: %w", c.File, err)
	}
	return nil
}

// forgetBackups removes those that no file can become again.
func (c *Change) forgetBackups() error {
	folder := filepath.Dir(c.path)
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if strings.HasPrefix(path, c.path+backupInfix) && (path != c.backup.path || !c.backup.keep) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	if err != nil {
		return fmt.Errorf("remove old backups of %s: %w", c.File, err)
	}
	return nil
}

// withBlock is a text with the block at its end, or in the place of the one it has.
func withBlock(before []byte, text string) ([]byte, error) {
	start, end, err := between(before, blockBegins, blockEnds)
	if err != nil {
		return nil, err
	}
	line := "\n"
	if bytes.Contains(before, []byte("\r\n")) {
		line = "\r\n"
	}
	text = strings.ReplaceAll(text, "\n", line)
	if start >= 0 {
		return []byte(string(before[:start]) + text + string(before[end:])), nil
	}
	gap := ""
	switch {
	case len(before) == 0 || bytes.HasSuffix(before, []byte(line+line)):
	case bytes.HasSuffix(before, []byte(line)):
		gap = line
	default:
		gap = line + line
	}
	return []byte(string(before) + gap + text), nil
}

// withoutBlock is a text without the block and the blank line before it; nil when nothing
// else is in it.
func withoutBlock(before []byte) ([]byte, error) {
	start, end, err := between(before, blockBegins, blockEnds)
	if err != nil || start < 0 {
		return before, err
	}
	head := before[:start]
	for _, line := range []string{"\r\n\r\n", "\n\n"} {
		if bytes.HasSuffix(head, []byte(line)) {
			head = head[:len(head)-len(line)/2]
			break
		}
	}
	after := append(bytes.Clone(head), before[end:]...)
	if len(bytes.TrimSpace(after)) == 0 {
		return nil, nil
	}
	return after, nil
}

// between is where a marked block begins, at a line's start, and where what follows it
// does; -1 when there is none.
func between(text []byte, begins, ends string) (start, end int, err error) {
	start, end, at := -1, -1, 0
	for line := range bytes.Lines(text) {
		switch trimmed := bytes.TrimRight(line, "\r\n"); {
		case bytes.HasPrefix(trimmed, []byte(begins)):
			if start >= 0 {
				return 0, 0, errors.New("has two blocks of discussd's: remove one of them by hand")
			}
			start = at
		case string(trimmed) == ends && start >= 0 && end < 0:
			end = at + len(line)
		}
		at += len(line)
	}
	if start >= 0 && end < 0 {
		return 0, 0, fmt.Errorf("has %q without %q: mend it by hand", begins, ends)
	}
	return start, end, nil
}
