package readiness

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// wrongPoints reports rows of a score table whose points are not weight times score.
func wrongPoints(d *document.Document, hit native.Hit) bool {
	t, score := model.ScoreTable(d)
	if t == nil {
		return false
	}
	weight, points := t.Column("weight", "权重"), -1
	for i := score + 1; i < len(t.Header); i++ {
		if model.Contains(strings.ToLower(t.Header[i].Text), "points", "weighted", "得分", "加权") {
			points = i
			break
		}
	}
	if weight < 0 || points < 0 {
		return false
	}
	type row struct {
		at           document.Span
		said, should float64
	}
	var wrong []row
	right := 0
	for _, cells := range t.Rows {
		w, ok := percent(cells[weight].Text)
		v, scored := percent(cells[score].Text)
		p, err := strconv.ParseFloat(strings.TrimRight(model.Plain(strings.TrimSpace(cells[points].Text)), "%分 "), 64)
		if !ok || !scored || err != nil || model.TotalRow(cells) {
			continue
		}
		if should := w * v / 100; p-should > 1 || should-p > 1 {
			wrong = append(wrong, row{cells[points].Span, p, should})
		} else {
			right++
		}
	}
	for _, r := range wrong {
		if right >= len(wrong) {
			hit(d, r.at, strconv.FormatFloat(r.said, 'f', -1, 64), strconv.FormatFloat(r.should, 'f', -1, 64))
		}
	}
	return right > 0
}

// overfull reports scores above what they are out of: 27/25, 105 %.
func overfull(d *document.Document, hit native.Hit) bool {
	t, column := model.ScoreTable(d)
	if t == nil {
		return false
	}
	for _, row := range t.Rows {
		if v, _ := percent(row[column].Text); v > 100 && strings.ContainsAny(row[column].Text, "/%") {
			hit(d, row[column].Span, model.Plain(row[column].Text), "100 %")
		}
	}
	return true
}

// weightSum adds up the weights of a score table that are all given in percent, 0
// when they are not.
func weightSum(d *document.Document) (float64, document.Span) {
	t, _ := model.ScoreTable(d)
	if t == nil {
		return 0, document.Span{}
	}
	column, sum, n := t.Column("weight", "权重"), 0.0, 0
	for _, row := range t.Rows {
		if column < 0 || model.TotalRow(row) {
			continue
		}
		w, err := strconv.ParseFloat(strings.TrimRight(model.Plain(row[column].Text), "%％ "), 64)
		if err != nil || !strings.ContainsAny(row[column].Text, "%％") {
			return 0, document.Span{}
		}
		sum, n = sum+w, n+1
	}
	if n < 2 {
		return 0, document.Span{}
	}
	return sum, t.Header[column].Span
}

var quotedTotal = pattern.New(`(?i)(?:\bpass(?:ed|es)?|\bscored?|\btotal|\boverall|通过|总分|得分|评分)[\s*_:：—–-]*(?:(?:at|with|of|is|为)\s)?[\s*_]*(\d{1,3}(?:\.\d+)?)\s*(?:/\s*100|of 100|%|分)`)

// misquotedTotal reports words about the gate that give another total than the
// dimensions do.
func misquotedTotal(d *document.Document, mean float64, hit native.Hit) {
	for _, section := range d.Find(document.Gate) {
		within := section.All()
		if m := model.FindOne(d.Prose[within.Start:within.End], quotedTotal); m != nil {
			at := document.Span{Start: within.Start + m[0], End: within.Start + m[1]}
			said, _ := strconv.ParseFloat(d.Prose[within.Start+m[2]:within.Start+m[3]], 64)
			if said-mean > 1.5 || mean-said > 1.5 {
				hit(d, at, strconv.FormatFloat(said, 'f', -1, 64), strconv.FormatFloat(mean, 'f', 1, 64))
			}
		}
	}
}
