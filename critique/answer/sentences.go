package answer

import (
	"strings"

	"discussd/critique"
	"discussd/critique/pattern"
)

// sentence matches up to a full stop that ends one; a stop inside 4.5 or a name does not.
var sentence = pattern.New(`[^.!?。！？\n]*(?:[.!?][^\s.!?。！？\n][^.!?。！？\n]*)*[.!?。！？]*`)

// What a sentence without a heading is, going by its words. A rating is none of the three.
var (
	ratingCue     = pattern.New(`(?i)\b(rate|rating|score)\b|out of 5|/5|评分|評分|打分|\d分`)
	weaknessCue   = pattern.New(`(?i)\b(however|but|lacks?|lacking|missing|unclear|vague|weak|fails?|incomplete|inconsistent|ambiguous|not|no|never|without|contradicts?|insufficient|absent|undefined)\b|但|然而|缺|不足|没有|未|模糊|不清|矛盾|问题`)
	suggestionCue = pattern.New(`(?i)\b(should|recommend|suggest|consider|could be improved|needs? to|ought)\b|建议|应当|应该|可以考虑|需要补充`)
	strengthCue   = pattern.New(`(?i)\b(well|clear|clearly|good|strong|solid|thorough|complete|consistent|sound|concise|excellent|useful)\b|清晰|清楚|明确|完整|良好|合理|优秀`)
)

const maxSentences = 400

// sentencesInto sorts the sentences of plain prose into weaknesses, suggestions
// and strengths. A sentence that blames counts before one that praises.
func sentencesInto(c *critique.Critique, text string) {
	for _, said := range sentence.FindAllString(text, maxSentences) {
		said = strings.TrimSpace(said)
		switch {
		case said == "" || ratingCue.MatchString(said):
		case suggestionCue.MatchString(said):
			c.Suggestions = append(c.Suggestions, point(said, critique.Low))
		case weaknessCue.MatchString(said):
			c.Weaknesses = append(c.Weaknesses, point(said, critique.Medium))
		case strengthCue.MatchString(said):
			c.Strengths = append(c.Strengths, point(said, critique.Low))
		}
	}
}
