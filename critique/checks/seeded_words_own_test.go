package checks

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// planted applies the one operator of a text to files and returns what changed.
func planted(t *testing.T, steps string, files map[string]string) (map[string]string, string, bool) {
	t.Helper()
	operators, err := Parse("t.txt", "X-001 \"one\"\n"+steps, map[string]string{"risks": "^risks$"})
	if err != nil {
		t.Fatal(err)
	}
	before := map[string][]byte{}
	for p, text := range files {
		before[p] = []byte(text)
	}
	changed, path, ok := operators[0].Apply(before)
	for p, text := range files {
		if string(before[p]) != text || len(before) != len(files) {
			t.Errorf("the session itself changed: %.100q", before)
		}
	}
	after := map[string]string{}
	for p, text := range changed {
		if old, had := files[p]; !had || old != string(text) {
			after[p] = string(text)
		}
	}
	for p := range files {
		if _, has := changed[p]; ok && !has {
			after[p] = "gone"
		}
	}
	return after, path, ok
}

func TestWords(t *testing.T) {
	const page = "# P\n\nLead.\n\n## 1. Risks\n\n- fire\n- water\n\n**Owner**: Kim\n\n- [ ] one\n\n## End\n\n| ID | Cost |\n|----|------|\n| A \\| B | 1 |\n| C | 2 |\n| D |  |\n"
	for name, test := range map[string]struct{ step, old, want string }{
		"cut a section":         {`section $risks cut`, "## 1. Risks\n\n- fire\n- water\n\n**Owner**: Kim\n\n- [ ] one\n\n", ""},
		"a section by its line": {`section "^## 1" cut`, "## 1. Risks\n\n- fire\n- water\n\n**Owner**: Kim\n\n- [ ] one\n\n", ""},
		"the lead of a section": {`section $risks lead cut`, "## 1. Risks\n\n- fire\n- water\n\n", ""},
		"a label's section":     {`section "^owner$" cut`, "**Owner**: Kim\n\n- [ ] one\n\n", ""},
		"what is below":         {`section "^end$" rest set "x"`, "## End\n\n| ID | Cost |\n|----|------|\n| A \\| B | 1 |\n| C | 2 |\n| D |  |\n", "## End\nx"},
		"a line":                {`line "fire" set "flood"`, "- fire", "flood"},
		"from a line":           {`from "water" replace "(?s).*" "x"`, page[strings.Index(page, "- water"):], "x"},
		"append":                {`line "fire" append "!"`, "- fire", "- fire!"},
		"prepend":               {`line "fire" prepend "!"`, "- fire", "!- fire"},
		"an item":               {`section $risks lead item "ice"`, "- water\n", "- water\n- ice\n"},
		"an item with a box":    {`line "one" item "two"`, "- [ ] one", "- [ ] one\n- [ ] two"},
		"an item of a new list": {`section "^p$" lead item "ice"`, "Lead.\n", "Lead.\n\n- ice\n"},
		"after":                 {`section $risks lead after "\nice"`, "- water\n", "- water\n\nice\n"},
		"before":                {`before "water" "ice"`, "- water\n", "ice\n- water\n"},
		"again":                 {`again "(wat)er" "water" "ice"`, "- water\n", "- water\n- ice\n"},
		"replace":               {`replace "- (\\w)" "* $1"`, "- fire", "* fire"},
		"replace all":           {`section $risks lead replace-all "^- " "* "`, "- fire\n- water", "* fire\n* water"},
		"without":               {`section $risks without "^-"`, "- fire\n- water\n\n**Owner**: Kim\n\n- [ ] one\n", "\n**Owner**: Kim\n\n"},
		"a share":               {`line "water" share 1/2`, "- water", "- w"},
		"reword":                {`reword "nothing" "x" "fire" "ice" "water" "y"`, "fire", "ice"},
		"reword all":            {`reword-all "fire" "water" "water" "fire"`, "- fire\n- water", "- water\n- fire"},
		"a cell":                {`cell "ID" "^Cost$" 2 set "9"`, "| C | 2 |", "| C | 9 |"},
		"a cell by the row":     {`cell "ID" 2 "A" set ""`, "| A \\| B | 1 |", "| A \\| B |  |"},
		"an escaped cell":       {`cell "ID" 1 1 replace "$" "|C"`, "| A \\| B |", "| A \\| B|C |"},
		"the last cell":         {`cell "ID" last last set "x"`, "| D |  |", "| D | x |"},
		"first cells":           {`cell "ID" 2 ..2 set "x"`, "| A \\| B | 1 |\n| C | 2 |", "| A \\| B | x |\n| C | x |"},
		"all cells":             {`cell "ID" 2 all set "x"`, "| 1 |\n| C | 2 |\n| D |  |", "| x |\n| C | x |\n| D | x |"},
		"a column dropped":      {`drop-column "ID" "Cost"`, "| ID | Cost |\n|----|------|\n| A \\| B | 1 |\n| C | 2 |\n| D |  |", "| ID |\n| ---- |\n| A \\| B |\n| C |\n| D |"},
		"after a table":         {`table "ID" after "| E | 3 |"`, "| D |  |\n", "| D |  |\n| E | 3 |\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Count(page, test.old) != 1 {
				t.Fatalf("%q does not stand once in the page", test.old)
			}
			got, path, ok := planted(t, "  brief "+test.step+"\n", map[string]string{"spec/product-brief.md": page})
			want := map[string]string{"spec/product-brief.md": strings.Replace(page, test.old, test.want, 1)}
			if diff := cmp.Diff(want, got); diff != "" || !ok || path != "spec/product-brief.md" {
				t.Errorf("%v %s %s", ok, path, diff)
			}
		})
	}
}

