// Package lineindex tells in which line of a TOML text a key or value stands, so that
// who refuses one can say where. A text comes in that a decoder has accepted, the
// lines of its places go out. The decoders themselves tell the lines of their own errors
// only.
//
// A place is a dotted key in which the elements of lists are counted:
// "perspectives[1].focus".
package lineindex

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Join appends a name to a place, quoted where TOML would quote it.
func Join(place, name string) string {
	name = toml.Key{name}.String()
	if place == "" {
		return name
	}
	return place + "." + name
}

// Element is the place of an element of a list, counted from 0.
func Element(place string, i int) string { return place + "[" + strconv.Itoa(i) + "]" }

// At is the 1-based line of an offset in a text, in bytes.
func At(text string, offset int) int {
	return 1 + strings.Count(text[:min(max(offset, 0), len(text))], "\n")
}

// Forward tells the lines of offsets in a text that only grow, and reads the text once for
// all of them.
type Forward struct {
	text         string
	read, breaks int // the bytes up to the last offset, and the line breaks in them
}

// NewForward begins at the first line of a text.
func NewForward(text string) *Forward { return &Forward{text: text} }

// At is the 1-based line of an offset, in bytes, that is none before the last one.
func (f *Forward) At(offset int) int {
	offset = min(max(offset, f.read), len(f.text))
	f.breaks += strings.Count(f.text[f.read:offset], "\n")
	f.read = offset
	return 1 + f.breaks
}

// newlines are the offsets of the line breaks of a text.
func newlines(text []byte) []int {
	var at []int
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], '\n')
		if next < 0 {
			return at
		}
		i += next
		at = append(at, i)
	}
}

// deepest is how many names and lists a place may pass through. What is nested deeper
// has no line of its own: the name of each place would hold those of all around it.
const deepest = 16

// TOML returns the lines of the tables, keys and values of a TOML text. Of a table whose
// header and keys stand in several lines it is the first.
func TOML(text string) map[string]int {
	x := tomlIndex{lines: map[string]int{}, count: map[string]int{}}
	if rest, marked := strings.CutPrefix(text, "\ufeff"); marked {
		text = "   " + rest // as long as the mark
	}
	x.breaks = newlines([]byte(text))
	x.parser.Reset([]byte(text))
	for x.parser.NextExpression() {
		x.add(x.parser.Expression())
	}
	return x.lines
}

type tomlIndex struct {
	parser unstable.Parser
	breaks []int // the offsets of line breaks
	lines  map[string]int
	count  map[string]int // tables so far of each array of tables
	table  spot           // what the keys below a header belong to
}

// spot is a place, and how deep it is nested.
type spot struct {
	place string
	depth int
}

func (s spot) name(name string) spot { return spot{Join(s.place, name), s.depth + 1} }
func (s spot) element(i int) spot    { return spot{Element(s.place, i), s.depth + 1} }

func (x *tomlIndex) add(statement *unstable.Node) {
	switch statement.Kind {
	case unstable.ArrayTable:
		names, line := x.key(statement)
		parent := x.follow(spot{}, names[:len(names)-1], line)
		x.count[parent.name(names[len(names)-1]).place]++
		x.table = x.follow(spot{}, names, line)
	case unstable.Table:
		names, line := x.key(statement)
		x.table = x.follow(spot{}, names, line)
	case unstable.KeyValue:
		x.pair(x.table, statement)
	}
}

// key is the names of a header or of a key, and its line.
func (x *tomlIndex) key(n *unstable.Node) (names []string, line int) {
	for key := n.Key(); key.Next(); {
		if line == 0 {
			line = x.line(key.Node())
		}
		names = append(names, string(key.Node().Data))
	}
	return names, line
}

func (x *tomlIndex) line(n *unstable.Node) int {
	breaks, _ := slices.BinarySearch(x.breaks, int(n.Raw.Offset))
	return 1 + breaks
}

// follow resolves a key below a place. Every table and value on the way has the line in
// which it is mentioned first.
func (x *tomlIndex) follow(at spot, names []string, line int) spot {
	for _, name := range names {
		if at.depth > deepest {
			return at
		}
		at = at.name(name)
		x.note(at, line)
		if n := x.count[at.place]; n > 0 {
			at = at.element(n - 1)
			x.note(at, line)
		}
	}
	return at
}

func (x *tomlIndex) note(at spot, line int) {
	if _, known := x.lines[at.place]; !known && at.depth <= deepest {
		x.lines[at.place] = line
	}
}

func (x *tomlIndex) pair(base spot, n *unstable.Node) {
	names, line := x.key(n)
	x.value(x.follow(base, names, line), n.Value(), line)
}

// value notes what is within a list or an inline table that begins in a line.
func (x *tomlIndex) value(at spot, n *unstable.Node, line int) {
	if at.depth > deepest {
		return
	}
	inner := n.Children()
	switch n.Kind {
	case unstable.Array:
		for i := 0; inner.Next(); i++ {
			if inner.Node().Raw.Length > 0 {
				line = x.line(inner.Node()) // a list within a list has none
			}
			x.note(at.element(i), line)
			x.value(at.element(i), inner.Node(), line)
		}
	case unstable.InlineTable:
		for inner.Next() {
			x.pair(at, inner.Node())
		}
	}
}
