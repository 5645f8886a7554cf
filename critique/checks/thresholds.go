package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// sized is a text of a requirement that states one quantity.
type sized struct {
	at     document.Span
	amount float64
	unit   string
	words  bag // of the text, without numbers and words of measuring
}

var (
	amounts  = pattern.New(`(?i)(\d+(?:[.,]\d+)?)\s*(ms|毫秒|seconds?|secs?|s|秒|minutes?|mins?|min|分钟|hours?|h|小时|days?|天|日|weeks?|周|months?|个月|years?|年|%|KB|MB|GB|TB|KiB|MiB|GiB)(?:[^A-Za-z]|$)`)
	measures = pattern.New(`(?i)\b(?:within|under|below|at most|at least|up to|less than|more than|no more than|no less than|minimum|maximum|every|each|must|shall|should|will|the system|system)\b|以?内|之内|不超过|不低于|不少于|至少|至多|最多|最长|系统|必须|应当?|[<>≤≥=]`)
	numerals = pattern.New(`\d+(?:[.,]\d+)?`)
)

const leastSaid = 3 // words that two texts must have in common to speak of one thing

// amountsIn returns the quantities of a text by their dimension.
func amountsIn(text string) map[string][]float64 {
	found := map[string][]float64{}
	for _, m := range amounts.FindAllStringSubmatch(text, 12) {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", "."), 64)
		unit, amount := normalUnit(strings.ToLower(m[2]), n)
		found[unit] = append(found[unit], amount)
	}
	return found
}

// sizedTexts returns the criteria, lines, items and cells of a document that state
// just one quantity, found once. What a file or a row is about counts among their
// words.
func (s *session) sizedTexts(d *document.Document) []sized {
	return once(s.sizes, d, sizedTexts)
}

func sizedTexts(d *document.Document) []sized {
	var found []sized
	about := ""
	if d.Kind.Member() && len(d.Sections) > 1 {
		about = withoutIDs(d.Sections[1].Title)
	}
	add := func(at document.Span, about string) {
		if at.Len() > 400 || len(found) >= maxCompared || !strings.ContainsAny(d.Slice(at), "0123456789") {
			return
		}
		text := withoutIDs(d.Slice(at))
		by := amountsIn(text)
		if len(by) != 1 {
			return
		}
		for unit, list := range by {
			words := subjectOf(text + " " + about)
			if len(list) == 1 && len(words) >= leastSaid && len(subjectOf(text)) > 1 {
				found = append(found, sized{at, list[0], unit, words})
			}
		}
	}
	for _, item := range d.Items {
		add(item.Span, about)
	}
	for _, line := range d.Lines {
		add(line, about)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if _, _, named := rowID(row); named || t.Section.Under(document.Summary) {
				continue
			}
			for _, cell := range row[1:] {
				add(cell.Span, row[0].Text)
			}
		}
	}
	return found
}

// subjectOf returns the words of a text besides numbers and how they are measured.
func subjectOf(text string) bag {
	return bagOf(numerals.ReplaceAllString(measures.ReplaceAllString(amounts.ReplaceAllString(text, " "), " "), " "))
}

// twoValues reports a quantity that another text with the same words gives
// another value, and targets of an index that the requirement's file contradicts.
func twoValues(s *session, d *document.Document, hit hit) bool {
	own := s.sizedTexts(d)
	applied := len(own) > 0
	for _, other := range s.of(document.Brief, document.Requirements, document.Requirement, document.Quality) {
		if other.Kind != document.Brief && other.Path > d.Path {
			continue
		}
		theirs := own
		if other != d {
			theirs = s.sizedTexts(other)
		}
		for _, a := range own {
			for _, b := range theirs {
				if a.unit == b.unit && a.amount != b.amount && (other != d || b.at.Start < a.at.Start) && a.words.within(b.words) {
					hit(d, a.at, note(clip(d.Slice(a.at), 60)), note(clip(other.Slice(b.at), 60)), other.Path)
				}
			}
		}
	}
	if d.Kind != document.Requirements {
		return applied
	}
	for _, e := range s.defined().qualities.list {
		target := e.cell("target", "threshold", "指标", "目标", "阈值")
		if e.doc != d || e.file == nil || target == "" {
			continue
		}
		applied = true
		here, there := amountsIn(target), amountsIn(e.file.Text[e.file.Front.Span.End:])
		for _, unit := range sortedKeys(here) {
			if len(there[unit]) > 0 && !sharesAmount(here[unit], there[unit]) {
				hit(d, e.at, note(target), e.id, e.file.Path)
				break
			}
			if at := otherTarget(e.file, unit, here[unit]); at.Len() > 0 {
				hit(e.file, at, note(clip(e.file.Slice(at), 60)), note(target), d.Path)
				break
			}
		}
	}
	return applied
}

// otherTarget returns where a quality's own file demands another amount of a unit
// than its target does: in what it says it shall do, or under a word for target.
func otherTarget(d *document.Document, unit string, target []float64) (at document.Span) {
	differs := func(at document.Span) bool {
		list := amountsIn(withoutIDs(d.Slice(at)))[unit]
		return len(list) == 1 && !sharesAmount(list, target)
	}
	for _, item := range d.Items {
		if targetLabel.MatchString(item.Text) && differs(item.Span) {
			return item.Span
		}
	}
	for _, line := range d.Lines {
		if text := d.Slice(line); (modal.MatchString(text) || targetLabel.MatchString(text)) && differs(line) {
			return line
		}
	}
	for _, t := range d.Tables {
		if column := t.Column("target", "threshold", "目标", "阈值"); column > 0 && len(t.Rows) == 1 && differs(t.Rows[0][column].Span) {
			return t.Rows[0][column].Span
		}
	}
	return at
}

var targetLabel = pattern.New(`(?i)^[\s*_>-]*(?:targets?|thresholds?|目标值?|阈值|指标值?)[*_\s]*[:：]`)

func sharesAmount(a, b []float64) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}
