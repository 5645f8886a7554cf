package checks

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/rules"
)

// ownRule is a rule of a user's file; how it looks is given.
func ownRule(t *testing.T, search string) Rule {
	t.Helper()
	text := "[[rule]]\nid = \"ACME-1\"\nseverity = \"MEDIUM\"\nperspective = \"quality\"\ncategory = \"clarity\"\ntitle = \"t\"\nbad.en = \"b\"\ngood.en = \"g\"\n" + search
	list, err := rules.Read("acme.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// TestRulesOfFiles holds every way to look against documents: what is found, and where.
func TestRulesOfFiles(t *testing.T) {
	const session = `-- spec/product-brief.md --
---
owner: Kim
---
# Brief

## Vision

Backups that somebody has read back.

## Goals

- G-001: restore within 5 minutes
-- spec/requirements/_index.md --
# Requirements

## Functional Requirements

| ID | Title | Priority | Goal |
|---|---|---|---|
| REQ-001 | Restore a file | Must | G-001 |
| REQ-002 | Prune old backups | Could | none |

## Risks

## Acceptance Criteria

- [ ] The utilize-free restore must utilize a cache
- [ ] 系统必须赋能用户
`
	tests := map[string]struct {
		search string
		want   []string
	}{
		"phrases in demands":    {`phrases.en = ["utilize", "leverage"]` + "\n" + `say.en = "{match}: say use"`, []string{"_index.md:14:11 utilize: say use", "_index.md:14:37 utilize: say use"}},
		"phrases in Chinese":    {`phrases.zh = ["赋能"]` + "\n" + `say.en = "{match}"`, []string{"_index.md:15:11 赋能"}},
		"phrases excused":       {`phrases.en = ["utilize"]` + "\nunless = 'it.text contains \"cache\"'\n" + `say.en = "{match}"`, nil},
		"what a document lacks": {`on = ["brief"]` + "\n" + `lacks = ["risks", "constraints"]` + "\n" + `say.en = "{file} names no risk"`, []string{"product-brief.md:0:0 spec/product-brief.md names no risk"}},
		"phrases of two words":  {`phrases.en = ["utilize free"]` + "\n" + `say.en = "{match}"`, []string{"_index.md:14:11 utilize-free"}},
		"a heading alone":       {`on = ["requirements"]` + "\n" + `lacks = ["risks"]` + "\n" + `say.en = "no risks"`, []string{"_index.md:10:1 no risks"}},
		"what it does not lack": {`on = ["brief"]` + "\n" + `lacks = ["risks", "vision"]` + "\n" + `say.en = "x"`, nil},
		"each requirement":      {`each = "requirement"` + "\nwhen = 'it.priority == \"must\" and not (\"G-002\" in it.ids)'\n" + `say.en = "{id} ({title}) is not for G-002"`, []string{"_index.md:7:3 REQ-001 (Restore a file) is not for G-002"}},
		"each row":              {`each = "row"` + "\nwhen = 'it.cells[3] == \"none\"'\n" + `say.en = "{id} has no goal"`, []string{"_index.md:8:3 REQ-002 has no goal"}},
		"each section":          {`on = ["brief"]` + "\n" + `each = "section"` + "\nwhen = 'it.words < 8 and \"vision\" in it.topics'\n" + `say.en = "{heading} is short"`, []string{"product-brief.md:6:1 Vision is short"}},
		"a field":               {`on = ["brief"]` + "\nwhen = 'document.fields.owner != \"Ada\"'\n" + `say.en = "not Ada's"`, []string{"product-brief.md:0:0 not Ada's"}},
		"speaks":                {"when = 'document.kind == \"brief\" and not speaks(\"metrics\")'\n" + `say.en = "no metrics"`, []string{"product-brief.md:0:0 no metrics"}},
		"defined and cited":     {`each = "goal"` + "\nwhen = 'defined(it.id) and cited(it.id) and measured(it.text)'\n" + `say.en = "{id}"`, []string{"product-brief.md:12:3 G-001"}},
		"counts":                {`on = ["requirements"]` + "\nwhen = 'defines.requirement == 2 and kinds.brief == 1'\n" + `say.en = "two"`, []string{"_index.md:0:0 two"}},
		"has":                   {`each = "item"` + "\nwhen = 'has(it.text, \"a cache\", \"nothing\")'\n" + `say.en = "cache"`, []string{"_index.md:14:3 cache"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := ownRule(t, test.search)
			own, err := New(Options{Own: []Rule{r}})
			if err != nil {
				t.Fatal(err)
			}
			own.rules = own.rules[len(own.rules)-1:]
			subject := whole(files(r, session))
			subject.Rules = []string{"X-*"} // those that a layout names are discussd's
			report := own.Check(context.Background(), subject)
			var got []string
			for _, f := range report.Findings {
				for _, p := range f.Places {
					got = append(got, fmt.Sprintf("%s:%d:%d %s", p.Path[strings.LastIndexByte(p.Path, '/')+1:], p.Line, p.Column, p.Message))
				}
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got %q\nwant %q; %v", got, test.want, report.NotAssessed)
			}
		})
	}
}

// TestOwnRulesRefused: what would take the place of a rule of discussd's, or never fire.
func TestOwnRulesRefused(t *testing.T) {
	fine := ownRule(t, "when = 'true'\nsay.en = \"x\"")
	native := fine
	native.ID, native.Place = "RQ-900", "own.toml:3"
	blind := ownRule(t, `say.en = "x"`)
	for name, test := range map[string]struct {
		own  []Rule
		want string
	}{
		"a family of discussd's": {[]Rule{native}, "own.toml:3: rule RQ-900: IDs that begin with RQ- are discussd's own"},
		"twice":                  {[]Rule{fine, fine}, "rule ACME-1 is there already"},
		"blind":                  {[]Rule{blind}, "rule ACME-1 looks for nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(Options{Own: test.own}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	if _, err := New(Options{Own: []Rule{fine}, Off: []string{"ACME-1"}, Severity: map[string]critique.Severity{"ACME-1": critique.Low}}); err != nil {
		t.Errorf("an own rule can be switched off: %v", err)
	}
}

// TestConditionThatFails: a condition that cannot be evaluated is said, and the rest is judged.
func TestConditionThatFails(t *testing.T) {
	own, err := New(Options{Own: []Rule{ownRule(t, "each = \"row\"\nwhen = 'it.cells[9] == \"x\"'\nsay.en = \"x\"")}})
	if err != nil {
		t.Fatal(err)
	}
	report := own.Check(context.Background(), whole([]critique.Document{{Path: "spec/notes.md", Content: []byte("| A |\n|---|\n| b |\n")}}))
	if all := strings.Join(report.NotAssessed, "\n"); !strings.Contains(all, "ACME-1 spec/notes.md: its condition failed: ") || report.Applicable == 0 {
		t.Errorf("got %q, %d rules applied", all, report.Applicable)
	}
}
