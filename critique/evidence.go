package critique

import (
	"bytes"
	"unicode"

	"golang.org/x/text/width"
)

// verifyQuotes looks every quote of a critique up in the documents. A quote that
// cannot be found takes the weight of its point: it is HIGH no longer.
func verifyQuotes(c *Critique, texts []folded) {
	for _, points := range [][]Point{c.Strengths, c.Weaknesses, c.Suggestions, c.OpenQuestions} {
		for i := range points {
			verifyQuote(&points[i], texts)
		}
	}
}

func verifyQuote(p *Point, texts []folded) {
	if p.Quote == "" {
		return
	}
	found := false
	for _, t := range texts {
		if line := t.find(p.Quote); line > 0 {
			found, p.QuotePath, p.QuoteLine = true, t.path, line
			break
		}
	}
	p.QuoteFound = &found
	if !found && p.Severity.Weight() >= High.Weight() {
		p.Severity = Medium
	}
}

// folded is a document in the form quotes are compared in: white space and
// punctuation marks of emphasis gone, full-width letters narrow, case kept.
type folded struct {
	path    string
	content []byte
	text    []byte
	lines   []int // lines[i] is the 1-based line that byte i of text came from
}

// folded folds what quotes are looked up in: once for all answers of a panel.
func (s Subject) folded() []folded { return foldAll(append([]Document{s.Artifact}, s.Members...)) }

func foldAll(documents []Document) []folded {
	texts := make([]folded, len(documents))
	for i, d := range documents {
		texts[i] = fold(d)
	}
	return texts
}

func fold(d Document) folded {
	f := folded{path: d.Path, content: d.Content}
	line := 1
	for _, r := range string(d.Content) {
		if r == '\n' {
			line++
		}
		if kept := foldRune(r); kept != "" {
			f.text = append(f.text, kept...)
			for range len(kept) {
				f.lines = append(f.lines, line)
			}
		}
	}
	return f
}

// find returns the 1-based line where the quote stands, or 0. The bytes as they
// are go first; folding forgives line breaks, width and emphasis marks; at last
// a quote that drifted by a few letters is found by its neighbourhood.
func (f folded) find(quote string) int {
	if at := bytes.Index(f.content, []byte(quote)); at >= 0 {
		return 1 + bytes.Count(f.content[:at], []byte("\n"))
	}
	var needle []byte
	for _, r := range quote {
		needle = append(needle, foldRune(r)...)
	}
	if len(needle) == 0 {
		return 0
	}
	at := bytes.Index(f.text, needle)
	if at < 0 {
		at = f.closest(needle)
	}
	if at < 0 {
		return 0
	}
	return f.lines[at]
}

func foldRune(r rune) string {
	if unicode.IsSpace(r) || r == '*' || r == '_' || r == '`' || r == '\ufeff' {
		return ""
	}
	if p := width.LookupRune(r); p.Kind() == width.EastAsianFullwidth {
		if narrow := p.Narrow(); narrow != 0 {
			r = narrow
		}
	}
	return string(r)
}
