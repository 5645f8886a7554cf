package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

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
