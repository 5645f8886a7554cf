package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnInboxOrAMarkerMakesASession(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		"asked/discussions/requests/": "",
		"told/discussions/":           "",
		"UAN-1/analyses/a.json":       "{}",
		"team/seed.json":              "{}",
		"team/product-brief.md":       "x",
		"team/spec/seed.json":         "{}",
		"none/notes/":                 "",
	})
	l := table()
	l.Markers = []string{"analyses", "seed.json"}
	got, err := l.Find(t.Context(), []string{top}, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(top, "UAN-1"), filepath.Join(top, "asked"), filepath.Join(top, "team")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if dir, round, ok := l.Route(filepath.Join(top, "team/product-brief.md")); dir != filepath.Join(top, "team") || round != "R2" || !ok {
		t.Errorf("an artifact beside a marker: got %s, %s, %v", dir, round, ok)
	}
}

func TestInbox(t *testing.T) {
	s := session(t, map[string]string{
		"discussions/requests/b.md":    "x",
		"discussions/requests/a.json":  "x",
		"discussions/requests/.c.md":   "x",
		"discussions/requests/d.txt":   "x",
		"discussions/decisions/R6.md":  "x",
		"discussions/R2-verdict.json":  "x",
		"discussions/requests/e.md~":   "x",
		"discussions/requests/in/f.md": "x",
	})
	if diff := cmp.Diff([]string{"requests/a.json", "requests/b.md"}, ids(s.Inbox(OfRequest))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"decisions/R6.md"}, ids(s.Inbox(OfDecision))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := session(t, map[string]string{"spec/": ""}).Inbox(OfRequest); got != nil {
		t.Errorf("got %v where there is no inbox", got)
	}
}

func ids(jobs []Job) (all []string) {
	for _, job := range jobs {
		all = append(all, job.ID())
	}
	return all
}

func TestDropped(t *testing.T) {
	s := session(t, map[string]string{"discussions/requests/a.md": "## please", "spec/b.md": "secret"})
	link(t, "../../spec/b.md", filepath.Join(s.Dir(), "discussions/requests/link.md"))
	if err := os.Mkdir(filepath.Join(s.Dir(), "discussions/requests/folder.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := s.Dropped(RequestJob("a.md"))
	if err != nil || string(file.Content) != "## please" {
		t.Errorf("got %q, %v", file.Content, err)
	}
	for _, name := range []string{"link.md", "folder.md"} {
		if file, err := s.Dropped(RequestJob(name)); err != nil || file.Content != nil || file.Problem == nil || file.Problem.Code != NotRegular {
			t.Errorf("%s: got %+v, %v", name, file, err)
		}
	}
	if _, err := s.Dropped(RequestJob("gone.md")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("gone: %v", err)
	}
	if _, err := s.Dropped(RoundJob(Round{ID: "R2"})); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file of an inbox: %v", err)
	}
}

func TestInside(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		".workflow/.team/S/spec/product-brief.md": "x",
		".workflow/.team/S/notes/plan.md":         "x",
		"spec/product-brief.md":                   "another",
	})
	dir := filepath.Join(top, ".workflow/.team/S")
	s := open(t, dir, table())
	link(t, dir, filepath.Join(top, "shortcut"))
	tests := map[string]struct{ name, want string }{
		"relative to the session":          {"spec/product-brief.md", "product-brief.md"},
		"beside the spec folder":           {"notes/plan.md", "../notes/plan.md"},
		"relative to the project":          {".workflow/.team/S/spec/product-brief.md", "product-brief.md"},
		"absolute":                         {filepath.Join(dir, "notes/plan.md"), "../notes/plan.md"},
		"not there, from the session":      {"spec/epics.md", "epics.md"},
		"not there, from the project":      {".workflow/.team/S/spec/epics.md", "epics.md"},
		"roundabout":                       {"./spec/../notes/plan.md", "../notes/plan.md"},
		"another session's":                {".workflow/.team/T/spec/epics.md", "../.workflow/.team/T/spec/epics.md"}, // of this session, and missing
		"up and out":                       {"../T/spec/epics.md", ""},
		"absolute, elsewhere":              {"/etc/passwd", ""},
		"the session itself":               {".", ""},
		"nothing":                          {"", ""},
		"cut off by a NUL":                 {"spec/product-brief.md\x00.png", ""},
		"absolute, by another name's path": {filepath.Join(top, "spec/product-brief.md"), ""},
	}
	for name, test := range tests {
		got, err := s.Inside(test.name)
		if got != test.want || (err == nil) != (test.want != "") || err != nil && !errors.Is(err, ErrOutside) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	linked := open(t, filepath.Join(top, "shortcut"), table())
	if got, err := linked.Inside(filepath.Join(dir, "notes/plan.md")); got != "../notes/plan.md" || err != nil {
		t.Errorf("through a link: got %q, %v", got, err)
	}
}

// A request names its session in as many ways as people name folders. Another session
// of the same name is another session.
func TestElsewhere(t *testing.T) {
	top, other := t.TempDir(), t.TempDir()
	tree(t, top, map[string]string{
		".workflow/.team/S/spec/product-brief.md": "x",
		".workflow/.team/T/spec/product-brief.md": "x",
		"S/spec/product-brief.md":                 "of the same name",
		"archive/S/":                              "",
	})
	tree(t, other, map[string]string{"S/spec/product-brief.md": "x"})
	dir, twin := filepath.Join(top, ".workflow/.team/S"), filepath.Join(other, "S")
	link(t, dir, filepath.Join(top, "shortcut"))
	s := open(t, dir, table())
	tests := map[string]struct{ name, want string }{
		"none":                              {"", ""},
		"here":                              {".", ""},
		"absolute":                          {dir, ""},
		"absolute, with a slash":            {dir + "/", ""},
		"relative to the project":           {".workflow/.team/S", ""},
		"relative, with a dot":              {"./.workflow/.team/S/", ""},
		"relative to a folder between":      {".team/S", ""},
		"its own name":                      {"S", ""},
		"by a link":                         {"shortcut", ""},
		"by an absolute link":               {filepath.Join(top, "shortcut"), ""},
		"one that cannot be found":          {"/elsewhere/S", ""},
		"one that has been moved":           {".workflow/old/S", ""},
		"a folder that is no session":       {filepath.Join(top, "archive/S"), ""},
		"the project":                       {top, ""},
		"the spec folder":                   {"spec", ""},
		"cut off by a NUL":                  {twin + "\x00", ""},
		"of the same name, absolute":        {twin, twin},
		"of the same name, in this project": {"./S/../S/spec/..", ""}, // which Clean makes S
		"of the same name, by its path":     {filepath.Join(top, "S"), filepath.Join(top, "S")},
		"beside it":                         {"T", filepath.Join(top, ".workflow/.team/T")},
		"beside it, by its path":            {".workflow/.team/T", filepath.Join(top, ".workflow/.team/T")},
	}
	for name, test := range tests {
		if got, ok := s.Elsewhere(test.name); got != test.want || ok != (test.want != "") {
			t.Errorf("%s: got %q, %v", name, got, ok)
		}
	}
}

// A folder that only its inbox makes a session holds its artifacts where they lie.
func TestSpecDirOfAnInbox(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		"flat/product-brief.md": "x", "flat/discussions/requests/": "",
		"both/product-brief.md": "x", "both/spec/product-brief.md": "x", "both/discussions/requests/": "",
		"none/discussions/requests/": "",
	})
	for name, want := range map[string]string{"flat": ".", "both": "spec", "none": "spec"} {
		if got := open(t, filepath.Join(top, name), table()).SpecDir(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
