package structure

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	logTitle = pattern.New(`(?i)^\W*(?:\d[\d.]*\W+)?(?:change ?log|changes|(?:revision|version|document|change|update) (?:history|log)|(?:变更|修订|更新|版本)(?:记录|历史|日志))\W*$`)
	headed   = pattern.New(`(?i)^[\s>*_|-]*(version|(?:last )?(?:updated|modified|revised)|(?:doc(?:ument)?|spec|prd) version|版本(?:号)?|(?:最后|最近)?(?:更新|修改)(?:日期|时间)?)[*_]*\s*[:：|][*_\s]*v?(\d{4}-\d\d-\d\d|\d{1,2}(?:\.\d{1,3}){1,2})(?:[^\d.-]|$)`)
	entry    = pattern.New(`^[\s*_#|>v\[-]*(?:(\d{4}-\d\d-\d\d)|v?(\d{1,2}(?:\.\d{1,3}){1,2}))(?:[^\d.-][^\d\n]{0,12}?(?:(\d{4}-\d\d-\d\d)|v?(\d{1,2}(?:\.\d{1,3}){1,2})(?:[^\d.]|$)))?`)
	inFront  = []string{"version", "updated", "last_updated", "lastUpdated", "last-updated", "modified", "date_modified"}
)

// outrun reports a version, or a day of the last change, in the head of a document whose own list of changes goes on to a
// later one.
func outrun(d *document.Document, hit native.Hit) bool {
	newest, at := map[bool]string{}, map[bool]document.Span{} // of a date, of a version
	first := len(d.Text)
	for _, section := range d.Sections {
		if !section.Titled(logTitle) {
			continue
		}
		first = min(first, section.Start)
		for _, span := range linesIn(d, document.Span{Start: section.Body, End: section.Deep}) {
			for _, said := range entry.FindStringSubmatch(d.Slice(span)) {
				if date := dateForm.MatchString(said); (date || versionForm.MatchString(said)) && (newest[date] == "" || later(said, newest[date])) {
					newest[date], at[date] = said, span
				}
			}
		}
	}
	tell := func(said string, span document.Span) {
		date := dateForm.MatchString(said)
		if newest[date] != "" && later(newest[date], said) {
			hit(d, span, model.Target(said), model.Note(newest[date]), model.Other{Doc: d, At: at[date]})
			newest[date] = ""
		}
	}
	for _, key := range inFront {
		if field := d.Front.Field(key); field != nil && len(field.Values) == 1 {
			if said := strings.TrimLeft(field.Values[0], "vV"); dateForm.MatchString(said) || versionForm.MatchString(said) {
				tell(said[:len(dateForm.FindString(said))+len(versionForm.FindString(said))], field.Span)
			}
		}
	}
	for _, span := range linesIn(d, document.Span{Start: d.Front.Span.End, End: min(first, d.Front.Span.End+headLength)}) {
		if m := headed.FindStringSubmatch(d.Slice(span)); m != nil {
			tell(m[2], span)
		}
	}
	return first < len(d.Text)
}

// headLength is how many bytes the head of a document has at most.
const headLength = 1500

var (
	dateForm    = pattern.New(`^\d{4}-\d\d-\d\d`)
	versionForm = pattern.New(`^\d{1,2}(?:\.\d{1,3}){1,2}$`)
)

// linesIn returns the lines that begin in a span.
func linesIn(d *document.Document, span document.Span) (lines []document.Span) {
	for at := span.Start; at < span.End; {
		line := d.LineAt(at)
		lines = append(lines, document.Span{Start: at, End: line.End})
		at = line.End + 1
	}
	return lines
}

// later tells whether one date or version comes behind another: 3.0.1 behind 3.0, and 1.10 behind 1.9.
func later(a, b string) bool {
	if dateForm.MatchString(a) {
		return a > b[:min(len(b), len(a))]
	}
	one, other := strings.Split(a, "."), strings.Split(b, ".")
	for i := range one {
		switch {
		case i >= len(other):
			return strings.Trim(one[i], "0") != ""
		case len(one[i]) != len(other[i]):
			return len(one[i]) > len(other[i])
		case one[i] != other[i]:
			return one[i] > other[i]
		}
	}
	return false
}
