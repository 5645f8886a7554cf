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
	"discussd/internal/text/pattern"
)

//go:embed words/totals.txt
var totalWords string

// totals are the words that a row of sums begins with.
var totals = sync.OnceValue(func() []string { return slices.Concat(wordLines(totalWords)...) })

// sums is about a last row that is not the sum of the others, and a product that is not one.
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
	for _, one := range sentencesOf(s, d) {
		applied = products(d, one, hit) || applied
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

// product is a reckoning whose factors and result stand in one place: 4 × 30 = 120.
var product = pattern.New(`(\d{1,6})(?:\s[^=×·*\d\n.;|]{0,30})?\s*[×·]\s*(\d{1,6})(?:\s[^=×·*\d\n.;|+/-]{0,30})?\s*=\s*(\d{1,9})\b`)

// products reports a result that the factors before it do not make.
func products(d *document.Document, one sentence, hit native.Hit) bool {
	applied := false
	for _, m := range product.FindAllStringSubmatchIndex(one.text, 5) {
		before := strings.TrimRight(one.text[:m[0]], " ")
		after := one.text[m[1]:]
		if strings.HasSuffix(before, "×") || strings.HasSuffix(before, "·") || strings.HasSuffix(before, "+") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, ".") || len(after) > 1 && (after[0] == '.' || after[0] == ',') && after[1] >= '0' && after[1] <= '9' {
			continue
		}
		factor, _ := strconv.Atoi(one.text[m[2]:m[3]])
		other, _ := strconv.Atoi(one.text[m[4]:m[5]])
		result, _ := strconv.Atoi(one.text[m[6]:m[7]])
		applied = true
		if factor*other != result && result > 0 && factor*other%result != 0 && result%max(factor*other, 1) != 0 { // minutes as hours
			at := document.Span{Start: one.at.Start + m[0], End: one.at.Start + m[1]}
			hit(d, at, model.Note(strconv.Itoa(result)), model.Note(strconv.Itoa(factor*other)))
		}
	}
	return applied
}
