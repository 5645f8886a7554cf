package critique

import (
	"slices"
	"strings"
	"testing"
)

// TestTicked: who says yes to everything, and shows no passage or always the same, has told
// nothing, and the notes say so.
func TestTicked(t *testing.T) {
	yes := func(quote string, found bool) Checked { return Checked{Answer: Yes, Quote: quote, QuoteFound: &found} }
	for name, test := range map[string]struct {
		list []Checked
		want bool
	}{
		"nothing was asked":             {nil, false},
		"no passage":                    {[]Checked{{Answer: Yes}, {Answer: Yes}}, true},
		"passages that stand nowhere":   {[]Checked{yes("a", false), yes("b", false)}, true},
		"one passage for three":         {[]Checked{yes("a b", true), yes("A  b", true), yes("a b", true)}, true},
		"one passage for two":           {[]Checked{yes("a", true), yes("a", true)}, false},
		"two passages":                  {[]Checked{yes("a", true), yes("b", true), {Answer: Yes}}, false},
		"a no":                          {[]Checked{{Answer: Yes}, {Answer: No}}, false},
		"something that nobody answers": {[]Checked{{Answer: Yes}, {Answer: Unanswered}}, false},
	} {
		o := Opinion{Perspective: Perspective{Name: "risk"}, Source: SourceCLI, Critique: Critique{Checklist: test.list}}
		notes := remarks(DefaultPolicy(), []Opinion{o}, false)
		if got := slices.ContainsFunc(notes, func(n string) bool { return strings.HasPrefix(n, "risk says yes to all") }); got != test.want {
			t.Errorf("%s: %q", name, notes)
		}
	}
}

// TestCheckedQuotes: what an answer quotes is looked up like every quote, and a no that rests
// on a passage that stands nowhere is LOW, unless it names what is missing.
func TestCheckedQuotes(t *testing.T) {
	texts := foldAll([]Document{{Path: "a.md", Content: []byte("# A\n\nNobody reads a meter by hand.\n")}})
	for name, test := range map[string]struct {
		quote, missing string
		line           int
		want           Severity
	}{
		"a passage that stands there":  {"Nobody reads  a meter by hand", "", 3, Medium},
		"one that stands nowhere":      {"everybody reads", "", 0, Low},
		"nowhere, but it names what":   {"everybody reads", "who reads", 0, Medium},
		"no passage, but it says what": {"", "who reads", 0, Medium},
	} {
		c := Critique{
			Checklist:  []Checked{{ID: "reader", Answer: No, Quote: test.quote, Missing: test.missing}},
			Weaknesses: []Point{{Text: "free", Severity: High}, {Text: "x", Severity: Medium, Question: "reader"}},
		}
		checkQuotes(&c, texts)
		checked := c.Checklist[0]
		if checked.QuoteLine != test.line || (checked.QuoteFound == nil) != (test.quote == "") || c.Weaknesses[1].Severity != test.want || c.Weaknesses[0].Severity != High {
			t.Errorf("%s: %+v, %+v", name, checked, c.Weaknesses)
		}
	}
}
