package document

import (
	"bytes"
	"iter"
	"math"
)

// partSize is from how many bytes on a text is parsed in parts: a tree of blocks
// takes some thirty times the memory of its text, and is needed only until its
// blocks were noted.
const partSize = 64 << 10

// longParagraph is from how many lines on a paragraph is read as several.
const longParagraph = 2000

// parts splits a text into parts of at least so many bytes that read alone as
// they do together: before a heading, an item or a paragraph at the margin that
// no code block and no HTML swallows. Where that is not sure it splits no more.
func parts(source []byte, size int) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		start, above := 0, 0 // lines since the last blank one
		var s swallower
		for i := 0; i < len(source) && !s.unsure; {
			line := source[i:]
			if end := bytes.IndexByte(line, '\n'); end >= 0 {
				line = line[:end]
			}
			if i-start >= size && s.idle() && beginsBlock(line, above == 0 || above > longParagraph) {
				if !yield(Span{start, i}) {
					return
				}
				start = i
			}
			s.line(line)
			if above++; len(bytes.TrimLeft(line, " \t")) == 0 {
				above = 0
			} else if above > 1 && delimiters(line) > 0 {
				above = math.MinInt // what follows is a table as long as there is no blank line
			}
			i += len(line) + 1
		}
		yield(Span{start, len(source)})
	}
}

// beginsBlock tells whether a line starts a block at the margin whatever stands
// above it; a line of text does where it is free.
func beginsBlock(line []byte, free bool) bool {
	if len(line) == 0 {
		return false
	}
	switch c := line[0]; {
	case c == '#':
		rest := bytes.TrimLeft(line, "#")
		return len(line)-len(rest) <= 6 && len(rest) > 0 && rest[0] == ' '
	case c == '-' || c == '*' || c == '+':
		return len(line) > 2 && line[1] == ' ' && (alphabetic(line[2]) || line[2] == '[')
	default:
		return free && alphabetic(c)
	}
}

func alphabetic(c byte) bool { return (c|0x20) >= 'a' && (c|0x20) <= 'z' || c >= 0x80 }

// swallower follows the blocks that take lines as they are, whatever they say.
type swallower struct {
	fence   []byte // the marks that opened a code block
	indent  int    // how far in it stands
	comment bool
	tag     bool // in other HTML, which a blank line ends
	unsure  bool // whether a block has ended depends on more than is followed
}

func (s *swallower) idle() bool { return s.fence == nil && !s.comment && !s.tag }

func (s *swallower) line(line []byte) {
	text := bytes.TrimLeft(line, " \t")
	switch {
	case s.fence != nil:
		s.inFence(line[:len(line)-len(text)], text)
	case s.comment:
		s.comment = !bytes.Contains(line, []byte("-->"))
	case s.tag:
		s.tag = len(text) > 0
		s.unsure = fence(text) != nil || bytes.HasPrefix(text, []byte("<!--")) || raw(text)
	default:
		s.opening(line)
	}
}

func (s *swallower) inFence(indent, text []byte) {
	marks := len(text) - len(bytes.TrimLeft(text, string(s.fence[:1])))
	aligned := len(indent) == s.indent || s.indent == 0 && len(indent) < 4
	if len(text) > 0 && len(indent) < s.indent || marks > 0 && (!aligned || bytes.IndexByte(indent, '\t') >= 0) {
		s.unsure = true // the item that holds the code may end here
	}
	if marks >= len(s.fence) && len(bytes.TrimLeft(text[marks:], " \t")) == 0 {
		s.fence = nil
	}
}

// opening looks for the start of a code block or of HTML, also in an item.
func (s *swallower) opening(line []byte) {
	text := bytes.TrimLeft(line, " \t>-+*.)0123456789")
	before := line[:len(line)-len(text)]
	if s.fence = fence(text); s.fence != nil {
		s.indent = len(before)
		s.unsure = len(bytes.TrimLeft(before, " ")) > 0
		return
	}
	if len(text) == 0 || text[0] != '<' {
		return
	}
	if bytes.HasPrefix(text, []byte("<!--")) {
		s.comment = !bytes.Contains(text, []byte("-->"))
		s.unsure = s.comment && len(before) > 0
		return
	}
	s.tag, s.unsure = true, raw(text)
}

// raw tells whether a line opens HTML that a blank line does not end.
func raw(text []byte) bool {
	for _, name := range [...]string{"<!", "<?", "<script", "<pre", "<style", "<textarea"} {
		if len(text) >= len(name) && bytes.EqualFold(text[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

// fence returns the marks that open a code block, or nil.
func fence(text []byte) []byte {
	if len(text) == 0 || text[0] != '`' && text[0] != '~' {
		return nil
	}
	marks := len(text) - len(bytes.TrimLeft(text, string(text[:1])))
	if marks < 3 || text[0] == '`' && bytes.IndexByte(text[marks:], '`') >= 0 {
		return nil
	}
	return text[:marks]
}
