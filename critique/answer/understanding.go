package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

var understandingFields = [...]string{fieldConfirmed, fieldCorrected, fieldInsights, fieldFindings, fieldNewQuestions}

func isUnderstanding(fields map[string]any) bool {
	has := given(fields)
	return has[fieldUnderstanding] ||
		slices.ContainsFunc(understandingFields[:], func(field string) bool { return has[field] })
}

// understanding reads the lists of an understanding, beside the others or within one field.
func understanding(values map[string][]any) (u critique.Understanding) {
	all := []map[string][]any{values}
	for _, within := range values[fieldUnderstanding] {
		if inner, isMap := within.(map[string]any); isMap {
			all = append(all, named(inner, fieldNames()))
		}
	}
	for i, list := range u.Lists() {
		var said []any
		for _, values := range slices.Backward(all) {
			said = append(said, values[understandingFields[i]]...)
		}
		if len(said) == 0 && understandingFields[i] == fieldNewQuestions {
			said = values[fieldQuestions]
		}
		*list = statements(said)
	}
	return u
}

// statements reads a list of texts. An object without a text of its own is one statement.
func statements(values []any) []string {
	var all []any
	for _, value := range values {
		list, isList := value.([]any)
		if !isList {
			all = append(all, value)
		}
		for _, entry := range list {
			if fields, isMap := entry.(map[string]any); isMap && !isItem(fields) {
				var parts []string
				for _, key := range sortedKeys(fields) {
					parts = append(parts, key+": "+words(fields[key], maxText))
				}
				entry = tidy(strings.Join(parts, "; "), maxText)
			}
			all = append(all, entry)
		}
	}
	return requirements(all)
}

// chooseUnderstanding returns the fullest of several objects, the last of equals.
func chooseUnderstanding(objects []*lenient.Object, expect Expect) (critique.Critique, error) {
	var best *candidate
	for _, o := range objects {
		c := newCandidate(o)
		if err := c.swallows(); err != nil {
			return critique.Critique{}, err
		}
		if best == nil || entriesOf(c.Understanding) >= entriesOf(best.Understanding) {
			best = &c
		}
	}
	if !best.object.Closed {
		return critique.Critique{}, critique.Failf(critique.Truncated, "the answer ends inside its JSON object")
	}
	expect.noteDepartures(&best.Critique, best.object.Departures)
	if len(objects) > 1 {
		expect.note(&best.Critique, "the answer holds %d objects, of which the fullest counts", "回答含 %d 个对象, 以最完整者为准", len(objects))
	}
	return best.Critique, nil
}

// understood completes an understanding, or refuses an empty one. It need not name its topic.
func understood(c *critique.Critique, expect Expect) error {
	u := &c.Understanding
	if entriesOf(*u) == 0 {
		return critique.Failf(critique.Unusable, "the answer confirms, corrects and finds nothing")
	}
	for i, list := range u.Lists() {
		*list = capped(expect, c, understandingFields[i], *list)
	}
	expect.limit(c)
	if c.KeyFinding == "" {
		all := slices.Concat(u.NewInsights, u.NewFindings, u.Corrected, u.Confirmed, u.NewQuestions)
		c.KeyFinding = tidy(cmp.Or(all...), maxKey)
	}
	return nil
}

func entriesOf(u critique.Understanding) (n int) {
	for _, list := range u.Lists() {
		n += len(*list)
	}
	return n
}

// fieldRulings is the one field of an answer that rules on claims.
const fieldRulings = "rulings"

// rulingNames leads from what models say of a claim to what can be ruled on it.
var rulingNames = look("rulings")

// readRulings reads the rulings of the last object that has any that can be understood.
func readRulings(objects []*lenient.Object) (critique.Critique, error) {
	var c critique.Critique
	for _, o := range slices.Backward(objects) {
		if !o.Closed {
			return c, critique.Failf(critique.Truncated, "the answer ends inside its JSON object")
		}
		for _, entry := range o.Fields[fieldRulings].([]any) {
			fields, _ := entry.(map[string]any)
			number, _ := strconv.Atoi(strings.TrimLeft(strings.ToLower(words(fields["claim"], maxText)), "claim# ")) // 2, "2", "#2" or "claim 2"
			ruling := critique.Ruling{
				Claim: number, Ruling: rulingNames()[plainName(words(fields["ruling"], maxText))],
				Why: words(fields["why"], maxText), Quote: words(fields["quote"], maxText),
			}
			if ruling.Claim > 0 && ruling.Ruling != "" {
				c.Rulings = append(c.Rulings, ruling)
			}
		}
		if len(c.Rulings) > 0 {
			return c, nil
		}
	}
	return c, critique.Failf(critique.Unusable, "the answer rules on nothing")
}