func TestNoPlace(t *testing.T) {
	for _, step := range []string{
		`section "^goals$" cut`, `line "ice" cut`, `from "ice" cut`, `table "ID" cut`, `before "ice" "x"`, `again "ice" "i" "x"`, `replace "ice" "x"`, `replace-all "ice" "x"`,
		`without "ice"`, `reword "ice" "x"`, `reword-all "ice" "x"`, `cell "ID" 1 1 set "x"`, `cell "A" "C" 1 set "x"`, `cell "A" 3 1 set "x"`, `cell "A" 1 9 set "x"`, `cell "A" 1 "9x" set "x"`,
		`drop-column "A" "C"`, `replace "Fire" "Fire"`, `share 3/2`, `json k remove`, `cell "A" 1 1 set "two\nlines"`,
	} {
		if got, _, ok := planted(t, "  brief "+step+"\n", map[string]string{"spec/product-brief.md": "# P\n\nFire.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"}); ok {
			t.Errorf("%s: %v", step, got)
		}
	}
}

func TestJSON(t *testing.T) {
	const old = `{"b": {"list": [1, {"k": "v"}]}, "a": ""}`
	for step, want := range map[string]string{
		`json a remove`:               `{"b":{"list":[1,{"k":"v"}]}}`,
		"json list set `{}`":          `{"a":"","b":{"list":{}}}`,
		"json list add `\"x\"`":       `{"a":"","b":{"list":[1,{"k":"v"},"x"]}}`,
		"json list repeat 0":          `{"a":"","b":{"list":[1,{"k":"v"},1]}}`,
		"json list repeat -1":         `{"a":"","b":{"list":[1,{"k":"v"},{"k":"v"}]}}`,
		"json list keep 1":            `{"a":"","b":{"list":[1]}}`,
		"json list/0 set `2`":         `{"a":"","b":{"list":[2,{"k":"v"}]}}`,
		"json list/1/k remove":        `{"a":"","b":{"list":[1,{}]}}`,
		"json b/list/1/k set `false`": `{"a":"","b":{"list":[1,{"k":false}]}}`,
		"json list/7 set `2`":         "", "json none remove": "", "json a add `1`": "", "json list keep 2": "", "json list/0 remove": "", "json a whatever `1`": "",
	} {
		got, _, ok := planted(t, "  context "+step+"\n", map[string]string{"spec/discovery-context.json": old})
		bare := strings.NewReplacer("\n", "", " ", "").Replace(got["spec/discovery-context.json"])
		if bare != want || ok != (want != "") {
			t.Errorf("%s: %s", step, bare)
		}
	}
}

