package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

// checklistNames are the names that models give to the list of answers, and to what an
// answer is made of; answerNames are the words in which they answer a question.
var (
	checklistNames = look("checklist")
	answerNames    = look("answers")
)

// mostChecked is how many answers are read: several times what a checklist asks.
const mostChecked = 100

// checklist answers the questions that were asked by what an object holds, and makes a
// weakness of every no that names a passage or what is not there. A yes adds nothing.
func (e Expect) checklist(c *critique.Critique, fields map[string]any) {
	for _, key := range sortedKeys(fields) {
		if checklistNames()[plainName(key)] == "checklist" {
			e.answered(c, e.said(fields[key]))
			return
		}
	}
	e.answered(c, nil)
}

// proseChecklist does so by the lines of a text that begin with a question's ID.
func (e Expect) proseChecklist(c *critique.Critique, text string) {
	if len(e.Questions) == 0 {
		return
	}
	var said []critique.Checked
	for line := range strings.Lines(text) {
		if one, ok := e.sentence(strings.TrimSpace(line)); ok && !isNumber(one.ID) && len(said) < mostChecked {
			said = append(said, one)
		}
	}
	e.answered(c, said)
}

// answered takes the answers over, one for each question. Who answers one both ways, or
// not at all, has not answered it.
func (e Expect) answered(c *critique.Critique, said []critique.Checked) {
	for i, q := range e.Questions {
		one := critique.Checked{Answer: critique.Unanswered, Targets: []string{}}
		for _, s := range said {
			switch {
			case !e.names(s.ID, i):
			case one.Answer == critique.Unanswered:
				one = s
			case one.Answer != s.Answer:
				one = critique.Checked{Answer: critique.CannotTell, Targets: []string{}}
			}
		}
		if one.Answer != critique.No { // what a yes explains is no absence
			one.Missing = ""
		}
		one.ID, one.Question = q.ID, q.Text(e.Chinese)
		c.Checklist = append(c.Checklist, one)
		e.blame(c, q, one)
	}
}

// names tells whether an answer is about a question: it has its ID, or its number.
func (e Expect) names(id string, at int) bool {
	if n, err := strconv.Atoi(strings.TrimLeft(strings.ToLower(id), "question#. ")); err == nil {
		return n == at+1
	}
	plain := plainName(id)
	return plain != "" && (plain == plainName(e.Questions[at].ID) || plain == plainName(e.Questions[at].English))
}

func isNumber(id string) bool {
	_, err := strconv.Atoi(id)
	return err == nil
}

// blame makes a weakness of a no. One that names neither a passage nor what is missing
// says nothing that anybody could mend, and what the answer lists already is not listed twice.
func (e Expect) blame(c *critique.Critique, q critique.Question, said critique.Checked) {
	if said.Answer != critique.No || said.Missing == "" && said.Quote == "" {
		return
	}
	for i, w := range c.Weaknesses {
		samePassage := said.Quote != "" && plainName(w.Quote) == plainName(said.Quote)
		samePlace := len(said.Targets) > 0 && w.Category == q.Category && slices.Equal(w.Targets, said.Targets)
		sameWords := said.Missing != "" && plainName(w.Text) == plainName(said.Missing)
		if w.Question == "" && (samePassage || samePlace || sameWords) {
			c.Weaknesses[i].Question = q.ID
			return
		}
	}
	text := said.Missing
	if text == "" {
		text = fmt.Sprintf(map[bool]string{false: "No to: %s", true: "答“否”: %s"}[e.Chinese], q.Text(e.Chinese))
	}
	c.Weaknesses = append(c.Weaknesses, critique.Point{
		Text: text, Category: q.Category, Severity: cmp.Or(q.Severity, critique.Medium), Targets: said.Targets, Quote: said.Quote, Question: q.ID,
	})
}

// said reads the answers of a list, of an object by ID, or of a text with a line for each.
// What is not understood is left out: then nobody answered that question.
func (e Expect) said(value any) []critique.Checked {
	var all []critique.Checked
	take := func(one critique.Checked, ok bool) {
		if ok && len(all) < mostChecked {
			all = append(all, one)
		}
	}
	switch value := value.(type) {
	case []any:
		for i, entry := range value {
			switch entry := entry.(type) {
			case map[string]any:
				take(readChecked("", entry))
			case string:
				one, ok := e.sentence(entry)
				if !ok && len(value) == len(e.Questions) { // a bare yes or no, in their order
					one, ok = e.sentence(strconv.Itoa(i+1) + ": " + entry)
				}
				take(one, ok)
			}
		}
	case map[string]any:
		for _, id := range sortedKeys(value) {
			switch entry := value[id].(type) {
			case map[string]any:
				take(readChecked(id, entry))
			case bool:
				take(critique.Checked{ID: id, Answer: map[bool]string{true: critique.Yes, false: critique.No}[entry], Targets: []string{}}, true)
			case string:
				take(e.sentence(id + ": " + entry))
			}
		}
	case string:
		for line := range strings.Lines(value) {
			take(e.sentence(strings.TrimSpace(line)))
		}
	}
	return all
}

