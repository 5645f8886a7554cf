package diagnostic

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/checks"
	"discussd/critique/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	home  = Base("/home/ada/src")
	brief = "spec/product-brief.md"
	save  = "spec/requirements/REQ-001 保存.md"
)

// ownRules are a catalogue of our own, so that goldens do not change with the rules.
func ownRules() []checks.Rule {
	return []checks.Rule{
		{ID: "T-001", Perspective: "coverage", Severity: critique.High, Kind: "consistency", Title: "a link to nowhere",
			Message: rules.Text{EN: "{n} links to nowhere", ZH: "{n} 个链接失效"}, Source: "a reader",
			Bad: rules.Text{EN: "See [it](nowhere.md).\n"}, Good: rules.Text{EN: "See [it](here.md).\n"}},
		{ID: "T-002", Perspective: "quality", Severity: critique.Medium, Kind: "completeness", Title: "an unfinished marker",
			Message: rules.Text{EN: "unfinished: {1}", ZH: "未完成：{1}"}, Source: "a reader",
			Bad: rules.Text{EN: "TBD\n"}, Good: rules.Text{EN: "Done.\n"}},
		{ID: "T-003", Perspective: "quality", Severity: critique.Low, Kind: "clarity", Title: "and/or", Core: true,
			Message: rules.Text{EN: "and/or", ZH: "和/或"}, Source: "a reader",
			Bad: rules.Text{EN: "a and/or b\n"}, Good: rules.Text{EN: "a or b\n"}},
	}
}

// round is a judged round of the session in testdata, as if it lay in dir.
func round(t *testing.T, dir string) Round {
	t.Helper()
	r := Round{Session: dir, ID: "DISCUSS-003", Applicable: 9, Passed: 5, Sources: map[string][]byte{}}
	for _, path := range []string{brief, save} {
		content, err := os.ReadFile(filepath.Join("testdata", "session", path))
		if err != nil {
			t.Fatal(err)
		}
		r.Sources[path] = content
	}
	at := func(path, quote string, targets ...string) critique.Place {
		before, _, found := strings.Cut(string(r.Sources[path]), quote)
		if !found {
			t.Fatalf("no %q in %s", quote, path)
		}
		return critique.Place{
			Path: path, Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:]),
			Quote: quote, Targets: targets, Identity: "id of " + path + quote, State: "new",
		}
	}
	find := func(rule string, severity critique.Severity, message string, places ...critique.Place) {
		r.Findings = append(r.Findings, critique.Finding{Rule: rule, Severity: severity, Message: message, Places: places})
	}
	find("T-001", critique.High, "2 links to nowhere", at(brief, "[the limits](limits.md)", "limits.md"), at(save, "[限制](限制.md)", "限制.md"))
	find("T-002", critique.Medium, "unfinished: TBD", at(brief, "TBD"), at(save, "待定"))
	for i, message := range []string{"a link to nowhere: limits.md", "a link to nowhere: 限制.md"} {
		r.Findings[0].Places[i].Message = message
	}
	r.Findings[1].Places[1].Message = "unfinished: 待定"
	r.Findings[1].Places[1].Related = []critique.Location{{Path: brief, Line: r.Findings[1].Places[0].Line, Column: r.Findings[1].Places[0].Column, Quote: "TBD {size}"}}
	find("T-003", critique.Low, "and/or", at(brief, "and/or"), at(save, "and/or"))
	find("T-004", critique.High, "{owner} is red \x1b[31m\nreally", at(save, "{owner} \x1b[31mred"), critique.Place{Path: save, Identity: "whole", State: "new"})
	return r
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
