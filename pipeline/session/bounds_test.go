package session

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMaxRound: a round's files share a number of bytes. Which of them are read depends
// on nothing but their paths and sizes, whoever asks.
func TestMaxRound(t *testing.T) {
	l := table()
	l.MaxRound = 10
	dir := filepath.Join(t.TempDir(), "S")
	tree(t, dir, map[string]string{
		"spec/discovery-context.json":     `{"seed":1}`,
		"spec/requirements/_index.md":     "1234",
		"spec/requirements/REQ-001.md":    "123",
		"spec/requirements/REQ-002.md":    "1234",
		"spec/requirements/REQ-003.md":    "123",
		"spec/requirements/REQ-004.md":    "1",
		"spec/architecture/_index.md":     "12345",
		"spec/architecture/ADR-001.md":    "12345",
		"spec/architecture/ADR-002.md":    "1",
		"spec/product-brief.md":           "1",
		"spec/requirements/unimportant.x": strings.Repeat("x", 100),
	})
	s := open(t, dir, l)
	got, err := s.Read(round(t, l, "R4"))
	if err != nil {
		t.Fatal(err)
	}
	unread := func(files []File) (names []string) {
		for _, f := range files {
			if f.Problem != nil {
				if f.Content != nil || f.Problem.Code != TooLarge {
					t.Errorf("%s: %d bytes, %v", f.Path, len(f.Content), f.Problem)
				}
				names = append(names, f.Path)
			}
		}
		return names
	}
	if diff := cmp.Diff([]string{"spec/architecture/ADR-002.md"}, unread(got.Members)); diff != "" {
		t.Error(diff)
	}
	for _, id := range []string{"R3", "R4"} {
		whole, err := s.Read(round(t, l, id))
		if err != nil {
			t.Fatal(err)
		}
		alone, err := s.Fingerprint(round(t, l, id))
		if err != nil || alone != whole.Fingerprint {
			t.Errorf("%s: fingerprint %s, read as %s, %v", id, alone, whole.Fingerprint, err)
		}
	}
	for _, u := range got.Upstream {
		if now, err := s.Fingerprint(round(t, l, u.Round)); err != nil || now != u.Fingerprint {
			t.Errorf("upstream %s: %s, alone %s, %v", u.Round, u.Fingerprint, now, err)
		}
	}
	if got.Context == nil || got.Context.Content == nil {
		t.Error("the context is not there where the round leaves no room")
	}
	if diff := cmp.Diff([]string{"spec/architecture/ADR-001.md", "spec/architecture/_index.md", "spec/discovery-context.json"}, paths(got.Documents)); diff != "" {
		t.Errorf("beside a round that needs all the room:\n%s", diff)
	}
	small, err := s.Read(round(t, l, "R2"))
	if err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for _, d := range small.Documents {
		if d.Path != l.Context && d.Path != "spec/"+l.Context {
			bytes += len(d.Content)
		}
	}
	if bytes > 10 {
		t.Errorf("%d bytes of documents: %q", bytes, paths(small.Documents))
	}
}

// TestManyMembers: there is a bound to what one round, and one folder, can hold.
func TestManyMembers(t *testing.T) {
	files := map[string]string{"spec/epics/_index.md": "epics"}
	for i := range mostMembers + 5 {
		files[fmt.Sprintf("spec/epics/EPIC-%05d.md", i)] = "x"
	}
	s := session(t, files)
	got, err := s.Read(round(t, table(), "R5"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Members) != mostMembers+1 {
		t.Fatalf("%d members", len(got.Members))
	}
	last := got.Members[mostMembers]
	if p := last.Problem; p == nil || p.Code != TooLarge || last.Content != nil {
		t.Errorf("the one above the bound: %+v", last)
	}
	before := got.Fingerprint
	tree(t, s.Dir(), map[string]string{"spec/epics/EPIC-99999.md": "x"})
	if now, err := s.Fingerprint(round(t, table(), "R5")); err != nil || now == before {
		t.Errorf("one more: fingerprint %s, %v", now, err)
	}
}
