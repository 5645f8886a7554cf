package pattern

import "math/bits"

// byteSet is a set of bytes.
type byteSet [4]uint64

func (b *byteSet) add(c byte)      { b[c>>6] |= 1 << (c & 63) }
func (b *byteSet) has(c byte) bool { return b[c>>6]&(1<<(c&63)) != 0 }

func (b *byteSet) addRange(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		b.add(byte(c))
	}
}

// each calls f with every byte of the set.
func (b *byteSet) each(f func(c byte)) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			f(byte(i<<6 | bits.TrailingZeros64(word)))
		}
	}
}

// setID names a byteSet; 0 is the empty one.
type setID uint16

// sets gives equal sets one name: thousands of them are compared, and few differ.
type sets struct {
	list   []byteSet
	shares []float64 // how often a byte of a text is in each
	ids    map[byteSet]setID
}

func (s *sets) id(b byteSet) setID {
	if s.ids == nil {
		s.list, s.shares, s.ids = []byteSet{{}}, []float64{0}, map[byteSet]setID{{}: 0}
	}
	id, known := s.ids[b]
	if !known {
		id = setID(len(s.list))
		s.list, s.shares, s.ids[b] = append(s.list, b), append(s.shares, frequency(b)), id
	}
	return id
}

func (s *sets) union(a, b setID) setID {
	if a == b {
		return a
	}
	set := s.list[a]
	for i := range set {
		set[i] |= s.list[b][i]
	}
	return s.id(set)
}
