package rules

import (
	"errors"
	"reflect"
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
			r.Place = "" // of files of the user's alone
			if !reflect.DeepEqual(Builtin(r.ID), r) {
				t.Errorf("%s is another rule when it is read as every command does", r.ID)
			}
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
		"no TOML":          {"[[rule]]\nid = ", "r.toml:2: no valid TOML: unexpected EOF; expected value"},
		"unknown key":      {whole + "serverity = \"LOW\"\n", `r.toml:11: unknown key "serverity", did you mean "severity"?`},
		"unknown table":    {"[[rules]]\nid = \"ACME-1\"\n", `r.toml:1: unknown key "rules", did you mean "rule"?`},
		"no id":            {"[[rule]]\ntitle = \"x\"\n", "r.toml:1: a rule without an id"},
		"wrong severity":   {"\n[[rule]]\nid = \"ACME-1\"\nseverity = \"MEDIUN\"\n", `r.toml:4: unknown severity "MEDIUN": did you mean "MEDIUM"?`},
		"wrong id":         {"[[rule]]\nid = \"acme\"\n", `r.toml:2: the id "acme" is not of the form ABC-001: capital letters and digits, a hyphen, a number`},
		"a loop in a loop": {whole + "each = \"row\"\nwhen = 'any(it.ids, any(it.cells, # != \"x\"))'\n", "r.toml:12: the condition goes through a list for each entry of a list: ask defined(ID) or cited(ID), which look once"},
		"a made pattern":   {whole + "when = 'it.text matches it.title'\n", "r.toml:11: the pattern after 'matches' is made while the condition runs: write it in quotes"},
		"no condition":     {whole + "when = 'it.text'\n", "r.toml:11: the condition: expected bool, but got string"},
		"two forms":        {whole + "when = 'true'\nlacks = [\"risks\"]\n", "r.toml:2: rule ACME-1 has more than one of when, lacks and phrases: one rule looks for one thing"},
		"no form":          {whole + "on = [\"brief\"]\n", "r.toml:2: rule ACME-1 says where it looks and not for what: give when, lacks or phrases"},
		"no such topic":    {whole + "lacks = [\"risk\"]\n", "r.toml:11: unknown topic \"risk\" (nearest: risks)"},
		"no such value":    {whole + "when = 'true'\nsay.zh = \"{titel}\"\n", "r.toml:8: unknown value {titel} in the message (nearest: {title}); known are {id}, {title}, {text}, {match}, {heading}, {priority}, {file}, {n}"},
		"twice":            {whole + whole, "r.toml:13: rule ACME-1 is there twice"},
		"no examples":      {"[[rule]]\nid = \"ACME-1\"\n", "r.toml:1: rule ACME-1 needs an example on which it fires (bad.en) and one on which it does not (good.en)"},
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

// FuzzRead: whatever a file holds, it is read or refused with a line, and what was read can
// be asked.
func FuzzRead(f *testing.F) {
	for _, family := range families[:3] {
		text, _ := files.ReadFile(family + ".toml")
		f.Add(string(text[:min(len(text), 2000)]))
	}
	f.Add("[[rule]]\nid = \"A-1\"\neach = \"row\"\nwhen = 'any(it.ids, # matches \"^R\")'\nsay.en = \"{id}\"\n")
	f.Add("[[rule]]\nphrases.en = [\"a b\", \"\"]\nlacks = [\"risks\"]\nunless = 'has(it.text, \"x\")'\n")
	f.Add("\"\\\n") // what is wrong is a line break, which the message quotes
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read("r.toml", text)
		for _, line := range lines(errors.Join(err, errors.New("r.toml:1: end"))) {
			if !strings.HasPrefix(line, "r.toml:") && err != nil && !strings.Contains(line, "toml: ") {
				t.Errorf("a problem without its place: %q", line)
			}
		}
		for i := range list {
			m := Model{Has: Holds, Speaks: func(string) bool { return false }, Defined: func(string) bool { return false }, Cited: func(string) bool { return true }, Measured: func(string) bool { return true }}
			list[i].Fires(&m)
			list[i].Found("a b 赋能", 3)
		}
	})
}
