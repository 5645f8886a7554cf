//go:build linux

package watcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/internal/platform"
	"discussd/internal/syncbuffer"
)

func TestRoots(t *testing.T) {
	// Each case ends with a session at root, whose A.md is then written.
	tests := map[string]struct {
		before func(t *testing.T, base, root string)
		after  func(t *testing.T, base, root string)
	}{
		"there from the start": {
			before: func(t *testing.T, _, root string) { mkdir(t, root+"/spec") },
			after:  func(*testing.T, string, string) {},
		},
		"appears later": {
			before: func(*testing.T, string, string) {},
			after:  func(t *testing.T, _, root string) { mkdir(t, root+"/spec") },
		},
		"appears by a rename of a folder above": {
			before: func(t *testing.T, base, _ string) { mkdir(t, base+"/elsewhere/b/root/spec") },
			after:  func(t *testing.T, base, _ string) { rename(t, base+"/elsewhere", base+"/a") },
		},
		"deleted and recreated": {
			before: func(t *testing.T, _, root string) { write(t, root+"/spec/A.md", "old") },
			after: func(t *testing.T, _, root string) {
				remove(t, root)
				mkdir(t, root+"/spec")
			},
		},
		"deleted with the folders above and recreated": {
			before: func(t *testing.T, _, root string) { write(t, root+"/spec/A.md", "old") },
			after: func(t *testing.T, base, root string) {
				remove(t, base+"/a")
				mkdir(t, root+"/spec")
			},
		},
		"moved away and replaced": {
			before: func(t *testing.T, _, root string) { write(t, root+"/spec/A.md", "old") },
			after: func(t *testing.T, base, root string) {
				rename(t, root, base+"/elsewhere")
				mkdir(t, root+"/spec")
			},
		},
		"folder above moved away and replaced": {
			before: func(t *testing.T, _, root string) { write(t, root+"/spec/A.md", "old") },
			after: func(t *testing.T, base, root string) {
				rename(t, base+"/a", base+"/elsewhere")
				mkdir(t, root+"/spec")
			},
		},
		"a link": {
			before: func(t *testing.T, base, root string) {
				mkdir(t, base+"/target/spec")
				mkdir(t, filepath.Dir(root))
				symlink(t, base+"/target", root)
			},
			after: func(*testing.T, string, string) {},
		},
		"a link that is repointed": {
			before: func(t *testing.T, base, root string) {
				write(t, base+"/target/spec/A.md", "old")
				mkdir(t, base+"/other/spec")
				mkdir(t, filepath.Dir(root))
				symlink(t, base+"/target", root)
			},
			after: func(t *testing.T, base, root string) {
				symlink(t, base+"/other", root+".new")
				rename(t, root+".new", root)
			},
		},
		"a link above that is repointed": {
			before: func(t *testing.T, base, _ string) {
				mkdir(t, base+"/target/b/root/spec")
				mkdir(t, base+"/other/b/root/spec")
				symlink(t, base+"/target", base+"/a")
			},
			after: func(t *testing.T, base, _ string) {
				remove(t, base+"/a")
				symlink(t, base+"/other", base+"/a")
			},
		},
		"a link whose target is replaced": {
			before: func(t *testing.T, base, root string) {
				mkdir(t, base+"/target/spec")
				mkdir(t, filepath.Dir(root))
				symlink(t, base+"/target", root)
			},
			after: func(t *testing.T, base, _ string) {
				remove(t, base+"/target")
				mkdir(t, base+"/target/spec")
			},
		},
		"a link whose target appears later": {
			before: func(t *testing.T, base, root string) {
				mkdir(t, filepath.Dir(root))
				symlink(t, base+"/target", root)
			},
			after: func(t *testing.T, base, _ string) { mkdir(t, base+"/target/spec") },
		},
		"a file first": {
			before: func(t *testing.T, _, root string) { write(t, root, "no folder") },
			after: func(t *testing.T, _, root string) {
				remove(t, root)
				mkdir(t, root+"/spec")
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			root := base + "/a/b/root"
			tt.before(t, base, root)
			r := start(t, Options{Roots: []string{root}, Times: Times{Poll: 10 * time.Millisecond}})
			r.pass()
			tt.after(t, base, root)
			for range 3 {
				r.pass()
				r.seen = nil
				write(t, root+"/spec/A.md", "new")
				r.settled(Key{root, "A"})
			}
		})
	}
}

