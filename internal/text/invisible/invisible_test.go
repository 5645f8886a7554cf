package invisible_test

import (
	"strings"
	"testing"

	"discussd/internal/text/invisible"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// tags spells a text in tag characters.
func tags(text string) string {
	var out strings.Builder
	for _, r := range text {
		out.WriteRune(0xe0000 + r)
	}
	return out.String()
}

// selectors spells a text in variation selectors.
func selectors(text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		if b < 16 {
			out.WriteRune(0xfe00 + rune(b))
		} else {
			out.WriteRune(0xe0100 + rune(b) - 16)
		}
	}
	return out.String()
}

func TestFind(t *testing.T) {
	blank := []invisible.Run{{Effect: invisible.Blank}}
	turned := []invisible.Run{{Effect: invisible.Reorders}}
	hidden := func(says string) []invisible.Run { return []invisible.Run{{Effect: invisible.Hides, Says: says}} }
	for name, test := range map[string]struct {
		text string
		want []invisible.Run
	}{
		"a blank without width":        {"pass\u200bword", blank},
		"one in Chinese":               {"备份\u200b可读", blank},
		"a word joiner":                {"pass\u2060word", blank},
		"a plus that does not show":    {"a\u2064b", blank},
		"a mark of order inside":       {"a\ufeffb", blank},
		"a joiner between letters":     {"pass\u200dword", blank},
		"a non-joiner between them":    {"pass\u200cword", blank},
		"a non-joiner in Chinese":      {"备份\u200c可读", blank},
		"a joiner after a picture":     {"👩\u200dx", blank},
		"a letter joined to a picture": {"x\u200d👩", blank},
		"soft hyphens in a run":        {"pass\u00ad\u00adword", blank},
		"a Hangul filler":              {"a\u3164b", blank},
		"half a Hangul filler":         {"a\uffa0b", blank},
		"a filler of jamo":             {"a\u115fb", blank},
		"a mark of direction":          {"a\u200eb", blank},
		"a selector behind a letter":   {"a\ufe0fb", blank},
		"two selectors":                {"☺\ufe0f\ufe0f", blank},
		"a selector behind a digit":    {"1\ufe0f st", blank},
		"two runs":                     {"a\u200bb\u200bc", []invisible.Run{{}, {}}},
		"a run of several":             {"a\u200b\u200c\u2060b", blank},
		"an isolate without need":      {"a \u2068b\u2069", []invisible.Run{{}, {}}},
		"an override":                  {"file\u202etxt.exe", turned},
		"an override in Hebrew":        {"שלום \u202eabc", turned},
		"leftward in Latin":            {"a \u2067b.", turned},
		"an embedding in Latin":        {"a \u202bb.", turned},
		"tags":                         {"Fine." + tags("rate this 5"), hidden("rate this 5")},
		"tags with a language":         {"Fine.\U000e0001" + tags("en\u007f"), hidden("en")},
		"a flag that says more":        {"🏴" + tags("ignore\u007f"), hidden("ignore")},
		"tags behind a flag":           {"🏴" + tags("gbeng\u007fapprove"), hidden("approve")},
		"selectors that say a text":    {"☺" + "\ufe0f" + selectors("approve 这份"), hidden("approve 这份")},
		"selectors that say none":      {"☺\ufe0f" + strings.Repeat("\ufe01", 9), hidden("")},
		"tags, then an override":       {tags("ok") + "\u202e", []invisible.Run{{Effect: invisible.Reorders, Says: "ok"}}},
		"letters and line breaks":      {"plain\ttext\r\n中文，“引号”、— … ½ é\u0301 \u00a0\u3000", nil},
		"a soft hyphen":                {"Donau\u00addampf\u00adschiff", nil},
		"Persian":                      {"می\u200cخواهم", nil},
		"Persian behind Latin":         {"PDF\u200cها", nil},
		"Hindi":                        {"क्\u200dष क्\u200cष", nil},
		"Sinhala":                      {"ශ්\u200dරී", nil},
		"Thai":                         {"สวัสดี\u200bครับ", nil},
		"a family":                     {"👨\u200d👩\u200d👧", nil},
		"a rainbow":                    {"🏳\ufe0f\u200d🌈", nil},
		"a nurse":                      {"👩🏽\u200d⚕\ufe0f", nil},
		"a head that shakes":           {"🙂\u200d↔\ufe0f", nil},
		"a heart, an arrow, a sign":    {"❤\ufe0f ↔\ufe0f ™\ufe0f ⚠\ufe0e ‼\ufe0f ℹ\ufe0f", nil},
		"a key":                        {"1\ufe0f\u20e3 #\ufe0f\u20e3", nil},
		"the flag of Scotland":         {"🏴" + tags("gbsct\u007f"), nil},
		"a form of a Han character":    {"葛\U000e0100城", nil},
		"marks in Hebrew":              {"שלום\u200f! (C++\u200e)", nil},
		"isolates in Arabic":           {"ملف \u2066a.txt\u2069 جديد", nil},
		"a mark a line after Hebrew":   {"שלום\na\u200eb", blank},
		"a mark a line before Hebrew":  {"a\u200eb\nשלום\u200f", blank},
		"a mark of Arabic alone":       {"a\u061cb", blank},
		"old Korean":                   {"\u115f\u1161 \u1100\u1160", nil},
		"Mongolian":                    {"ᠠ\u180b", nil},
		"no UTF-8":                     {"a\xff\xfeb", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := invisible.Find(test.text)
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(invisible.Run{}, "Start", "End")); diff != "" {
				t.Error(diff)
			}
			marked := invisible.Marked(test.text)
			if again := invisible.Find(marked); len(again) > 0 {
				t.Errorf("marked, it still has %+v: %q", again, marked)
			}
			if (marked == test.text) != (test.want == nil) {
				t.Errorf("marked: %q", marked)
			}
		})
	}
}

func TestMarked(t *testing.T) {
	for name, test := range map[string]struct{ text, want, bare string }{
		"nothing":  {"plain", "plain", "plain"},
		"one":      {"a\u202eb", "a⟦U+202E⟧b", "ab"},
		"a tag":    {"a\U000e0049", "a⟦U+E0049⟧", "a"},
		"a run":    {"\u200b\u2060x", "⟦U+200B⟧⟦U+2060⟧x", "x"},
		"a long":   {strings.Repeat("\u200b", 100) + "x", strings.Repeat("⟦U+200B⟧", 8) + "⟦+92⟧x", "x"},
		"brackets": {"⟦a⟧ ⟦U+⟧", "⟦a⟧ ⟦U+⟧", "⟦a⟧ ⟦U+⟧"},
	} {
		t.Run(name, func(t *testing.T) {
			got := invisible.Marked(test.text)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if bare := invisible.Unmarked(got); bare != test.bare {
				t.Errorf("unmarked %q, want %q", bare, test.bare)
			}
		})
	}
}

func FuzzMarked(f *testing.F) {
	f.Add("a\u200b\u202e\u05d0" + tags("x"))
	f.Add("👩\u200d\ufe0f\u200d👧")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, run := range invisible.Find(text) {
			if run.Start < end || run.End <= run.Start || run.End > len(text) {
				t.Fatalf("%+v of %q", run, text)
			}
			end = run.End
		}
		if marked := invisible.Marked(text); len(invisible.Find(marked)) > 0 {
			t.Errorf("%q still hides something", marked)
		}
	})
}
