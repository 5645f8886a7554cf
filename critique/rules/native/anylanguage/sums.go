package anylanguage

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

//go:embed words/totals.txt
var totalWords string

// totals are the words that a row of sums begins with.
var totals = sync.OnceValue(func() []string { return slices.Concat(wordLines(totalWords)...) })

// sums is about a last row that is not the sum of the others.
func sums(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !unread(s, d) {
		return false
	}
	applied := false
	for _, t := range d.Tables {
		last := len(t.Rows) - 1
		if last < 2 || !slices.Contains(totals(), strings.ToLower(strings.Trim(t.Rows[last][0].Text, "*_: "))) {
			continue
		}
		for column := 1; column < len(t.Header); column++ {
			if parts, whole, ok := columnOf(t, column); ok {
				applied = true
				if !same(parts, whole) {
					hit(d, t.Rows[last][column].Span, model.Note(plain(whole)), model.Note(plain(parts)))
				}
			}
		}
	}
	return applied
}

// columnOf returns the sum of a column's parts and what its last row says; every cell must
// hold one number, all of one unit.
func columnOf(t *document.Table, column int) (parts, whole float64, ok bool) {
	base := ""
	for i, row := range t.Rows {
		text := strings.Trim(row[column].Text, "*_ ")
		found := amounts(text)
		if len(found) != 1 || found[0].start > 0 && strings.Trim(text[:found[0].start], "€$£¥₽ ") != "" || strings.TrimSpace(text[found[0].end:]) != "" || i > 0 && found[0].base != base {
			return 0, 0, false
		}
		if base = found[0].base; base == "clock" || base == "%" {
			return 0, 0, false
		}
		if whole = found[0].value; i < len(t.Rows)-1 {
			parts += whole
		}
	}
	return parts, whole, true
}

func plain(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }
