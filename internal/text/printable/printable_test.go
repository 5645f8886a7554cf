package printable

import "testing"

func TestLineAndLines(t *testing.T) {
	tests := map[string]struct{ text, line, lines string }{
		"plain":                 {"a 名 – é\u200d👩", "a 名 – é\u200d👩", "a 名 – é\u200d👩"},
		"escape":                {"\x1b[31m", `\x1b[31m`, `\x1b[31m`},
		"lines":                 {"a\n\tb\r", `a\n\tb\r`, "a\n\tb\\r"},
		"direction":             {"a\u202eb", `a\u202eb`, `a\u202eb`},
		"no text":               {"a\xffb�", `a\xffb�`, `a\xffb�`},
		"commands":              {"x\n::error::y\n  ##[error]z\n## A heading", `x\n::error::y\n  ##[error]z\n## A heading`, "x\n| ::error::y\n|   ##[error]z\n## A heading"},
		"a command at its head": {"::error::y", "::error::y", "::error::y"},
	}
	for name, tt := range tests {
		if got := Line(tt.text); got != tt.line {
			t.Errorf("%s: got %q, want %q", name, got, tt.line)
		}
		if got := Lines(tt.text); got != tt.lines {
			t.Errorf("%s, lines: got %q, want %q", name, got, tt.lines)
		}
	}
}
