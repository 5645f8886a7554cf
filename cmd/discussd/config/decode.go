package config

import (
	"encoding"
	"reflect"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

// decoder puts a document onto a Config. It goes on after a problem, to report all of them.
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
	fields := map[string]reflect.StructField{}
	for _, field := range readable(into.Type()) {
		fields[field.Tag.Get("toml")] = field
	}
	for _, name := range keys(table) {
		child := d.enter(at, lineindex.Join(at.key, name), lineindex.Join(at.place, name))
		if field, ok := fields[name]; ok {
			d.value(child, table[name], into.FieldByIndex(field.Index).Addr().Interface())
		} else {
			d.unknown(child, name, keys(fields))
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

// unknown notes a key that does not exist, with the nearest of its table, or the same word in another.
func (d *decoder) unknown(at spot, name string, siblings []string) {
	if near := nearest.Meant(name, siblings); near != "" {
		d.add(at.key, "unknown key, did you mean %q?", near)
		return
	}
	for _, key := range knownKeys(reflect.TypeFor[Config](), "") {
		if strings.HasSuffix(key, "."+name) {
			d.add(at.key, "unknown key, did you mean %s?", key)
			return
		}
	}
	d.add(at.key, "unknown key; known are %s", strings.Join(siblings, ", "))
}

// knownKeys lists the dotted keys of a table decoded into t; "<name>" stands for the names of entries.
func knownKeys(t reflect.Type, prefix string) []string {
	var known []string
	for _, field := range readable(t) {
		name, inner := prefix+field.Tag.Get("toml"), field.Type
		if inner.Kind() == reflect.Map && inner.Elem().Kind() == reflect.Struct {
			name, inner = name+".<name>", inner.Elem()
		} else if inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			known = append(known, knownKeys(inner, name+".")...)
		} else {
			known = append(known, name)
		}
	}
	return known
}

// readable are the fields of a struct that a file can hold.
func readable(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("toml") == "-" })
}
