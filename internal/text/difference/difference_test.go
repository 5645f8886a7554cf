package difference

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOf(t *testing.T) {
	long := strings.Repeat("word ", 40)
	for name, test := range map[string]struct{ old, now, want string }{
		"the same":        {"a\nb\n", "a\nb\n", ""},
		"a word":          {"a\nThe locker opens within 2 s of a scan.\n", "a\nThe locker opens within 5 s of a scan.\n", "line 2: The locker opens within [-2-]{+5+} s of a scan.\n"},
		"a sentence more": {"It opens.\n", "It opens. Also at night.\n", "line 1: It opens.{+ Also at night.+}\n"},
		"no half words":   {"opened\n", "opens\n", "line 1: [-opened-]{+opens+}\n"},
		"far in a line":   {long + "old " + long + "\n", long + "new " + long + "\n", "line 1: …" + strings.Repeat("word ", 5) + "[-old-]{+new+} word word word word…\n"},
		"lines less":      {"a\nb\nc\nd\n", "a\nd\n", "line 2: [-b\nc-]\n"},
		"lines more":      {"a\nd\n", "a\nb\nc\nd\n", "line 2: {+b+} and what follows to line 3\n"},
		"behind others":   {"a\nb\nc\nd\n", "x\nx\na\nb\nC\nd\n", "line 1: {+x+} and what follows to line 2\nline 5: [-c-]{+C+}\n"},
		"Chinese":         {"柜门在两秒内打开。\n", "柜门在五秒内打开。\n", "line 1: 柜门在[-两-]{+五+}秒内打开。\n"},
		"no last line":    {"a", "a b", "line 1: a{+ b+}\n"},
	} {
		if got := Of(test.old, test.now); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

// FuzzOf: whatever the texts, nothing that was taken away is missing from what is said.
func FuzzOf(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("opened x", "opens y")
	f.Add("é一\xff", "é二\xff")
	f.Add("a\uFFFDb", "a\xff") // a byte that is no character reads as the sign that stands for one
	f.Add("b\uFFFD", "\xff")
	f.Fuzz(func(t *testing.T, old, now string) {
		got := Of(old, now)
		if (got == "") != (old == now) {
			t.Errorf("%q and %q: %q", old, now, got)
		}
		if utf8.ValidString(old) && utf8.ValidString(now) && !utf8.ValidString(got) {
			t.Errorf("%q and %q: %q", old, now, got)
		}
	})
}
