package session

import (
	"crypto/sha256"
	"encoding/hex"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProblems(t *testing.T) {
	at := func(s *Session) string { return filepath.Join(s.Dir(), "spec/product-brief.md") }
	tests := map[string]struct {
		make func(t *testing.T, s *Session)
		want Problem
		size int64
	}{
		"empty": {
			func(t *testing.T, s *Session) { tree(t, s.Dir(), map[string]string{"spec/product-brief.md": " \n"}) },
			Problem{Empty, "The file is empty."}, 2,
		},
		"latin1": {
			func(t *testing.T, s *Session) {
				tree(t, s.Dir(), map[string]string{"spec/product-brief.md": "caf\xe9"})
			},
			Problem{NotUTF8, "The file is not UTF-8 text."}, 4,
		},
		"zeros": {
			func(t *testing.T, s *Session) {
				tree(t, s.Dir(), map[string]string{"spec/product-brief.md": "\x00\x00"})
			},
			Problem{NotUTF8, "The file holds NUL bytes: it is binary or UTF-16, not UTF-8 text."}, 2,
		},
		"folder": {
			func(t *testing.T, s *Session) { tree(t, s.Dir(), map[string]string{"spec/product-brief.md/": ""}) },
			Problem{NotRegular, "The path is a folder, not a file."}, 0,
		},
		"named pipe": {
			func(t *testing.T, s *Session) {
				if err := syscall.Mkfifo(at(s), 0o600); err != nil {
					t.Fatal(err)
				}
			},
			Problem{NotRegular, "The path is a named pipe, not a file."}, 0,
		},
		"socket": {
			func(t *testing.T, s *Session) {
				t.Chdir(filepath.Dir(at(s))) // the name of a socket is short
				listener, err := net.Listen("unix", "product-brief.md")
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { listener.Close() })
			},
			Problem{NotRegular, "The path is a socket, not a file."}, 0,
		},
		"link to a device": {
			func(t *testing.T, s *Session) { link(t, "/dev/zero", at(s)) },
			Problem{Outside, "The path is a link that leaves the session folder."}, 0,
		},
		"link out": {
			func(t *testing.T, s *Session) {
				tree(t, s.Dir(), map[string]string{"../secret.md": "secret"})
				link(t, "../../secret.md", at(s))
			},
			Problem{Outside, "The path is a link that leaves the session folder."}, 0,
		},
		"absolute link out": {
			func(t *testing.T, s *Session) {
				tree(t, s.Dir()+" 2", map[string]string{"secret.md": "secret"})
				link(t, s.Dir()+" 2/secret.md", at(s))
			},
			Problem{Outside, "The path is a link that leaves the session folder."}, 0,
		},
		"link in a circle": {
			func(t *testing.T, s *Session) { link(t, "product-brief.md", at(s)) },
			Problem{NotRegular, "The path is a link that leads in a circle."}, 0,
		},
		"two gigabytes of nothing": {
			func(t *testing.T, s *Session) {
				tree(t, s.Dir(), map[string]string{"spec/product-brief.md": ""})
				if err := os.Truncate(at(s), 2<<30); err != nil {
					t.Skip(err)
				}
			},
			Problem{TooLarge, "The file has 2147483648 bytes, more than the 1048576 allowed."}, 2 << 30,
		},
		"no permission": {
			func(t *testing.T, s *Session) {
				if os.Geteuid() == 0 {
					t.Skip("root may read everything")
				}
				tree(t, s.Dir(), map[string]string{"spec/product-brief.md": "x"})
				if err := os.Chmod(at(s), 0); err != nil {
					t.Fatal(err)
				}
			},
			Problem{Unreadable, "The permission to read the file is missing."}, 1,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := session(t, map[string]string{"spec/": ""})
			test.make(t, s)
			r := round(t, table(), "R2")
			got, err := s.Read(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got.Artifact.Problem); diff != "" {
				t.Error(diff)
			}
			if got.Artifact.Bytes != test.size {
				t.Errorf("size %d, want %d", got.Artifact.Bytes, test.size)
			}
			if got.Artifact.Content == nil && got.Artifact.SHA256 != standIn(test.want.Code, test.size) {
				t.Errorf("digest %s", got.Artifact.SHA256)
			}
			if print, err := s.Fingerprint(r); err != nil || print != got.Fingerprint {
				t.Errorf("fingerprint %s, error %v; read said %s", print, err, got.Fingerprint)
			}
			if has := len(got.Documents) == 1; has != (got.Artifact.Content != nil) {
				t.Errorf("documents %s", paths(got.Documents))
			}
		})
	}
}

