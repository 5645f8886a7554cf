package pattern

import (
	"math/bits"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

const (
	headBytes = 5  // of a match's beginning that are looked at
	lanes     = 32 // groups of beginnings that are looked for at once, a bit each
	maxWide   = 24 // ranges of characters of a class beyond ASCII that are told apart
	// maxDensity is up to which share of the bytes of a text may be where a match
	// starts: with more of them, asking the regexp package there costs more than
	// letting it read the text.
	maxDensity = 0.05
)

// scanner finds where matches of an expression may start. Each way to begin one belongs
// to a lane; a byte in some position leaves the lanes in which it can stand there.
type scanner struct {
	before [256]uint32
	bytes  [headBytes][256]uint32
	ends   [headBytes]uint32 // lanes in which a match may end with this byte or before it
}

// next returns the first offset from which a match may begin, or -1.
func (t *scanner) next(s string, from int) int {
	for i := from; i < len(s); i++ {
		m := t.bytes[0][s[i]]
		if m == 0 {
			continue
		}
		before := byte('\n') // the start of the text counts as the end of a line
		if i > 0 {
			before = s[i-1]
		}
		m &= t.before[before]
		for j := 1; j < headBytes && m != 0; j++ {
			if i+j == len(s) {
				m &= t.ends[j-1]
				break
			}
			m &= t.bytes[j][s[i+j]]
		}
		if m != 0 {
			return i
		}
	}
	return -1
}

// newScanner returns nil when a match can be empty or begin nearly anywhere.
func newScanner(prog *syntax.Prog) *scanner {
	b := builder{prog: prog, t: &scanner{}}
	for j := range b.seen {
		b.seen[j] = make([]uint32, len(prog.Inst))
	}
	b.begin(uint32(prog.Start), 0)
	for i, begin := range b.begins {
		lane := uint32(1) << (i * lanes / max(len(b.begins), lanes))
		b.follow(begin.pc, 0, lane)
		b.stand(begin, lane)
	}
	if b.empty || b.t.density() > maxDensity {
		return nil
	}
	return b.t
}

// builder goes over the instructions of an expression that the first bytes of a match can pass.
type builder struct {
	prog   *syntax.Prog
	t      *scanner
	begins []beginning
	empty  bool                // a match can be empty
	seen   [headBytes][]uint32 // the lanes in which an instruction was passed before a byte
}

// beginning is an instruction that reads the first character of a match, and what is
// asserted before it.
type beginning struct {
	pc       uint32
	asserted syntax.EmptyOp
}

func (b *builder) begin(pc uint32, asserted syntax.EmptyOp) {
	inst := &b.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		b.begin(inst.Out, asserted)
		b.begin(inst.Arg, asserted)
	case syntax.InstEmptyWidth:
		b.begin(inst.Out, asserted|syntax.EmptyOp(inst.Arg))
	case syntax.InstCapture, syntax.InstNop:
		b.begin(inst.Out, asserted)
	case syntax.InstMatch:
		b.empty = true
	case syntax.InstFail:
	default:
		b.begins = append(b.begins, beginning{pc, asserted})
	}
}

// follow notes what can stand at a byte and behind it where a match goes on with an instruction.
func (b *builder) follow(pc uint32, at int, lane uint32) {
	if at >= headBytes || b.seen[at][pc]&lane != 0 {
		return
	}
	b.seen[at][pc] |= lane
	inst := &b.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		b.follow(inst.Out, at, lane)
		b.follow(inst.Arg, at, lane)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		b.follow(inst.Out, at, lane)
	case syntax.InstMatch:
		for j := at; j < headBytes; j++ {
			b.t.ends[j-1] |= lane
			b.add(j, 0, 0xff, lane)
		}
	case syntax.InstFail:
	default:
		wide := false
		for from, to := range ranges(inst) {
			if wide = wide || from >= utf8.RuneSelf && len(inst.Rune) > 2*maxWide; wide {
				from, to = utf8.RuneSelf, unicode.MaxRune
			}
			b.characters(from, to, at, lane, inst.Out)
			if wide {
				break
			}
		}
	}
}

