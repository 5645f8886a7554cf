package bus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestModes(t *testing.T) {
	tests := map[string]struct {
		mode   Mode
		folder bool
		want   bool
	}{
		"auto without a folder": {Auto, false, false},
		"auto with a folder":    {Auto, true, true},
		"on without a folder":   {On, false, true},
		"on with a folder":      {On, true, true},
		"off with a folder":     {Off, true, false},
		"off without a folder":  {Off, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir, log := session(t, "")
			if !tt.folder {
				os.Remove(filepath.Dir(log))
			}
			b := open(t, dir, tt.mode)
			if unfinished, err := b.Unfinished(); err != nil || len(unfinished) > 0 {
				t.Errorf("before: %v, %v", unfinished, err)
			}
			if _, err := os.Lstat(log); err == nil {
				t.Error("asking made the file")
			}
			id, err := b.Begin(t.Context(), key("R", "f", 1), began)
			if err != nil || (id != "") != tt.want {
				t.Errorf("got %q, %v", id, err)
			}
			if _, err := os.Lstat(log); (err == nil) != tt.want {
				t.Errorf("file: %v", err)
			}
			if _, err := os.Lstat(filepath.Dir(log)); (err == nil) != (tt.want || tt.folder) {
				t.Errorf("folder: %v", err)
			}
		})
	}
}

func TestNothingIsWrittenThroughLinks(t *testing.T) {
	tests := map[string]func(t *testing.T, dir, log string) error{
		"the folder is a link": func(t *testing.T, dir, log string) error {
			return errors.Join(os.Remove(filepath.Dir(log)), os.Mkdir(filepath.Join(dir, "other"), 0o755), os.Symlink("other", filepath.Dir(log)))
		},
		"the folder is a link to outside": func(t *testing.T, dir, log string) error {
			return errors.Join(os.Remove(filepath.Dir(log)), os.Symlink(t.TempDir(), filepath.Dir(log)))
		},
		"the folder is a file": func(t *testing.T, dir, log string) error {
			return errors.Join(os.Remove(filepath.Dir(log)), os.WriteFile(filepath.Dir(log), nil, 0o644))
		},
		"the file is a link":                func(t *testing.T, dir, log string) error { return os.Symlink("../mine.md", log) },
		"the file is a link to nothing yet": func(t *testing.T, dir, log string) error { return os.Symlink("../new.md", log) },
		"the file has another name": func(t *testing.T, dir, log string) error {
			return os.Link(filepath.Join(dir, "mine.md"), log)
		},
		"the file is a folder": func(t *testing.T, dir, log string) error { return os.Mkdir(log, 0o755) },
		"the file is a pipe":   func(t *testing.T, dir, log string) error { return syscall.Mkfifo(log, 0o644) },
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			dir, log := session(t, "")
			mine := filepath.Join(dir, "mine.md")
			if err := os.WriteFile(mine, []byte("mine\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := prepare(t, dir, log); err != nil {
				t.Fatal(err)
			}
			b := open(t, dir, On)
			if _, err := b.Begin(t.Context(), key("R", "f", 1), began); !errors.Is(err, ErrRefused) {
				t.Errorf("Begin: %v, want ErrRefused", err)
			}
			if _, err := b.Unfinished(); !errors.Is(err, ErrRefused) && name != "the file is a link to nothing yet" {
				t.Errorf("Unfinished: %v, want ErrRefused", err)
			}
			if got := read(t, mine); got != "mine\n" {
				t.Errorf("written through the link: %q", got)
			}
			if _, err := os.Lstat(filepath.Join(dir, "new.md")); err == nil {
				t.Error("made through the link")
			}
			if left, _ := os.ReadDir(filepath.Join(dir, "other")); len(left) > 0 {
				t.Errorf("made in the linked folder: %v", left)
			}
		})
	}
}

func TestFileReplacedBeforeItIsLocked(t *testing.T) {
	tests := map[string]func(log string) error{
		"deleted": os.Remove,
		"replaced": func(log string) error {
			return errors.Join(os.WriteFile(log+".new", nil, 0o644), os.Rename(log+".new", log))
		},
		"a link to it": func(log string) error {
			return errors.Join(os.Rename(log, log+".old"), os.Symlink(filepath.Base(log)+".old", log))
		},
	}
	for name, replace := range tests {
		t.Run(name, func(t *testing.T) {
			dir, log := session(t, "{}\n")
			folder, err := open(t, dir, Auto).folder(false)
			if err != nil {
				t.Fatal(err)
			}
			defer folder.Close()
			file, err := openFile(folder, false)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if err := replace(log); err != nil {
				t.Fatal(err)
			}
			if err := lock(file, folder); !errors.Is(err, ErrBusy) {
				t.Errorf("got %v, want another try", err)
			}
		})
	}
}

func TestLockThatIsNeverGivenBack(t *testing.T) {
	dir, log := session(t, "{}\n")
	held, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := syscall.Flock(int(held.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir, Auto)
	gone := errors.New("the daemon ends")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	if _, err := b.Begin(ctx, key("R", "f", 1), began); !errors.Is(err, gone) {
		t.Errorf("got %v, want the cause", err)
	}
	b.patience = time.Millisecond
	if _, err := b.Begin(t.Context(), key("R", "f", 1), began); err == nil || !strings.Contains(err.Error(), "held by another process") {
		t.Errorf("got %v", err)
	}
	if got := read(t, log); got != "{}\n" {
		t.Errorf("written without the lock: %q", got)
	}
}
