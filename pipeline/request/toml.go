package request

import (
	"cmp"
	"errors"
	"slices"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/shallow"
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
	return d.members(tomlReader(lineindex.TOML(d.text)).table(document, "", 1))
}

// tomlReader gives values their lines: it holds those of the places of the document.
type tomlReader map[string]int

// table lists the keys of a table in the order of their lines.
func (t tomlReader) table(values map[string]any, place string, line int) []member {
	all := []member{}
	for key, value := range values {
		at := lineindex.Join(place, key)
		line := t.line(at, line)
		all = append(all, member{key, t.value(value, at, line), line})
	}
	slices.SortFunc(all, func(a, b member) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.key, b.key)) })
	return all
}

// line is that of a place, else that of what it stands in.
func (t tomlReader) line(place string, around int) int { return cmp.Or(t[place], around) }

// value gives the values of a list their lines. What else a value can be stays as it is.
func (t tomlReader) value(value any, place string, line int) any {
	all := []element{}
	switch list := value.(type) {
	case []any:
		for i, v := range list {
			all = append(all, t.element(v, lineindex.Element(place, i), line))
		}
	case []map[string]any:
		for i, v := range list {
			all = append(all, t.element(v, lineindex.Element(place, i), line))
		}
	default:
		return value
	}
	return all
}

func (t tomlReader) element(value any, place string, around int) element {
	line := t.line(place, around)
	if table, ok := value.(map[string]any); ok {
		value = t.table(table, place, line)
	}
	return element{value, line}
}
