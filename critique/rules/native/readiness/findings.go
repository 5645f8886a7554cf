package readiness

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	scoredLine     = pattern.New(`\d+(?:\.\d+)?\s*(?:/\s*\d+|%|分)|[:：|]\s*\**\d{1,3}\**\s*(?:\||$)`)
	dimensionScore = pattern.New(`(?i)(?:completeness|consistency|traceability|depth|完整性|一致性|追溯性|深度)[^\n\d]{0,12}\d`)
	countOfNone    = pattern.New(`(?i)[:：]\W*(?:0|none|nil|n/a|无|没有|零)[\s*.。]*$`)
	gateNumber     = pattern.New(`(?i)(threshold|阈值|门槛|合格线|pass mark|≥|>=)?\s*[:：]?\s*(\d{1,3}(?:\.\d+)?)\s*(?:(?:/|of)\s*100|%|分)`)
	errorTitle     = pattern.New(`(?i)^(?:errors?|critical(?: issues)?|blockers?|blocking issues?|错误|严重问题|阻塞问题|阻塞项|致命问题)(?:[ (（].*)?$`)
)

// scored tells whether a report scores dimensions: in a table, or in the lines of
// a section of scores. A total alone scores none.
func scored(d *document.Document) bool {
	if t, _ := model.ScoreTable(d); t != nil {
		scores, _ := dimensionScores(d)
		return len(scores) > 0
	}
	for _, section := range d.Find(document.Scores) {
		lines := 0
		for line := range strings.Lines(d.Slice(section.All())) {
			if len(dimensionScore.FindAllStringIndex(line, 2)) > 1 {
				return true
			}
			if scoredLine.MatchString(line) && !totalText.MatchString(line) {
				lines++
			}
		}
		if lines > 1 {
			return true
		}
	}
	return false
}

// gateScore returns the score that the words about the gate give, if any.
func gateScore(d *document.Document) (float64, bool) {
	for _, m := range gateNumber.FindAllStringSubmatch(gateText(d), 4) {
		if m[1] == "" {
			score, _ := strconv.ParseFloat(m[2], 64)
			return score, score > 0 && score <= 100
		}
	}
	return 0, false
}

// openErrors reports issues of the class of errors, in rows, items or below a
// heading for them, that are not settled.
func openErrors(d *document.Document, passed bool, hit native.Hit) bool {
	applied := false
	report := func(at document.Span, text string) {
		if applied = true; passed {
			hit(d, at, model.Note(model.Clip(model.Plain(text), 60)))
		}
	}
	for _, t := range d.Tables {
		level := t.Column("severity", "class", "level", "级别", "严重", "等级")
		if level < 0 || !t.Section.Under(document.Issues) {
			continue
		}
		applied = true
		for _, row := range t.Rows {
			if graveLevel.MatchString(row[level].Text) && !disposed.MatchString(d.Slice(d.LineAt(row[0].Start))) {
				report(row[level].Span, row[min(level+1, len(row)-1)].Text)
			}
		}
	}
	for _, item := range d.Items {
		if !item.Section.Under(document.Issues) || item.Depth != 1 || d.Foreign { // whether it says that nothing is open cannot be read
			continue
		}
		applied = true
		if !supposed.MatchString(item.Text) && (graveItem.MatchString(item.Text) || errorTitle.MatchString(item.Section.Title)) && !disposed.MatchString(item.Text) && !countOfNone.MatchString(item.Text) && !model.Nothing.MatchString(item.Text) {
			report(item.Span, item.Text)
		}
	}
	return applied
}

// supposed is an item that says what would stop the gate, and not that it did: "if the audit
// fails, then no-go".
var supposed = pattern.New(`(?i)^\W*(?:\w+\W{1,3}){0,3}?(?:if|should|in case|unless|when(?:ever)?)\b.*\b(?:no[- ]?go|stop|block(?:s|ed|er)?|fail(?:s|ed)?|not (?:pass|ready|release))|^\W*(?:如果?|若|一旦)[^。]*(?:否决|不通过|阻断|阻塞|停止|不得发布)`)
