package answer

import (
	"strings"
	"unicode"

	"discussd/critique/answer/lenient"
	"discussd/internal/text/pattern"
)

// The most that is kept of each kind of text, in characters, and of each kind of list, in entries.
const (
	maxText    = 1000
	maxQuote   = 400
	maxTarget  = 120
	maxKey     = 300
	maxExcerpt = 160
	maxPoints  = 40
	maxRead    = 4000 // of a list, to find the heaviest that are kept
	maxTargets = 20
)

// terminalCodes are the escape sequences that colour a terminal or set its title.
var terminalCodes = pattern.New("\x1b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\)?)")

// clean makes valid UTF-8 of what a process printed, without byte order mark and terminal codes.
func clean(raw []byte) string {
	text := strings.ToValidUTF8(string(raw), "\ufffd")
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.Contains(text, "\x1b") {
		text = terminalCodes.ReplaceAllString(text, "")
	}
	return text
}

// tidy makes one line of a text, without invisible characters, of at most limit characters.
func tidy(text string, limit int) string {
	if strings.Contains(text, "\x1b") {
		text = terminalCodes.ReplaceAllString(text, "")
	}
	var line strings.Builder
	count, space := 0, false
	for _, r := range text {
		if lenient.IsSpace(r) || r == '\v' || r == '\f' || r == '\u2028' || r == '\u2029' {
			space = line.Len() > 0
			continue
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			continue
		}
		if count++; count > limit {
			line.WriteRune('…')
			break
		}
		if space {
			line.WriteByte(' ')
			count++
			space = false
		}
		line.WriteRune(r)
	}
	return line.String()
}
