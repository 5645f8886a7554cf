package quote_test

import (
	"strings"
	"testing"

	"discussd/critique/quote"
)

const document = `# Berth planner

## Goals

- G-01: Skippers **must** see a free berth
  within 2 seconds.
- The planner keeps working without a network; it
  shows the last tide table and its age.

> A berth is “open” while the water stands above its sill – not before.
> Nobody is turned away.

| ID | Rule |
|----|------|
| R-1 | Fees are shown before booking. |

目标：覆盖率 １００％，读数过期时，界面显示最近一次的数值。
`

func TestFind(t *testing.T) {
	tests := map[string]struct {
		quote string
		line  int
	}{
		"exact":                              {"within 2 seconds.", 6},
		"over a line break, without stars":   {"Skippers must see a free berth within 2 seconds", 5},
		"full width against narrow":          {"覆盖率 100%", 17},
		"half-width punctuation":             {"读数过期时,界面显示最近一次的数值", 17},
		"a few letters off":                  {"The planer keeps working without a network", 7},
		"its first letter large":             {"Within 2 seconds", 6},
		"its first letter small":             {"nobody is turned away", 11},
		"in quotation marks, a stop of ours": {"\"The planner keeps working without a network.\"", 7},
		"straight quotes and a plain dash":   {`while the water stands above its sill - not before`, 10},
		"quotes inside":                      {`A berth is "open" while`, 10},
		"over two lines of a block quote":    {"not before. Nobody is turned away", 10},
		"cells of a table":                   {"R-1 Fees are shown before booking", 15},
		"an invisible letter":                {"shown be\u200bfore booking", 15},
		"the middle left out":                {"Skippers must see … within 2 seconds", 5},
		"the middle left out in dots":        {"The planner keeps working ... its age", 7},
		"left out in brackets":               {"The planner keeps working [...] and its age.", 7},
		"left out at both ends":              {"… keeps working without a network …", 7},
		"two parts left out":                 {"The planner … without a network ... last tide table", 7},
		"left out in Chinese":                {"目标：覆盖率……界面显示最近一次", 17},
		"the parts in another order":         {"within 2 seconds … Skippers must see", 0},
		"a part that is not there":           {"Skippers must see … within 3 minutes", 0},
		"parts too short to say anything":    {"The … see", 0},
		"not there":                          {"within 3 seconds", 0},
		"another number":                     {"Skippers must see a free berth within 20 seconds", 0},
		"the same words, scrambled":          {"seconds 2 within berth free a see must Skippers", 0},
		"another case":                       {"SKIPPERS MUST SEE", 0},
		"nothing":                            {"", 0},
		"nothing but marks":                  {"“…”", 0},
	}
	text := quote.Fold([]byte(document))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if line := text.Find(tt.quote); line != tt.line {
				t.Errorf("line %d, want %d", line, tt.line)
			}
		})
	}
}

// TestFindFarApart leaves out more than a passage.
func TestFindFarApart(t *testing.T) {
	text := quote.Fold([]byte("Skippers must see\n" + strings.Repeat("and so it goes on, page after page,\n", 200) + "within 2 seconds"))
	if line := text.Find("Skippers must see … within 2 seconds"); line != 0 {
		t.Errorf("found at line %d", line)
	}
}
