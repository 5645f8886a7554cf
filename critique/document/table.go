package document

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// tableBlock is a table in the tree of blocks: its lines, the header first. The
// extension of goldmark makes several nodes of each cell, which takes dozens of
// times the memory of the text.
type tableBlock struct {
	ast.BaseBlock
	columns int
}

var kindTable = ast.NewNodeKind("Table")

func (t *tableBlock) Kind() ast.NodeKind            { return kindTable }
func (t *tableBlock) IsRaw() bool                   { return true }
func (t *tableBlock) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// tableTransformer makes a table of the end of a paragraph: from the line above
// the first delimiter row on, if both have as many cells.
type tableTransformer struct{}

func (tableTransformer) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := p.Lines()
	for i := 1; i < lines.Len(); i++ {
		delimiter := lines.At(i)
		columns := delimiters(delimiter.Value(reader.Source()))
		if columns == 0 {
			continue
		}
		if len(splitRow(reader.Source(), lines.At(i-1), maxColumns+1)) > columns {
			return
		}
		table := &tableBlock{columns: columns}
		table.SetPos(p.Pos())
		table.Lines().Append(lines.At(i - 1))
		table.Lines().AppendAll(lines.Sliced(i+1, lines.Len()))
		lines.SetSliced(0, i-1)
		p.Parent().InsertAfter(p.Parent(), p, table)
		if lines.Len() == 0 {
			p.Parent().RemoveChild(p.Parent(), p)
			return
		}
		last := lines.At(i - 2)
		last.Stop-- // without its line end
		lines.Set(i-2, last)
	}
}

const spaces = " \t\n\f\r"

// delimiters returns how many columns a delimiter row such as |---|:-:| has, 0
// when the line is none.
func delimiters(line []byte) int {
	if bytes.IndexByte(line, '-') < 0 {
		return 0
	}
	if width, _ := util.IndentWidth(line, 0); width > 3 {
		return 0
	}
	line = bytes.Trim(line, spaces)
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	columns := 0
	for cell := range bytes.SplitSeq(line, []byte("|")) {
		cell = bytes.Trim(cell, spaces)
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		columns++
	}
	return columns
}

// splitRow returns the texts of a row's cells, at most so many of them. The bar
// between the page and the label of a [[wiki|link]] parts no cells.
func splitRow(source []byte, row text.Segment, most int) []Span {
	row = row.TrimLeftSpace(source)
	row = row.TrimRightSpace(source)
	line := source[row.Start:row.Stop]
	at, end := 0, len(line)
	if end > 0 && line[0] == '|' {
		at++
	}
	if end > 0 && line[end-1] == '|' {
		end--
	}
	var cells []Span
	for at < end && len(cells) < most {
		stop, inLink := at, 0
		for stop < end && (line[stop] != '|' || stop > 0 && line[stop-1] == '\\' || stop < inLink) {
			if stop >= inLink && bytes.HasPrefix(line[stop:end], []byte("[[")) {
				inLink = stop + max(bytes.Index(line[stop:end], []byte("]]")), 0)
			}
			stop++
		}
		cell := text.NewSegment(row.Start+at, row.Start+stop)
		cell = cell.TrimLeftSpace(source)
		cell = cell.TrimRightSpace(source)
		cells = append(cells, Span{cell.Start, cell.Stop})
		at = stop + 1
	}
	return cells
}

func (b *builder) table(n *tableBlock) {
	t := &Table{Section: b.current}
	for i := range n.Lines().Len() {
		row := n.Lines().At(i)
		at := b.base + row.Start
		cells := make([]Cell, 0, n.columns)
		for _, span := range splitRow(b.source, row, n.columns) {
			span = Span{b.base + span.Start, b.base + span.End}
			cells = append(cells, Cell{b.Slice(span), span})
		}
		for len(cells) < n.columns {
			cells = append(cells, Cell{Span: Span{at, at}})
		}
		if i == 0 {
			t.Header = cells
			t.Span.Start = b.LineAt(cells[0].Start).Start
		} else {
			t.Rows = append(t.Rows, cells)
		}
		t.Span.End = b.LineAt(cells[0].Start).End
	}
	b.Tables = append(b.Tables, t)
}
