// Package answer reads what an LLM said: raw text comes in, a typed [critique.Critique] or a classed
// [critique.Failure] goes out. The analysts of critique/llm call it with what a CLI printed.
//
// Answers are messy, and nobody may get an approval out of them that they do not give. The object of the right
// shape counts, wherever it stands; mistakes in JSON are forgiven and noted only where nothing can get lost.
// testdata/messy/README.md says what is right for which mess.
package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

// Expect says what the perspective was asked for.
type Expect struct {
	Rating              bool                // a rating from 1 to 5
	RiskLevel           bool                // low, medium, high or critical
	MissingRequirements bool                // a list, which may be empty
	Risks               bool                // a list, which makes an answer even beside nothing but a risk level
	Understanding       bool                // what is confirmed, corrected and new, and nothing else
	Rulings             bool                // rulings on claims, and nothing else
	Questions           []critique.Question // a checklist, answered before everything else; unanswered it is no failure
	Chinese             bool                // notes are in Chinese, else in English
	Documents           []critique.Document // what was judged; with none, nothing is off topic
}

// Read turns the raw answer of an LLM into a critique. The answer may still lie in its envelope, in fences,
// behind banners or thinking, or be prose.
//
// A critique has at least one point and the rating that was asked for; an understanding has at least one
// entry. Otherwise the error is a [*critique.Failure] of the class EmptyOutput, InvalidJSON, Truncated,
// Contradictory, Unusable, OffTopic, Refused or OutputTooLarge; or, where the tool reports its own trouble, of
// the class Auth, Quota, RateLimited, Timeout, Crashed, PromptTooLarge or NotInstalled.
//
// Read takes time and memory in proportion to len(raw), and refuses more than 65536 values as OutputTooLarge.
// When ctx ends it returns soon, with the class Canceled.
func Read(ctx context.Context, raw []byte, expect Expect) (critique.Critique, error) {
	text := clean(raw)
	right := expect.shape()
	said := lenient.Unwrap(ctx, text, right)
	if err := lenient.Ended(ctx); err != nil {
		return critique.Critique{}, err
	}
	if class, isPage := webPage(said); isPage {
		return critique.Critique{}, critique.Failf(class, "the answer is a web page: %s", excerpt(said))
	}
	said, err := lenient.WithoutThinking(ctx, said, right)
	if err = cmp.Or(lenient.Ended(ctx), err); err != nil {
		return critique.Critique{}, err
	}
	if isBlank(said) {
		return critique.Critique{}, critique.Failf(critique.EmptyOutput, "the answer is empty")
	}
	objects, err := find(ctx, said, right)
	if err != nil {
		return critique.Critique{}, err
	}
	var c critique.Critique
	switch {
	case expect.Rulings:
		return readRulings(objects.Found)
	case len(objects.Found) > 0 && expect.Understanding:
		c, err = chooseUnderstanding(objects.Found, expect)
	case len(objects.Found) > 0:
		c, err = choose(objects.Found, expect)
	default:
		c, err = readProse(said, objects, expect)
	}
	if err != nil {
		return critique.Critique{}, err
	}
	if err := usable(said, &c, expect); err != nil {
		return critique.Critique{}, err
	}
	return c, nil
}

// find searches all of what was said for objects of a shape: the rest might contradict what was read.
func find(ctx context.Context, said string, right lenient.Shape) (*lenient.Search, error) {
	objects := lenient.Find(ctx, said, right)
	switch spent := objects.Spent(); {
	case lenient.Ended(ctx) != nil:
		return nil, lenient.Ended(ctx)
	case errors.Is(spent, lenient.ErrValues):
		return nil, critique.Failf(critique.OutputTooLarge, "%w", spent)
	case spent != nil:
		return nil, critique.Failf(critique.InvalidJSON, "%w: %s", spent, excerpt(said))
	}
	return objects, nil
}

// noteDepartures says in a critique's notes what in the answer was no JSON.
func (e Expect) noteDepartures(c *critique.Critique, departures lenient.Departures) {
	for _, departure := range departures.InWords(e.Chinese) {
		e.note(c, "forgiven: %s", "已容忍: %s", departure)
	}
}

// note says in words what was forgiven or is missing.
func (e Expect) note(c *critique.Critique, english, chinese string, args ...any) {
	if e.Chinese {
		english = chinese
	}
	c.Notes = append(c.Notes, fmt.Sprintf(english, args...))
}

func excerpt(text string) string {
	return tidy(text[:min(len(text), 4*maxExcerpt)], maxExcerpt)
}

// isBlank tells whether a text holds nothing but space, fences, empty JSON and greetings of CLIs.
func isBlank(text string) bool {
	const longest = 1024
	text = strings.TrimFunc(text, lenient.IsSpace)
	if len(text) > longest {
		return false
	}
	for _, greeting := range []string{"Loaded cached credentials.", "Data collection is disabled."} {
		text = strings.ReplaceAll(text, greeting, "")
	}
	switch strings.Trim(strings.ReplaceAll(text, "json", ""), "`~ \t\r\n") {
	case "", "{}", "[]", "null", `""`:
		return true
	}
	return false
}
