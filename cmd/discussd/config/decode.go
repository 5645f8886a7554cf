package config

import (
	"encoding"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

// decoder puts a document onto a Config. It goes on after a problem, so that a
// user sees all of them at once, in words about the file and not about Go types.
type decoder struct {
	*report
	places map[string]int
	preset bool // a list of entries names all there are
}

// spot is where the decoder is: what the user calls it, where it stands.
type spot struct {
	key   string // "perspectives.risk.focus"
	place string // "perspectives[0].focus"
	line  int
}

// table puts each key of a table into the field of that name.
func (d *decoder) table(at spot, table map[string]any, into reflect.Value) {
	for _, name := range keys(table) {
		child := d.enter(at, lineindex.Join(at.key, name), lineindex.Join(at.place, name))
		if field, ok := fieldNamed(into, name); ok {
			d.value(child, table[name], field.Addr().Interface())
		} else {
			d.unknown(child, name, fieldNames(into.Type()))
		}
	}
}

// enter notes the line of a key: its own, else that of the table around it.
func (d *decoder) enter(parent spot, key, place string) spot {
	at := spot{key, place, parent.line}
	if line, ok := d.places[place]; ok {
		at.line = line
	}
	if at.line > 0 {
		d.lines[key] = at.line
	}
	return at
}

func (d *decoder) value(at spot, raw, into any) {
	switch into := into.(type) {
	case encoding.TextUnmarshaler:
		// What is no text goes in as "", which every such type refuses in its own words.
		text, _ := raw.(string)
		if err := into.UnmarshalText([]byte(text)); err != nil {
			d.refuse(at, err.Error(), raw)
		}
	case *string:
		assign(d, at, raw, into, "a text in quotes")
	case *bool:
		assign(d, at, raw, into, "true or false")
	case *int:
		var whole int64
		if assign(d, at, raw, &whole, "a whole number") {
			*into = int(whole)
		}
	case *float64:
		if whole, ok := raw.(int64); ok {
			raw = float64(whole)
		}
		assign(d, at, raw, into, "a number")
	case *[]string:
		d.texts(at, raw, into)
	case *map[string]string:
		each(d, at, raw, *into, func(string) string { return "" })
	case *map[string]Tool:
		each(d, at, raw, *into, func(string) Tool { return newTool("") })
	case *[]critique.Perspective:
		entries(d, at, raw, into, "name", newPerspective)
	case *[]session.Round:
		entries(d, at, raw, into, "id", newRound)
	case *[]layout.Layout:
		entries(d, at, raw, into, "name", newLayout)
	case *[]layout.Place:
		entries(d, at, raw, into, "path", func(string) layout.Place { return layout.Place{} })
	case *[]layout.Setting:
		entries(d, at, raw, into, "at", func(string) layout.Setting { return layout.Setting{} })
	case *[]layout.Round:
		entries(d, at, raw, into, "id", func(string) layout.Round { return layout.Round{} })
	default:
		var table map[string]any
		assign(d, at, raw, &table, "a table")
		d.table(at, table, reflect.ValueOf(into).Elem())
	}
}

// refuse notes a value of the wrong kind.
func (d *decoder) refuse(at spot, message string, raw any) {
	d.add(at.key, "%s (got %s)", message, shown(raw))
	d.unread[at.key] = true
}

func assign[T any](d *decoder, at spot, raw any, into *T, wanted string) bool {
	value, ok := raw.(T)
	if !ok {
		d.refuse(at, "must be "+wanted, raw)
		return false
	}
	*into = value
	return true
}

func (d *decoder) texts(at spot, raw any, into *[]string) {
	const wanted = "must be a list of texts in quotes"
	list, ok := raw.([]any)
	if !ok {
		d.refuse(at, wanted, raw)
		return
	}
	texts := make([]string, 0, len(list))
	for _, item := range list {
		text, ok := item.(string)
		if !ok {
			d.refuse(at, wanted, item)
			return
		}
		texts = append(texts, text)
	}
	*into = texts
}

// either is `"a", "b" or "c"`.
func either(values []string) string {
	var text strings.Builder
	for i, value := range values {
		switch {
		case i > 0 && i == len(values)-1:
			text.WriteString(" or ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(strconv.Quote(value))
	}
	return text.String()
}

func keys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
