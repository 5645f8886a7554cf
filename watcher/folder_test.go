//go:build linux

package watcher

import (
	"hash/maphash"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"discussd/internal/platform"
)

func TestIdentityOutlivesInode(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the time of a folder's birth")
	}
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

// Whatever sessions the files of a folder belong to, each keeps its key.
func TestFolderKeys(t *testing.T) {
	tests := map[string][]Key{
		"the folder's own":         {{"/top/s", "A"}, {"/top/s", "B"}},
		"of a folder above":        {{"/top", "A"}, {"/top", "B"}},
		"of two":                   {{"/top/s", "A"}, {"/top", "A"}, {"/top/s", "A"}},
		"of one that is not above": {{"/top/other/longer", "A"}, {"/top/s", "A"}, {"/top/other/longer", "B"}},
		"the top":                  {{"/", "A"}, {"/top/s", "A"}},
	}
	for name, keys := range tests {
		t.Run(name, func(t *testing.T) {
			f := &folder{path: "/top/s"}
			for _, key := range keys {
				f.files = append(f.files, file{key: f.intern(key)})
			}
			for at, key := range keys {
				if got := f.key(f.files[at]); got != key {
					t.Errorf("file %d: key %v, want %v", at, got, key)
				}
			}
		})
	}
}

// The walk over what was found goes on where it was, whatever vanishes or appears
// meanwhile.
func TestNextFolder(t *testing.T) {
	names := []string{"a", "b", "c"}
	grown := func() (tr *tree, top *folder) {
		top = &folder{path: "/"}
		for _, name := range names {
			for _, inner := range names {
				parent := top.child(name)
				if parent == nil {
					parent = top.addChild(name)
				}
				parent.addChild(inner)
			}
		}
		return newTree(New(Options{Route: route}).options, nil, nil, nil), top
	}
	tests := map[string]struct {
		change func(tr *tree, top *folder)
		want   []string
	}{
		"nothing":         {func(*tree, *folder) {}, []string{"/b/c", "/c", "/c/a", "/c/b", "/c/c"}},
		"it vanishes":     {func(tr *tree, top *folder) { tr.drop(top.child("b").child("b")) }, []string{"/b/c", "/c", "/c/a", "/c/b", "/c/c"}},
		"the one above":   {func(tr *tree, top *folder) { tr.drop(top.child("b")) }, []string{"/c", "/c/a", "/c/b", "/c/c"}},
		"the next":        {func(tr *tree, top *folder) { tr.drop(top.child("c")) }, []string{"/b/c"}},
		"one before":      {func(tr *tree, top *folder) { tr.drop(top.child("a")) }, []string{"/b/c", "/c", "/c/a", "/c/b", "/c/c"}},
		"another appears": {func(tr *tree, top *folder) { top.child("b").addChild("bb") }, []string{"/b/bb", "/b/c", "/c", "/c/a", "/c/b", "/c/c"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tr, top := grown()
			f := top.child("b").child("b")
			tt.change(tr, top)
			var got []string
			for f = f.next(); f != nil; f = f.next() {
				got = append(got, f.path)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("folders (-want +got):\n%s", diff)
			}
		})
	}
}
