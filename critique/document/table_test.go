package document

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// cellsOf reads tables by goldmark's extension: every row of every table.
func cellsOf(source string) [][]string {
	p := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	)
	var found [][]string
	_ = ast.Walk(p.Parse(text.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && (n.Kind() == extended.KindTableHeader || n.Kind() == extended.KindTableRow) {
			var row []string
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				cell := ""
				for i := range c.Lines().Len() {
					line := c.Lines().At(i)
					cell += source[line.Start:line.Stop]
				}
				row = append(row, cell)
			}
			found = append(found, row)
		}
		return ast.WalkContinue, nil
	})
	return found
}

func TestTablesReadAsByGoldmark(t *testing.T) {
	tokens := []string{"|", "|", "|", "-", "---", ":", ":-", "-:", " ", "  ", "a", "`b`", "\\|", "\\", "\n", "\n", "\n", "- ", "> ", "\t", "=", "é", "| a | b |\n|---|---|\n", "#", "\n\n"}
	random := rand.New(rand.NewPCG(3, 5))
	tables := 0
	for range 20_000 {
		var b strings.Builder
		for range 3 + random.IntN(25) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		d := whole("x\n\n"+b.String(), 1<<20)
		var got [][]string
		for _, table := range d.Tables {
			for _, row := range append([][]Cell{table.Header}, table.Rows...) {
				var cells []string
				for _, cell := range row {
					cells = append(cells, cell.Text)
				}
				got = append(got, cells)
			}
		}
		tables += len(d.Tables)
		if diff := cmp.Diff(cellsOf(d.Text), got); diff != "" {
			t.Fatalf("%q: %s", d.Text, diff)
		}
	}
	if tables < 1000 {
		t.Errorf("only %d tables among the texts", tables)
	}
}
