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

// checklistNames are names of the list of answers and of its parts, answerNames words for an answer.
var (
	checklistNames = look("checklist")
	answerNames    = look("answers")
)

// checklist answers the questions that were asked by what an object holds, and makes a
// weakness of every no that names a passage or what is not there. A yes adds nothing.
func (e Expect) checklist(c *critique.Critique, fields map[string]any) {
	var said []critique.Checked
	for _, key := range sortedKeys(fields) {
		if checklistNames()[plainName(key)] == "checklist" {
			said = saidOf(fields[key])
			break
		}
	}
	e.answered(c, said)
}

// answered takes the answers over, one for each question. Two that differ are no answer.
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

// blame makes a weakness of a no that names a passage or what is missing, unless it is listed already.
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

// saidOf reads the answers of a list, or of an object by ID, and leaves out what it does not understand.
func saidOf(value any) (all []critique.Checked) {
	take := func(id string, value any) {
		if one := readChecked(id, value); one.Answer != "" && one.ID != "" {
			all = append(all, one)
		}
	}
	switch value := value.(type) {
	case []any:
		for _, entry := range value {
			take("", entry)
		}
	case map[string]any:
		for _, id := range sortedKeys(value) {
			take(id, value[id])
		}
	}
	return all
}

// readChecked reads one answer: an object, yes or no, or a text, which may name its ID before a colon.
func readChecked(id string, value any) critique.Checked {
	one := critique.Checked{ID: id, Targets: []string{}}
	answer := value
	switch value := value.(type) {
	case map[string]any:
		parts := named(value, checklistNames())
		one.ID = cmp.Or(id, words(first(parts["id"]), maxText))
		one.Targets = targets(parts["targets"])
		one.Quote = words(first(parts["quote"]), maxQuote)
		one.Missing = words(first(parts["missing"]), maxText)
		answer = first(parts["answer"])
	case string:
		if id == "" {
			one.ID, answer, _ = strings.Cut(strings.Replace(value, "：", ":", 1), ":")
		}
	}
	if truth, isBool := answer.(bool); isBool {
		answer = strconv.FormatBool(truth)
	}
	said, rest := leadingAnswer(words(answer, maxText))
	if one.Answer = said; one.Missing == "" && said == critique.No {
		one.Missing = rest
	}
	if isNothing(one.Missing) {
		one.Missing = ""
	}
	return one
}

var (
	// leadingWord is the answer at the head of a text: something must part it from what follows, for "no issues" is a yes.
	leadingWord = pattern.New(`^[*_"'` + "`" + `“]*([\pL/]+(?: (?:tell|say|met|applicable|determine))?)[*_"'` + "`" + `”]*\s*(?:$|[,.;:，。；：!！(（]|[-–—]{1,2}\s|[—–])\s*(.*)$`)
	// formItself is what was asked for, in place of an answer.
	formItself = pattern.New(`(?i)^yes\s*[,/|]\s*no\b`)
)

// leadingAnswer is the answer that a text begins with, "" without one, and the rest of it.
func leadingAnswer(text string) (answer, rest string) {
	if answer, whole := answerNames()[plainName(text)]; whole {
		return answer, ""
	}
	match := leadingWord.FindStringSubmatch(text)
	if match == nil || formItself.MatchString(text) {
		return "", ""
	}
	return answerNames()[plainName(match[1])], strings.Trim(match[2], " -–—:,.;()（），。；")
}