func TestVanishedRootChangesItsKeys(t *testing.T) {
	base := t.TempDir()
	write(t, base+"/a/root/s/spec/A.md", "x")
	write(t, base+"/a/root/s/spec/B/member.md", "x")
	r := start(t, Options{Roots: []string{base + "/a/root"}})
	k := Key{base + "/a/root/s", "A"}
	r.found(k)
	r.seen = nil
	rename(t, base+"/a", base+"/elsewhere")
	r.settled(k)
	r.pass()
	r.seen = nil
	write(t, base+"/elsewhere/root/s/spec/A.md", "nobody's")
	r.quiet()
}

func TestNestedRoots(t *testing.T) {
	base := t.TempDir()
	outer, inner := base+"/outer", base+"/outer/.hidden/inner"
	write(t, outer+"/s/spec/A.md", "x")
	write(t, outer+"/.hidden/spec/A.md", "between the roots, wanted by none")
	write(t, inner+"/spec/A.md", "x")
	r := start(t, Options{Roots: []string{inner, outer, outer}, Descend: func(root, dir string) func(string) bool {
		return func(name string) bool { return root == inner || !strings.Contains(dir+"/"+name, "/.") }
	}})
	r.found(Key{outer + "/s", "A"}, Key{inner, "A"})
	want := []Change{{Key: Key{inner, "A"}, Settled: true, Found: true}, {Key: Key{outer + "/s", "A"}, Settled: true, Found: true}}
	if diff := cmp.Diff(want, r.seen, ignoreAt); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	r.seen = nil
	write(t, outer+"/.hidden/spec/A.md", "new")
	r.quiet()
	write(t, inner+"/spec/A.md", "new")
	r.settled(Key{inner, "A"})
}

func TestRootUnderTwoNames(t *testing.T) {
	base := t.TempDir()
	mkdir(t, base+"/real/spec")
	symlink(t, base+"/real", base+"/link")
	r := start(t, Options{Roots: []string{base + "/real", base + "/link"}, Times: Times{Poll: 10 * time.Millisecond}})
	write(t, base+"/real/spec/A.md", "x")
	missing := map[Key]bool{{base + "/real", "A"}: true, {base + "/link", "A"}: true}
	r.until("both names", func(c Change) bool {
		delete(missing, c.Key)
		return len(missing) == 0
	})
}

func TestMissingRootIsLoggedOnce(t *testing.T) {
	var log syncbuffer.Buffer
	root := t.TempDir() + "/root"
	r := start(t, Options{Roots: []string{root}, Logger: hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Info})})
	for range 2 {
		write(t, filepath.Dir(root)+"/neighbour", "x")
		r.pass()
	}
	if got := strings.Count(log.String(), "root cannot be watched, waiting for it"); got != 1 {
		t.Errorf("logged %d times that a root is missing, want once:\n%s", got, log.String())
	}
	write(t, root+"/spec/A.md", "x")
	r.settled(Key{root, "A"})
	r.pass()
	lines := 2
	if platform.Portable {
		lines++ // that everything is polled
	}
	if got := strings.Count(log.String(), "\n"); got != lines || !strings.Contains(log.String(), "root appeared") {
		t.Errorf("log is not one warning and its end:\n%s", log.String())
	}
}

func TestFolderThatMayNotBeRead(t *testing.T) {
	if os.Geteuid() == 0 && !inChild(t, asNobody()) {
		return
	}
	root := t.TempDir()
	write(t, root+"/s/spec/A.md", "x")
	write(t, root+"/s/spec/B/deep/member.md", "x")
	write(t, root+"/t/spec/A.md", "x")
	chmod(t, root+"/s/spec", 0)
	chmod(t, root+"/t/spec/A.md", 0)
	defer chmod(t, root+"/s/spec", 0o755)
	r := start(t, Options{Roots: []string{root}})
	r.found(Key{root + "/t", "A"})
	r.seen = nil
	chmod(t, root+"/s/spec", 0o755)
	r.settled(Key{root + "/s", "B"})
	write(t, root+"/s/spec/B/deep/member.md", "new")
	r.settled(Key{root + "/s", "B"})
	r.pass()
	r.seen = nil
	chmod(t, root+"/t/spec/A.md", 0o644) // now it may be read: that is news
	r.settled(Key{root + "/t", "A"})
	chmod(t, root+"/t/spec/A.md", 0) // and so is this
	r.settled(Key{root + "/t", "A"})
	chmod(t, root+"/s/spec", 0)
	r.settled(Key{root + "/s", "B"})
}
