//go:build linux

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// TestOddFiles has agents leave things that are no documents, under names that are
// no text, in sessions of all kinds. Each gets its one verdict, and the next one
// when it has become a document.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	const brief = "spec/product-brief.md"
	tests := map[string]struct {
		name string // of the session; "" is that of the test
		make func(t *testing.T, dir, file string)
		code string // of the error verdict, "" when there is none
	}{
		"a named pipe": {make: func(t *testing.T, _, file string) { must(t, unix.Mkfifo(file, 0o644)) }, code: session.NotRegular},
		"a socket": {make: func(t *testing.T, _, file string) {
			dir, err := os.Open(filepath.Dir(file))
			must(t, err)
			defer dir.Close()
			// Its own path is longer than a socket's may be.
			l, err := net.Listen("unix", fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(file)))
			must(t, err)
			l.(*net.UnixListener).SetUnlinkOnClose(false)
			must(t, l.Close())
		}, code: session.NotRegular},
		"a folder": {make: func(t *testing.T, _, file string) {
			must(t, os.Mkdir(file, 0o755))
			must(t, os.WriteFile(filepath.Join(file, "part.md"), []byte("# Part\n"), 0o644))
		}, code: session.NotRegular},
		"a link that leads in a circle": {make: func(t *testing.T, _, file string) { must(t, os.Symlink(filepath.Base(file), file)) }, code: session.NotRegular},
		"a link out of the session":     {make: func(t *testing.T, _, file string) { must(t, os.Symlink("/dev/zero", file)) }, code: session.Outside},
		"a link to a neighbour": {make: func(t *testing.T, dir, file string) {
			must(t, os.WriteFile(filepath.Join(filepath.Dir(dir), "secret.md"), []byte("# Secret\n"), 0o644))
			must(t, os.Symlink("../../secret.md", file))
		}, code: session.Outside},
		"a link inside": {make: func(t *testing.T, dir, file string) {
			must(t, os.WriteFile(filepath.Join(dir, "draft.md"), []byte("# Brief\n\nA draft that somebody linked to.\n"), 0o644))
			must(t, os.Symlink("../draft.md", file))
		}},
		"2 GB of nothing": {make: func(t *testing.T, _, file string) {
			must(t, os.WriteFile(file, []byte("# Brief\n"), 0o644))
			must(t, os.Truncate(file, 2<<30))
		}, code: session.TooLarge},
		"no text": {make: func(t *testing.T, _, file string) { must(t, os.WriteFile(file, []byte("# Brief \xff\xfe\n"), 0o644)) }, code: session.NotUTF8},
		"nothing": {make: func(t *testing.T, _, file string) { must(t, os.WriteFile(file, nil, 0o644)) }, code: session.Empty},
		"beside a circle": {make: func(t *testing.T, dir, file string) {
			must(t, os.Symlink("..", filepath.Join(dir, "spec/requirements")))
			draft(t, file)
		}},
		"in a session whose name is no text":       {name: "session \xff\xfe", make: func(t *testing.T, _, file string) { draft(t, file) }},
		"in a session whose name has two lines":    {name: "session\nof two lines", make: func(t *testing.T, _, file string) { draft(t, file) }},
		"in a session whose name has 255 bytes":    {name: strings.Repeat("长", 85), make: func(t *testing.T, _, file string) { draft(t, file) }},
		"in a session whose name looks like flags": {name: "--force; $(reboot) `id`", make: func(t *testing.T, _, file string) { draft(t, file) }},
	}
	s := newStage(t, oneJudge(4)+everyRule, "codex")
	daemon := s.background(s.root)
	sessions := map[string]*stage{}
	for name, tt := range tests {
		if tt.name == "" {
			tt.name = name
		}
		sessions[name] = s.beside(tt.name)
		tt.make(t, sessions[name].session, filepath.Join(sessions[name].session, brief))
	}
	sound := 0
	for name, tt := range tests {
		v := sessions[name].await("DISCUSS-002")
		code := ""
		if v.Error != nil {
			code = string(v.Error.Code)
		}
		if code != tt.code || v.Revision != 1 || (tt.code == "") != (v.Outcome == verdict.Reached) {
			t.Errorf("%s: error %q, want %q; %s, revision %d", name, code, tt.code, v.Outcome, v.Revision)
		}
		if tt.code == "" {
			sound++
		}
	}
	if n := len(s.calls()); n != sound {
		t.Errorf("%d calls for %d documents", n, sound)
	}

	// Once more from the start: nothing is judged twice. Then all become documents.
	s.stop(daemon)
	s.background(s.root)
	for name := range tests {
		file := filepath.Join(sessions[name].session, brief)
		must(t, os.RemoveAll(file))
		must(t, os.WriteFile(file+".tmp", []byte("# Brief\n\nThis is a document at last, for everybody to read.\n"), 0o644))
		must(t, os.Rename(file+".tmp", file))
	}
	for name := range tests {
		if v := sessions[name].await("DISCUSS-002"); v.Outcome != verdict.Reached || v.Revision != 2 {
			t.Errorf("%s, made a document: %s, revision %d", name, v.Outcome, v.Revision)
		}
		sessions[name].sound("DISCUSS-002")
	}
	if n := len(s.calls()); n != sound+len(tests) {
		t.Errorf("%d calls in all, want %d", n, sound+len(tests))
	}
}

