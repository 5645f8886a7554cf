package document

import (
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"discussd/internal/text/pattern"
)

// Table is one GFM table.
type Table struct {
	Section *Section
	Header  []Cell
	Rows    [][]Cell // as many cells as the header has
	Span    Span
}

// Cell is one cell; an absent one has an empty span at the row's start.
type Cell struct {
	Text string // trimmed, with its marks
	Span
}

// Column returns the index of the first column whose header contains one of the
// words, or -1. The words are lower case.
func (t *Table) Column(words ...string) int {
	for i, cell := range t.Header {
		header := strings.ToLower(cell.Text)
		for _, word := range words {
			if strings.Contains(header, word) {
				return i
			}
		}
	}
	return -1
}

// SameTitles tells whether two tables have the same columns.
func (t *Table) SameTitles(other *Table) bool {
	return slices.EqualFunc(t.Header, other.Header, func(a, b Cell) bool { return a.Text == b.Text })
}

// Item is one list item's first paragraph.
type Item struct {
	Section *Section
	Text    string // without its checkbox
	Box     byte   // ' ' or 'x' for a checkbox, 0 without one
	Depth   int    // 1 for an item of a top list
	Ordered bool
	Span
}

// Fence is one fenced code block.
type Fence struct {
	Section *Section
	Info    string // the language, lower case
	Body    Span
	Open    int  // offset of the opening fence
	Closed  bool // false when the document ends before the fence does
}

// blocks is goldmark without its inline parsers: those need more than linear
// time for some texts, and the scanner in inline.go gives what rules need.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(), util.Prioritized(tags{parser.NewHTMLBlockParser()}, 899))...),
		parser.WithParagraphTransformers(util.Prioritized(tableTransformer{}, 200)),
	)
})

// readMarkdown reads the text part by part, each of at least so many bytes.
func (d reader) readMarkdown(part int) {
	d.readFront()
	source := []byte(d.Text)
	blank(source, d.Front.Span)
	flattenNested(source)
	b := &builder{Document: d.Document}
	b.open(&Section{Start: d.Front.Span.End, Body: d.Front.Span.End})
	if m := program.FindStringSubmatch(d.Path); m != nil { // all of it is code, whatever looks like Markdown in it
		blank(source, Span{End: len(source)})
		d.Fences = []Fence{{Section: b.current, Info: strings.ToLower(m[1]), Body: Span{Start: 0, End: len(d.Text)}, Closed: true}}
	}
	for span := range parts(source, part) {
		b.source, b.base = source[span.Start:span.End], span.Start
		root := blocks().Parse(text.NewReader(b.source))
		for n := root.FirstChild(); n != nil; n = n.NextSibling() {
			b.block(n, 0)
		}
	}
	b.close()
	d.readInline()
	d.IDs = FindIDs(d.visible())
	d.places = map[string][]Mention{}
	for _, m := range d.IDs {
		d.places[m.ID] = append(d.places[m.ID], m)
	}
	d.weigh()
}

// program is the name of a file of a program, which contracts of a specification may be.
var program = pattern.New(`(?i)\.(tsx?|jsx?|mjs|go|py|rb|rs|java|kt|cs|php|swift|dart|sql|graphql|proto)$`)

// builder walks the blocks in order and knows the section it is in.
type builder struct {
	*Document
	source  []byte // the part that is read
	base    int    // where it starts in the text
	current *Section
}

func (b *builder) block(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		b.heading(n)
	case *ast.FencedCodeBlock:
		b.fence(n)
	case *tableBlock:
		b.table(n)
	case *ast.ListItem:
		b.item(n, depth)
	case *ast.Paragraph, *ast.TextBlock:
		b.paragraph(n, 0, depth)
	case *ast.CodeBlock:
		if span, ok := b.spanOf(n); ok {
			b.indented = append(b.indented, span)
		}
	case *ast.HTMLBlock:
		b.tagged(n, depth)
	default:
		if n.Kind() == ast.KindList {
			depth++
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			b.block(c, depth)
		}
	}
}

// spanOf returns the text a block's lines cover.
func (b *builder) spanOf(n ast.Node) (Span, bool) {
	lines := n.Lines()
	if lines == nil || lines.Len() == 0 {
		return Span{}, false
	}
	return Span{b.base + lines.At(0).Start, b.base + lines.At(lines.Len()-1).Stop}, true
}

func (b *builder) posOf(n ast.Node) int { return b.base + max(n.Pos(), 0) }

