package answer

import (
	"cmp"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
	"discussd/internal/text/terms"
)

// sentence matches up to a full stop that ends one; a stop inside 4.5 or a name does not.
var sentence = pattern.New(`[^.!?。！？\n]*(?:[.!?][^\s.!?。！？\n][^.!?。！？\n]*)*[.!?。！？]*`)

// What a sentence without a heading is, by its words. A word that blames, or the denial of what ought to be,
// makes a weakness; a denied word of blame does not.
var (
	ratingPhrase = pattern.New(`(?i)\d(?:\.\d)?\s*(?:/\s*5|out of (?:5|five)|of 5|分)|\b(?:rating|score)\b\s*[:：=]?\s*\d(?:\.\d)?`)
	ratingNumber = pattern.New(`(?i)\d|\b(?:one|two|three|four|five)\b`)
	ratingCue    = pattern.New(`(?i)\b(rate|rating|score)\b|out of 5|/5|评分|評分|打分|\d分`)
	blame        = pattern.New(`(?i)\b(lack(?:s|ing|ed)?|missing|unclear|vague(?:ly)?|incomplete|inconsistent|ambiguous|contradict(?:s|ory|ing|ion)?|insufficient|absent|undefined|unspecified|unrealistic|untestable|unmeasurable|fails? to|ignor(?:es|ed)|overlook(?:s|ed)|omits?|omitted|neglects?|weak|weakest|conflicts? with|problem(?:atic)?|gaps?|risky|too \pL{3,})\b|缺少|缺乏|缺失|不足|不清|模糊|矛盾|不一致|不完整|歧义|遗漏|过于`)
	denies       = pattern.New(`(?i)\b(?:no|not|never|nothing|none|without|neither|nor|hardly|barely|free of|zero|avoids?|resolve[ds]|fixe[ds]|removed|closed|earlier|previously|no longer|unlike|instead of|rather than|few)\b|n['’]t\b|没有|无|未(?:发现|见)|不存在|避免|消除|解决了|毫不|不再|并不`)
	unmet        = pattern.New(`(?i)\b(?:(?:is|are|was|were|has|have|does|do|did|can|could|will)(?: not|n['’]t)|cannot|never)(?: yet| been| be| even| clearly| actually){0,2} (?:defin|specif|stat|giv|nam|measur|cover|address|explain|describ|mention|say|tell|quantif|includ|test|trac|prov|justif|identif|consider|handl|assign|link|back|list|account|match|fit|agree|verif)\pL*|\bno [\pL -]{2,40}? (?:is|are|was|were|has been|have been) (?:given|defined|specified|named|mentioned|stated|planned|described|provided|listed|included|measured|set)\b|\b(?:no mention of|(?:has|have) no \pL+|not (?:\pL+ )?clear\b)|\b(?:nobody|no one) (?:is (?:responsible|named)|owns|knows|is told|can tell)|` +
		`(?:没|未)(?:有)?(?:写|说|讲|交代)(?:清|明|到)?|(?:没有|未)(?:被|能|对|给)?(?:定义|说明|给出|明确|覆盖|量化|指定|提及|考虑|涵盖|涉及|描述|规定|解释|列出|提供|体现|处理|验证|基线|负责人)`)
	contrast      = pattern.New(`(?i)\b(?:however|but|although|though|yet|nevertheless|unfortunately)\b|但|然而|不过|可惜|遗憾`)
	relents       = pattern.New(`(?i)\b(?:nothing|minor|fine|acceptable|ok|okay|not serious|no blocker|still (?:good|fine|works)|overall|does the job|enough)\b|n['’]t\b|总体|瑕不掩瑜|无大碍|不影响|仍然`)
	suggestionCue = pattern.New(`(?i)\b(should|recommend|suggest|consider|could be improved|needs? to|ought|please|would benefit|it would help)\b|建议|应当|应该|可以考虑|需要补充|最好`)
	strengthCue   = pattern.New(`(?i)\b(well|clear|clearly|good|strong|solid|thorough|complete|consistent|sound|concise|excellent|useful|measurable|realistic|coherent|impressive|great|nice|comprehensive)\b|清晰|清楚|明确|完整|良好|合理|优秀|出色|扎实`)
)

const (
	maxSentences = 400
	leastRemark  = 3 // words of a sentence that is a remark
)

// sentencesInto sorts the sentences of prose into weaknesses, suggestions and strengths.
func sentencesInto(c *critique.Critique, text string) {
	var rest []string
	for _, said := range sentence.FindAllString(text, maxSentences) {
		said = strings.TrimSpace(said)
		if ratingCue.MatchString(said) { // what stands around the rating may be a remark
			said = aroundRating(said)
		}
		if len(terms.Of(said)) < leastRemark {
			continue
		}
		p := readPoint(said, "")
		list, usual := &c.Weaknesses, critique.Medium
		switch {
		case blames(said), graded(p):
		case suggestionCue.MatchString(said):
			list, usual = &c.Suggestions, critique.Low
		case strengthCue.MatchString(said):
			list, usual, p.Severity = &c.Strengths, critique.Low, ""
		default:
			if !saysNothing(p.Text) {
				rest = append(rest, said)
			}
			continue
		}
		p.Severity = cmp.Or(p.Severity, usual)
		*list = append(*list, p)
	}
	if len(c.Weaknesses)+len(c.Suggestions) == 0 && len(rest) > 0 {
		// Nobody knows what it is, but it was said.
		c.Suggestions = []critique.Point{{Text: tidy(strings.Join(rest, " "), maxText), Category: "other", Severity: critique.Low, Targets: []string{}}}
	}
}

// graded tells whether a sentence names the weight of its fault and does not take it back.
func graded(p critique.Point) bool {
	return p.Severity != "" && !saysNothing(p.Text) && !denied.MatchString(p.Text) && !relents.MatchString(p.Text) && !strengthCue.MatchString(p.Text)
}

// aroundRating is what a sentence says before its rating, if more than an announcement, else behind it.
func aroundRating(said string) string {
	const around = " \t,;:，；：。.—–-*_（(）)"
	at := ratingPhrase.FindStringIndex(said)
	if at == nil {
		if ratingNumber.MatchString(said) { // in words that are no phrase of ours
			return ""
		}
		return said
	}
	before, behind := strings.Trim(said[:at[0]], around), strings.TrimLeft(said[at[1]:], around)
	if len(terms.Of(before)) > 2*leastRemark {
		return before
	}
	return behind
}

// blames tells whether a sentence finds fault: of a sentence with "but", the part behind it.
func blames(said string) bool {
	if turn := contrast.FindStringIndex(said); turn != nil {
		behind := said[turn[1]:]
		if len(terms.Of(behind)) > 2 && (finds(behind) || turn[0] > 0 && !relents.MatchString(behind) && !strengthCue.MatchString(behind) && !suggestionCue.MatchString(behind)) {
			return true
		}
		return turn[0] > 0 && finds(said[:turn[0]]) && !strengthCue.MatchString(said[turn[1]:]) && !denies.MatchString(said[turn[1]:])
	}
	return finds(said)
}

func finds(said string) bool {
	said = denied.ReplaceAllString(said, " ") // "no concerns" is no fault
	if unmet.MatchString(said) {
		return !blame.MatchString(said) || !denies.MatchString(unmet.ReplaceAllString(said, " "))
	}
	return blame.MatchString(said) && !denies.MatchString(said) && !suggestionCue.MatchString(said)
}
