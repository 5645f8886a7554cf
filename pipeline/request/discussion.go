package request

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"discussd/internal/text/pattern"
	"discussd/internal/text/printable"
	"discussd/pipeline/dropped"
)

// The types of a discussion.
const (
	Initial           = "initial"            // sum up what there is
	Deepen            = "deepen"             // go on in the same direction
	DirectionAdjusted = "direction-adjusted" // order the findings anew
	SpecificQuestions = "specific-questions" // answer what the user asks
)

var types = [...]string{Initial, Deepen, DirectionAdjusted, SpecificQuestions}

// hints are parts of words that tell a type when a user writes it freely.
var hints = map[string][]string{
	Initial:           {"init", "first", "首", "初"},
	Deepen:            {"deep", "continu", "深", "继续"},
	DirectionAdjusted: {"direct", "adjust", "pivot", "方向", "转向"},
	SpecificQuestions: {"question", "specific", "问", "答疑"},
}

// Words that tell nobody what to do, and words for "no feedback".
var (
	idleWords = []string{
		"ok", "okay", "k", "yes", "no", "sure", "fine", "good", "well", "next", "continue", "go on", "go ahead", "proceed", "more", "maybe",
		"not sure", "i dont know", "dont know", "idk", "unclear", "whatever", "as you like", "up to you", "tbd",
		"continue current direction", "user has specific questions",
		"嗯", "好", "好的", "行", "可以", "是", "是的", "不", "继续", "继续吧", "下一步", "随便", "都行", "不知道", "不清楚", "不确定", "看着办", "你决定", "再看看", "待定",
		"同意", "同意继续深入", "继续深入", "调整方向", "需要调整方向", "有具体问题",
	}
	noWords = []string{"none", "na", "null", "nil", "empty", "无", "没有", "暂无", "空"}
	grunt   = pattern.New(`^(?:h+m+|u+[hm]+|e+r+m*|嗯+|额+|呃+|哦+)$`)
)

func timelineKey(key string) bool {
	return slices.Contains([]string{keyType, keyTopic, keyFeedback, keyAmbiguity}, key)
}

// discussion fills in what a timeline request says.
func (d *draft) discussion() (*Discussion, error) {
	for _, key := range []string{keyArtifact, keyPerspectives, keyWatch} {
		if field, given := d.fields[key]; given {
			return nil, d.Wrong(field.line, "a request with a type, topic or feedback is about the timeline and has no %s: drop two files if you want both", key)
		}
	}
	if len(d.rows) > 0 {
		return nil, d.Wrong(d.rows[0].line, "a request with a type, topic or feedback is about the timeline and has no perspectives: drop two files if you want both")
	}
	var (
		q   = &Discussion{}
		err error
	)
	if round := d.fields[keyRound]; strings.TrimSpace(round.text) != "" {
		number, ok := whole(round.text)
		if !ok {
			return nil, d.Wrong(round.line, "the round of a discussion is a number from 1 to 9999: write `round: 2`")
		}
		q.Round = number
	}
	if q.Topic, err = d.line(d.fields[keyTopic], longestTopic); err != nil {
		return nil, err
	}
	if q.Ambiguity, err = d.line(d.fields[keyAmbiguity], longestTopic); err != nil {
		return nil, err
	}
	if q.Feedback, err = d.feedback(); err != nil {
		return nil, err
	}
	q.Type = d.settle(q)
	return q, nil
}

// settle returns the type of a discussion. What is unclear becomes a Deepen and is
// noted.
func (d *draft) settle(q *Discussion) string {
	kind, known := kindOf(d.fields[keyType].text)
	_, given := d.fields[keyFeedback]
	switch {
	case q.Ambiguity != "": // the sender says so
		return Deepen
	case !known:
		q.Ambiguity = "the type " + quoted(d.fields[keyType].text) + " is none of " + strings.Join(types[:], ", ")
		return Deepen
	case kind == Initial:
		return Initial
	case q.Feedback == "" && (given || kind != Deepen):
		q.Ambiguity = "a discussion of type " + kind + " came without user feedback"
		return Deepen
	case q.Feedback != "" && vague(q.Feedback):
		q.Ambiguity = "the user feedback " + quoted(q.Feedback) + " does not say what to do"
		return Deepen
	}
	return kind
}

// kindOf returns the type that a text speaks of, if it is exactly one.
func kindOf(text string) (kind string, known bool) {
	text = strings.ToLower(dropped.Plain(text))
	if text == "" {
		return Initial, true
	}
	var found []string
	for _, kind := range types {
		near := levenshtein.ComputeDistance(text, kind) <= 2
		if near || slices.ContainsFunc(hints[kind], func(hint string) bool { return strings.Contains(text, hint) }) {
			found = append(found, kind)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// feedback judges the user's words.
func (d *draft) feedback() (string, error) {
	field := d.fields[keyFeedback]
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(field.text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	switch {
	case slices.Contains(noWords, bare(text)):
		return "", nil
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return "", d.Wrong(field.line, "holds control characters: remove them")
	case placeholder.FindString(text) == text && text != "":
		return "", d.unfilled(field.line)
	case utf8.RuneCountInString(text) > longestFeedback:
		return "", d.Wrong(field.line, "the feedback is longer than %d characters: shorten it", longestFeedback)
	}
	return text, nil
}

// vague tells whether feedback gives nothing to act on.
func vague(text string) bool {
	text = bare(text)
	return text == "" || grunt.MatchString(text) || slices.Contains(idleWords, text)
}

// bare is a text in lower case, without anything but its letters, digits and the
// spaces between them.
func bare(text string) string {
	return oneLine(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, text))
}

// quoted is a text of a user in a note, capped.
func quoted(text string) string {
	return "“" + printable.Capped(printable.Line(oneLine(text)), 60) + "”"
}

// textFollows is how frontmatter begins a value of several lines.
var textFollows = pattern.New(`^[|>][+-]?$`)

// continued returns a value with the lines that belong to it: those indented
// deeper than its label, and those of its own paragraph.
func (m *reader) continued(value string, indent int) string {
	if textFollows.MatchString(value) {
		value = ""
	}
	lines, paragraph := []string{value}, true
	for ; m.next < len(m.lines); m.next++ {
		line := m.lines[m.next]
		blank := strings.TrimSpace(line) == ""
		deeper := indentation(line) >= indent+2
		if !blank && !deeper {
			name, _, labelled := label(line)
			_, known := keyOf(name)
			if !paragraph || labelled && known || heading.MatchString(line) {
				break
			}
		}
		paragraph = paragraph && !blank
		lines = append(lines, outdent(line, indent+4))
	}
	return strings.Join(lines, "\n")
}

// outdent takes up to so many columns of white space off a line.
func outdent(line string, columns int) string {
	for columns > 0 && line != "" && (line[0] == ' ' || line[0] == '\t') {
		columns -= indentation(line[:1])
		line = line[1:]
	}
	return line
}
