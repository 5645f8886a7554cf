package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	// Chosen are the columns, fields and labels below which one step is to be named.
	Chosen  = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:(?:overall|business|user|risk|issue|initial|current|document) )?(?:priority|moscow|severity|probability|likelihood|impact|size|effort|complexity|status|mvp|in mvp|gate|verdict|decision|result|outcome|risk level|level|confidence)[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:优先级|严重(?:程度|性)|概率|可能性|影响(?:程度)?|规模|工作量|复杂度|状态|门禁(?:结论)?|结论|判定|结果|风险(?:等级|级别)|等级|级别|是否\s*MVP)[^\p{L}\p{N}]*$`)
	labelOf = pattern.New(`^(?:[-*+] )?[*_]{0,2}([\p{L} ]{2,24}?)[*_\s]*$`)
)

// openChoices returns where a document still offers what should have been chosen: in
// fields of the frontmatter, cells and lines behind a label. What data, settings and
// interfaces may hold is described there and chosen by others.
func openChoices(d *document.Document) []document.Span {
	var found []document.Span
	for _, field := range d.Front.Fields {
		if Chosen.MatchString(field.Key) && len(field.Values) == 1 && model.Unchosen(field.Values[0]) {
			found = append(found, field.Span)
		}
	}
	for _, t := range d.Tables {
		for i, header := range t.Header {
			if i == 0 || Enumerates(t.Section) || !Chosen.MatchString(header.Text) {
				continue
			}
			for _, row := range t.Rows {
				if model.Unchosen(row[i].Text) {
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
	if !labelled || len(name) > 60 || len(value) > 120 || !model.Unchosen(value) || Enumerates(d.SectionAt(line.Start)) {
		return at, false
	}
	m := labelOf.FindStringSubmatch(strings.TrimSpace(name))
	return at, m != nil && Chosen.MatchString(m[1]) && !(inFlow.MatchString(m[1]) && len(strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("/|／、", r) })) == 2)
}

// inFlow is what goes from one step to the next, and may be between two: "Status: Draft / Review".
var inFlow = pattern.New(`(?i)^\W*(?:(?:current|document) )?status\W*$|状态`)

// Enumerates tells whether a section says what values something may have.
func Enumerates(section *document.Section) bool {
	return section.Under(document.Data, document.Settings, document.Interfaces, document.States, document.Acceptance, document.Summary)
}

var (
	aside = pattern.New(`[(（][^()（）\n]*[)）]`)
	// chooseHint tells who fills in a template to keep one of what stands before it.
	chooseHint = pattern.New(`(?i)[(（\[【<*_]\s*(?:please )?(?:(?:delete|remove|strike(?: out)?|cross out) (?:what(?:ever)?|whichever|those|the ones?|if|as|where|all that|(?:the )?(?:in|not )applicable)\b[^()（）\n]{0,30}|(?:select|choose|pick|keep|tick|mark|circle) (?:one|only one|exactly one|the (?:right|applicable|appropriate) one|as (?:appropriate|applicable))(?:(?: (?:of|from|below|above|per|that|which|and|option|value|entry|line)\b|\s*[,.:;])[^()（）\n]{0,30})?)\s*[)）\]】>*_]|[(（\[【]\s*请?(?:(?:保留|选择|勾选|选取|圈出|选)(?:其中)?(?:一|1)(?:项|个|种)|(?:选|择|[二三四五]选)一|删除(?:不适用|不需要|多余)的?(?:项|选项|内容)?)\s*[)）\]】]`)
)

// allVerdicts tells whether a text is nothing but the verdicts a gate may end with.
func allVerdicts(text string) bool {
	text = strings.TrimSpace(aside.ReplaceAllString(text, " "))
	return model.Unchosen(strings.Trim(text, "*_.。?？ "))
}

// untakenGate returns where a gate offers all verdicts in a line.
func untakenGate(d *document.Document) []document.Span {
	var found []document.Span
	for _, line := range d.Lines {
		if d.SectionAt(line.Start).Under(document.Gate) && allVerdicts(d.Slice(line)) {
			found = append(found, line)
		}
	}
	return found
}

// chooseHints returns where a document tells its writer to choose.
func chooseHints(d *document.Document) []document.Span {
	var found []document.Span
	for _, m := range model.Find(d.Prose, chooseHint, 100) {
		found = append(found, document.Span{Start: m[0], End: m[1]})
	}
	return found
}
