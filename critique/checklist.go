package critique

import (
	"fmt"
	"slices"
	"strings"
)

// Question is a yes-or-no question about the documents, answered before everything else. A passage, or
// its absence, can show either answer.
type Question struct {
	ID       string   `toml:"id"` // short and the same in every language, such as "goal-owner"
	English  string   `toml:"en"`
	Chinese  string   `toml:"zh"`       // "" where nobody has written it
	Category string   `toml:"category"` // of a weakness that a no becomes, one of Categories
	Severity Severity `toml:"severity"` // of that weakness
}

// Text is the question in the language in which people read the answer.
func (q Question) Text(chinese bool) string {
	if chinese && q.Chinese != "" {
		return q.Chinese
	}
	return q.English
}

// The answers to a question.
const (
	Yes        = "yes"
	No         = "no"
	CannotTell = "cannot_tell" // the documents do not say, or the model says both
	Unanswered = "unanswered"
)

// Answers is the closed list of answers to a question.
var Answers = [...]string{Yes, No, CannotTell, Unanswered}

// Checked is the answer to a question. Its JSON form is part of the verdict contract.
type Checked struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Answer     string   `json:"answer"`  // of [Answers]
	Missing    string   `json:"missing"` // for a no: what is not there or not so; "" when nothing is named
	Targets    []string `json:"targets"` // IDs and headings
	Quote      string   `json:"quote"`   // verbatim, "" when none was given
	QuotePath  string   `json:"quote_path"`
	QuoteLine  int      `json:"quote_line"`  // 1-based; 0 when not found
	QuoteFound *bool    `json:"quote_found"` // nil when there is no quote
}

// shown tells whether a passage that stands in the documents goes with an answer.
func (c Checked) shown() bool { return c.QuoteFound != nil && *c.QuoteFound }

// checkQuotes looks up what answers quote. A no that rests on nothing but an unknown quote is LOW.
func checkQuotes(c *Critique, texts []evidence) {
	for i := range c.Checklist {
		checked := &c.Checklist[i]
		checked.QuotePath, checked.QuoteLine = find(texts, checked.Quote)
		checked.QuoteFound = found(checked.Quote, checked.QuoteLine)
		for j := range c.Weaknesses {
			if w := &c.Weaknesses[j]; w.Question == checked.ID && checked.Missing == "" && !checked.shown() {
				w.Severity = Low
			}
		}
	}
}

// unproven tells whether all answers are yes, without a passage or all with the same one.
func unproven(checklist []Checked) bool {
	var passages []string
	for _, c := range checklist {
		if c.Answer != Yes {
			return false
		}
		if passage := strings.ToLower(strings.Join(strings.Fields(c.Quote), " ")); c.shown() && !slices.Contains(passages, passage) {
			passages = append(passages, passage)
		}
	}
	return len(checklist) > 0 && len(passages) == 0 || len(checklist) > 2 && len(passages) == 1
}

func ticked(policy Policy, o Opinion) (note string, ok bool) {
	if !o.Heard() || !unproven(o.Checklist) {
		return "", false
	}
	return fmt.Sprintf(policy.say("%s says yes to all %d questions of its checklist and shows no passage for them: that tells nothing about the documents",
		"%s 对检查表的全部 %d 个问题都答“是”, 却没有给出原文依据: 这不能说明文档的任何情况"), o.Perspective.Name, len(o.Checklist)), true
}