func TestStandIn(t *testing.T) {
	sum := sha256.Sum256([]byte("discussd:artifact_too_large:2147483648"))
	if got := standIn(TooLarge, 2<<30); got != hex.EncodeToString(sum[:]) {
		t.Error(got)
	}
}

func TestInvalidJSON(t *testing.T) {
	tests := map[string]struct{ content, want string }{
		"valid":     {`{"a": [1, "名"]}`, ""},
		"torn":      {"{\n\"a\": 1,\n", "The file is not valid JSON: line 3: unexpected end of JSON input."},
		"a comma":   {"{\"a\": 1,}", "The file is not valid JSON: line 1: invalid character '}' looking for beginning of object key string."},
		"two":       {"{}\n{}", "The file is not valid JSON: line 2: invalid character '{' after top-level value."},
		"too deep":  {strings.Repeat("[", 100000), "The file is not valid JSON: line 1: invalid character '[' exceeded max depth."},
		"byte mark": {"\ufeff{}", "The file is not valid JSON: line 1: invalid character 'ï' looking for beginning of value."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := session(t, map[string]string{"spec/discovery-context.json": test.content}).Read(round(t, table(), "R1"))
			if err != nil {
				t.Fatal(err)
			}
			var message string
			if got.Artifact.Problem != nil {
				message = got.Artifact.Problem.Message
			}
			if message != test.want {
				t.Errorf("got %s, want %s", message, test.want)
			}
		})
	}
}

func TestMemberProblems(t *testing.T) {
	s := session(t, map[string]string{
		"spec/epics.md":           "x",
		"spec/epics/E1.md":        "one",
		"spec/epics/E2.md":        "",
		"spec/epics/E\xff.md":     "x",
		"spec/epics/E\n.md":       "x",
		"spec/epics/E\\xff.md":    "a backslash is no harm",
		"spec/architecture.md":    "x",
		"../elsewhere/ADR-1.md":   "x",
		"spec/requirements.md":    "x",
		"spec/epics/E\u202e 3.md": "x",
	})
	if err := syscall.Mkfifo(filepath.Join(s.Dir(), "spec/epics/E4.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(s.Dir(), "spec/requirements"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, "../../elsewhere", filepath.Join(s.Dir(), "spec/architecture"))
	tests := map[string]map[string]string{
		"R5": {
			"spec/epics/E1.md":        "",
			"spec/epics/E2.md":        Empty,
			"spec/epics/E4.md":        NotRegular,
			"spec/epics/E\u202e 3.md": "",
			`spec/epics/E\xff.md`:     "",
			`"spec/epics/E\xff.md"`:   BadName,
			`"spec/epics/E\n.md"`:     BadName,
		},
		"R3": {},
	}
	for id, want := range tests {
		snapshot, err := s.Read(round(t, table(), id))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, member := range snapshot.Members {
			got[member.Path] = ""
			if member.Problem != nil {
				got[member.Path] = member.Problem.Code
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
	// The folder that leaves the session would hold the newer artifact, too.
	snapshot, err := s.Read(round(t, table(), "R4"))
	if err != nil || snapshot.Artifact.Problem == nil || snapshot.Artifact.Problem.Code != Outside {
		t.Errorf("artifact %+v, error %v", snapshot.Artifact, err)
	}
	if len(snapshot.Members) != 1 || snapshot.Members[0].Path != "spec/architecture" || snapshot.Members[0].Problem.Code != Outside {
		t.Errorf("members %+v", snapshot.Members)
	}
}

func TestUnreadableFolderOfMembers(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	s := session(t, map[string]string{"spec/requirements.md": "x", "spec/epics.md": "x", "spec/epics/E1.md": "x"})
	before, err := s.Fingerprint(round(t, table(), "R5"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(s.Dir(), "spec/epics")
	if err := os.Chmod(folder, 0o111); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	got, err := s.Read(round(t, table(), "R5"))
	if err != nil || len(got.Members) != 1 || got.Members[0].Problem == nil || got.Members[0].Problem.Code != Unreadable {
		t.Errorf("members %+v, error %v", got.Members, err)
	}
	if got.Fingerprint == before {
		t.Error("an unreadable folder looks like a readable one")
	}
}
