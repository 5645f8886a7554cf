package pattern

import (
	"regexp/syntax"
	"slices"
)

const (
	lanes = 32 // groups of heads that are looked for at once, a bit each
	// maxDensity is up to which share of the bytes of a text may be where a match
	// starts: with more of them, asking the regexp package there costs more than
	// letting it read the text.
	maxDensity = 0.05
)

// scanner finds where texts begin as one of some heads does. Each head belongs
// to a lane; a byte in some position leaves the lanes in which it can stand there.
type scanner struct {
	before  [256]uint32
	bytes   [headBytes][256]uint32
	ends    [headBytes]uint32 // lanes of heads that have no byte after this one
	endless uint32            // lanes of heads with which there is no longest match
	odd     uint32            // the lane of the characters that heads leave out
}

// next returns the first offset from which a head may begin and the lanes of
// those that may, or -1.
func (t *scanner) next(s string, from int) (at int, lanes uint32) {
	for i := from; i < len(s); i++ {
		m := t.bytes[0][s[i]]
		if m == 0 {
			continue
		}
		before := byte('\n')
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

// scanner returns nil when a match can be empty or begin nearly anywhere.
func (r *reader) scanner(list []head) *scanner {
	if r.density(list) > maxDensity {
		return nil
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b head) int {
		for i := range headBytes {
			if a.bytes[i] == b.bytes[i] {
				continue
			}
			return slices.Compare(r.list[a.bytes[i]][:], r.list[b.bytes[i]][:])
		}
		return 0
	})
	t := &scanner{}
	if r.folds {
		t.odd = 1 << (lanes - 1)
		list = append(list, r.wide(longS, longS, 2), r.wide(kelvin, kelvin, 3))
	}
	var anything [headBytes]uint32 // lanes of heads that say nothing of a byte
	for i, h := range list {
		lane := uint32(1) << (i * (lanes - 1) / max(len(list), lanes-1))
		if r.folds && i >= len(list)-2 {
			lane = t.odd
		}
		before := r.before(h)
		before.each(func(c byte) { t.before[c] |= lane })
		for j := range headBytes {
			if int(h.n) <= j+1 {
				t.ends[j] |= lane
			}
			if int(h.n) <= j {
				anything[j] |= lane
				continue
			}
			r.list[h.bytes[j]].each(func(c byte) { t.bytes[j][c] |= lane })
		}
		if h.endless {
			t.endless |= lane
		}
	}
	for j, all := range anything {
		for c := range t.bytes[j] {
			t.bytes[j][c] |= all
		}
	}
	return t
}

// before returns what may stand before a head. The start of the text counts as
// the end of a line.
func (r *reader) before(h head) byteSet {
	var set byteSet
	if h.line {
		set.add('\n')
		return set
	}
	if !h.boundary {
		return everything
	}
	begins, ends := false, false // a word, at the head's first byte
	r.list[h.bytes[0]].each(func(c byte) {
		begins = begins || words.has(c)
		ends = ends || !words.has(c)
	})
	for i := range set {
		if begins {
			set[i] |= ^words[i]
		}
		if ends {
			set[i] |= words[i]
		}
	}
	return set
}

var everything = byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// words are the bytes of words as \b knows them: 0-9 in one half of ASCII, the
// letters and the underscore in the other.
var words = byteSet{0x03ff_0000_0000_0000, 0x07ff_fffe_87ff_fffe}

// density estimates the share of a text's bytes at which one of the heads begins.
func (r *reader) density(list []head) float64 {
	sum := 0.0
	for _, h := range list {
		if h.n == 0 {
			return 1
		}
		share := 1.0
		if h.line || h.boundary {
			share = r.shares[r.id(r.before(h))]
		}
		for i := range h.n {
			share *= r.shares[h.bytes[i]]
		}
		sum += share
	}
	return sum
}

// frequency estimates how often a byte of a text is in a set: roughly that of
// English and Chinese prose with some tables and lists.
func frequency(set byteSet) float64 {
	if set == everything {
		return 1
	}
	sum := 0.0
	set.each(func(c byte) {
		switch {
		case c == ' ':
			sum += 0.15
		case c >= 'a' && c <= 'z':
			sum += 0.60 / 26
		case c >= '0' && c <= '9':
			sum += 0.04 / 10
		case c >= 'A' && c <= 'Z':
			sum += 0.04 / 26
		case c >= 0x80:
			sum += 0.07 / 128
		default:
			sum += 0.10 / 65
		}
	})
	return sum
}

// rarest returns the heads of the part of an expression that is rarest among
// those every match holds, and a head without bytes when there is no such part.
func (r *reader) rarest(tree *syntax.Regexp) []head {
	best, least := []head{{}}, 1.0
	try := func(list []head) {
		if density := r.density(list); density < least {
			best, least = list, density
		}
	}
	switch tree.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return r.rarest(tree.Sub[0])
	case syntax.OpStar, syntax.OpQuest: // a match need not hold them
	case syntax.OpConcat:
		for i, sub := range tree.Sub {
			if sub.Op == syntax.OpStar || sub.Op == syntax.OpQuest {
				continue // what follows it is no less rare
			}
			rest := *tree
			rest.Sub = tree.Sub[i:]
			try(r.heads(&rest, headBytes))
			try(r.rarest(sub))
		}
	case syntax.OpAlternate:
		var list []head
		for _, sub := range tree.Sub {
			list = append(list, r.rarest(sub)...)
		}
		try(r.compact(list))
		try(r.heads(tree, headBytes))
	default:
		try(r.heads(tree, headBytes))
	}
	return best
}
