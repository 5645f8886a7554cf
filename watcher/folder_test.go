package watcher

import (
	"hash/maphash"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestIdentityOutlivesInode(t *testing.T) {
	dir, seed := t.TempDir()+"/dir", maphash.MakeSeed()
	made := func() (id identity, inode uint64, born unix.StatxTimestamp) {
		mkdir(t, dir)
		var st unix.Statx_t
		if err := unix.Statx(unix.AT_FDCWD, dir, 0, unix.STATX_INO|unix.STATX_BTIME, &st); err != nil {
			t.Fatal(err)
		}
		id, _, err := (&folder{path: dir}).look(seed)
		if err != nil {
			t.Fatal(err)
		}
		if again, _, err := (&folder{path: dir}).look(seed); err != nil || again != id {
			t.Fatalf("looked twice: %v and %v, %v", id, again, err)
		}
		return id, st.Ino, st.Btime
	}
	id, inode, born := made()
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); {
		remove(t, dir)
		nextID, nextInode, nextBorn := made()
		if nextInode == inode && nextBorn != born {
			if nextID == id {
				t.Errorf("two directories with inode %d have one identity", inode)
			}
			return
		}
	}
	t.Skip("the file system gives no inode twice, or tells no time of birth")
}

func TestLookAt(t *testing.T) {
	seed := maphash.MakeSeed()
	tests := map[string]struct {
		make   func(t *testing.T, path string)
		linked bool
	}{
		"file":          {make: func(t *testing.T, path string) { write(t, path, "x") }},
		"pipe":          {make: func(t *testing.T, path string) { mkfifo(t, path) }},
		"dangling link": {make: func(t *testing.T, path string) { symlink(t, path+".target", path) }, linked: true},
		"link":          {make: func(t *testing.T, path string) { symlink(t, "/dev/zero", path) }, linked: true},
		"circle":        {make: func(t *testing.T, path string) { symlink(t, path, path) }, linked: true},
		"hard link": {linked: true, make: func(t *testing.T, path string) {
			write(t, path+".other", "x")
			if err := os.Link(path+".other", path); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir() + "/A.md"
			if _, _, err := lookAt(path, seed); !isGone(err) {
				t.Errorf("nothing there: error %v", err)
			}
			tt.make(t, path)
			before, linked, err := lookAt(path, seed)
			if err != nil || linked != tt.linked {
				t.Errorf("linked %v, error %v, want linked %v", linked, err, tt.linked)
			}
			if again, _, _ := lookAt(path, seed); again != before {
				t.Error("looks different the second time")
			}
			remove(t, path)
			write(t, path, "other content")
			if after, _, err := lookAt(path, seed); err != nil || !after.changed(before, 0) {
				t.Errorf("looks the same when replaced by another file, error %v", err)
			}
		})
	}
}

func mkfifo(t *testing.T, path string) {
	t.Helper()
	if err := unix.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}
