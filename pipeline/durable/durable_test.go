package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"discussd/internal/platform"

	"github.com/google/go-cmp/cmp"
)

func open(t *testing.T, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	must(t, err)
	t.Cleanup(func() { root.Close() })
	return root
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// names lists a folder, hidden files too.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	write := func(content string) os.FileInfo {
		t.Helper()
		must(t, Write(root, "x.json", []byte(content)))
		if got, err := Read(root, "x.json", 1<<20); err != nil || string(got) != content {
			t.Fatalf("got %q, %v", got, err)
		}
		info, err := os.Stat(filepath.Join(dir, "x.json"))
		must(t, err)
		return info
	}
	first := write("one")
	if !os.SameFile(first, write("one")) {
		t.Error("the file was replaced by its equal")
	}
	if os.SameFile(first, write("two")) {
		t.Error("the file was written in place: a crash would tear it")
	}
	if diff := cmp.Diff([]string{"x.json"}, names(t, dir)); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
	if mode := write("two").Mode().Perm(); mode&0o022 != 0 {
		t.Errorf("others may write: %v", mode)
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	outside := t.TempDir()
	tests := map[string]func(t *testing.T, dir string){
		"a link out":     func(t *testing.T, dir string) { must(t, os.Symlink(outside, filepath.Join(dir, "x"))) },
		"a link inside":  func(t *testing.T, dir string) { must(t, os.Symlink("y", filepath.Join(dir, "x"))) },
		"a folder":       func(t *testing.T, dir string) { must(t, os.Mkdir(filepath.Join(dir, "x"), 0o755)) },
		"a named pipe":   func(t *testing.T, dir string) { must(t, syscall.Mkfifo(filepath.Join(dir, "x"), 0o644)) },
		"an endless one": func(t *testing.T, dir string) { must(t, os.WriteFile(filepath.Join(dir, "x"), make([]byte, 9), 0o644)) },
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			prepare(t, dir)
			root := open(t, dir)
			if _, err := Read(root, "x", 8); !errors.Is(err, ErrRefused) {
				t.Errorf("read: %v, want ErrRefused", err)
			}
			if name == "an endless one" {
				return
			}
			if err := Write(root, "x", []byte("content")); !errors.Is(err, ErrRefused) {
				t.Errorf("write: %v, want ErrRefused", err)
			}
			if _, err := tryLock(root, "x"); !errors.Is(err, ErrRefused) {
				t.Errorf("lock: %v, want ErrRefused", err)
			}
			if err := Folder(root, "x/y"); name != "a folder" && !errors.Is(err, ErrRefused) {
				t.Errorf("folder: %v, want ErrRefused", err)
			}
			if diff := cmp.Diff([]string{"x"}, names(t, dir)); diff != "" {
				t.Errorf("left behind (-want +got):\n%s", diff)
			}
		})
	}
	if len(names(t, outside)) != 0 {
		t.Errorf("written through a link: %v", names(t, outside))
	}
}

func TestFailuresAreTheSameAtEachTry(t *testing.T) {
	root := open(t, t.TempDir())
	first, second := Write(root, "none/x", nil), Write(root, "none/x", nil)
	if !errors.Is(first, fs.ErrNotExist) || first.Error() != second.Error() {
		t.Errorf("got %v, then %v", first, second)
	}
}

func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	must(t, Private(root, "a/.b"))
	must(t, os.WriteFile(filepath.Join(dir, "a/.b/.gitignore"), []byte("mine\n"), 0o644))
	must(t, Private(root, "a/.b"))
	if text, err := os.ReadFile(filepath.Join(dir, "a/.b/.gitignore")); err != nil || string(text) != "mine\n" {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	living, err := stage(root, "living", []byte("half"), 0o644)
	must(t, err)
	dead, err := stage(root, "dead", []byte("half"), 0o644)
	must(t, err)
	dead.file.Close() // as the end of its process does
	must(t, os.WriteFile(filepath.Join(dir, ".foreign"), nil, 0o644))
	must(t, syscall.Mkfifo(filepath.Join(dir, ".pipe"+temporary), 0o644))
	Sweep(root, ".")
	if diff := cmp.Diff([]string{".foreign", living.name, ".pipe" + temporary}, names(t, dir)); diff != "" {
		t.Errorf("after the sweep (-want +got):\n%s", diff)
	}
	living.drop()
	Sweep(root, "none")
}

