package answer

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

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
