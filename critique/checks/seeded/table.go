package seeded

import (
	"regexp"
	"strings"
)

// table is a pipe table of a page.
type table struct {
	page   *page
	header int
	rows   []int
}

var delimiterRow = regexp.MustCompile(`^\|[\s:|-]+\|$`)

// table finds the first table within the page's window whose header line matches.
func (p *page) table(header *regexp.Regexp) (table, bool) {
	for i := p.from; i+1 < p.to; i++ {
		if !strings.HasPrefix(p.lines[i], "|") || !delimiterRow.MatchString(p.lines[i+1]) {
			continue
		}
		t := table{page: p, header: i}
		for r := i + 2; r < p.to && strings.HasPrefix(p.lines[r], "|"); r++ {
			t.rows = append(t.rows, r)
		}
		if header.MatchString(p.lines[i]) && len(t.rows) > 0 {
			return t, true
		}
	}
	return table{}, false
}

// column returns the index of the first column whose title matches, or -1.
func (t table) column(title *regexp.Regexp) int {
	for i, c := range cells(t.page.lines[t.header]) {
		if title.MatchString(c) {
			return i
		}
	}
	return -1
}

// row returns the line of the first row whose first cell holds the text, or -1.
func (t table) row(text string) int {
	for _, r := range t.rows {
		if strings.Contains(cells(t.page.lines[r])[0], text) {
			return r
		}
	}
	return -1
}

func (t table) cell(row, column int) string { return cells(t.page.lines[row])[column] }

func (t table) set(row, column int, text string) {
	c := cells(t.page.lines[row])
	c[column] = text
	t.page.lines[row] = "| " + strings.Join(c, " | ") + " |"
}

// escapedPipe stands for `\|` while a row is cut into cells.
const escapedPipe = "\x00"

func cells(line string) []string {
	line = strings.ReplaceAll(strings.TrimSpace(line), `\|`, escapedPipe)
	parts := strings.Split(strings.Trim(line, "|"), "|")
	for i, c := range parts {
		parts[i] = strings.ReplaceAll(strings.TrimSpace(c), escapedPipe, `\|`)
	}
	return parts
}

// inRow changes one cell of the row whose first cell holds the ID.
func inRow(header, column *regexp.Regexp, id string, change func(string) string) func(*page) bool {
	return func(p *page) bool {
		t, ok := p.table(header)
		if !ok {
			return false
		}
		row, col := t.row(id), t.column(column)
		if row < 0 || col < 0 {
			return false
		}
		t.set(row, col, change(t.cell(row, col)))
		return true
	}
}

// inColumn sets all cells of one column.
func inColumn(header, column *regexp.Regexp, text string) func(*page) bool {
	return func(p *page) bool {
		t, ok := p.table(header)
		if !ok || t.column(column) < 0 {
			return false
		}
		for _, r := range t.rows {
			t.set(r, t.column(column), text)
		}
		return true
	}
}

func constant(text string) func(string) string { return func(string) string { return text } }
