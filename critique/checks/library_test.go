package checks

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestLibraryLendsWhatItParsed(t *testing.T) {
	l := &library{}
	file := critique.Document{Path: "spec/product-brief.md", Content: []byte("# B\n\n<!-- discussd-ignore X-002 later -->\n")}
	first := l.parse(file)
	if first.ignores.Of("X-002") == nil || l.parse(file) != first {
		t.Error("the same bytes were parsed twice")
	}
	moved, changed := file, file
	moved.Path = "spec/epics.md"
	changed.Content = []byte("# C\n")
	if l.parse(moved) == first || l.parse(changed) == first {
		t.Error("another file is taken for this one")
	}
}

func TestLibraryIsBounded(t *testing.T) {
	l := &library{}
	text := strings.Repeat("a", maxShelved/4) // too long a line to be worth parsing
	file := func(i int) critique.Document {
		return critique.Document{Path: fmt.Sprint(i, ".md"), Content: []byte(text)}
	}
	kept := l.parse(file(0))
	for i := range 40 {
		l.parse(file(i))
		if l.parse(file(0)) != kept {
			t.Fatalf("what is read all the time gave way after %d files", i)
		}
		if n := len(l.shelf) + len(l.older); n > 8 {
			t.Fatalf("%d files of a quarter of a shelf are kept", n)
		}
	}
	huge := critique.Document{Path: "huge.md", Content: make([]byte, maxShelved+1)}
	if first, second := l.parse(huge), l.parse(huge); first == second {
		t.Error("a file larger than a shelf is kept")
	}
}

// TestRoundsShareFiles runs rounds at the same time that read the same files; in
// one session the flat file gives way to an index, in the other it is the index.
func TestRoundsShareFiles(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	flat := critique.Document{Path: "spec/epics.md", Content: []byte("# Epics\n\nTBD\n")}
	index := critique.Document{Path: "spec/epics/_index.md", Content: []byte("# Epics\n\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n")}
	alone := critique.Subject{Artifact: flat, Session: []critique.Document{flat}}
	both := critique.Subject{Artifact: index, Members: []critique.Document{flat}, Session: []critique.Document{flat, index}}
	fresh := func(s critique.Subject) critique.Report {
		c, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Check(context.Background(), s)
	}
	wantAlone, wantBoth := fresh(alone), fresh(both)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				if diff := cmp.Diff(wantAlone, c.Check(context.Background(), alone)); diff != "" {
					t.Error(diff)
				}
				if diff := cmp.Diff(wantBoth, c.Check(context.Background(), both)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	wg.Wait()
}
