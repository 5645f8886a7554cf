package checks

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var delimiterRow = regexp.MustCompile(`^\|[\s:|-]+\|$`)

// table finds the first table with rows whose header line matches.
func table(header *regexp.Regexp, lines []string) (from, to int, ok bool) {
	for i := 0; i+1 < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "|") || !delimiterRow.MatchString(lines[i+1]) || !header.MatchString(lines[i]) {
			continue
		}
		to := i + 2
		for to < len(lines) && strings.HasPrefix(lines[to], "|") {
			to++
		}
		if to > i+2 {
			return i, to, true
		}
	}
	return 0, 0, false
}

// escaped stands for an escaped bar while a row is cut into cells.
const escaped = "\x00"

// cells cuts a row; the first and the last part are what stands outside of the bars.
func cells(row string) []string { return strings.Split(strings.ReplaceAll(row, `\|`, escaped), "|") }

func joined(cells []string) string {
	return strings.ReplaceAll(strings.Join(cells, "|"), escaped, `\|`)
}

func cell(parts []string, i int) string {
	return strings.ReplaceAll(strings.TrimSpace(parts[i]), escaped, `\|`)
}

// picked returns the rows that a word means: "all", "last", a number from 1, a number of
// first rows such as "..2", or a text in the first cell.
func picked(rows []string, which string) []string {
	first, many := strings.CutPrefix(which, "..")
	number, err := strconv.Atoi(first)
	switch {
	case which == "all":
		return rows
	case which == "last":
		return rows[len(rows)-1:]
	case err == nil && many:
		return rows[:min(max(0, number), len(rows))]
	case err == nil && 0 < number && number <= len(rows):
		return rows[number-1 : number]
	}
	for i, row := range rows {
		if parts := cells(row); err != nil && len(parts) > 1 && strings.Contains(cell(parts, 1), which) {
			return rows[i : i+1]
		}
	}
	return nil
}

// column finds a column by the cells of its header, or returns -1.
type column func(header []string) int

// inCells edits the cells of one column in some rows of a table.
func inCells(header *regexp.Regexp, c column, which string, e edit) edit {
	return func(lines []string, zh bool) ([]string, bool) {
		from, to, ok := table(header, lines)
		if !ok {
			return lines, false
		}
		column, found := c(cells(lines[from])), false
		rows := picked(lines[from+2:to], which)
		for i, row := range rows {
			parts := cells(row)
			if column < 1 || column >= len(parts)-1 {
				continue
			}
			text, ok := e([]string{cell(parts, column)}, zh)
			if !ok || len(text) != 1 {
				continue
			}
			parts[column] = " " + strings.ReplaceAll(text[0], `\|`, escaped) + " "
			rows[i], found = joined(parts), true
		}
		return lines, found
	}
}

// dropColumn takes a column out of a table, the rows of which it writes anew.
func dropColumn(header *regexp.Regexp, c column) edit {
	return func(lines []string, zh bool) ([]string, bool) {
		from, to, ok := table(header, lines)
		if !ok {
			return lines, false
		}
		column := c(cells(lines[from]))
		if column < 1 {
			return lines, false
		}
		for i := from; i < to; i++ {
			parts := cells(lines[i])
			if column >= len(parts)-1 {
				continue
			}
			row := "|"
			for _, c := range slices.Delete(parts, column, column+1)[1 : len(parts)-2] {
				row += " " + strings.TrimSpace(c) + " |"
			}
			lines[i] = strings.ReplaceAll(row, escaped, `\|`)
		}
		return lines, true
	}
}