// TestADraftOutlivesASweep has a sweep come between the two calls that make a
// draft: its writer notices.
func TestADraftOutlivesASweep(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir)
	tests := map[string]func(t *testing.T, file *os.File){
		"removed": func(t *testing.T, file *os.File) { must(t, os.Remove(file.Name())) },
		"held": func(t *testing.T, file *os.File) {
			sweeper, err := os.Open(file.Name())
			must(t, err)
			t.Cleanup(func() { sweeper.Close() })
			must(t, syscall.Flock(int(sweeper.Fd()), syscall.LOCK_EX))
		},
	}
	for name, sweep := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := os.Create(filepath.Join(dir, ".x"+temporary))
			must(t, err)
			defer file.Close()
			d := &draft{root, ".x" + temporary, file}
			sweep(t, file)
			if d.claim() == nil {
				t.Error("the writer goes on with a file that is gone")
			}
		})
	}
}

func TestLockKeepsOthersOut(t *testing.T) {
	root := open(t, t.TempDir())
	unlock, err := Lock(t.Context(), root, "lock")
	must(t, err)
	if _, err := tryLock(root, "lock"); err == nil {
		t.Fatal("two holders of one lock")
	}
	short, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	if _, err := Lock(short, root, "lock"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline", err)
	}
	unlock()
	unlock, err = Lock(t.Context(), root, "lock")
	must(t, err)
	unlock()
}

// TestLockSurvivesACleaner has the lock file deleted between the two calls that
// take the lock: a lock on a file that nobody else can find keeps nobody out.
func TestLockSurvivesACleaner(t *testing.T) {
	tests := map[string]func(t *testing.T, dir string){
		"deleted": func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, "lock"))) },
		"replaced": func(t *testing.T, dir string) {
			must(t, os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "lock")))
		},
	}
	for name, clean := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"lock", "new"} {
				must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
			}
			opened, err := os.Open(filepath.Join(dir, "lock"))
			must(t, err)
			defer opened.Close()
			clean(t, dir)
			if err := Hold(open(t, dir), "lock", opened); !errors.Is(err, syscall.EWOULDBLOCK) {
				t.Errorf("got %v: the lock of a file that is gone counts", err)
			}
		})
	}
}

// TestLockNamesItsFileOnce: people read the error in logs.
func TestLockNamesItsFileOnce(t *testing.T) {
	_, err := Lock(t.Context(), open(t, t.TempDir()), "none/lock")
	if want := "lock none/lock: no such file or directory"; !errors.Is(err, fs.ErrNotExist) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLockOfAFolder(t *testing.T) {
	dir := t.TempDir()
	unlock, err := LockFolder(t.Context(), open(t, dir))
	must(t, err)
	short, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	if _, err := LockFolder(short, open(t, dir)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline", err)
	}
	unlock()
	unlock, err = LockFolder(t.Context(), open(t, dir))
	must(t, err)
	unlock()
}

// TestWhatOthersMayDo: a mode that is asked for is had, whatever the umask, and a folder
// goes on handing its group down.
func TestWhatOthersMayDo(t *testing.T) {
	if platform.Portable {
		t.Skip("no thread has a umask of its own here")
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o750|fs.ModeSetgid))
	root := open(t, dir)
	for _, wanted := range []fs.FileMode{0o600, 0o640, 0o660, 0o664, 0o644} {
		name := fmt.Sprintf("%o", wanted)
		must(t, FolderFor(root, name, wanted))
		must(t, WriteFor(root, name+"/x", []byte("x"), wanted))
		folder, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		file, err := os.Stat(filepath.Join(dir, name, "x"))
		must(t, err)
		enter := wanted | wanted&0o444>>2 | fs.ModeSetgid | fs.ModeDir
		if folder.Mode() != enter || file.Mode() != wanted {
			t.Errorf("%v: folder %v, file %v", wanted, folder.Mode(), file.Mode())
		}
	}
	must(t, FolderFor(root, "usual", 0))
	must(t, os.Mkdir(filepath.Join(dir, "like"), 0o777))
	usual, err := os.Stat(filepath.Join(dir, "usual"))
	must(t, err)
	if like, err := os.Stat(filepath.Join(dir, "like")); err != nil || usual.Mode() != like.Mode() {
		t.Errorf("without a mode: %v, and the umask has it %v (%v)", usual.Mode(), like.Mode(), err)
	}
}
