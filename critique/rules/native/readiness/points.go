package readiness

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

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
