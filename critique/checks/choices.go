package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// scales are what templates offer to choose from, each with the number of steps that
// make a choice of it rather than a value: who names all of them has chosen none.
var scales = [...]struct {
	least int
	steps [][]string // each with its names
}{
	{3, [][]string{{"must", "must have", "必须", "必做"}, {"should", "should have", "应该", "应当"}, {"could", "could have", "可以", "可选"}, {"won't", "wont", "won’t", "won't have", "不做", "暂不"}}},
	{3, [][]string{{"p0"}, {"p1"}, {"p2"}, {"p3"}, {"p4"}}},
	{3, [][]string{{"critical", "致命", "严重"}, {"high", "高", "h"}, {"medium", "med", "中", "m"}, {"low", "低", "l"}}},
	{3, [][]string{{"xs"}, {"s", "small", "小"}, {"m", "medium", "中"}, {"l", "large", "大"}, {"xl", "特大"}, {"xxl"}}},
	{2, [][]string{{"proposed", "提议"}, {"accepted", "已接受"}, {"rejected", "已拒绝"}, {"deprecated", "已废弃"}, {"superseded", "已取代"}}},
	{2, [][]string{{"draft", "草稿"}, {"review", "in review", "in_review", "in-review", "评审中"}, {"approved", "已批准"}, {"complete", "completed", "final", "已完成", "完成"}}},
	{2, [][]string{{"pass", "通过"}, {"review", "复审", "待定"}, {"fail", "不通过", "未通过"}, {"conditional", "conditional pass", "有条件通过"}}},
	{2, [][]string{{"go"}, {"no-go", "no go"}}},
	{2, [][]string{{"ready", "就绪"}, {"not ready", "未就绪"}}},
	{2, [][]string{{"approved", "批准"}, {"rejected", "驳回"}}},
	{2, [][]string{{"yes", "y", "是"}, {"no", "n", "否"}}},
}

var (
	// chosen are the columns, fields and labels below which one step is to be named.
	chosen = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:(?:overall|business|user|risk|issue|initial|current|document) )?(?:priority|moscow|severity|probability|likelihood|impact|size|effort|complexity|status|mvp|in mvp|gate|verdict|decision|result|outcome|risk level|level|confidence)[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:优先级|严重(?:程度|性)|概率|可能性|影响(?:程度)?|规模|工作量|复杂度|状态|门禁(?:结论)?|结论|判定|结果|风险(?:等级|级别)|等级|级别|是否\s*MVP)[^\p{L}\p{N}]*$`)
	// menu is a value in which steps stand beside each other.
	menu    = pattern.New(`^[\p{L}\p{N}’' _-]{1,20}(?:\s*(?:\\?\||/|、|\bor\b|或)\s*[\p{L}\p{N}’' _-]{1,20}){1,5}$`)
	between = pattern.New(`\s*(?:\\?\||/|、|\bor\b|或)\s*`)
	labelOf = pattern.New(`^(?:[-*+] )?[*_]{0,2}([\p{L} ]{2,24}?)[*_\s]*$`)
)

// unchosen tells whether a value is still what a template offers to choose from.
func unchosen(value string) bool {
	value = strings.ToLower(strings.Trim(value, " *`_[](){}<>（）【】\"'"))
	if len(value) > 80 || !menu.MatchString(value) {
		return false
	}
	words := strings.Split(between.ReplaceAllString(value, "\x00"), "\x00")
	for _, scale := range scales {
		seen := map[int]bool{}
		for _, word := range words {
			i := slices.IndexFunc(scale.steps, func(names []string) bool { return slices.Contains(names, strings.TrimSpace(word)) })
			if i < 0 || seen[i] {
				seen = nil
				break
			}
			seen[i] = true
		}
		if len(seen) >= scale.least {
			return true
		}
	}
	return false
}

// openChoices returns where a document still offers what should have been chosen: in
// fields of the frontmatter, cells and lines behind a label. What data, settings and
// interfaces may hold is described there and chosen by others.
func openChoices(d *document.Document) []document.Span {
	var found []document.Span
	for _, field := range d.Front.Fields {
		if chosen.MatchString(field.Key) && len(field.Values) == 1 && unchosen(field.Values[0]) {
			found = append(found, field.Span)
		}
	}
	for _, t := range d.Tables {
		for i, header := range t.Header {
			if i == 0 || enumerates(t.Section) || !chosen.MatchString(header.Text) {
				continue
			}
			for _, row := range t.Rows {
				if unchosen(row[i].Text) {
					found = append(found, row[i].Span)
				}
			}
		}
	}
	for _, line := range d.Lines {
		if at, is := openLabel(d, line); is {
			found = append(found, at)
		}
	}
	for _, item := range d.Items {
		if at, is := openLabel(d, document.Span{Start: item.Start, End: min(item.End, d.LineAt(item.Start).End)}); is {
			found = append(found, at)
		}
	}
	return found
}

// openLabel returns what stands behind the label of a line that still offers a choice.
func openLabel(d *document.Document, line document.Span) (document.Span, bool) {
	name, value, labelled := strings.Cut(d.Slice(line), ":")
	if !labelled {
		name, value, labelled = strings.Cut(name, "：")
	}
	at := document.Span{Start: line.End - len(value), End: line.End}
	if !labelled || len(name) > 60 || len(value) > 120 || !unchosen(value) || enumerates(d.SectionAt(line.Start)) {
		return at, false
	}
	m := labelOf.FindStringSubmatch(strings.TrimSpace(name))
	return at, m != nil && chosen.MatchString(m[1])
}

// enumerates tells whether a section says what values something may have.
func enumerates(section *document.Section) bool {
	return section.Under(document.Data, document.Settings, document.Interfaces, document.States, document.Acceptance, document.Summary)
}
