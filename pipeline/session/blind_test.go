//go:build linux

package session

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// TestBlind lets the process open no file at first, and then one more at a time. What
// it then tells of a round is true, or it tells that it could not see.
func TestBlind(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"spec/requirements/_index.md": "# Requirements\n", "spec/requirements/REQ-001.md": "# REQ-001\n", "spec/requirements/REQ-002.md": "# REQ-002\n",
		"discussions/requests/own.toml": "round = \"OWN\"\n",
	})
	layout := Layout{SpecDirs: []string{"spec"}, MaxArtifact: 1 << 20, Rounds: []Round{
		{ID: "R", Artifacts: []string{"requirements/_index.md"}, Members: []string{"requirements/*.md"}},
	}}
	looks := map[string]func(s *Session) (string, error){
		"Fingerprint": func(s *Session) (string, error) { return s.Fingerprint(layout.Rounds[0]) },
		"Read": func(s *Session) (string, error) {
			snapshot, err := s.Read(layout.Rounds[0])
			return snapshot.Fingerprint, err
		},
		"Dropped": func(s *Session) (string, error) {
			file, err := s.Dropped(RequestJob("own.toml"))
			return file.SHA256, err
		},
	}
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			seeing, err := Open(dir, layout)
			if err != nil {
				t.Fatal(err)
			}
			defer seeing.Close()
			want, err := look(seeing)
			if err != nil {
				t.Fatal(err)
			}
			blind := 0
			for more := range 8 {
				s, err := Open(dir, layout)
				if err != nil {
					t.Fatal(err)
				}
				allow(t, more, func() {
					got, err := look(s)
					switch {
					case errors.Is(err, syscall.EMFILE):
						blind++
					case err != nil || got != want:
						t.Errorf("with %d descriptors more: %s, %v; want %s", more, got, err, want)
					}
				})
				s.Close()
			}
			if blind == 0 || blind == 8 {
				t.Errorf("blind %d times of 8", blind)
			}
		})
	}
}

// allow does something while the process may open so many files more.
func allow(t *testing.T, more int, do func()) {
	t.Helper()
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	next := 0
	for ; ; next++ {
		if _, err := os.Lstat(fmt.Sprintf("/proc/self/fd/%d", next)); err != nil {
			break
		}
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: uint64(next + more), Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual)
	do()
}
