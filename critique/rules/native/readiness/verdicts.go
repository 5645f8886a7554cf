// Package readiness has the rules about the readiness report.
package readiness

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// VerdictRules hold the scores of a readiness report against each other.
func VerdictRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RD-014"), On: []document.Kind{document.Readiness}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			total, at, ok := statedTotal(d)
			mean, known := weightedMean(d)
			if !ok || !known {
				return false
			}
			if (total-mean > 1.5 || mean-total > 1.5) && !ofWeights(d, total) {
				hit(d, at, model.Target(strconv.FormatFloat(total, 'f', -1, 64)), model.Target(strconv.FormatFloat(mean, 'f', 1, 64)))
			}
			return true
		}},
	}
}

var (
	scoreText = pattern.New(`(\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?)|(%))?`)
	// bareTotal is a score without the most that it can be.
	bareTotal = pattern.New(`(?im)(?:(?:overall|total|average|final|readiness) score|总得?分|平均分|综合得?分|综合评分)[*_\s]*[:：|]?[*_\s]*(\d{1,3}(?:\.\d+)?)[*_ \t]*(?:$|[(（,;，；。])`)
	totalText = pattern.New(`(?im)(?:total|overall(?: score| readiness)?|weighted total|总分|总评分|综合得分|总体得分|综合评分|总体就绪度|就绪度)[*_\s]*[:：|]?[*_\s]*[:：|]?[*_\s]*(\d+(?:\.\d+)?)\s*(?:(?:/|of)\s*(\d+)|%|分|[^\pL\pN\n|]*(?:pass|review|fail)\b)`)
	// verdictText is a verdict with its score.
	verdictText = pattern.New(`(?im)^[\s>*_#-]*(?:(?:overall |final )?(?:verdict|result|conclusion|decision|gate|readiness)|结论|评审结论|结果)[*_\s]*[:：][^\d\n|]{0,24}?(\d{1,3}(?:\.\d+)?)\s*(?:(?:/|of)\s*(\d+)|%|分|points?\b)`)
)

// percent reads "5/5", "96%" or "96" as a share of 100.
func percent(text string) (float64, bool) {
	m := scoreText.FindStringSubmatch(model.Plain(text))
	if m == nil {
		return 0, false
	}
	value, _ := strconv.ParseFloat(m[1], 64)
	if m[2] != "" {
		whole, _ := strconv.ParseFloat(m[2], 64)
		if whole == 0 {
			return 0, false
		}
		value = value / whole * 100
	} else if m[3] == "" && value <= 5 {
		value *= 20
	}
	return value, value <= 100
}

// ofMost is what the points of dimensions are of the most that they can be, in per cent.
func ofMost(t *document.Table, column, most int) (float64, bool) {
	points, all := 0.0, 0.0
	for _, row := range t.Rows {
		if model.TotalRow(row) {
			continue
		}
		p, err := strconv.ParseFloat(strings.Trim(row[column].Text, " *"), 64)
		m, err2 := strconv.ParseFloat(strings.Trim(row[most].Text, " *"), 64)
		if err != nil || err2 != nil {
			return 0, false
		}
		points, all = points+p, all+m
	}
	return points / all * 100, all > 0
}

// mostOf returns the column of a table of scores that says how many points a dimension can have, or -1.
func mostOf(t *document.Table, column int) int {
	most := t.Column("maximum", "max", "out of", "满分")
	if most < 0 {
		most = slices.IndexFunc(t.Header, func(c document.Cell) bool { return strings.EqualFold(strings.TrimSpace(c.Text), "of") })
	}
	if most == column {
		return -1
	}
	return most
}

// weightedMean is what the dimensions add up to, when each has a weight or all
// count the same.
func weightedMean(d *document.Document) (float64, bool) {
	t, column := model.ScoreTable(d)
	if t == nil {
		return 0, false
	}
	if most := mostOf(t, column); most >= 0 {
		return ofMost(t, column, most)
	}
	weight := t.Column("weight", "权重")
	sum, weights := 0.0, 0.0
	for _, row := range t.Rows {
		if model.TotalRow(row) {
			continue
		}
		v, ok := percent(row[column].Text)
		w := 1.0
		if weight >= 0 {
			var weighed bool
			w, weighed = percent(row[weight].Text)
			ok = ok && weighed
		}
		if !ok {
			return 0, false
		}
		sum, weights = sum+v*w, weights+w
	}
	if weights == 0 {
		return 0, false
	}
	return sum / weights, true
}

// ofWeights tells whether a total is what the points of the dimensions come to where each weighs as many as it can have.
func ofWeights(d *document.Document, total float64) bool {
	t, column := model.ScoreTable(d)
	weight := t.Column("weight", "权重")
	if weight < 0 {
		return false
	}
	points, known := ofMost(t, column, weight)
	return known && total-points <= 1.5 && points-total <= 1.5
}

// statedTotal reads the total from the score table, else from the text.
func statedTotal(d *document.Document) (total float64, at document.Span, ok bool) {
	if t, column := model.ScoreTable(d); t != nil {
		for _, row := range t.Rows {
			if model.TotalRow(row) {
				text := row[column].Text
				if most := mostOf(t, column); most >= 0 {
					text = strings.Trim(text, " *") + "/" + strings.Trim(row[most].Text, " *")
				}
				total, ok = percent(text)
				return total, row[column].Span, ok
			}
		}
	}
	m := model.FindOne(d.Prose, totalText)
	if m == nil {
		m = model.FindOne(d.Prose, verdictText)
	}
	if m == nil {
		if m = model.FindOne(d.Prose, bareTotal); m == nil {
			return 0, at, false
		}
		total, ok = percent(d.Prose[m[2]:m[3]])
		return total, document.Span{Start: m[0], End: m[1]}, ok
	}
	total, _ = strconv.ParseFloat(d.Prose[m[2]:m[3]], 64)
	if m[4] >= 0 {
		if whole, _ := strconv.ParseFloat(d.Prose[m[4]:m[5]], 64); whole > 0 {
			total = total / whole * 100
		}
	}
	return total, document.Span{Start: m[0], End: m[1]}, total <= 100
}