// TestOddMembers has the same among the members of a round: each is a finding, and
// the documents beside them are judged.
func TestOddMembers(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(1)+everyRule, "codex")
	s.background(s.root)
	s.write(scenes[2])
	before := s.await("DISCUSS-003")
	member := func(name string) string { return filepath.Join(s.session, "spec/requirements", name) }
	long := strings.Repeat("长", 84) + ".md" // 255 bytes
	must(t, unix.Mkfifo(member("REQ-901.md"), 0o644))
	must(t, os.Symlink("/dev/zero", member("REQ-902.md")))
	draft(t, member("REQ-903.md"))
	must(t, os.Truncate(member("REQ-903.md"), 2<<30))
	draft(t, member("REQ-\xff.md"))
	draft(t, member("REQ-\xfe.md"))
	draft(t, member("REQ\n904.md"))
	draft(t, member(long))
	after := s.await("DISCUSS-003")
	var unread []string
	for _, f := range after.Checks.Findings {
		for _, place := range f.Places {
			if f.Rule == "X-022" && f.Severity == critique.High {
				unread = append(unread, place.Path)
			}
		}
	}
	want := []string{
		`"spec/requirements/REQ-\xfe.md"`, `"spec/requirements/REQ-\xff.md"`, `"spec/requirements/REQ\n904.md"`,
		"spec/requirements/REQ-901.md", "spec/requirements/REQ-902.md", "spec/requirements/REQ-903.md",
	}
	if diff := cmp.Diff(want, unread); diff != "" {
		t.Errorf("members that cannot be read (-want +got):\n%s", diff)
	}
	if n := len(after.Artifact.Members) - len(before.Artifact.Members); n != 7 {
		t.Errorf("%d more members, want 7: %v", n, after.Artifact.Members)
	}
	if last := after.Artifact.Members[len(after.Artifact.Members)-1]; last.Path != "spec/requirements/"+long || last.Bytes == 0 {
		t.Errorf("the member with the longest name: %+v", last)
	}
	s.sound("DISCUSS-003")
}

// TestDevice puts a device in the place of an artifact and of a member, as a
// container does that mounts /dev/null over what it hides.
func TestDevice(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	s := newStage(t, oneJudge(1)+everyRule, "codex")
	s.write(scenes[2])
	s.edit("spec/product-brief.md", "")
	for _, name := range []string{"product-brief.md", "requirements/REQ-001-scan-intake.md"} {
		bind(t, "/dev/zero", filepath.Join(s.session, "spec", name))
	}
	s.background(s.root)
	if v := s.await("DISCUSS-002"); v.Error == nil || v.Error.Code != session.NotRegular {
		t.Errorf("the artifact is a device: %s, %+v", v.Outcome, v.Error)
	}
	v := s.await("DISCUSS-003")
	if !strings.Contains(fmt.Sprint(v.Checks.Findings), "REQ-001-scan-intake.md cannot be read, so nothing in it was checked: The path is a device, not a file.") {
		t.Errorf("a member is a device, and no finding says so: %v", v.Checks.Findings)
	}
}

// TestPermissionGrantedLater keeps files and folders from the daemon at first.
func TestPermissionGrantedLater(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 && !asOwner(t) {
		return
	}
	for name, denied := range map[string][]string{"the root": {"../../.."}, "below the root": {"spec/product-brief.md", "spec", ".", "discussions"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, oneJudge(1)+everyRule, "codex")
			sessions, grants := map[string]*stage{}, map[string]func(){}
			for i, place := range denied {
				one := s.beside(fmt.Sprint("session ", i))
				one.write(scenes[1])
				must(t, os.Mkdir(filepath.Join(one.session, "discussions"), 0o755))
				path := filepath.Join(one.session, place)
				info, err := os.Stat(path)
				must(t, err)
				sessions[place], grants[place] = one, func() { os.Chmod(path, info.Mode()) }
				must(t, os.Chmod(path, 0))
				t.Cleanup(grants[place]) // else nobody can clean up
				if _, err := os.Open(path); !errors.Is(err, fs.ErrPermission) {
					t.Fatalf("it is not denied: %v", err)
				}
			}
			s.background(s.root)
			for place, one := range sessions { // one after the other: the next is found by nobody who looks for this one
				switch place {
				case "discussions":
					poll(t, "the log to say it", func() bool { return one.failing(s.log()) && strings.Contains(s.log(), "permission denied") })
				case "spec/product-brief.md":
					if v := one.await("DISCUSS-002"); v.Error == nil || v.Error.Code != session.Unreadable {
						t.Errorf("unreadable: %s, %+v", v.Outcome, v.Error)
					}
				}
				grants[place]()
				if v := one.await("DISCUSS-002"); v.Outcome != verdict.Reached {
					t.Errorf("%s, granted: %s, %+v", place, v.Outcome, v.Error)
				}
				one.sound("DISCUSS-002")
			}
			if n := len(s.calls()); n != len(sessions) {
				t.Errorf("%d calls for %d sessions", n, len(sessions))
			}
		})
	}
}

func draft(t *testing.T, file string) {
	t.Helper()
	must(t, os.WriteFile(file, []byte("# Brief\n\nA draft that names nobody and nothing so far.\n"), 0o644))
}
