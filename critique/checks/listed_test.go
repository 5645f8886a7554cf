package checks

import "testing"

// TestListedOnce: a code that a table lists twice, and what a contract or a table of contents leads to
// and does not have, beside what is there.
func TestListedOnce(t *testing.T) {
	const (
		file    = "-- spec/architecture/_index.md --\n# Garden\n\n"
		errors  = file + "## Errors\n\n| Status | Error | When |\n|---|---|---|\n| 400 | `malformed` | no JSON |\n| 404 | `no_pump` | unknown |\n| 409 | `pump_busy` | runs |\n| 422 | `too_much` | tank |\n| 503 | `no_water` | main |\n\n"
		yaml    = "-- spec/architecture/_index.md --\nopenapi: 3.0.3\npaths:\n  /beds:\n    get:\n      schema:\n        $ref: '#/components/schemas/Bed'\n  /pumps:\n    get:\n      schema:\n        $ref: '#/components/schemas/"
		schemas = "'\ncomponents:\n  schemas:\n    Bed:\n      type: object\n    Pump:\n      type: object\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		places     int
	}{
		"what a contract refers to": {"X-035", yaml + "Pump" + schemas, 0},
		"what it has not":           {"X-035", yaml + "Valve" + schemas, 1},
		"contents":                  {"X-035", file + "## Contents\n\n1. Beds\n2. Pumps\n3. Tank\n4. Rain\n\n## Beds\n\nTwo.\n\n## Pumps\n\nTwo.\n\n## 3. The Tank\n\nOne.\n\n## Tank\n\nOne.\n\n## Rain\n\nNone.\n", 0},
		"目录中的一节不存在":                 {"X-035", file + "## 目录\n\n- 苗床\n- 水泵\n- 水箱\n- 雨水\n- 附则\n\n## 苗床\n\n二。\n\n## 水泵\n\n二。\n\n## 水箱\n\n一。\n\n## 雨水\n\n无。\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := places(t, test.rule, whole(files(Rule{ID: test.rule}, test.text)))
			if got != test.places {
				t.Errorf("%s told %d places, want %d", test.rule, got, test.places)
			}
		})
	}
}
