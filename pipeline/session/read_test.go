package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
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