// widest are the last characters of so many bytes.
var widest = [...]rune{0: -1, 1: utf8.RuneSelf - 1, 2: 0x7ff, 3: 0xffff, 4: unicode.MaxRune}

// characters notes those of a range, and what follows them.
func (b *builder) characters(from, to rune, at int, lane, out uint32) {
	if from <= utf8.RuneError && to >= utf8.RuneError { // a byte that is no UTF-8 reads as this character
		b.add(at, 0x80, 0xff, lane)
		b.follow(out, at+1, lane)
	}
	if unicode.Is(unicode.Cs, from) {
		from = 0xd7ff // halves of surrogate pairs have no bytes of their own
	}
	if unicode.Is(unicode.Cs, to) {
		to = 0xe000
	}
	for length := 1; length <= utf8.UTFMax; length++ {
		first, last := max(from, widest[length-1]+1), min(to, widest[length])
		if first > last {
			continue
		}
		low, high := string(first), string(last)
		for i, same := 0, true; i < length && at+i < headBytes; i++ {
			if same {
				b.add(at+i, low[i], high[i], lane)
				same = low[i] == high[i]
			} else {
				b.add(at+i, 0x80, 0xbf, lane)
			}
		}
		b.follow(out, at+length, lane)
	}
}

func (b *builder) add(at int, from, to byte, lane uint32) {
	for c := int(from); c <= int(to); c++ {
		b.t.bytes[at][c] |= lane
	}
}

// ranges are the characters that an instruction reads.
func ranges(inst *syntax.Inst) func(yield func(from, to rune) bool) {
	return func(yield func(from, to rune) bool) {
		for i := 0; i+1 < len(inst.Rune); i += 2 {
			if !yield(inst.Rune[i], inst.Rune[i+1]) {
				return
			}
		}
		if len(inst.Rune) != 1 || !yield(inst.Rune[0], inst.Rune[0]) || syntax.Flags(inst.Arg)&syntax.FoldCase == 0 {
			return
		}
		for other := unicode.SimpleFold(inst.Rune[0]); other != inst.Rune[0] && yield(other, other); {
			other = unicode.SimpleFold(other)
		}
	}
}

// stand notes what may stand before a match that begins so.
func (b *builder) stand(begin beginning, lane uint32) {
	inst := &b.prog.Inst[begin.pc]
	word, other := false, false // a match's first byte is one
	for from, to := range ranges(inst) {
		other = other || to >= utf8.RuneSelf
		for c := from; c <= min(to, utf8.RuneSelf-1); c++ {
			word = word || syntax.IsWordChar(c)
			other = other || !syntax.IsWordChar(c)
		}
	}
	for c := range b.t.before {
		within := c < utf8.RuneSelf && syntax.IsWordChar(rune(c))
		switch {
		case begin.asserted&(syntax.EmptyBeginLine|syntax.EmptyBeginText) != 0 && c != '\n':
		case begin.asserted&syntax.EmptyWordBoundary != 0 && !(within && other || !within && word):
		default:
			b.t.before[c] |= lane
		}
	}
}

// density estimates the share of a text's bytes at which a match may begin.
func (t *scanner) density() (sum float64) {
	share := [lanes]float64{}
	for lane := range share {
		share[lane] = 1
	}
	for _, position := range append([][256]uint32{t.before}, t.bytes[:]...) {
		passed := [lanes]float64{}
		for c, m := range position {
			for ; m != 0; m &= m - 1 {
				passed[bits.TrailingZeros32(m)] += frequency(byte(c))
			}
		}
		for lane := range share {
			share[lane] *= passed[lane]
		}
	}
	for _, s := range share {
		sum += s
	}
	return sum
}

// frequency estimates how often a byte stands in a text: roughly that of English and
// Chinese prose with some tables and lists.
func frequency(c byte) float64 {
	switch {
	case c == ' ':
		return 0.15
	case c >= 'a' && c <= 'z':
		return 0.60 / 26
	case c >= '0' && c <= '9':
		return 0.04 / 10
	case c >= 'A' && c <= 'Z':
		return 0.04 / 26
	case c >= 0x80:
		return 0.07 / 128
	}
	return 0.10 / 65
}
