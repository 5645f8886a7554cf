package watcher

import (
	"hash/maphash"
	"os"
	"testing"
	"time"
)

// TestSameSizeAndTime: who copies a file over another one with its times, as cp -p and
// rsync -t do, gives other bytes of the same length the same age.
func TestSameSizeAndTime(t *testing.T) {
	seed, path := maphash.MakeSeed(), t.TempDir()+"/A.md"
	age := time.Now().Add(-time.Hour)
	put := func(text string) {
		write(t, path, text)
		if err := os.Chtimes(path, age, age); err != nil {
			t.Fatal(err)
		}
	}
	put("before")
	before, _, err := lookAt(path, seed)
	if err != nil {
		t.Fatal(err)
	}
	for tick := before; tick == before; { // file systems tell time in steps
		put("after!")
		if tick, _, err = lookAt(path, seed); err != nil {
			t.Fatal(err)
		}
		if time.Since(age) > time.Hour+10*time.Second {
			t.Fatal("looks the same")
		}
	}
}

// TestFolderInAFilesPlace: a folder that bears the name of a file with a key is told of
// like that file: when it is found, made, filled, and replaced by the file.
func TestFolderInAFilesPlace(t *testing.T) {
	root := t.TempDir()
	key := func(round string) Key { return Key{root + "/s", round} }
	mkdir(t, root+"/s/spec/A.md")
	r := start(t, Options{Roots: []string{root}})
	r.found(key("A"))
	mkdir(t, root+"/s/spec/B.md")
	r.settled(key("B"))
	remove(t, root+"/s/spec/B.md")
	r.settled(key("B"))
	remove(t, root+"/s/spec/A.md")
	write(t, root+"/s/spec/A.md", "a file")
	r.settled(key("A"))
}

// TestFolderWithoutAKey: a folder whose name no file of a round has is nobody's change.
func TestFolderWithoutAKey(t *testing.T) {
	root := t.TempDir()
	mkdir(t, root+"/s/spec")
	r := start(t, Options{Roots: []string{root}})
	mkdir(t, root+"/s/spec/notes")
	r.quiet()
}
