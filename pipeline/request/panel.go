package request

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/internal/text/pattern"
)

var (
	listItem  = pattern.New(`^\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)(.*?)\s*$`)
	separator = pattern.New(`^[\s|:-]*-[\s|:-]*$`)
	everybody = pattern.New(`(?i)^(?:all|全部|全维度|所有)(?:\s*(?:\d+|five|perspectives|视角))*\s*(?:[(（]([^()（）]*)[)）])?$`)
)

// columns are the words, in a table's header or before a colon, for what a
// perspective is made of.
var columns = map[string][]string{
	"name":  {"name", "perspective", "视角"},
	"tool":  {"tool", "cli_tool", "cli", "工具"},
	"role":  {"role", "role_label", "角色"},
	"focus": {"focus", "focus_areas", "focus_area", "关注点"},
}

// column returns what a word of a header stands for, "" for anything else.
func column(word string) string {
	key, _ := keyOf(strings.Trim(word, " *`"))
	for name, words := range columns {
		if slices.Contains(words, key) {
			return name
		}
	}
	return ""
}

// put fills one field of a row. It tells whether there is such a field.
func (r *row) put(word, value string) bool {
	switch column(word) {
	case "name":
		r.name = value
	case "tool":
		r.tool = value
	case "role":
		r.role = value
	case "focus":
		r.focus = value
	default:
		return false
	}
	return true
}

// table is how far the first table or list of the section has been read. What
// follows it is an example that was left in the prompt.
type table struct {
	header []string // of a table, nil before there is one
	list   bool     // it is a list
	over   bool
}

// perspective reads one line of the section that defines perspectives.
func (m *reader) perspective(line string) error {
	text := strings.TrimSpace(line)
	item := listItem.FindStringSubmatch(line)
	switch {
	case m.table.over || text == "" && m.table.header == nil:
		return nil
	case strings.HasPrefix(text, "|") && !m.table.list:
		return m.cells(text)
	case m.table.header != nil:
		m.table.over = true
	case m.table.list && indentation(line) >= 2: // one more field of the item above
		word, value := cut(text, colons)
		m.rows[len(m.rows)-1].put(word, value)
	case item != nil:
		m.table.list = true
		m.item(item[1])
	}
	return nil
}

// cells reads one row of a table.
func (m *reader) cells(text string) error {
	cells := splitRow(text)
	switch {
	case separator.MatchString(text):
		return nil
	case m.table.header == nil:
		if !slices.ContainsFunc(cells, func(cell string) bool { return column(cell) == "name" }) {
			return m.Wrong(m.next, "the table's first row must name its columns: | Perspective | CLI Tool | Role | Focus Areas |")
		}
		m.table.header = cells
		return nil
	}
	r := row{line: m.next}
	for i, cell := range cells[:min(len(cells), len(m.table.header))] {
		r.put(m.table.header[i], cell)
	}
	m.rows = append(m.rows, r)
	return nil
}

// item reads a list's item: `name: X, tool: Y, …`, `X: tool, role, focus`, or a
// bare name.
func (m *reader) item(text string) {
	r := row{line: m.next}
	word, rest := cut(text, colons)
	if column(word) == "" {
		r.name = word
		r.tool, r.role, r.focus = threeOf(rest)
	} else {
		for text != "" {
			var part string
			part, text = cut(text, commas)
			if word, value := cut(part, colons); !r.put(word, value) {
				r.focus += ", " + part // nothing else holds commas
			}
		}
	}
	m.rows = append(m.rows, r)
}

// What stands between a name and its value, and between values.
const (
	colons = ":：|"
	commas = ",，"
)

// threeOf splits what stands behind a name, at bars, else colons, else commas.
func threeOf(text string) (tool, role, focus string) {
	marks := "|"
	for _, less := range []string{":：", commas} {
		if !strings.ContainsAny(text, marks) {
			marks = less
		}
	}
	tool, text = cut(text, marks)
	role, focus = cut(text, marks)
	return tool, role, focus
}

// cut splits a text at the first of some characters.
func cut(text, marks string) (before, after string) {
	at := strings.IndexAny(text, marks)
	if at < 0 {
		return strings.TrimSpace(text), ""
	}
	_, width := utf8.DecodeRuneInString(text[at:])
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+width:])
}

// splitRow splits a table's row into its cells, of which the first is what stands
// before the first bar; `\|` is a bar inside of a cell.
func splitRow(text string) []string {
	var cells []string
	cell := strings.Builder{}
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], `\|`):
			cell.WriteByte('|')
			i++
		case text[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(text[i])
		}
	}
	return append(cells, strings.TrimSpace(cell.String()))
}

// ask reads the names of who is asked: on the label's line, or listed below it.
func (m *reader) ask(value string, number int) error {
	if value == "" {
		for m.next < len(m.lines) {
			item := listItem.FindStringSubmatch(m.lines[m.next])
			if item == nil || indentation(m.lines[m.next]) < 2 {
				break
			}
			m.next++
			m.asked = append(m.asked, entry{item[1], m.next})
		}
		return m.set(keyPerspectives, value, number)
	}
	m.asked = names(value, number)
	return m.set(keyPerspectives, value, number)
}

// names splits a list of names; none of them when it says "all".
func names(list string, line int) []entry {
	list = strings.Trim(strings.TrimSpace(list), "[]")
	if all := everybody.FindStringSubmatch(list); all != nil {
		list = all[1]
	}
	var asked []entry
	depth := 0
	parts := strings.FieldsFunc(list, func(r rune) bool {
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			depth--
		}
		return depth <= 0 && strings.ContainsRune(",，、;；", r)
	})
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			asked = append(asked, entry{part, line})
		}
	}
	return asked
}
