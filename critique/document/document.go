// Package document turns the bytes of a specification file into what rules look
// at: sections, tables, items, links, IDs and diagrams, each with its exact place.
//
// A path and bytes come in, a [Document] goes out; the checks call it once a
// file. Blocks are found by goldmark, inline marks by a scanner of our own that
// stays linear on hostile input. Nothing here panics or fails: what cannot be
// read is said in [Document.Wild] or [Document.JSONError].
package document

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Document is one parsed file. All offsets are bytes of Text.
type Document struct {
	Path      string
	Kind      Kind
	Wild      string // why the file was too wild to be read; empty when it was read
	Foreign   bool   // whether its language is neither English nor Chinese
	Text      string // valid UTF-8, no byte order mark, lines end in \n, and Chinese in simplified characters
	written   string // Text as it was written: the same length, and other characters
	Prose     string // Text with code, comments, frontmatter, link targets and quoted strings blanked
	Front     Front
	Sections  []*Section // in order; the first is what stands before any heading
	Tables    []*Table
	Items     []*Item
	Fences    []Fence
	Lines     []Span // the lines of paragraphs, in order
	Links     []Link
	Wikilinks []Span
	Comments  []Span
	IDs       []Mention
	JSON      *Value // nil when the file is no JSON or not valid
	JSONError *JSONError

	indented []Span // code blocks without a fence
	starts   []int  // offset of each line
	weight   []int  // units of all lines before each line
	places   map[string][]Mention
	memory   *memory
}

// Span is a part of a document's text.
type Span struct{ Start, End int }

// Len returns the number of bytes.
func (s Span) Len() int { return s.End - s.Start }

// Holds tells whether the offset lies inside the span.
func (s Span) Holds(offset int) bool { return offset >= s.Start && offset < s.End }

// Overlaps tells whether two spans share a byte.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

type reader struct{ *Document }

// Parse reads one file. The path is slash-separated and relative to the session.
func Parse(path string, content []byte) *Document {
	d := &Document{Path: path, written: clean(content), memory: &memory{}}
	if d.Text = d.written; !strings.HasSuffix(strings.ToLower(path), ".json") {
		d.Text = simplified(d.written)
	}
	r := reader{d}
	r.index()
	d.Wild = wildness(d.Text)
	d.Kind = KindOfPath(path)
	if d.Wild != "" {
		return d
	}
	if strings.HasSuffix(strings.ToLower(path), ".json") {
		r.readJSON()
		return d
	}
	r.readMarkdown(partSize)
	d.Foreign = foreign(d.Prose)
	if d.Kind == Other {
		d.Kind = KindOfType(d.Front.Value("document_type"))
	}
	return d
}

// clean makes text of bytes without moving any line.
func clean(content []byte) string {
	text := strings.TrimPrefix(string(content), "\ufeff")
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	if strings.ContainsAny(text, "\r\x00") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd").Replace(text)
	}
	return text
}

func (d reader) index() {
	d.starts = append(make([]int, 0, strings.Count(d.Text, "\n")+1), 0)
	for i := 0; ; {
		next := strings.IndexByte(d.Text[i:], '\n')
		if next < 0 {
			return
		}
		i += next + 1
		d.starts = append(d.starts, i)
	}
}

// Position returns the 1-based line and column, in characters, of an offset.
func (d *Document) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(d.Text))
	index, start := d.lineOf(offset)
	return index + 1, utf8.RuneCountInString(d.Text[start:offset]) + 1
}

// lineOf returns the 0-based line of an offset and where it starts.
func (d *Document) lineOf(offset int) (index, start int) {
	index = sort.SearchInts(d.starts, min(max(offset, 0), len(d.Text))+1) - 1
	return index, d.starts[index]
}

// LineAt returns the span of the line that holds the offset, without its end.
func (d *Document) LineAt(offset int) Span {
	offset = min(max(offset, 0), len(d.Text))
	_, start := d.lineOf(offset)
	end := strings.IndexByte(d.Text[start:], '\n')
	if end < 0 {
		return Span{start, len(d.Text)}
	}
	return Span{start, start + end}
}

// Slice returns the text of a span.
func (d *Document) Slice(s Span) string { return d.Text[s.Start:s.End] }

// TableAfter tells whether nothing but blank lines stands between an offset and a table.
func (d *Document) TableAfter(offset int) bool {
	for _, t := range d.Tables {
		if t.Span.Start >= offset {
			return strings.TrimSpace(d.Text[offset:t.Span.Start]) == ""
		}
	}
	return false
}

// Mentions returns the places where an ID is named, in order.
func (d *Document) Mentions(id string) []Mention { return d.places[id] }

// MentionsIn returns the IDs named in a span, in order.
func (d *Document) MentionsIn(s Span) []Mention {
	from := sort.Search(len(d.IDs), func(i int) bool { return d.IDs[i].Start >= s.Start })
	to := sort.Search(len(d.IDs), func(i int) bool { return d.IDs[i].Start >= s.End })
	return d.IDs[from:max(from, to)]
}

// Chinese tells whether the text is mostly Chinese. Code, links and fields are
// English in any document.
func (d *Document) Chinese() bool { return Chinese(d) }

// Chinese tells whether documents are mostly Chinese, all taken together.
func Chinese(documents ...*Document) bool {
	han, latin := 0, 0
	for _, d := range documents {
		h, l := d.letters()
		han, latin = han+h, latin+l
	}
	return han*4 > latin
}

func (d *Document) letters() (han, latin int) {
	text := d.Prose
	if text == "" {
		text = d.Text
	}
	kana := 0
	for _, r := range text[:min(len(text), 1<<16)] {
		switch {
		case r >= 0x3041 && r <= 0x30ff:
			kana++
		case r >= 0x4e00 && r <= 0x9fff:
			han++
		case r < utf8.RuneSelf && (r|0x20) >= 'a' && (r|0x20) <= 'z':
			latin++
		}
	}
	if kana > 0 && japanese(han, kana) {
		return 0, latin
	}
	return han, latin
}

// memory holds what was found out about a document from the document alone, by name.
type memory struct{ found sync.Map }

// asked is what something is remembered under.
type asked[T any] struct{ name string }

// Once returns what read finds in a document, and reads it the first time it is asked for under
// its name. It is kept as long as the document: what depends on anything else, another document
// or the code base, does not belong here. It is safe for concurrent use, and so must be what read
// returns; two who ask at the same moment may both read.
func Once[T any](d *Document, name string, read func(*Document) T) T {
	if d.memory == nil { // made without Parse
		return read(d)
	}
	if found, ok := d.memory.found.Load(asked[T]{name}); ok {
		return found.(T)
	}
	found, _ := d.memory.found.LoadOrStore(asked[T]{name}, read(d))
	return found.(T)
}

// As returns the same document as one of another kind, with a memory of its own.
func As(d *Document, kind Kind) *Document {
	other := *d
	other.Kind, other.memory = kind, &memory{}
	return &other
}
