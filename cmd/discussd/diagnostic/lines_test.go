package diagnostic

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"discussd/critique"
)

func TestLines(t *testing.T) {
	tests := map[string]struct {
		session string
		style   Style
	}{
		"plain":    {"/home/ada/src/vault", Style{Base: home}},
		"outside":  {"/srv/vault", Style{Base: home}},
		"terminal": {"/home/ada/src/vault", Style{Base: home, Width: 200}},
		"narrow":   {"/home/ada/src/vault", Style{Base: home, Width: 40}},
		"colour":   {"/home/ada/src/vault", Style{Base: home, Width: 80, Colour: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if err := Lines(&out, test.style, round(t, test.session)); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", out.String())
			if !test.style.Colour && strings.Contains(out.String(), "\x1b") {
				t.Error("a document's control characters reach the terminal")
			}
			for line := range strings.Lines(out.String()) {
				if w := (&runewidth.Condition{StrictEmojiNeutral: true}).StringWidth(strings.TrimSuffix(line, "\n")); strings.Contains(line, " | ") && test.style.Width > 0 && !test.style.Colour && w > test.style.Width {
					t.Errorf("%d columns, more than %d: %s", w, test.style.Width, line)
				}
			}
		})
	}
}

// TestCaret: the caret and its tail stand under the very columns that the quote takes.
func TestCaret(t *testing.T) {
	tests := map[string]struct {
		line   string
		column int
		quote  string
		want   string
	}{
		"latin":         {"see below now", 5, "below", "    ^~~~~"},
		"wide":          {"系统应当 fast", 6, "fast", "         ^~~~"},
		"wide quote":    {"系统应当", 3, "应当", "    ^~~~"},
		"tab":           {"a\tbc", 3, "bc", "  ^~"},
		"tab after":     {"abcde\tf", 7, "f", "      ^"},
		"wide tab":      {"系\tb", 3, "b", "   ^"},
		"combining":     {"e\u0301 b", 4, "b", "  ^"},
		"full width":    {"ＡＢ b", 4, "b", "     ^"},
		"no quote":      {"see below", 5, "", "    ^"},
		"quote is gone": {"see below", 5, "above", "    ^"},
		"cut quote":     {"see below now", 5, "below…", "    ^~~~~"},
		"blank before":  {"-  below", 2, "below", " ^~~~~~~"},
		"past the end":  {"abc", 4, "", "   ^"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			d := Diagnostic{Line: 7, Column: test.column, Text: test.line, End: end(test.line, test.column, test.quote)}
			if err := (Style{Width: 80}).excerpt(&out, d); err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(strings.TrimSuffix(out.String(), "\n"), "\n      | ")
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestTotal(t *testing.T) {
	failed := Round{Failure: &Failure{Code: "session_not_found"}}
	clean := Round{Session: "/a", Applicable: 1, Passed: 1}
	muted := Round{Session: "/a", Applicable: 1, Muted: []critique.Mute{{Rule: "T-001", Severity: critique.High}}}
	tests := map[string]struct {
		rounds []Round
		want   string
	}{
		"places":  {[]Round{round(t, "/a")}, "2 HIGH, 1 MEDIUM, 1 LOW at 8 places in 1 session; 5 of 9 checks passed"},
		"several": {[]Round{round(t, "/a"), round(t, "/b"), clean}, "4 HIGH, 2 MEDIUM, 2 LOW at 16 places in 2 sessions; 11 of 19 checks passed"},
		"clean":   {[]Round{clean}, "no findings in 1 session; 1 of 1 check passed"},
		"muted":   {[]Round{muted, muted}, "no findings in 1 session; 0 of 2 checks passed; 2 places muted by the artifact"},
		"failed":  {[]Round{failed}, "no findings in 0 sessions; 0 of 0 checks passed; 1 round could not be judged"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var total Total
			for _, r := range test.rounds {
				total.Add(r)
			}
			if got := total.String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("系统\t应当 e\u0301 \x1b[31m", 3, "应当", 40)
	f.Add("a\xffb", 2, "\xff", 0)
	f.Fuzz(func(t *testing.T, line string, column int, quote string, width int) {
		line, _, _ = strings.Cut(line, "\n")
		style, d := Style{Width: width}, Diagnostic{Line: 1, Column: column, Text: line, End: end(line, column, quote)}
		var out strings.Builder
		if err := style.excerpt(&out, d); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), "\x1b\r\x00\t") || strings.Count(out.String(), "\n") > 2 {
			t.Errorf("unsafe: %q", out.String())
		}
		if at := byteColumn(line, column); at > len(line)+1 {
			t.Errorf("byte column %d of %d bytes", at, len(line))
		}
	})
}
