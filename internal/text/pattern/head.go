package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	headBytes = 5   // of a match's beginning that are looked at
	maxHeads  = 128 // of one expression; with more of them less is looked at
)

// head is one way in which a match can begin: what its first bytes can be.
type head struct {
	bytes    [headBytes]setID
	n        int8 // how many of them
	open     bool // anything may follow
	boundary bool // a word boundary stands before it
	line     bool // a line starts with it
	endless  bool // there is no longest match that begins so
}

// reader finds out how the matches of an expression begin.
type reader struct {
	sets
	folds          bool // long s or the Kelvin sign can be part of a match
	known          map[asked][]head
	joined         []head               // room for join
	stems          map[head]int         // and for merge
	single, either [utf8.RuneSelf]setID // sets of one character and of one in both cases; 0 is not known yet
}

// asked is a part of an expression and how many of its first bytes matter. The same
// parts are looked at again from each place a match can pass them at.
type asked struct {
	part *syntax.Regexp
	room int
}

// heads returns the ways in which a match can begin, as far as the first bytes
// say, at most room of them: every match begins in one of them, while not all
// that do are matches.
// The list is shared: a caller that changes it clones it.
func (r *reader) heads(tree *syntax.Regexp, room int) []head {
	if room <= 0 {
		return []head{{open: true, endless: endless(tree)}}
	}
	if len(tree.Sub) == 0 && tree.Op != syntax.OpCharClass { // is said as quickly as looked up
		return r.begin(tree, room)
	}
	list, known := r.known[asked{tree, room}]
	if !known {
		list = slices.Clip(r.begin(tree, room))
		if r.known == nil {
			r.known = map[asked][]head{}
		}
		r.known[asked{tree, room}] = list
	}
	return list
}