func TestSteps(t *testing.T) {
	files := map[string]string{
		"spec/product-brief.md": "A\n", "spec/requirements/_index.md": "REQ-1 A\n", "spec/requirements/REQ-001-save.md": "B A\n", "spec/requirements/REQ-002-load.md": "A C\n",
		"spec/epics.md": "# E\n\n### EPIC-001: One\n\nA\n\n### EPIC-002: Two\n\nA\n",
	}
	for name, test := range map[string]struct {
		steps string
		want  map[string]string
		path  string
	}{
		"the first of a kind":   {"  first requirements replace A Z\n", map[string]string{"spec/requirements/REQ-001-save.md": "B Z\n"}, "spec/requirements/REQ-001-save.md"},
		"the index alone":       {"  requirements replace A Z\n", map[string]string{"spec/requirements/_index.md": "REQ-1 Z\n"}, "spec/requirements/_index.md"},
		"each of some paths":    {"  each \"REQ-00\" replace A Z\n", map[string]string{"spec/requirements/REQ-001-save.md": "B Z\n", "spec/requirements/REQ-002-load.md": "Z C\n"}, "spec/requirements/REQ-001-save.md"},
		"a member":              {"  requirements REQ-002 replace A Z\n", map[string]string{"spec/requirements/REQ-002-load.md": "Z C\n"}, "spec/requirements/REQ-002-load.md"},
		"a part of a flat file": {"  epics EPIC-002 replace \"^A\" Z\n", map[string]string{"spec/epics.md": "# E\n\n### EPIC-001: One\n\nA\n\n### EPIC-002: Two\n\nZ\n"}, "spec/epics.md"},
		"two steps":             {"  brief replace A Z\n  brief replace Z ZZ\n", map[string]string{"spec/product-brief.md": "ZZ\n"}, "spec/product-brief.md"},
		"one finds no place":    {"  brief replace A Z\n  brief replace B Z\n", nil, ""},
		"one may find none":     {"  maybe brief replace B Z\n  brief replace A Z\n", map[string]string{"spec/product-brief.md": "Z\n"}, "spec/product-brief.md"},
		"all find none":         {"  maybe brief replace B Z\n", nil, ""},
		"something else":        {"  brief replace B Z\n  else report cut\n  else brief replace A Y\n  else brief replace A X\n", map[string]string{"spec/product-brief.md": "Y\n"}, "spec/product-brief.md"},
		"another way":           {"  brief replace A Z\n  brief replace B Z\n  or\n  brief replace A Y\n", map[string]string{"spec/product-brief.md": "Y\n"}, "spec/product-brief.md"},
		"if it is there":        {"  if requirements C\n  brief replace A Z\n", map[string]string{"spec/product-brief.md": "Z\n"}, "spec/product-brief.md"},
		"if it is not":          {"  if requirements D\n  brief replace A Z\n", nil, ""},
		"unless it is there":    {"  unless \"REQ\" C\n  brief replace A Z\n", nil, ""},
		"unless it is not":      {"  unless \"REQ\" D\n  brief replace A Z\n", map[string]string{"spec/product-brief.md": "Z\n"}, "spec/product-brief.md"},
		"a file":                {"  write spec/n.md \"x\"\n  write spec/n.md \"y\"\n", map[string]string{"spec/n.md": "xy"}, "spec/n.md"},
		"a file deleted":        {"  delete \"REQ-00\"\n", map[string]string{"spec/requirements/REQ-001-save.md": "gone", "spec/requirements/REQ-002-load.md": "gone"}, "spec/requirements/REQ-001-save.md"},
		"no file to delete":     {"  delete \"ADR\"\n", nil, ""},
		"a name replaced":       {"  rename EPIC-001 EPIC-007\n", map[string]string{"spec/epics.md": "# E\n\n### EPIC-007: One\n\nA\n\n### EPIC-002: Two\n\nA\n"}, "spec/epics.md"},
		"a file renamed":        {"  rename REQ-001 REQ-009\n", map[string]string{"spec/requirements/REQ-001-save.md": "gone", "spec/requirements/REQ-009-save.md": "B A\n"}, "spec/requirements/REQ-009-save.md"},
		"too much is planted":   {"  brief replace A \"" + strings.Repeat("A", 1<<12) + "\"\n  brief replace-all A \"" + strings.Repeat("A", 1<<12) + "\"\n", nil, ""},
		"too much is reworded":  {"  brief replace A \"" + strings.Repeat("A", 1<<12) + "\"\n  brief reword-all A \"" + strings.Repeat("A", 1<<12) + "\"\n", nil, ""},
		"two lines are one":     {"  brief reword\n    \"A\"\n    \"Z\"\n", map[string]string{"spec/product-brief.md": "Z\n"}, "spec/product-brief.md"},
	} {
		t.Run(name, func(t *testing.T) {
			got, path, ok := planted(t, test.steps, files)
			if diff := cmp.Diff(test.want, got); ok != (test.want != nil) || path != test.path || ok && diff != "" {
				t.Errorf("%v %s %s", ok, path, diff)
			}
		})
	}
}

// TestLargeFiles: an edit of a file that is as large as one may become finds no place.
func TestLargeFiles(t *testing.T) {
	large := strings.Repeat("A", maxPlanted)
	if _, path, ok := planted(t, "  brief append A\n", map[string]string{"spec/product-brief.md": large}); ok {
		t.Errorf("planted in %s", path)
	}
	if _, _, ok := planted(t, "  brief append A\n", map[string]string{"spec/product-brief.md": large[1:]}); !ok {
		t.Error("a file below the bound is refused")
	}
	line, more := []string{strings.Repeat("A", 1<<11)}, strings.Repeat("A", 1<<12)
	if _, ok := replace(line, regexp.MustCompile("A"), -1, more); ok {
		t.Error("replaced without a bound")
	}
	if _, ok := reword(true, []string{"A", more})(line, false); ok {
		t.Error("reworded without a bound")
	}
}

func TestChineseTexts(t *testing.T) {
	for text, want := range map[string]string{"A\n": "en\n", "A 中\n": "zh 中\n"} {
		if got, _, _ := planted(t, "  brief replace A en zh\n", map[string]string{"spec/product-brief.md": text}); got["spec/product-brief.md"] != want {
			t.Errorf("%q", got)
		}
	}
}
