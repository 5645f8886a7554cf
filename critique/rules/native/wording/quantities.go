package wording

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// QuantityRules look at the numbers of targets.
func QuantityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-014"), On: model.Speaking, Look: bareNumbers},
	}
}

var numerals = pattern.New(`\d+(?:[.,]\d+)?`)

var (
	// unitLost is a change whose second amount has lost the unit of the first.
	unitLost = pattern.New(`(?i)\bfrom\s+(?:about |over |around )?\d[\d.,]*\s*(?:ms|seconds?|s|minutes?|min|hours?|h|days?|weeks?|months?|years?|KB|MB|GB|TB)\s+(?:down |up )?to\s+((?:[<>≤≥]=?|at most|at least|under|below|within)?\s*\d+(?:\.\d+)?)(?:\s+(?:by|until|before|in|from|for|on)\b|[,;)|]|\.(?:\s|$)|\s*$)|` +
		`[从由]\s*\d[\d.]*\s*(?:毫秒|秒|分钟|个?小时|天|周|个月|年|KB|MB|GB|TB)[^\d，。；|]{0,8}[到至为]\s*((?:[<>≤≥]=?|不超过)?\s*\d+(?:\.\d+)?)\s*(?:[，,。；;)|）]|$)`)
	counts = pattern.New(`(?i)\b(?:number|count|score|rating|index|version|quantity|total|amount)\b|数量|个数|次数|数目|人数|条数|数\s*(?:$|[|（(])|评分|得分|版本|总数|[（(].{1,12}[）)]|%`)
	// rates are shares: a number of up to one needs no unit, a larger one a percent sign.
	rates = pattern.New(`(?i)\b(?:rates?|ratio|share|percentage)\b|率|比例|占比`)
	// things is a plural at the head of a name: what the number counts.
	things  = pattern.New(`(?i)^\W*(?:[\p{L}-]+ ){0,2}?[a-z-]{2,}[a-rt-z]s\b`)
	happens = pattern.New(`(?i)\b(?:are|is|was|were|has|have|rises?|falls?|becomes?|gets?|works?|holds?)\b`)
	sizes   = pattern.New(`(?i)\b(?:times?|speeds?|latenc(?:y|ies)|durations?|sizes?|costs?|delays?|ages?|performances?|delays|waits|intervals?|periods?|memory|cpu|load|throughput|response)\b|时间|耗时|延迟|时长|速度|大小|容量|周期|间隔`)
)

// bareNumbers reports targets that are numbers without a unit, in tables and
// after a label, unless their name tells what is counted.
func bareNumbers(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, st := range model.Statements(d) {
		for _, m := range unitLost.FindAllStringSubmatchIndex(st.Text, 3) {
			at := m[2:4]
			if at[0] < 0 {
				at = m[4:6]
			}
			applied = true
			hit(d, st.Span(at), st.Text[at[0]:at[1]])
		}
	}
	for _, t := range d.Tables {
		column := t.Column("target", "threshold", "指标", "目标值", "阈值")
		if column <= 0 || !model.Definitional(t) && !t.Section.Under(document.Attributes, document.Metrics, document.NonFunctional) {
			continue
		}
		unit := t.Column("unit", "单位")
		for _, row := range t.Rows {
			applied = true
			if !model.BareNumber.MatchString(row[column].Text) || strings.Count(row[column].Text, ".") > 1 || unit >= 0 || counts.MatchString(t.Header[column].Text) {
				continue
			}
			named := noneAt(row[column].Text, model.Plain(row[0].Text))
			for i, cell := range row {
				named = named || i < column && (counts.MatchString(cell.Text) || share(row[column].Text) && rates.MatchString(cell.Text) || things.MatchString(model.Plain(cell.Text)) && !sizes.MatchString(cell.Text) && !happens.MatchString(cell.Text))
			}
			if !named {
				hit(d, row[column].Span, model.Note(row[column].Text))
			}
		}
	}
	return applied
}

// noneAt tells whether a target of none needs no unit: none of anything is none.
func noneAt(target, name string) bool {
	return strings.Trim(target, " =*_`") == "0" && !sizes.MatchString(name)
}

// share tells whether a target is a number of up to one.
func share(target string) bool {
	m := numerals.FindString(target)
	n, err := strconv.ParseFloat(m, 64)
	return err == nil && n <= 1
}
