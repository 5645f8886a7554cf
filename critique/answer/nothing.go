package answer

import (
	"slices"
	"strings"

	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
	"discussd/internal/text/terms"
)

const (
	// What there may be none of, and what may stand before and behind it.
	gapNouns      = `(?:weakness(?:es)?|issues?|concerns?|gaps?|omissions?|problems?|blockers?|defects?|risks?|(?:missing )?requirements?|(?:open )?questions?|suggestions?|findings?|items?|contradictions?|shortcomings?)`
	gapAdjectives = `(?:significant|major|critical|notable|obvious|further|missing|open|other|real|high|serious|blocking|material|additional|uncovered|unaddressed|outstanding|remaining|coverage|discovery|new|specific|apparent|relevant|important)`
	gapVerbs      = `(?:are|is|were|was|have been|has been|could be|can be|i)?(?:\s*(?:missing|found|identified|noted|detected|reported|observed|apparent|visible|remaining|remain|exist|open|left|seen|see|spotted|at this (?:time|stage|point)|at present|here|currently|so far|to report|to add|to note|to raise|in (?:this|the) (?:document|artifact|brief|spec|version)|from (?:my|this) (?:side|perspective|point of view)))*`
)

var (
	// Words and sentences for "there is none", at the beginning of a text.
	nothing = pattern.New(`(?i)^(?:(?:there (?:are|were|is|was) |i (?:see|found|find|have) |we (?:see|found|find|have) )?(?:none|nothing|nil|null|n/?a|not applicable|empty|no|zero)` +
		`(?: ` + gapAdjectives + `)*(?:,? (?:or |and )?` + gapNouns + `)*(?: ` + gapVerbs + `)?|` +
		`(?:nothing|none)(?: (?:is|was|seems|appears|of (?:note|significance|importance)))?(?: (?:missing|left out|omitted|lacking|uncovered|to add|to report|to note|found|identified))?|` +
		`无|暂无|没有|沒有|無|空|不适用|未发现|未见|未發現|不存在|暂未发现|并无|没有发现|沒有發現)` +
		`(?:(?:任何|明显|明確|明确|重大|其他|其它|严重|关键|需要补充|额外|新的|的)*?(?:缺失|劣势|弱点|缺点|缺陷|隐患|(?:明显|重大|严重|高)风险|遗漏|遺漏|缺口|缺漏|问题|問題|不足|疏漏|漏项|未覆盖|疑问|建议|需求|之处|项|的)*)?$`)

	// A gap that is denied in the middle of a text, which may stand beside the word for none.
	denied = pattern.New(`(?i)\bno (?:\pL+ )?(?:requirement|constraint|item|need|goal|point|expectation|dimension)s?\b[^.;,]{0,60}?\b(?:is|are|was|were|has been|have been) (?:missing|omitted|left out|lacking|uncovered|unaddressed|dropped|lost|overlooked|forgotten|not (?:covered|addressed|met))\b|\b(?:no|not|nothing|none|without|never|does not|doesn['’]t|do not|don['’]t|is not|isn['’]t|are not|aren['’]t|zero|free of)\b(?: [\pL'’]+){0,3}? (?:gaps?|miss(?:ing|es|ed)?|lack(?:s|ing|ed)?|omit(?:s|ted)?|omissions?|left out|issues?|concerns?|problems?|weakness(?:es)?|uncovered|unaddressed|overlooked|outstanding|contradict\w*)\b|` +
		`(?:没有|没|无|未|不存在|并无)(?:发现|见|看到|找到)?(?:任何|明显|重大|其他|的)*(?:遗漏|缺失|缺口|缺漏|问题|不足|疏漏|漏项|矛盾|歧义|冲突)`)

	// What a text names that says there is none, but.
	exception = pattern.New(`(?i)\b(?:but|however|except(?:ing|ion)?|although|though|apart from|aside from|besides|other than|only|yet|still|lacks?|lacking|missing|miss(?:es)?|not|never|without|unclear|vague|should|needs?|must|partially|partly|weak(?:ly)?|implicit(?:ly)?|implied|incomplete|absent|omits?|omitted|fails?|unaddressed|uncovered|ignored|cannot|can['’]t|isn['’]t|aren['’]t|doesn['’]t|don['’]t|no)\b|` +
		`但|不过|然而|除了|除外|之外|只有|只是|仅|缺|未|没有|不明|不清|不足|遗漏|模糊|应当|应该|需要|部分|无法|建议`)

	// All is there, said of requirements.
	covered = pattern.New(`(?i)^(?:fully |completely )?(?:covered|addressed)$|^(?:full|complete) coverage\b|\b(?:all|every|everything|each|fully|completely|entire|whole)\b.*\b(?:cover(?:ed|s)?|address(?:ed|es)?|includ(?:ed|es)|reflect(?:ed|s)?|satisf(?:ied|ies)|captur(?:ed|es)|present|traced|met|carried over|mapped|handled|accounted for)\b|` +
		`\b(?:cover(?:ed|s)?|address(?:ed|es)?|includ(?:ed|es)|reflect(?:ed|s)?|satisf(?:ied|ies)|captur(?:ed|es))\b.*\b(?:all|every|everything|each|fully|completely)\b|` +
		`(?:全部|均已?|都已?|所有|完全|逐一|完整).*(?:覆盖|涵盖|体现|涉及|包含|满足|满足|落实|回应|追溯)|(?:覆盖|涵盖|体现|包含|满足)了?(?:全部|所有|完整)`)

	clauseEnd = pattern.New(`\s*(?:[.。!！;；,，:：(（[]|\s[-–—]+|[-–—]{2,}|[–—])\s*`)
)

// saysNothing tells whether an entry only says that there is nothing, without naming an exception.
func saysNothing(text string) bool {
	const longest = 400 // bytes
	if len(text) > longest {
		return false
	}
	text = strings.Trim(tidy(text, maxText), " .。!！*_`()（）[]-–—…\"'“”")
	if text == "" || nothing.MatchString(text) {
		return true
	}
	at := clauseEnd.FindStringIndex(text)
	if at == nil || at[0] == 0 || !nothing.MatchString(strings.Trim(text[:at[0]], " *_`\"'")) {
		return false
	}
	return !exception.MatchString(denied.ReplaceAllString(text[at[1]:], " "))
}

// saysCovered tells whether an entry of a list of what is missing says that nothing is.
func saysCovered(text string) bool {
	const longest = 400 // bytes
	if len(text) > longest {
		return false
	}
	text = tidy(text, maxText)
	if exception.MatchString(denied.ReplaceAllString(text, " ")) {
		return false
	}
	if covered.MatchString(text) {
		return true
	}
	at := denied.FindStringIndex(text)
	return at != nil && !slices.ContainsFunc(terms.Of(text[:at[0]]), relevance.IsOwn) // "I could not find any gaps"
}
