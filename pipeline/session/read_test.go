package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	s := session(t, map[string]string{
		"spec/discovery-context.json":       `{"topic": "x"}`,
		"spec/requirements/_index.md":       "index",
		"spec/requirements.md":              "the older generation",
		"spec/requirements/REQ-2 名.md":      "two",
		"spec/requirements/REQ-1.md":        "one",
		"spec/requirements/.REQ-1.md":       "hidden",
		"spec/requirements/.#REQ-1.md":      "lock",
		"spec/requirements/REQ-1.md~":       "backup",
		"spec/requirements/notes.txt":       "no member",
		"spec/requirements/old.md/REQ-0.md": "a folder",
		"spec/architecture.md":              "flat file name",
		"spec/architecture/ADR-1.md":        "decision",
		"spec/glossary.json":                `{"terms": []}`,
		"spec/spec-config.json":             `{"torn`,
		"spec/unknown.md":                   "of no round",
		"product-brief.md":                  "beside spec",
		"discussions/R3-verdict.json":       "{}",
	})
	got, err := s.Read(round(t, table(), "R3"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Artifact.Path != "spec/requirements/_index.md" || string(got.Artifact.Content) != "index" || got.Artifact.Bytes != 5 || got.Artifact.ModTime.IsZero() {
		t.Errorf("artifact %+v", got.Artifact)
	}
	if sum := sha256.Sum256([]byte("index")); got.Artifact.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s", got.Artifact.SHA256)
	}
	if diff := cmp.Diff([]string{"spec/requirements/REQ-1.md", "spec/requirements/REQ-2 名.md"}, paths(got.Members)); diff != "" {
		t.Error(diff)
	}
	if got.Context == nil || got.Context.Path != "spec/discovery-context.json" || got.Context.Problem != nil {
		t.Errorf("context %+v", got.Context)
	}
	if diff := cmp.Diff([]string{
		"spec/architecture.md",
		"spec/architecture/ADR-1.md",
		"spec/discovery-context.json",
		"spec/glossary.json",
		"spec/requirements/REQ-1.md",
		"spec/requirements/REQ-2 名.md",
		"spec/requirements/_index.md",
		"spec/spec-config.json",
	}, paths(got.Documents)); diff != "" {
		t.Error(diff)
	}
	if torn := got.Documents[7].Problem; torn == nil || torn.Code != InvalidJSON {
		t.Errorf("spec-config.json: %+v", torn)
	}
}

func TestReadFlat(t *testing.T) {
	s := session(t, map[string]string{
		"team-session.json":       `{}`,
		"requirements.md":         "flat",
		"requirements/REQ-1.md":   "one",
		"discovery-context.json":  "{}",
		"requirements/notes.html": "",
	})
	got, err := s.Read(round(t, table(), "R3"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"discovery-context.json", "requirements.md", "requirements/REQ-1.md"}, paths(got.Documents)); diff != "" {
		t.Error(diff)
	}
	if got.Artifact.Path != "requirements.md" || len(got.Members) != 1 || got.Context == nil {
		t.Errorf("artifact %s, members %s, context %v", got.Artifact.Path, paths(got.Members), got.Context)
	}
}

func TestReadWaitsForTheArtifact(t *testing.T) {
	s := session(t, map[string]string{"spec/requirements/REQ-1.md": "one", "spec/epics": "a file where a folder would be"})
	link(t, "nowhere", filepath.Join(s.Dir(), "spec/product-brief.md"))
	for _, id := range []string{"R1", "R2", "R3", "R5"} {
		if _, err := s.Read(round(t, table(), id)); !errors.Is(err, ErrNoArtifact) {
			t.Errorf("%s: read: %v", id, err)
		}
		if _, err := s.Fingerprint(round(t, table(), id)); !errors.Is(err, ErrNoArtifact) {
			t.Errorf("%s: fingerprint: %v", id, err)
		}
	}
}

func TestReadWithoutContext(t *testing.T) {
	got, err := session(t, map[string]string{"spec/product-brief.md": "x"}).Read(round(t, table(), "R2"))
	if err != nil || got.Context != nil {
		t.Errorf("context %+v, error %v", got.Context, err)
	}
}

