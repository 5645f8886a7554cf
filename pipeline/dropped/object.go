package dropped

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/printable"
	"discussd/internal/text/shallow"
)

// deepest is how far values are nested that anybody asks for: fields of objects in a list.
const deepest = 3

// Member is one key of an object or table, with its value: a string, an int64, a bool, nil,
// an []Element or a []Member. Anything else no key takes.
type Member struct {
	Key   string
	Value any
	Line  int
}

// Element is one value of a list.
type Element struct {
	Value any
	Line  int
}

// JSON lists the keys of the JSON object that a file is, in their order. Of any other value
// the error says what shape is wanted.
func (t Text) JSON(shape string) ([]Member, error) {
	var whole json.RawMessage
	if err := json.Unmarshal([]byte(t.All), &whole); err != nil {
		at := len(t.All)
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = int(syntax.Offset)
		}
		return nil, t.Wrong(lineindex.At(t.All, at), "is no valid JSON: %v", err)
	}
	root, err := hujson.Parse([]byte(t.All))
	if err != nil {
		return nil, t.Wrong(1, "is no valid JSON: %v", err)
	}
	value, err := jsonReader{t, lineindex.NewForward(t.All)}.value(root, 0)
	if err != nil {
		return nil, err
	}
	members, ok := value.([]Member)
	if !ok {
		return nil, t.Wrong(lineindex.At(t.All, root.StartOffset), "a %s is a JSON object%s", t.What, shape)
	}
	return members, nil
}

// jsonReader gives values their lines.
type jsonReader struct {
	Text
	lines *lineindex.Forward
}

func (j jsonReader) value(v hujson.Value, depth int) (any, error) {
	if depth > deepest {
		return nil, j.Wrong(j.lines.At(v.StartOffset), "is nested too deeply for a %s", j.What)
	}
	switch of := v.Value.(type) {
	case *hujson.Object:
		return j.object(of, depth)
	case *hujson.Array:
		all := []Element{}
		for _, e := range of.Elements {
			line := j.lines.At(e.StartOffset)
			value, err := j.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, Element{value, line})
		}
		return all, nil
	}
	literal := v.Value.(hujson.Literal)
	switch literal.Kind() {
	case '"':
		return literal.String(), nil
	case '0':
		if whole, err := strconv.ParseInt(string(literal), 10, 64); err == nil {
			return whole, nil
		}
		return literal.Float(), nil
	case 'n':
		return nil, nil
	}
	return literal.Bool(), nil
}

func (j jsonReader) object(object *hujson.Object, depth int) ([]Member, error) {
	all, lines := []Member{}, map[string]int{}
	for _, m := range object.Members {
		name, line := m.Name.Value.(hujson.Literal).String(), j.lines.At(m.Name.StartOffset)
		if before, given := lines[name]; given {
			return nil, j.Wrong(line, "%q is given on line %d already: keep one of the two", printable.Capped(name, 64), before)
		}
		lines[name] = line
		value, err := j.value(m.Value, depth+1)
		if err != nil {
			return nil, err
		}
		all = append(all, Member{name, value, line})
	}
	return all, nil
}

// TOML lists the keys of the TOML document that a file is, in the order of their lines.
func (t Text) TOML() ([]Member, error) {
	if line := shallow.TOML(t.All); line > 0 {
		return nil, t.Wrong(line, "is nested too deeply for a %s", t.What)
	}
	var document map[string]any
	if _, err := toml.Decode(t.All, &document); err != nil {
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, t.Wrong(syntax.Position.Line, "is no valid TOML: %s", syntax.Message)
		}
		return nil, t.Wrong(0, "is no valid TOML: %v", err)
	}
	return tomlReader(lineindex.TOML(t.All)).table(document, "", 1), nil
}

// tomlReader gives values their lines: it holds those of the places of the document.
type tomlReader map[string]int

func (t tomlReader) table(values map[string]any, place string, around int) []Member {
	all := []Member{}
	for key, value := range values {
		at := lineindex.Join(place, key)
		line := cmp.Or(t[at], around)
		all = append(all, Member{key, t.value(value, at, line), line})
	}
	slices.SortFunc(all, func(a, b Member) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key)) })
	return all
}

// value gives the values of a list their lines. What else a value can be stays as it is.
func (t tomlReader) value(value any, place string, line int) any {
	all := []Element{}
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

func (t tomlReader) element(value any, place string, around int) Element {
	line := cmp.Or(t[place], around)
	if table, ok := value.(map[string]any); ok {
		value = t.table(table, place, line)
	}
	return Element{value, line}
}
