package llm

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// The kinds of documents that a round is held against.
const (
	upstreamKind = "upstream"
	outlineKind  = "outline of upstream"
	settledKind  = "outlines of what has not changed" // of a revision, all in one page
	contextKind  = "discovery-context"
)

// addUpstream shows what a subject is held against, more of it to who rules on claims.
func (p *Prompts) addUpstream(v *view, documents []critique.Document, ruling bool) {
	show := cmp.Or(p.with.Upstream, "fit")
	switch {
	case show == "off":
		return
	case ruling:
		show = "full" // what is not shown refutes nothing
	}
	for _, d := range documents {
		v.Grounds = true
		switch {
		case v.Settled && outlined(d):
			v.settle(d, "upstream")
		case d.Settled:
			v.add(upstreamKind, d)
			v.shrink(len(v.Documents) - 1)
		default:
			v.add(upstreamKind, d)
		}
	}
	// How many bytes are shown whole, the smallest first. A brief and what it rests on, or the
	// requirements of a small product, fit into 2,000 tokens; 16,000 are those of a product with twenty.
	v.outline(map[string]int{"fit": 8 << 10, "full": 64 << 10, "outline": 0}[show])
}

// outline shrinks the largest upstream documents until the whole ones fit into room.
func (v *view) outline(room int) {
	size := 0
	for _, d := range v.Documents {
		if d.Kind == upstreamKind {
			size += len(d.Text)
		}
	}
	for size > room {
		at := v.largest(upstreamKind)
		size -= len(v.Documents[at].Text)
		v.shrink(at)
	}
}

// shrink leaves the outline of a document, and returns how many bytes that spares.
func (v *view) shrink(at int) int64 {
	d := &v.Documents[at]
	before := len(d.Text)
	d.Kind, d.Text = outlineKind, strings.TrimRight(outline(d.Text), "\n")
	return int64(before - len(d.Text))
}

// shorten shrinks or drops at least one document, until the excess is gone, if there is any.
func (v *view) shorten(excess int64) bool {
	shortened := false
	for !shortened || excess > 0 {
		spared, ok := v.spare()
		if !ok {
			break
		}
		shortened, excess = true, excess-spared
	}
	return shortened
}

// spare shrinks the next document or drops it, and returns how many bytes that saves.
func (v *view) spare() (size int64, ok bool) {
	if at := v.largest(upstreamKind); at >= 0 {
		return v.shrink(at), true
	}
	for _, kind := range [...]string{outlineKind, "member"} {
		if at := v.largest(kind); at >= 0 {
			size = int64(len(v.Documents[at].Text))
			v.Dropped = append(v.Dropped, v.Documents[at].Path)
			v.Documents = slices.Delete(v.Documents, at, at+1)
			return size, true
		}
	}
	return 0, false
}

// largest returns where the largest document of a kind stands, -1 without one.
func (v *view) largest(kind string) int {
	largest := -1
	for i, d := range v.Documents {
		if d.Kind == kind && (largest < 0 || len(d.Text) > len(v.Documents[largest].Text)) {
			largest = i
		}
	}
	return largest
}

// gathered puts the outlines of a kind into one page, each below its path, without repeated headings.
func gathered(documents []page) (all []page) {
	at, said := map[string]int{}, map[string]bool{}
	for _, d := range documents {
		first, before := at[d.Kind]
		if d.Kind == outlineKind {
			d.Text = unrepeated(d.Text, said)
		}
		switch {
		case d.Kind != outlineKind:
			all = append(all, d)
		case !before:
			at[d.Kind], all = len(all), append(all, d)
		default:
			one := &all[first]
			if one.Path != "" {
				one.Text, one.Path = below(*one), ""
			}
			one.Text += "\n" + below(d)
		}
	}
	return all
}

func below(d page) string { return strings.TrimRight("file: "+d.Path+"\n"+d.Text, "\n") }

// unrepeated is an outline without the headings below its title that were said before.
func unrepeated(outline string, said map[string]bool) string {
	var kept strings.Builder
	for line := range strings.Lines(outline) {
		heading := strings.TrimSpace(line)
		if strings.HasPrefix(heading, "##") {
			if said[heading] {
				continue
			}
			said[heading] = true
		}
		kept.WriteString(line)
	}
	return strings.TrimRight(kept.String(), "\n")
}

// outline returns the headings of a text, the lines with an ID, and the lists of what is out of scope or
// constrains, which holds for later documents. Long lines are cut.
func outline(text string) string {
	var kept strings.Builder
	for _, l := range outlineOf(text) {
		kept.WriteString(beginning(l.text, mostWhole) + "\n")
	}
	return kept.String()
}

// mostWhole is how many characters of a line an outline has.
const mostWhole = 160

type line struct {
	text    string
	level   int  // of a heading, else 0
	binding bool // it says what is out of scope or constrains
}

func outlineOf(text string) (kept []line) {
	fence, binding := false, 0 // the level of the heading above, where what stands below it is kept
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		trimmed := strings.TrimSpace(l)
		title := strings.TrimLeft(trimmed, "#")
		level := len(trimmed) - len(title)
		switch {
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = !fence
		case fence:
		case level > 0:
			if topic := document.TopicOf(title); topic == document.NonGoals || topic == document.Constraints {
				binding = level
			} else if level <= binding {
				binding = 0
			}
			kept = append(kept, line{text: l, level: level})
		case binding > 0 && entry.MatchString(trimmed):
			kept = append(kept, line{text: l, binding: true})
		case numbered.MatchString(trimmed):
			kept = append(kept, line{text: l})
		}
	}
	return kept
}

// entry is an item of a list or a row of a table that says something.
var entry = pattern.New(`^(?:[-*+|]|\d+[.)]).*[\pL\pN]`)

func beginning(line string, most int) string {
	if utf8.RuneCountInString(line) <= most {
		return line
	}
	return string([]rune(line)[:most-1]) + "…"
}

const idForm = `[A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,4})?-?`

// numbered is a line that says what an ID stands for.
var numbered = pattern.New(`^[-*+|>\s\[\]xX"'\d.)]*[*_` + "`" + `\[(]*` + idForm + `\d[\w.-]*\b`)
