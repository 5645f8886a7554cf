package request

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/critique/pattern"
	"discussd/pipeline/shallow"
)

// fromTOML reads the TOML form.
func fromTOML(d *draft) error {
	if line := shallow.TOML(d.text); line > 0 {
		return d.wrong(line, "is nested too deeply for a request")
	}
	var document map[string]any
	if _, err := toml.Decode(d.text, &document); err != nil {
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			return d.wrong(syntax.Position.Line, "is no valid TOML: %s", syntax.Message)
		}
		return &Error{Message: "is no valid TOML: " + err.Error()}
	}
	t := tomlReader{d, map[string][]int{}}
	for i, line := range d.lines {
		for _, found := range keyForm.FindAllStringSubmatch(line, -1) {
			key := strings.Trim(found[1], `"'`)
			t.keys[key] = append(t.keys[key], i+1)
		}
	}
	return d.members(t.table(document, 1))
}

// keyForm is a key that a line sets, or the name of a table that it begins.
var keyForm = pattern.New(`([A-Za-z0-9_-]+|"[^"]*"|'[^']*')\s*[=.\]]`)

// tomlReader gives values their lines. The parser tells none, so they are looked
// for from where their table begins; a text of several lines can hold what looks
// like a key, which then only the line of an error shows.
type tomlReader struct {
	*draft
	keys map[string][]int // the lines of each key
}

func (t tomlReader) table(values map[string]any, from int) []member {
	all := []member{}
	for key, value := range values {
		line, lines := from, t.keys[key]
		if at, _ := slices.BinarySearch(lines, from); at < len(lines) {
			line = lines[at]
		}
		all = append(all, member{key, t.value(value, line), line})
	}
	slices.SortFunc(all, func(a, b member) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.key, b.key)) })
	return all
}

// value gives the values of a list their lines, of more than may be asked that of
// the last.
func (t tomlReader) value(value any, from int) any {
	all := []element{}
	switch list := value.(type) {
	case []any:
		for i, v := range list {
			text, ok := v.(string)
			if inline, isTable := v.(map[string]any); isTable {
				text, ok = inline["name"].(string)
			}
			if ok && i <= mostPerspectives {
				from = t.search(from, func(line string) bool { return strings.Contains(line, text) })
			}
			all = append(all, t.element(v, from))
		}
	case []map[string]any:
		for _, v := range list {
			header := t.search(from, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "[[") })
			all = append(all, t.element(v, header))
			from = header + 1
		}
	default:
		return value
	}
	return all
}

func (t tomlReader) element(value any, line int) element {
	if table, ok := value.(map[string]any); ok {
		value = t.table(table, line)
	}
	return element{value, line}
}

// search returns the first line from there on that is meant, else that very line.
func (t tomlReader) search(from int, meant func(string) bool) int {
	from = min(max(from, 1), len(t.lines))
	return from + max(slices.IndexFunc(t.lines[from-1:], meant), 0)
}
