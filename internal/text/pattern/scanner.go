package pattern

import (
	"cmp"
	"iter"
	"math/bits"
	"regexp/syntax"
	"slices"
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
	before    [256]uint32
	bytes     [headBytes][256]uint32
	ends      [headBytes]uint32 // lanes in which a match may end with this byte or before it
	endless   uint32            // lanes in which there is no longest match
	looksBack bool              // whether a match can begin may depend on the character before it
}

// next returns the first offset from which a match may begin and the lanes it may begin in,
// or -1.
func (t *scanner) next(s string, from int) (at int, lanes uint32) {
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
			return i, m
		}
	}
	return -1, 0
}

// newScanner returns the scanner of an expression and the share of a text's bytes at which,
// by estimate, a match may begin: 1 where a match can be empty.
func newScanner(prog *syntax.Prog) (t *scanner, density float64) {
	b := builder{prog: prog, t: &scanner{}, loops: make([]loop, len(prog.Inst))}
	for j := range b.seen {
		b.seen[j] = make([]uint32, len(prog.Inst))
	}
	var begins []beginning
	for _, first := range b.steps(uint32(prog.Start)) {
		if prog.Inst[first.pc].Op == syntax.InstMatch {
			return nil, 1
		}
		b.t.looksBack = b.t.looksBack || first.asserted != 0
		for _, second := range b.steps(prog.Inst[first.pc].Out) {
			begins = append(begins, beginning{first, second.pc, b.endless(second.pc)})
		}
	}
	slices.SortFunc(begins, func(x, y beginning) int { // those that share a lane are alike
		switch {
		case x.endless == y.endless:
			return cmp.Or(cmp.Compare(b.least(x.pc), b.least(y.pc)), cmp.Compare(b.least(x.second), b.least(y.second)))
		case x.endless:
			return 1
		}
		return -1
	})
	for i, begin := range begins {
		lane := uint32(1) << (i * lanes / max(len(begins), lanes))
		b.read(begin.pc, begin.second, 0, lane)
		b.stand(begin.step, lane)
		if begin.endless {
			b.t.endless |= lane
		}
	}
	return b.t, b.t.density()
}

// rarest returns the part of an expression that is rarest among those every match holds,
// and how dense that is.
func rarest(tree *syntax.Regexp) (best *syntax.Regexp, least float64) {
	best, least = tree, 1
	try := func(part syntax.Regexp) {
		if _, density := newScanner(compile(&part)); density < least {
			best, least = &part, density
		}
	}
	part := *tree
	switch tree.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return rarest(tree.Sub[0])
	case syntax.OpConcat:
		for i, sub := range tree.Sub {
			if sub.Op != syntax.OpStar && sub.Op != syntax.OpQuest { // what follows it is no less rare
				part.Sub = tree.Sub[i:]
				try(part)
				if inner, density := rarest(sub); density < least {
					best, least = inner, density
				}
			}
		}
	case syntax.OpAlternate:
		part.Sub = nil
		for _, sub := range tree.Sub {
			inner, _ := rarest(sub)
			part.Sub = append(part.Sub, inner)
		}
		try(part)
	}
	return best, least
}

// builder goes over the instructions of an expression that the first bytes of a match can pass.
type builder struct {
	prog  *syntax.Prog
	t     *scanner
	seen  [headBytes][]uint32 // the lanes in which an instruction was passed before a byte
	loops []loop
}

// loop is what is known of whether an instruction comes back to one passed before.
type loop byte

const (
	unknown loop = iota
	passed       // it does if it is met again
	none
)

// endless tells whether a match that goes on with an instruction may go on for ever.
func (b *builder) endless(pc uint32) bool {
	if b.loops[pc] != unknown {
		return b.loops[pc] == passed
	}
	b.loops[pc] = passed
	inst := &b.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstMatch, syntax.InstFail:
	case syntax.InstAlt, syntax.InstAltMatch:
		if b.endless(inst.Arg) {
			return true
		}
		fallthrough
	default:
		if b.endless(inst.Out) {
			return true
		}
	}
	b.loops[pc] = none
	return false
}

// step is an instruction that reads a character or ends a match, and what is asserted before it.
type step struct {
	pc       uint32
	asserted syntax.EmptyOp
}

// beginning is a step that reads some first characters of a match, and the instruction of the
// step after it.
type beginning struct {
	step
	second  uint32
	endless bool // there is no longest match
}

// steps are those with which a match can go on.
func (b *builder) steps(pc uint32) (found []step) {
	passed := map[step]bool{}
	var pass func(at step)
	pass = func(at step) {
		if passed[at] {
			return
		}
		passed[at] = true
		switch inst := &b.prog.Inst[at.pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			pass(step{inst.Out, at.asserted})
			pass(step{inst.Arg, at.asserted})
		case syntax.InstEmptyWidth:
			pass(step{inst.Out, at.asserted | syntax.EmptyOp(inst.Arg)})
		case syntax.InstCapture, syntax.InstNop:
			pass(step{inst.Out, at.asserted})
		case syntax.InstFail:
		default:
			found = append(found, at)
		}
	}
	pass(step{pc: pc})
	return found
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
		b.read(pc, inst.Out, at, lane)
	}
}

// read notes the characters that an instruction reads, and what follows them.
func (b *builder) read(pc, out uint32, at int, lane uint32) {
	for from, to := range b.characters(pc) {
		b.note(from, to, at, lane, out)
	}
}

// widest are the last characters of so many bytes.
var widest = [...]rune{0: -1, 1: utf8.RuneSelf - 1, 2: 0x7ff, 3: 0xffff, 4: unicode.MaxRune}

// note notes the bytes of a range of characters, and what follows them.
func (b *builder) note(from, to rune, at int, lane, out uint32) {
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

// characters are the ranges of them that an instruction reads.
func (b *builder) characters(pc uint32) iter.Seq2[rune, rune] {
	inst := &b.prog.Inst[pc]
	return func(yield func(from, to rune) bool) {
		for i := 0; i+1 < len(inst.Rune); i += 2 {
			if inst.Rune[i] >= utf8.RuneSelf && len(inst.Rune) > 2*maxWide {
				yield(utf8.RuneSelf, unicode.MaxRune)
				return
			}
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

// least is the least of the characters that an instruction reads.
func (b *builder) least(pc uint32) rune {
	for from := range b.characters(pc) {
		return from
	}
	return -1
}

// stand notes what may stand before a match that begins so.
func (b *builder) stand(begin step, lane uint32) {
	word, other := false, false // a match's first byte is one
	for from, to := range b.characters(begin.pc) {
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
	var share [lanes]float64
	for lane := range share {
		share[lane] = 1
	}
	narrow(&share, &t.before)
	for at := range t.bytes {
		narrow(&share, &t.bytes[at])
	}
	for _, s := range share {
		sum += s
	}
	return sum
}

// narrow leaves each lane the share that has a byte which can stand in a position.
func narrow(share *[lanes]float64, position *[256]uint32) {
	var passed [lanes]float64
	for c := 0; c < len(position); {
		m, run := position[c], 0.0 // of bytes that leave the same lanes
		for ; c < len(position) && position[c] == m; c++ {
			run += frequency(byte(c))
		}
		for ; m != 0; m &= m - 1 {
			passed[bits.TrailingZeros32(m)] += run
		}
	}
	for lane := range share {
		share[lane] *= passed[lane]
	}
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
