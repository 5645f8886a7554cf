package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// GateWord is a verdict of a readiness gate.
var GateWord = pattern.New(`(?i)\b(?:pass(?:ed)?|fail(?:ed)?|ready|not ready|approved|rejected|go|no-go|review required|(?-i:REVIEW)|needs revision|conditional)\b|通过|就绪(?:[^度报]|$)|不合格|合格|待修订|需修改|驳回`)

// ScoreTable returns the table of dimension scores and its score column.
func ScoreTable(d *document.Document) (*document.Table, int) {
	for _, t := range d.Tables {
		if i := t.Column("score", "rating", "评分", "得分"); i > 0 && len(t.Rows) > 1 {
			return t, i
		}
	}
	return nil, 0
}

// TotalRow tells whether a row of a table sums up the others.
func TotalRow(row []document.Cell) bool {
	return Contains(strings.ToLower(row[0].Text), "total", "overall", "weighted", "average", "mean", "平均", "总", "合计", "综合", "加权")
}