func TestReadRoundOfItsOwn(t *testing.T) {
	s := session(t, map[string]string{"spec/product-brief.md": "x", "plan/plan.json": `{"steps": []}`, "spec/requirements/A.md": "a"})
	got, err := s.Read(Round{ID: "plan-review", Artifacts: []string{"../plan/plan.json"}, Members: []string{"**/*.md", "../plan/*"}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Artifact.Path != "plan/plan.json" || got.Artifact.Problem != nil {
		t.Errorf("artifact %+v", got.Artifact)
	}
	if diff := cmp.Diff([]string{"spec/product-brief.md", "spec/requirements/A.md"}, paths(got.Members)); diff != "" {
		t.Error(diff)
	}
}

// A round of the table reads exactly the files whose changes Route gives to it.
func TestReadAgreesWithRoute(t *testing.T) {
	l := table()
	l.Rounds = append(l.Rounds, Round{ID: "rest", Artifacts: []string{"rest.md"}, Members: []string{"**/*.md", "*.md"}})
	s := session(t, map[string]string{
		"spec/rest.md": "x", "spec/product-brief.md": "x", "spec/requirements/A.md": "x", "spec/notes.md": "x",
		"spec/deep/er/notes.md": "x", "spec/.git/notes.md": "x", "spec/requirements/deep/B.md": "x",
	})
	s.layout = l
	got, err := s.Read(round(t, l, "rest"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"spec/deep/er/notes.md", "spec/notes.md", "spec/requirements/deep/B.md"}, paths(got.Members)); diff != "" {
		t.Error(diff)
	}
	for _, member := range got.Members {
		if dir, id, ok := l.Route(filepath.Join(s.Dir(), member.Path)); !ok || id != "rest" || dir != s.Dir() {
			t.Errorf("%s is routed to %q %q", member.Path, dir, id)
		}
	}
}

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

// growing grows by a byte each time somebody asks for its size, as if it were
// written to just after.
type growing struct {
	size  int64
	grows int // how many more times
	reads int // how often it was read
}

func (f *growing) Stat() (fs.FileInfo, error) {
	info := fileInfo{size: f.size}
	if f.grows > 0 {
		f.grows--
		f.size++
	}
	return info, nil
}

func (f *growing) ReadAt(p []byte, _ int64) (int, error) {
	f.reads++
	if n := min(int64(len(p)), f.size); n < int64(len(p)) {
		return int(n), io.EOF
	}
	return len(p), nil
}

type fileInfo struct {
	fs.FileInfo
	size int64
}

func (i fileInfo) Size() int64     { return i.size }
func (fileInfo) Mode() fs.FileMode { return 0o644 }

func TestReadSteady(t *testing.T) {
	tests := map[string]struct {
		file  growing
		want  int // bytes; -1 for none
		reads int
	}{
		"steady":          {growing{size: 5}, 5, 1},
		"grows once":      {growing{size: 5, grows: 1}, 6, 2},
		"never done":      {growing{size: 5, grows: 1 << 30}, 8, 3},
		"grows too large": {growing{size: 9, grows: 2}, -1, 2},
		"too large":       {growing{size: 1 << 50}, -1, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			content, info, err := readSteady(&test.file, 10)
			if err != nil || (content == nil) != (test.want < 0) || content != nil && len(content) != test.want {
				t.Errorf("got %d bytes, size %d, error %v; want %d", len(content), info.Size(), err, test.want)
			}
			if test.file.reads != test.reads {
				t.Errorf("read %d times, want %d", test.file.reads, test.reads)
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

func TestLinksInsideAreFollowed(t *testing.T) {
	s := session(t, map[string]string{"drafts/brief.md": "brief", "drafts/requirements/A.md": "a", "drafts/requirements/_index.md": "i", "spec/": ""})
	spec := filepath.Join(s.Dir(), "spec")
	link(t, "../drafts/brief.md", filepath.Join(spec, "product-brief.md"))
	link(t, filepath.Join(s.Dir(), "drafts/brief.md"), filepath.Join(spec, "readiness-report.md"))
	link(t, "../drafts/requirements", filepath.Join(spec, "requirements"))
	link(t, filepath.Join(s.Dir(), "drafts/requirements"), filepath.Join(spec, "epics"))
	want := map[string][]string{
		"R2": {"spec/product-brief.md"},
		"R6": {"spec/readiness-report.md"},
		"R3": {"spec/requirements/_index.md", "spec/requirements/A.md"},
		"R5": {"spec/epics/_index.md", "spec/epics/A.md"},
	}
	for id, files := range want {
		got, err := s.Read(round(t, table(), id))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(files, append([]string{got.Artifact.Path}, paths(got.Members)...)); diff != "" {
			t.Error(diff)
		}
		for _, file := range append(got.Members, got.Artifact) {
			if file.Problem != nil || len(file.Content) == 0 {
				t.Errorf("%s: %+v", file.Path, file.Problem)
			}
		}
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
