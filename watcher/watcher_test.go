package watcher

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func quietFor(d time.Duration) func(Key) time.Duration {
	return func(Key) time.Duration { return d }
}

func TestFoundAtStart(t *testing.T) {
	root := t.TempDir()
	s := root + "/project/セッション 1"
	write(t, s+"/spec/A.md", "a")
	write(t, s+"/spec/B/one.md", "b")
	write(t, s+"/spec/B/two.md", "b")
	write(t, s+"/spec/notes.txt", "no key")
	write(t, s+"/discussions/spec/C.md", "not descended into")
	r := start(t, Options{Roots: []string{root}})
	r.found(Key{s, "A"}, Key{s, "B"})
	want := []Change{{Key: Key{s, "A"}, Settled: true, Found: true}, {Key: Key{s, "B"}, Settled: true, Found: true}}
	if diff := cmp.Diff(want, r.seen, ignoreAt); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// TestBurst tells one burst from several: the window is ended by hand, so that
// no machine is too slow for it.
func TestBurst(t *testing.T) {
	tests := map[string]func(t *testing.T, r *running, path string){
		"truncate and write": func(t *testing.T, r *running, path string) { write(t, path, "new") },
		"temporary and rename": func(t *testing.T, r *running, path string) {
			write(t, path+".tmp", "new")
			rename(t, path+".tmp", path)
		},
		"rename from elsewhere": func(t *testing.T, r *running, path string) {
			elsewhere := t.TempDir() + "/x"
			write(t, elsewhere, "new")
			rename(t, elsewhere, path)
		},
		"stream": func(t *testing.T, r *running, path string) {
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			for range 10 {
				if _, err := f.WriteString("chunk\n"); err != nil {
					t.Fatal(err)
				}
				r.pass()
			}
		},
		"save of an editor": func(t *testing.T, r *running, path string) {
			write(t, filepath.Dir(path)+"/4913", "")
			remove(t, filepath.Dir(path)+"/4913")
			rename(t, path, path+"~")
			write(t, path, "new")
			remove(t, path+"~")
		},
		"removed":    func(t *testing.T, r *running, path string) { remove(t, path) },
		"moved away": func(t *testing.T, r *running, path string) { rename(t, path, t.TempDir()+"/x") },
		"folder removed": func(t *testing.T, r *running, path string) {
			remove(t, filepath.Dir(path))
		},
		"made a link": func(t *testing.T, r *running, path string) {
			remove(t, path)
			symlink(t, "/dev/zero", path)
		},
		"member added": func(t *testing.T, r *running, path string) {
			write(t, strings.TrimSuffix(path, ".md")+"/member.md", "new")
		},
	}
	for name, act := range tests {
		t.Run(name, func(t *testing.T) {
			s := t.TempDir()
			k := Key{s, "A"}
			write(t, s+"/spec/A.md", "old")
			r := start(t, Options{Roots: []string{s}, Times: Times{Quiet: quietFor(hour)}})
			r.found(k)
			r.seen = nil
			act(t, r, s+"/spec/A.md")
			r.pass()
			r.w.Settle(k)
			r.settled(k)
			r.pass()
			want := []Change{{Key: k}, {Key: k, Settled: true}}
			if diff := cmp.Diff(want, r.seen, ignoreAt); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoChange(t *testing.T) {
	tests := map[string]func(t *testing.T, s string){
		"chmod": func(t *testing.T, s string) { chmod(t, s+"/spec/A.md", 0o600) },
		"touch": func(t *testing.T, s string) {
			if err := os.Chtimes(s+"/spec/A.md", time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
		},
		"chmod of the folder": func(t *testing.T, s string) { chmod(t, s+"/spec", 0o700) },
		"opened for writing": func(t *testing.T, s string) {
			f, err := os.OpenFile(s+"/spec/A.md", os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		},
		"outputs":            func(t *testing.T, s string) { write(t, s+"/discussions/spec/A.md", "x") },
		"file without key":   func(t *testing.T, s string) { write(t, s+"/spec/notes.txt", "x") },
		"linked folder":      func(t *testing.T, s string) { symlink(t, s+"/spec", s+"/linked") },
		"neighbour of roots": func(t *testing.T, s string) { write(t, filepath.Dir(s)+"/other/spec/A.md", "x") },
	}
	for name, act := range tests {
		t.Run(name, func(t *testing.T) {
			if name == "chmod" || name == "touch" {
				needsEvents(t) // by its times, the file has changed
			}
			s := t.TempDir() + "/s"
			write(t, s+"/spec/A.md", "old")
			r := start(t, Options{Roots: []string{s}})
			r.found(Key{s, "A"})
			r.seen = nil
			act(t, s)
			r.quiet()
			write(t, s+"/spec/A.md", "new") // and it still watches
			r.settled(Key{s, "A"})
		})
	}
}

// TestStartLooksOnce: a start-up looks at each folder once, and what is mounted since is
// listened for before it.
func TestStartLooksOnce(t *testing.T) {
	needsEvents(t)
	s := t.TempDir() + "/s"
	write(t, s+"/spec/A.md", "old")
	var looks atomic.Int32
	r := start(t, Options{Roots: []string{s}, inspection: inspection{looking: func(path string) {
		if path == s+"/spec" {
			looks.Add(1)
		}
	}}})
	r.found(Key{s, "A"})
	r.pass()
	if n := looks.Load(); n != 1 {
		t.Errorf("%d looks", n)
	}
}

// TestFolderWithAKey has a folder come into sight with the one above it, and then by
// itself, which is nothing that it tells.
func TestFolderWithAKey(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	mkdir(t, root+"/s/marked")
	mkdir(t, elsewhere+"/marked")
	r := start(t, Options{Roots: []string{root}, Folder: func(parent, name string, _ bool) (Key, bool) {
		return Key{Session: parent}, name == "marked"
	}})
	r.found(Key{Session: root + "/s"})
	remove(t, root+"/s/marked")
	r.pass()
	r.seen = nil
	mkdir(t, root+"/s/marked")
	r.quiet() // a rescan that met it before its event would take it for a part of what it looks at
	r.w.Rescan()
	r.quiet()
	rename(t, elsewhere, root+"/t")
	r.settled(Key{Session: root + "/t"})
	rename(t, root+"/t", root+"/u")
	r.settled(Key{Session: root + "/u"})
}

// TestLinkWithAKey: whoever waits for what is behind a link is told when it comes, goes,
// leads elsewhere, or was there from the start. One whose name is that of a file is not
// asked about, and neither is a file.
func TestLinkWithAKey(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	link := root + "/s/spec"
	k := Key{Session: root + "/s"}
	mkdir(t, root+"/s")
	symlink(t, elsewhere, link)
	r := start(t, Options{Roots: []string{root}, Folder: func(parent, _ string, link bool) (Key, bool) { return Key{Session: parent}, link }})
	r.found(k)
	for _, change := range []func(){
		func() { symlink(t, root, link+".new"); rename(t, link+".new", link) },
		func() { remove(t, link) },
		func() { symlink(t, elsewhere, link) },
		func() { remove(t, link); mkdir(t, link) },
	} {
		change()
		r.settled(k)
		r.pass()
	}
	r.seen = nil
	write(t, root+"/s/file", "x")
	symlink(t, elsewhere, root+"/s/file.txt")
	r.quiet()
}

// TestMark has a file give a key to one in a folder beside it, which was seen before.
func TestMark(t *testing.T) {
	root := t.TempDir()
	k := Key{root + "/s", "A"}
	marked := func(path string) (Key, bool) {
		session := filepath.Dir(filepath.Dir(path))
		if _, err := os.Stat(session + "/mark"); err == nil && filepath.Base(path) == "A.md" {
			return Key{session, "A"}, true
		}
		return route(path)
	}
	r := start(t, Options{Roots: []string{root}, Route: marked, Marks: func(name string) bool { return name == "mark" }})
	write(t, root+"/s/folder/A.md", "x")
	write(t, root+"/s/other", "x")
	r.quiet()
	write(t, root+"/s/mark", "x")
	r.settled(k)
	r.seen = nil
	write(t, root+"/s/mark", "once more")
	r.quiet()
	write(t, root+"/s/folder/A.md", "y")
	r.settled(k)
}

func TestRescanIsSilent(t *testing.T) {
	root := t.TempDir()
	var keys []Key
	for i := range 20 {
		k := Key{fmt.Sprintf("%s/%d", root, i), "A"}
		keys = append(keys, k)
		write(t, k.Session+"/spec/A.md", "old")
		write(t, k.Session+"/spec/A/member.md", "old")
	}
	var looked atomic.Int64
	r := start(t, Options{Roots: []string{root}, Descend: func(_, dir string) func(string) bool {
		if dir == keys[19].Session+"/spec" {
			looked.Add(1)
		}
		return func(string) bool { return true }
	}})
	r.found(keys...)
	r.seen = nil
	for range 3 {
		before := looked.Load()
		r.w.Rescan()
		for looked.Load() == before {
			r.pass()
		}
	}
	r.quiet()
}

func TestFoldersMadeAndFilledAtOnce(t *testing.T) {
	root := t.TempDir()
	r := start(t, Options{Roots: []string{root}})
	for i := range 50 {
		s := fmt.Sprintf("%s/%d/a/b/c", root, i)
		write(t, s+"/spec/R/deep/er/member.md", "x")
		write(t, s+"/spec/A.md", "x")
		r.settled(Key{s, "R"})
		write(t, s+"/spec/R/deep/er/member.md", "later") // the watch is there too
		write(t, s+"/spec/A.md", "later")
		r.pass()
		r.seen = nil
		write(t, s+"/spec/A.md", "latest")
		r.settled(Key{s, "A"})
	}
}

func TestFolderRenamed(t *testing.T) {
	root := t.TempDir()
	r := start(t, Options{Roots: []string{root}})
	write(t, root+"/0/spec/A.md", "x")
	write(t, root+"/0/spec/A/deep/member.md", "x")
	r.settled(Key{root + "/0", "A"})
	for i := range 30 {
		from, to := fmt.Sprintf("%s/%d", root, i), fmt.Sprintf("%s/%d", root, i+1)
		rename(t, from, to)
		if i%2 == 0 {
			// Written before the watcher knows.
			write(t, to+"/spec/B/deep/member.md", "x")
			r.settled(Key{to, "B"})
		}
		r.pass()
		r.seen = nil
		for _, path := range []string{to + "/spec/A.md", to + "/spec/A/deep/member.md"} {
			write(t, path, "new")
			if c := r.until("a change", func(c Change) bool { return c.Round == "A" && c.Settled }); c.Session != to {
				t.Fatalf("rename %d: change of %s, want %s", i, c.Session, to)
			}
			r.pass()
		}
	}
	rename(t, root+"/30", root+"/31")
	r.settled(Key{root + "/30", "A"})
	r.pass()
	rename(t, root+"/31", t.TempDir()+"/away")
	r.settled(Key{root + "/31", "A"})
}

func TestFolderRenamedAwayAndBack(t *testing.T) {
	needsEvents(t)
	root := t.TempDir()
	s := root + "/s"
	write(t, s+"/spec/A.md", "x")
	r := start(t, Options{Roots: []string{root}})
	r.found(Key{s, "A"})
	r.seen = nil
	for i := range 20 {
		rename(t, s, root+"/t")
		rename(t, root+"/t", s)
		r.settled(Key{s, "A"}) // which was not there for a moment
		r.pass()
		r.seen = nil
		write(t, s+"/spec/A.md", "new")
		r.settled(Key{s, "A"})
		below := fmt.Sprintf("%s/%d", s, i) // the renamed folder is watched, not only those in it
		write(t, below+"/spec/A.md", "new")
		r.settled(Key{below, "A"})
		r.pass()
	}
}

func TestRouteThatChangesItsMind(t *testing.T) {
	s := t.TempDir()
	flat := func(path string) (Key, bool) {
		if filepath.Dir(path) != s {
			return route(path)
		}
		_, err := os.Stat(s + "/marker.json")
		return Key{s, strings.TrimSuffix(filepath.Base(path), ".md")}, err == nil && filepath.Ext(path) == ".md"
	}
	r := start(t, Options{Roots: []string{s}, Route: flat})
	write(t, s+"/A.md", "x")
	r.quiet()
	write(t, s+"/marker.json", "{}")
	r.settled(Key{s, "A"})
}

func TestLinkedFileIsPolled(t *testing.T) {
	for name, link := range map[string]func(string, string) error{"hard link": os.Link, "symbolic link": os.Symlink} {
		t.Run(name, func(t *testing.T) {
			s, outside := t.TempDir(), t.TempDir()+"/file"
			write(t, outside, "old")
			mkdir(t, s+"/spec")
			if err := link(outside, s+"/spec/A.md"); err != nil {
				t.Fatal(err)
			}
			r := start(t, Options{Roots: []string{s}, Times: Times{Poll: 10 * time.Millisecond}})
			r.found(Key{s, "A"})
			r.seen = nil
			write(t, outside, "newer")
			r.settled(Key{s, "A"})
		})
	}
}

// TestWrittenUnheard has a file written with no event, and then an event that tells
// nothing of it: it must not look as if the file had been seen.
func TestWrittenUnheard(t *testing.T) {
	needsEvents(t)
	s, outside := t.TempDir(), t.TempDir()+"/file"
	write(t, s+"/spec/A.md", "old")
	r := start(t, Options{Roots: []string{s}})
	r.found(Key{s, "A"})
	r.seen = nil
	if err := os.Link(s+"/spec/A.md", outside); err != nil {
		t.Fatal(err)
	}
	write(t, outside, "newer")
	chmod(t, s+"/spec/A.md", 0o600)
	r.quiet()
	r.w.Rescan()
	r.settled(Key{s, "A"})
}

func TestNameThatIsNotUTF8(t *testing.T) {
	s := t.TempDir()
	r := start(t, Options{Roots: []string{s}})
	write(t, s+"/spec/\xff.md", "x")
	r.settled(Key{s, "\xff"})
}

func TestRouteMayBlockWithoutLoss(t *testing.T) {
	root := t.TempDir()
	s := root + "/s"
	mkdir(t, s+"/spec/A")
	gate := make(chan struct{})
	r := start(t, Options{Roots: []string{root}, Route: func(path string) (Key, bool) {
		if strings.HasPrefix(path, s) {
			<-gate
		}
		return route(path)
	}})
	// More than a batch holds: the rest is found by looking.
	name := func(i int) string { return fmt.Sprintf("%s/spec/A/%d.txt", s, i) }
	write(t, name(0), "")
	for i := range maxBatch + 1000 {
		rename(t, name(i), name(i+1))
	}
	const files = 100
	for i := range files {
		write(t, fmt.Sprintf("%s/spec/last-%d.md", s, i), "x")
	}
	close(gate)
	missing := make(map[Key]bool)
	for i := range files {
		missing[Key{s, fmt.Sprintf("last-%d", i)}] = true
	}
	r.until("all files of a flood", func(c Change) bool {
		if c.Settled {
			delete(missing, c.Key)
		}
		return len(missing) == 0
	})
}

func TestRunRefusesRelativeRoot(t *testing.T) {
	w := New(Options{Roots: []string{"sessions"}, Route: route})
	if err := w.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), `"sessions"`) {
		t.Errorf("Run() = %v, want an error that names the root", err)
	}
}

func TestCanceledWhileNobodyListens(t *testing.T) {
	root := t.TempDir()
	write(t, root+"/spec/A.md", "x")
	w := New(Options{Roots: []string{root}, Route: route})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- w.Run(ctx, make(chan Change)) }()
	<-w.Ready()
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Run() = %v", err)
	}
	w.Settle(Key{root, "A"}) // must not wait, nor panic
	w.Rescan()
	w.Rescan()
}
