package readiness

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// VerdictRules hold the scores and the gate of a readiness report against each
// other and against the documents it speaks of.
func VerdictRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RD-001"), On: Readiness, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !scored(d) {
				at := document.Span{}
				if section := model.Topic(d, document.Scores); section != nil {
					at = model.HeadingOf(d, section)
				}
				hit(d, at)
			}
			return true
		}},
		{Rule: native.Of("RD-014"), On: Readiness, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			total, at, ok := statedTotal(d)
			mean, known := weightedMean(d)
			if sum, at := weightSum(d); sum > 0 && (sum > 101 || sum < 99) {
				hit(d, at, "100 %", strconv.FormatFloat(sum, 'f', -1, 64)+" %")
			}
			if !ok || !known {
				return false
			}
			if total-mean > 1.5 || mean-total > 1.5 {
				hit(d, at, strconv.FormatFloat(total, 'f', -1, 64), strconv.FormatFloat(mean, 'f', 1, 64))
			}
			return true
		}},
		{Rule: native.Of("RD-016"), On: Readiness, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			total, at, ok := statedTotal(d)
			verdict := gateVerdict(d)
			said, stated := gateScore(d)
			if section := model.Topic(d, document.Gate); !ok && stated && section != nil {
				total, at, ok = said, model.HeadingOf(d, section), true
			}
			if !ok || verdict == "" {
				return false
			}
			threshold := 80.0
			if m := model.FindOne(d.Text, thresholdText); m != nil {
				threshold, _ = strconv.ParseFloat(d.Text[m[2]:m[3]], 64)
			}
			if stated && said < total {
				total = said
			}
			if verdict == "pass" && total < threshold {
				hit(d, at, strconv.FormatFloat(total, 'f', -1, 64), strconv.FormatFloat(threshold, 'f', -1, 64), s.Say("passes", "通过"))
			}
			return true
		}},
		{Rule: native.Of("RD-017"), On: Readiness, Look: unprovenChecks},
		{Rule: native.Of("RD-019"), On: Readiness, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if gateVerdict(d) == "" {
				return false
			}
			return openErrors(d, gateVerdict(d) == "pass", hit)
		}},
	}
}

var (
	passing       = pattern.New(`(?i)✅|✓|✔|\bpass(?:ed)?\b|\bok\b|^(?:通过|是|符合)`)
	scoreText     = pattern.New(`(\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?)|(%))?`)
	totalText     = pattern.New(`(?im)(?:total|overall(?: score| readiness)?|weighted total|总分|总评分|综合得分|总体得分|综合评分|总体就绪度|就绪度)[*_\s]*[:：|]?[*_\s]*[:：|]?[*_\s]*(\d+(?:\.\d+)?)\s*(?:(?:/|of)\s*(\d+)|%|分|[^\pL\pN\n|]*(?:pass|review|fail)\b)`)
	thresholdText = pattern.New(`(?i)(?:threshold|阈值|门槛|合格线|pass mark)\s*[:：]?\s*[≥>=]*\s*(\d+(?:\.\d+)?)`)
	passVerdict   = pattern.New(`(?i)\bpass(?:ed)?\b|\bready\b|\bapproved\b|通过|就绪(?:[^度报]|$)`)
	failVerdict   = pattern.New(`(?i)\bfail\w*\b|\bnot (?:ready|passed|approved)\b|\breview\b|\breject\w*\b|\brevis\w+\b|\bconditional\w*\b|不通过|未通过|不合格|需修|未就绪|有条件|待`)
)

// provided is what stands behind a pass that holds under a condition: "ready with minor rework".
var provided = pattern.New(`(?i)^\W{0,6}(?:with\b(?: (?:minor|some|small|few|the following|following))?[^.\n]{0,40}\b(?:rework|conditions?|reservations?|changes|fixes|corrections|caveats|concerns|exceptions|issues|adjustments|follow[- ]?ups?)|once\b|after\b|if\b|provided\b|subject to\b|pending\b|on condition)|^\W{0,6}(?:附条件|带条件|前提)`)

var (
	passMark   = pattern.New(`(?i)\bpass(?:ing|ed)? (?:mark|threshold|line|score|criteria|criterion|rate|at|if|when|requires|needs)\b|[≥>]=? ?\d+ ?%? ?(?:→|=|:|：|is|means|为|则)? ?(?:pass|通过)|通过(?:条件|标准|线|阈值|分数|率|门槛)`)
	graveLevel = pattern.New(`(?i)\b(?:errors?|critical|blockers?|blocking|fatal)\b|错误|阻塞|阻断|致命|严重`)
	graveItem  = pattern.New(`(?i)^\W*(?:\w+[-\d]* )?(?:errors?|critical|blockers?|blocking|fatal|错误|阻塞|阻断|致命|严重)\W*[:：\]】)）*]`)
	disposed   = pattern.New(`(?i)\b(?:resolved|fixed|closed|corrected|none)\b|已解决|已修复|已关闭|已更正|无$`)
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

func dimensionScores(d *document.Document) (scores []float64, at document.Span) {
	t, column := model.ScoreTable(d)
	if t == nil {
		return nil, at
	}
	for _, row := range t.Rows {
		if v, ok := percent(row[column].Text); ok && !model.TotalRow(row) {
			scores = append(scores, v)
		}
	}
	return scores, t.Header[column].Span
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

// weightedMean is what the dimensions add up to, when each has a weight or all
// count the same.
func weightedMean(d *document.Document) (float64, bool) {
	t, column := model.ScoreTable(d)
	if t == nil {
		return 0, false
	}
	if most := t.Column("maximum", "max", "out of", "满分"); most >= 0 && most != column {
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

// statedTotal reads the total from the score table, else from the text.
func statedTotal(d *document.Document) (total float64, at document.Span, ok bool) {
	if t, column := model.ScoreTable(d); t != nil {
		for _, row := range t.Rows {
			if model.TotalRow(row) {
				total, ok = percent(row[column].Text)
				return total, row[column].Span, ok
			}
		}
	}
	m := model.FindOne(d.Prose, totalText)
	if m == nil {
		return 0, at, false
	}
	total, _ = strconv.ParseFloat(d.Prose[m[2]:m[3]], 64)
	if m[4] >= 0 {
		if whole, _ := strconv.ParseFloat(d.Prose[m[4]:m[5]], 64); whole > 0 {
			total = total / whole * 100
		}
	}
	return total, document.Span{Start: m[0], End: m[1]}, total <= 100
}

// gateVerdict returns "pass", "fail" or "" when the report does not clearly say.
func gateVerdict(d *document.Document) string {
	text := passMark.ReplaceAllString(gateText(d), " ")
	pass, fail := passVerdict.FindStringIndex(text), failVerdict.FindStringIndex(text)
	switch {
	case fail != nil && (pass == nil || fail[0] <= pass[0]): // "not passed" holds a pass
		return "fail"
	case pass != nil && provided.MatchString(text[pass[1]:]):
		return "conditional"
	case pass != nil:
		return "pass"
	}
	return ""
}
