package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"discussd/internal/platform"
	"discussd/pipeline/durable"
)

// TestWhatBecameALinkIsNotOpened has somebody who may write in a session, or beside it,
// put a link to another folder in the place of one that the daemon has seen.
func TestWhatBecameALinkIsNotOpened(t *testing.T) {
	swap := func(t *testing.T, folder string) {
		t.Helper()
		must(t, os.Rename(folder, folder+".old"))
		link(t, filepath.Join(filepath.Dir(folder), "victim"), folder)
	}
	tests := map[string]struct {
		session string // relative to the root
		swapped string
		inner   string // where the victim keeps what looks like the session
	}{
		"a session":                  {"team/S", "team/S", "team/victim"},
		"a session in a session":     {"team/S/sub", "team/S/sub", "team/S/victim"},
		"a folder above the session": {"team/S", "team", "victim/S"},
		"the root itself":            {"", "", "away"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			root := filepath.Join(top, "root")
			tree(t, root, map[string]string{
				filepath.Join(tt.session, "spec/product-brief.md"): "mine",
				filepath.Join(tt.inner, "spec/product-brief.md"):   "theirs",
			})
			if tt.session == "" {
				tree(t, top, map[string]string{"victim/spec/product-brief.md": "theirs"})
			}
			l := table()
			l.Pins = NewPins([]string{root})
			dir := filepath.Join(root, tt.session)
			if s, err := Open(dir, l); err != nil {
				t.Fatal(err)
			} else {
				s.Close()
			}
			swap(t, filepath.Join(root, tt.swapped))
			if tt.session == "" { // the link of a stranger
				if os.Geteuid() != 0 {
					t.Skip("only root can give a link to somebody else")
				}
				must(t, os.Lchown(root, 65534, 65534))
			}
			s, err := Open(dir, l)
			if err == nil {
				got, _ := s.Read(round(t, l, "R2"))
				s.Close()
				t.Fatalf("opened, and read %q", got.Artifact.Content)
			}
			if !errors.Is(err, durable.ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
			must(t, os.Remove(filepath.Join(root, tt.swapped)))
			must(t, os.Rename(filepath.Join(root, tt.swapped)+".old", filepath.Join(root, tt.swapped)))
			if got, err := open(t, dir, l).Read(round(t, l, "R2")); err != nil || string(got.Artifact.Content) != "mine" {
				t.Errorf("when it is right again: %q, %v", got.Artifact.Content, err)
			}
		})
	}
}

// TestARootMayLieBehindLinks: the user has named it.
func TestARootMayLieBehindLinks(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{"one/S/spec/": "", "two/S/spec/": "", "one/away/": ""})
	link(t, "one", filepath.Join(top, "current"))
	link(t, "..", filepath.Join(top, "one/away/up"))
	link(t, "loop", filepath.Join(top, "loop"))
	l := table()
	named := func(roots ...string) {
		for i, root := range roots {
			roots[i] = filepath.Join(top, root)
		}
		l.Pins.Set(roots)
	}
	is := func(dir, want string) {
		t.Helper()
		s := open(t, filepath.Join(top, dir), l)
		got, err := s.Root().Stat(".")
		must(t, err)
		if there, err := os.Stat(filepath.Join(top, want)); err != nil || !os.SameFile(got, there) {
			t.Errorf("%s is not %s: %v", dir, want, err)
		}
	}
	refused := func(dir string) {
		t.Helper()
		if s, err := Open(filepath.Join(top, dir), l); !errors.Is(err, durable.ErrRefused) {
			t.Errorf("%s: session %v, error %v, want ErrRefused", dir, s, err)
		}
	}
	is("current/S", "one/S") // no pins: a person says so
	l.Pins = NewPins(nil)
	refused("one/S") // nobody watches it
	named("current", "one/S/spec", "one/away/up", "loop")
	is("current/S", "one/S")
	is("one/S", "one/S") // above a root
	is("one/away/up/S", "one/S")
	refused("two/S")
	if _, err := Open(filepath.Join(top, "loop/S"), l); err == nil {
		t.Error("a link to itself leads somewhere")
	}
	if _, err := Open(filepath.Join(top, "current/none"), l); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want ErrNotExist", err)
	}
	must(t, os.Remove(filepath.Join(top, "current")))
	link(t, filepath.Join(top, "two"), filepath.Join(top, "current"))
	is("current/S", "two/S") // by a link of our own
	if os.Geteuid() != 0 {
		return
	}
	must(t, os.Remove(filepath.Join(top, "current")))
	link(t, "one", filepath.Join(top, "current"))
	must(t, os.Lchown(filepath.Join(top, "current"), 65534, 65534))
	refused("current/S")
	l.Pins.Renew()
	is("current/S", "one/S")
}

// TestRootReadsAsTheOwner: a file that is in a session by a second name, or that somebody
// else keeps there for himself, is not shown to its owner.
func TestRootReadsAsTheOwner(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the rights of another user, which Linux alone lends")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can read what a session's owner cannot")
	}
	const owner, stranger = 54321, 54322
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"spec/product-brief.md": "root's", "spec/discovery-context.json": "{}",
		"spec/requirements/_index.md": "x", "spec/requirements/REQ-001.md": "a stranger's",
	})
	for name, uid := range map[string]int{".": owner, "spec": owner, "spec/requirements": owner, "spec/discovery-context.json": owner, "spec/requirements/REQ-001.md": stranger} {
		must(t, os.Chown(filepath.Join(dir, name), uid, uid))
	}
	for _, name := range []string{"spec/product-brief.md", "spec/discovery-context.json", "spec/requirements/REQ-001.md"} {
		must(t, os.Chmod(filepath.Join(dir, name), 0o600))
	}
	s := open(t, dir, table())
	for id, want := range map[string]bool{"R1": true, "R2": false, "R3": true} {
		got, err := s.Read(round(t, table(), id))
		must(t, err)
		if read := got.Artifact.Problem == nil; read != want {
			t.Errorf("%s: read %v, want %v: %q, %v", id, read, want, got.Artifact.Content, got.Artifact.Problem)
		}
		if id == "R3" && (len(got.Members) != 1 || got.Members[0].Problem == nil) {
			t.Errorf("a stranger's file: %+v", got.Members)
		}
	}
}
