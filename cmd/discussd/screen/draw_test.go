package screen

import (
	"fmt"
	"strings"
	"testing"
)

// TestFrame: what does not find place is counted, and the cursor stays on the terminal.
func TestFrame(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d\n", i)
		}
		return b.String()
	}
	tests := map[string]struct {
		text          string
		width, height int
		want          string
	}{
		"all":               {text(3), 80, 4, "0\n1\n2\n"},
		"too many":          {text(4), 80, 4, "0\n1\n2 more lines\n"},
		"lines that wrap":   {"0\n" + strings.Repeat("锁", 6) + "\n2\n", 10, 4, "0\n2 more lines\n"},
		"lines that do not": {"0\n" + strings.Repeat("锁", 5) + "\n2\n", 10, 4, "0\n锁锁锁锁锁\n2\n"},
		"nothing":           {"", 10, 4, "\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := frame(tt.text, tt.width, tt.height); got != "\x1b[H\x1b[2J"+tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUTF8(t *testing.T) {
	for all, tests := range map[string]map[string]bool{
		"":            {"": false, "C": false, "de_DE.ISO-8859-1": false, "en_US.UTF-8": true, "zh_CN.utf8": true, "de_DE.UTF-8@euro": true},
		"C":           {"en_US.UTF-8": false},
		"en_US.UTF-8": {"C": true},
	} {
		for lang, want := range tests {
			t.Setenv("LC_ALL", all)
			t.Setenv("LC_CTYPE", "")
			t.Setenv("LANG", lang)
			if got := UTF8(); got != want {
				t.Errorf("LC_ALL=%q LANG=%q: %t", all, lang, got)
			}
		}
	}
}
