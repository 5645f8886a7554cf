package lenient

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"discussd/critique"
)

// cursor is a position in a text. Every byte that it looks at counts, to keep hostile answers linear.
type cursor struct {
	text       string
	pos        int
	allowance  *allowance
	departures Departures
}

func (c *cursor) depart(d Departures) { c.departures |= d }

func (c *cursor) pay(bytes int) { c.allowance.bytes -= bytes }

// lookAhead returns a cursor at another position, whose departures do not count.
func (c *cursor) lookAhead(at int) *cursor {
	return &cursor{text: c.text, pos: at, allowance: c.allowance}
}

// bracketsFit tells whether the closing brackets here can be meant: all depth of them, or some that a
// comma, a new line or the end follows.
func (c *cursor) bracketsFit(depth int) bool {
	for {
		before := c.pos
		r, width := c.next()
		switch {
		case width == 0 || IsComma(r):
			return true
		case r != '}' && r != ']':
			return strings.Contains(c.text[before:c.pos], "\n")
		}
		c.pos += width
		if depth--; depth == 0 {
			return true
		}
	}
}

func (c *cursor) fitsBehindComma(where place) bool {
	r, width := c.next()
	switch {
	case width == 0 || r == '}' || r == ']':
		return true
	case where == inList:
		return isQuote(r) || strings.ContainsRune("{[-,0123456789tfnTFN", r)
	case IsComma(r):
		return true
	}
	return isQuote(r) && c.keyFollows(true)
}

// keyFollows tells whether a quoted key and its colon stand here; long is the answer for a very long key.
func (c *cursor) keyFollows(long bool) bool {
	open, width := utf8.DecodeRuneInString(c.text[c.pos:])
	end := min(c.pos+peek, len(c.text))
	for at := c.pos + width; at < end; {
		r, width := utf8.DecodeRuneInString(c.text[at:])
		switch {
		case r == '\\':
			at += 2
			continue
		case closes(open, r):
			c.pay(at - c.pos)
			ahead := c.lookAhead(at + width)
			r, width = ahead.next()
			return isColon(r) || long && width == 0
		}
		at += width
	}
	c.pay(peek)
	return long
}

// next skips white space and comments and returns the next character, with width 0 at the end. A
// Markdown fence ends the text, too.
func (c *cursor) next() (r rune, width int) {
	start := c.pos
	defer func() { c.pay(c.pos - start + 1) }()
	for {
		rest := c.text[c.pos:]
		switch r, width = utf8.DecodeRuneInString(rest); {
		case width == 0:
			return 0, 0
		case IsSpace(r):
			c.pos += width
		case strings.HasPrefix(rest, "```"), strings.HasPrefix(rest, "~~~"):
			c.text = c.text[:c.pos]
			return 0, 0
		case r == '#', strings.HasPrefix(rest, "//"):
			c.depart(comments)
			c.skipBehind(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			c.depart(comments)
			c.skipBehind(rest, "*/")
		default:
			return r, width
		}
	}
}

func (c *cursor) skipBehind(rest, mark string) {
	if at := strings.Index(rest, mark); at >= 0 {
		c.pos += at + len(mark)
		return
	}
	c.pos = len(c.text)
}

// IsSpace tells whether a character is white space between the parts of an object: JSON's own, and what models put there.
func IsSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\ufeff', '\u00a0', '\u3000', '\u200b':
		return true
	}
	return false
}

// IsComma tells whether a character parts values as a comma does.
func IsComma(r rune) bool { return r == ',' || r == '，' || r == '、' }

func isColon(r rune) bool { return r == ':' || r == '：' }

func isQuote(r rune) bool {
	switch r {
	case '"', '\'', '“', '”', '‘', '’':
		return true
	}
	return false
}

const (
	minAllowance  = 1 << 18 // bytes
	readingPasses = 6       // times the length of the text that may be looked at

	// maxValues is how many values an answer may hold, for memory's sake. A review has a few hundred.
	maxValues = 1 << 16
)

// Why a text was not read to its end.
var (
	ErrBroken = errors.New("too much broken JSON")
	ErrValues = errors.New("more values than any review has")
)

// allowance is what may be spent on reading one text.
type allowance struct {
	ctx    context.Context // ends the reading
	bytes  int             // that may still be looked at
	values int             // that may still be kept
}

func newAllowance(ctx context.Context, text string) *allowance {
	return &allowance{ctx, minAllowance + readingPasses*len(text), maxValues}
}

// spent says why nothing more may be read, nil while it may.
func (a *allowance) spent() error {
	switch {
	case a.bytes <= 0:
		return ErrBroken
	case a.values <= 0:
		return ErrValues
	}
	return Ended(a.ctx)
}

// Ended is the failure of the class Canceled once ctx has ended, else nil.
func Ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return critique.Failf(critique.Canceled, "reading the answer: %w", context.Cause(ctx))
	}
	return nil
}

// Departures is a set of departures from JSON that were read past.
type Departures uint16

const (
	cutOff      Departures = 1 << iota
	InnerQuotes            // unescaped quotes inside a text: two texts may have become one
	oddQuotes
	oddCommas
	oddBrackets
	comments
	bareWords
	notFinite
	repeatedKeys
	oddCharacters
)

// departureWords names each departure, in the order of the constants above.
var departureWords = [...]struct{ english, chinese string }{
	{"the answer was cut off", "回答被截断"},
	{"unescaped quotes inside a text", "文本内有未转义的引号"},
	{"quotes or colons other than JSON's", "引号或冒号不是 JSON 的"},
	{"missing, doubled or trailing commas", "逗号缺失、重复或多余"},
	{"missing or stray brackets", "括号缺失或多余"},
	{"comments", "注释"},
	{"unquoted keys or values", "键或值未加引号"},
	{"NaN or Infinity", "NaN 或 Infinity"},
	{"repeated keys", "键重复"},
	{"raw control characters or unknown escapes", "未转义的控制字符或未知转义"},
}

// InWords lists the departures.
func (d Departures) InWords(chinese bool) []string {
	var said []string
	for i, departure := range departureWords {
		switch {
		case d&(1<<i) == 0:
		case chinese:
			said = append(said, departure.chinese)
		default:
			said = append(said, departure.english)
		}
	}
	return said
}