// readChecked reads one answer. The key it stands under is its ID where it has none.
func readChecked(key string, fields map[string]any) (critique.Checked, bool) {
	parts := named(fields, checklistNames())
	one := critique.Checked{ID: key, Targets: targets(parts["targets"]), Quote: words(first(parts["quote"]), maxQuote)}
	if one.ID == "" {
		one.ID = words(first(parts["id"]), maxText)
	}
	one.Missing = missingText(parts["missing"])
	if yes, isBool := first(parts["answer"]).(bool); isBool {
		one.Answer = map[bool]string{true: critique.Yes, false: critique.No}[yes]
		return one, one.ID != ""
	}
	answer, rest, ok := leadingAnswer(words(first(parts["answer"]), maxText))
	if one.Answer = answer; one.Missing == "" && answer == critique.No {
		one.Missing = rest
	}
	return one, ok && one.ID != ""
}

// missingText is what an answer says is missing, "" where that is a word for nothing.
func missingText(values []any) string {
	text := words(first(values), maxText)
	if isPlaceholder(text) || saysNothing(text) {
		return ""
	}
	return text
}

var (
	// answeredLine is "goal-owner: no, …", with a bullet, a number or stars before it.
	answeredLine = pattern.New(`^[\s\-*+•#>"'` + "`" + `]*(?:\d{1,2}[.)]\s+)?[*_` + "`" + `\["]*([\pL\pN][\pL\pN_-]{0,60}?)[*_` + "`" + `\]"]*\s*(?:[:：=]|\s[-–—]{1,2}\s)\s*(.+)$`)
	// leadingWord is the answer at the head of a sentence: something must part it from what follows, for "no issues" is a yes.
	leadingWord = pattern.New(`^[*_"'` + "`" + `“]*([\pL/]+(?: (?:tell|say|met|applicable|determine))?)[*_"'` + "`" + `”]*\s*(?:$|[,.;:，。；：!！(（]|[-–—]{1,2}\s|[—–])\s*(.*)$`)
	// formItself is what was asked for, in place of an answer.
	formItself = pattern.New(`(?i)^yes\s*[,/|]\s*no\b`)
	passageOf  = pattern.New(`[“"「『](.{4,300}?)[”"」』]`)
)

// sentence reads "goal-owner: no — “passage”, nobody is named".
func (e Expect) sentence(line string) (critique.Checked, bool) {
	if len(line) > 4*maxText {
		return critique.Checked{}, false
	}
	match := answeredLine.FindStringSubmatch(line)
	if match == nil {
		return critique.Checked{}, false
	}
	answer, rest, ok := leadingAnswer(match[2])
	if !ok || !e.asks(match[1]) {
		return critique.Checked{}, false
	}
	one := critique.Checked{ID: match[1], Answer: answer, Targets: []string{}}
	if passage := passageOf.FindStringSubmatch(rest); passage != nil {
		one.Quote = tidy(passage[1], maxQuote)
		rest = strings.Replace(rest, passage[0], "", 1)
	}
	if answer == critique.No {
		one.Missing = missingText([]any{strings.Trim(rest, " -–—:,.;()（），。；")})
	}
	return one, true
}

// asks tells whether an ID is that of a question.
func (e Expect) asks(id string) bool {
	for i := range e.Questions {
		if e.names(id, i) {
			return true
		}
	}
	return false
}

// leadingAnswer is the answer that a text begins with, and the rest of it.
func leadingAnswer(text string) (answer, rest string, ok bool) {
	if answer, ok = answerNames()[plainName(text)]; ok {
		return answer, "", true
	}
	match := leadingWord.FindStringSubmatch(text)
	if match == nil || formItself.MatchString(text) {
		return "", "", false
	}
	answer, ok = answerNames()[plainName(match[1])]
	return answer, strings.TrimSpace(match[2]), ok
}