func (b *builder) trimmed(s Span) Span {
	for s.Start < s.End && space(b.source[s.Start-b.base]) {
		s.Start++
	}
	for s.End > s.Start && space(b.source[s.End-1-b.base]) {
		s.End--
	}
	return s
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// paragraph takes the lines of a block from one on.
func (b *builder) paragraph(n ast.Node, first, depth int) {
	lines := n.Lines()
	for i := first; i < lines.Len(); i++ {
		segment := lines.At(i)
		line := b.trimmed(Span{b.base + segment.Start, b.base + segment.Stop})
		if line.Len() == 0 {
			continue
		}
		if depth == 0 {
			b.pseudo(line)
		}
		b.Lines = append(b.Lines, line)
	}
}

func (b *builder) item(n *ast.ListItem, depth int) {
	list, _ := n.Parent().(*ast.List)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		span, ok := b.spanOf(c)
		if c != n.FirstChild() || !ok || c.Kind() != ast.KindTextBlock && c.Kind() != ast.KindParagraph {
			b.block(c, depth)
			continue
		}
		field := fieldBelow(b.source, c)
		if field < c.Lines().Len() {
			span.End = b.base + c.Lines().At(field).Start
		}
		item := &Item{Section: b.current, Depth: depth, Ordered: list != nil && list.IsOrdered(), Span: b.trimmed(span)}
		item.Text = b.Slice(item.Span)
		if t := item.Text; len(t) >= 3 && t[0] == '[' && t[2] == ']' && strings.IndexByte(" xX", t[1]) >= 0 {
			item.Box, item.Text = t[1]|0x20, strings.TrimSpace(t[3:])
		}
		b.Items = append(b.Items, item)
		b.paragraph(c, field, 0)
	}
}

// fieldBelow returns the number of the first line of an item that stands at the margin right below it
// and begins with a label of its own: "**Plans**: 3". Markdown takes it for a part of the item, its
// author does not.
func fieldBelow(source []byte, n ast.Node) int {
	lines := n.Lines()
	for i := 1; i < lines.Len(); i++ {
		if at := lines.At(i).Start; source[at-1] == '\n' && fieldLine.MatchString(string(source[at:lines.At(i).Stop])) {
			return i
		}
	}
	return lines.Len()
}

func (b *builder) fence(n *ast.FencedCodeBlock) {
	fence := Fence{Section: b.current, Info: strings.ToLower(string(n.Language(b.source)))}
	body, ok := b.spanOf(n)
	if !ok {
		at := b.posOf(n)
		body = Span{b.LineAt(at).End, b.LineAt(at).End}
	}
	fence.Body = body
	fence.Open = b.LineAt(max(body.Start-1, 0)).Start
	rest := strings.TrimLeft(b.Slice(b.LineAt(body.End)), "> \t")
	fence.Closed = strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~")
	b.Fences = append(b.Fences, fence)
}

// Paragraphs returns the paragraphs of a document, each with all its lines.
func Paragraphs(d *Document) []Span {
	var all []Span
	for _, line := range d.Lines {
		if n := len(all); n > 0 && strings.TrimLeft(d.Text[all[n-1].End:line.Start], " \t>") == "\n" && !fieldLine.MatchString(d.Slice(line)) {
			all[n-1].End = line.End
			continue
		}
		all = append(all, line)
	}
	return all
}

// fieldLine is a line that begins with a label of its own: "**Storage**: files".
var fieldLine = pattern.New(`^\s*(?:\*\*|__)[^*:：]{2,40}(?:(?:\*\*|__)\s*[:：]|[:：](?:\*\*|__))`)

// Sentences returns the sentences of the paragraphs and then of the items of a document.
func Sentences(d *Document) (all []Span) {
	for _, at := range Paragraphs(d) {
		all = append(all, SentencesIn(d, at)...)
	}
	for _, item := range d.Items {
		all = append(all, SentencesIn(d, item.Span)...)
	}
	return all
}

// SentencesIn cuts a text after the marks that end sentences.
func SentencesIn(d *Document, at Span) []Span {
	var all []Span
	text := d.Slice(at)
	start := 0
	cut := func(end int) {
		for start < end && strings.IndexByte(" \t\n", text[start]) >= 0 {
			start++
		}
		if end > start {
			all = append(all, Span{Start: at.Start + start, End: at.Start + end})
		}
		start = end
	}
	for i, r := range text {
		switch r {
		case '。', '；', '！', '？':
			cut(i + len(string(r)))
		case '.', ';', '!', '?':
			if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') && !abbreviated(text[:i]) {
				cut(i + 1)
			}
		}
	}
	cut(len(text))
	return all
}

// abbreviated tells whether the full stop after a text ends no sentence: "e.g.", "approx.".
func abbreviated(text string) bool {
	for _, short := range [...]string{"e.g", "i.e", "etc", "vs", "approx", "no", "max", "min"} {
		if rest, ok := strings.CutSuffix(strings.ToLower(text[max(0, len(text)-8):]), short); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], " (")) {
			return true
		}
	}
	return false
}
