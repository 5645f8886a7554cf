package rules

import (
	"slices"
	"strings"
	"testing"
)

// TestBuiltin reads the files of the built-in rules: an error in one is a panic later.
func TestBuiltin(t *testing.T) {
	total := 0
	for _, family := range families {
		text, err := files.ReadFile(family + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		list, err := Read(family+".toml", string(text))
		if err != nil {
			t.Error(err)
		}
		for _, r := range list {
			if r.Message.EN == "" || r.Message.ZH == "" || r.Source == "" {
				t.Errorf("%s says nothing in one language, or has no source", r.ID)
			}
			if r.Bad.ZH == "" != (r.Good.ZH == "") {
				t.Errorf("%s has half a Chinese example", r.ID)
			}
		}
		total += len(list)
	}
	names, _ := files.ReadDir(".")
	if len(names) != len(families) || total != len(builtin()) {
		t.Errorf("%d files for %d families, %d rules under %d IDs", len(names), len(families), total, len(builtin()))
	}
}

func TestReadRefuses(t *testing.T) {
	const whole = `
[[rule]]
id = "ACME-1"
severity = "LOW"
perspective = "quality"
category = "clarity"
title = "a thing"
say.en = "this is a thing"
bad.en = "thing"
good.en = "no"
`
	tests := map[string]struct{ text, want string }{
		"no TOML":        {"[[rule]]\nid = ", "r.toml:2: no valid TOML: unexpected EOF; expected value"},
		"unknown key":    {whole + "serverity = \"LOW\"\n", `r.toml:11: unknown key "serverity", did you mean "severity"?`},
		"unknown table":  {"[[rules]]\nid = \"ACME-1\"\n", `r.toml:1: unknown key "rules", did you mean "rule"?`},
		"no id":          {"[[rule]]\ntitle = \"x\"\n", "r.toml:1: a rule without an id"},
		"wrong severity": {"\n[[rule]]\nid = \"ACME-1\"\nseverity = \"MEDIUN\"\n", `r.toml:4: unknown severity "MEDIUN": did you mean "MEDIUM"?`},
		"wrong id":       {"[[rule]]\nid = \"acme\"\n", `r.toml:2: the id "acme" is not of the form ABC-001: capital letters and digits, a hyphen, a number`},
		"twice":          {whole + whole, "r.toml:13: rule ACME-1 is there twice"},
		"no examples":    {"[[rule]]\nid = \"ACME-1\"\n", "r.toml:1: rule ACME-1 needs an example on which it fires (bad.en) and one on which it does not (good.en)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read("r.toml", test.text)
			if err == nil || !slices.Contains(lines(err), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
	if list, err := Read("r.toml", whole); err != nil || len(list) != 1 {
		t.Errorf("a whole rule: %v", err)
	}
}

func lines(err error) []string { return strings.Split(err.Error(), "\n") }
