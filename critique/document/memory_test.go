package document

import (
	"sync"
	"testing"
)

func TestOnce(t *testing.T) {
	d := Parse("spec/notes.md", []byte("# Notes\n"))
	reads := 0
	title := func(d *Document) string { reads++; return d.Sections[1].Title + string(d.Kind) }
	for range 2 {
		if got := Once(d, "title", title); got != "Notes"+string(d.Kind) {
			t.Errorf("title %q", got)
		}
	}
	if reads != 1 {
		t.Errorf("read %d times, want once", reads)
	}
	if got := Once(d, "title", func(*Document) int { return 7 }); got != 7 {
		t.Errorf("another type under the same name is %d", got)
	}
	if other := As(d, Brief); Once(other, "title", title) != "Notes"+string(Brief) || d.Kind == Brief {
		t.Error("the same document as another kind shares what was found out, or the kind")
	}
	if got := Once(&Document{Path: "made.md"}, "path", func(d *Document) string { return d.Path }); got != "made.md" {
		t.Errorf("a document that was not parsed: %q", got)
	}
}

func TestOnceAtTheSameTime(t *testing.T) {
	d := Parse("spec/notes.md", []byte("# Notes\n"))
	var all sync.WaitGroup
	found := make([]*int, 8)
	for i := range found {
		all.Go(func() { found[i] = Once(d, "number", func(*Document) *int { return &i }) })
	}
	all.Wait()
	for _, one := range found {
		if one != found[0] {
			t.Error("two who ask get two answers")
		}
	}
}