// begin is heads of what was not asked before.
func (r *reader) begin(tree *syntax.Regexp, room int) []head {
	switch tree.Op {
	case syntax.OpNoMatch:
		return nil
	case syntax.OpLiteral:
		return r.literal(tree.Rune, tree.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return r.class(tree.Rune)
	case syntax.OpAnyCharNotNL:
		return r.class([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
	case syntax.OpAnyChar:
		return r.class([]rune{0, unicode.MaxRune})
	case syntax.OpBeginLine, syntax.OpBeginText:
		return []head{{line: true}}
	case syntax.OpWordBoundary:
		return []head{{boundary: true}}
	case syntax.OpCapture:
		return r.heads(tree.Sub[0], room)
	case syntax.OpStar:
		return append(r.repeated(tree.Sub[0], room), head{})
	case syntax.OpPlus:
		return r.repeated(tree.Sub[0], room)
	case syntax.OpQuest:
		return append(r.heads(tree.Sub[0], room), head{})
	case syntax.OpConcat:
		list := []head{{}}
		for i, sub := range tree.Sub {
			if !slices.ContainsFunc(list, func(h head) bool { return !h.open }) { // what is left says only whether there is a longest match
				return r.join(list, []head{{open: true, endless: slices.ContainsFunc(tree.Sub[i:], endless)}})
			}
			list = r.join(list, r.heads(sub, room-shortest(list)))
		}
		return list
	case syntax.OpAlternate:
		var list []head
		for _, sub := range tree.Sub {
			list = append(list, r.heads(sub, room)...)
		}
		return r.compact(list)
	}
	return []head{{}} // other assertions
}

// shortest returns how many bytes every head has at least.
func shortest(list []head) int {
	least := headBytes
	for _, h := range list {
		if !h.open {
			least = min(least, int(h.n))
		}
	}
	return least
}

// repeated returns the heads of one or more times an expression.
func (r *reader) repeated(sub *syntax.Regexp, room int) []head {
	once := r.heads(sub, room)
	more := []head{{}}
	for _, h := range once {
		h.open, h.endless = true, true
		more = append(more, h)
	}
	return r.join(once, more)
}

// endless tells whether an expression has no longest match.
func endless(tree *syntax.Regexp) bool {
	return tree.Op == syntax.OpStar || tree.Op == syntax.OpPlus || slices.ContainsFunc(tree.Sub, endless)
}

// join returns the heads of one expression after another.
func (r *reader) join(list, next []head) []head {
	if len(list) == 1 && list[0] == (head{}) {
		return next
	}
	long := slices.ContainsFunc(next, func(h head) bool { return h.endless })
	bare := func(list []head) bool { return len(list) == 1 && list[0].n == 0 && !list[0].open }
	joined := r.joined[:0]
	for _, h := range list {
		if h.open {
			h.endless = h.endless || long
			joined = append(joined, h)
			continue
		}
		for _, after := range next {
			joined = append(joined, follow(h, after))
		}
	}
	r.joined = joined
	if bare(list) || bare(next) { // an assertion: there are no more heads than before
		return slices.Clone(joined)
	}
	return r.compact(joined)
}

// follow returns a head that another follows.
func follow(h, after head) head {
	if h.n == 0 {
		h.boundary = h.boundary || after.boundary
		h.line = h.line || after.line
	}
	for i := int8(0); i < after.n && h.n < headBytes; i++ {
		h.bytes[h.n] = after.bytes[i]
		h.n++
	}
	h.open = after.open || h.n == headBytes
	h.endless = h.endless || after.endless
	return h
}

// compact merges heads that differ in their last byte only, and shortens them
// when they are still too many.
func (r *reader) compact(list []head) []head {
	for {
		list = r.merge(list)
		if len(list) <= maxHeads {
			return list
		}
		longest := int8(0)
		for _, h := range list {
			longest = max(longest, h.n)
		}
		for i := range list {
			if h := &list[i]; h.n == longest {
				h.n--
				h.bytes[h.n] = 0
				h.open = true
			}
		}
	}
}

func (r *reader) merge(list []head) []head {
	merged := make([]head, 0, min(len(list), maxHeads))
	var known map[head]int // by all but the last byte; nil where looking through the list is quicker
	if len(list) > 12 {
		if r.stems == nil {
			r.stems = make(map[head]int, maxHeads)
		}
		clear(r.stems)
		known = r.stems
	}
	for _, h := range list {
		i, found := 0, false
		if key := h.stem(); known != nil {
			i, found = known[key]
			if !found {
				known[key] = len(merged)
			}
		} else {
			i = slices.IndexFunc(merged, func(other head) bool { return other.stem() == key })
			found = i >= 0
		}
		if !found {
			merged = append(merged, h)
		} else if last := h.n - 1; last >= 0 {
			merged[i].bytes[last] = r.union(merged[i].bytes[last], h.bytes[last])
		}
	}
	return merged
}

// stem is a head without what its last byte can be.
func (h head) stem() head {
	if h.n > 0 {
		h.bytes[h.n-1] = 0
	}
	return h
}

// literal returns the head of some characters, in either case when folded.
func (r *reader) literal(text []rune, folded bool) []head {
	list := []head{{}}
	for _, c := range text {
		if shortest(list) == headBytes {
			break
		}
		if c < utf8.RuneSelf && len(list) == 1 { // nearly all of them: no need to ask what else it could be
			list[0] = follow(list[0], head{bytes: [headBytes]setID{r.letter(byte(c), folded)}, n: 1})
			continue
		}
		ranges := []rune{c, c}
		for other := unicode.SimpleFold(c); folded && other != c; other = unicode.SimpleFold(other) {
			ranges = append(ranges, other, other)
		}
		if next := r.class(ranges); len(list) == 1 && len(next) == 1 {
			list[0] = follow(list[0], next[0])
		} else {
			list = r.join(list, next)
		}
	}
	return list
}

// letter returns the bytes of an ASCII character, in either case when folded.
func (r *reader) letter(c byte, folded bool) setID {
	lower := c | 0x20
	folded = folded && 'a' <= lower && lower <= 'z'
	r.folds = r.folds || folded && (lower == 'k' || lower == 's')
	known := &r.single[c]
	if folded {
		known = &r.either[lower]
	}
	if *known == 0 {
		var set byteSet
		set.add(c)
		if folded {
			set.add(c ^ 0x20)
		}
		*known = r.id(set)
	}
	return *known
}

// maxWide is how many ranges of characters beyond ASCII are told apart.
const maxWide = 24

// class returns the bytes of the characters in some ranges, given as pairs.
func (r *reader) class(ranges []rune) []head {
	var list []head
	var ascii, broken byteSet
	for i := 0; i+1 < len(ranges); i += 2 {
		from, to := ranges[i], ranges[i+1]
		for c := from; c <= to && c < utf8.RuneSelf; c++ {
			ascii.add(byte(c))
		}
		if from == to && (from == longS || from == kelvin) {
			r.folds = true
			continue
		}
		if from <= utf8.RuneError && to >= utf8.RuneError {
			broken.addRange(0x80, 0xff) // a byte that is no UTF-8 reads as this character
		}
		if len(ranges) > 2*maxWide {
			continue
		}
		for length, first := 2, rune(utf8.RuneSelf); length <= utf8.UTFMax; length++ {
			last := widest[length]
			if low, high := max(from, first), min(to, last); low <= high {
				list = append(list, r.wide(low, high, length))
			}
			first = last + 1
		}
	}
	if len(ranges) > 2*maxWide && ranges[len(ranges)-1] >= utf8.RuneSelf {
		for length, first := 2, rune(utf8.RuneSelf); length <= utf8.UTFMax; length++ {
			list = append(list, r.wide(first, widest[length], length))
			first = widest[length] + 1
		}
	}
	for _, set := range [...]byteSet{ascii, broken} {
		if set != (byteSet{}) {
			list = append(list, head{bytes: [headBytes]setID{r.id(set)}, n: 1})
		}
	}
	return r.compact(list)
}

// Two characters beyond ASCII that are cases of s and k. Heads leave them out, as
// next to no text holds them: one that does is left to the regexp package.
const (
	longS  = 'ſ'
	kelvin = '\u212a'
)

// widest are the last characters of so many bytes.
var widest = [...]rune{2: 0x7ff, 3: 0xffff, 4: unicode.MaxRune}

// wide returns the bytes of a range of characters that all take as many bytes.
func (r *reader) wide(from, to rune, length int) head {
	low, high := string(from), string(to)
	if from >= 0xd800 && from <= 0xdfff {
		low = "\xed\xa0\x80" // halves of surrogate pairs have no bytes of their own
	}
	if to >= 0xd800 && to <= 0xdfff {
		high = "\xed\xbf\xbf"
	}
	h := head{n: int8(min(length, headBytes)), open: length >= headBytes}
	same := true
	for i := range h.n {
		var set byteSet
		switch {
		case same:
			set.addRange(low[i], high[i])
			same = low[i] == high[i]
		default:
			set.addRange(0x80, 0xbf)
		}
		h.bytes[i] = r.id(set)
	}
	return h
}
