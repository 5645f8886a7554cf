package frameworks

import (
	"strings"
	"testing"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// TestUndefined: what leads a line is defined there, what a part is of is enough, and each ID is told once.
func TestUndefined(t *testing.T) {
	d := document.Parse("spec.md", []byte("# Tides\n\n- **FR-001**: a table\n- **FR-2**: an alarm\n\nFR1 and FR-002a hold. FR-9 and FR-009 do not, nor does X-FR-7.\n\n```\nFR-8\n```\n"))
	ids, known := pattern.New(`\b(FR)-?(\d{1,3})([a-z])?\b`), Set{}
	for m := range Definitions(ids, Lines(d)) {
		known[m.ID] = true
	}
	var told []string
	known.Undefined(Mentions(ids, Lines(d)), func(d *document.Document, at document.Span, details ...model.Detail) {
		words, _ := model.Shown(details[0])
		told = append(told, words+"="+d.Slice(at))
	})
	if got := strings.Join(told, " "); got != "FR-9=FR-9" {
		t.Errorf("told %q", got)
	}
	if n := known.Count([]Mention{{Identifier: Identifier{ID: "FR-1"}}, {Identifier: Identifier{ID: "FR-3"}}}); n != 1 {
		t.Errorf("%d are there", n)
	}
}

// TestMatches: the first place of each line or all of them, with what stands around.
func TestMatches(t *testing.T) {
	d := document.Parse("plan.md", []byte("a1 b2\nc3\n"))
	p := pattern.New(`([a-z])(\d)?(x)?`)
	for want, of := range map[string]func(func(Match) bool){"a1 c3": Matches(p, Lines(d)), "a1 b2 c3": AllMatches(p, Lines(d)...)} {
		var got []string
		for m := range of {
			if m.Group(3) != "" || d.Slice(m.Place(1)) != m.Group(1) || d.Slice(m.Through(1, 2)) != m.Group(0) || m.Before()+m.Group(0)+m.After() != m.Text {
				t.Errorf("%q of %q", m.Group(0), m.Text)
			}
			got = append(got, m.Group(0))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
