package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/printable"
)

// each puts a table of named values onto a map. What the file does not say stays, or is fresh.
func each[T any](d *decoder, at spot, raw any, into map[string]T, fresh func(name string) T) {
	var table map[string]any
	assign(d, at, raw, &table, "a table")
	for _, name := range keys(table) {
		value, ok := into[name]
		if !ok {
			value = fresh(name)
		}
		d.value(d.enter(at, lineindex.Join(at.key, name), lineindex.Join(at.place, name)), table[name], &value)
		into[name] = value
	}
}

// entries puts an array of tables onto a list. An entry with the identity of one in the list, the text
// under idKey, keeps what the file does not say; any other is appended. The identity is the first field
// of T. An empty list empties the list, and that of a preset names all entries.
func entries[T any](d *decoder, at spot, raw any, into *[]T, idKey string, fresh func(id string) T) {
	tables, ok := tableList(raw)
	if !ok {
		d.refuse(at, "must be a list of tables, [["+at.key+"]]", raw)
		return
	}
	if len(tables) == 0 {
		*into = []T{}
	}
	identity := func(entry T) string { return reflect.ValueOf(entry).Field(0).String() }
	seen := map[string]int{} // line by identity
	for i, table := range tables {
		place := lineindex.Element(at.place, i)
		nameless := d.enter(at, place, place)
		id, ok := table[idKey].(string)
		if !ok {
			d.add(lineindex.Join(nameless.key, idKey), "must be given, as a text in quotes")
			continue
		}
		if line, twice := seen[id]; twice {
			d.lines[nameless.key] = nameless.line
			d.add(nameless.key, "%s %q is there already, on line %d", idKey, id, line)
			continue
		}
		seen[id] = nameless.line
		n := slices.IndexFunc(*into, func(entry T) bool { return identity(entry) == id })
		if n < 0 {
			n = len(*into)
			*into = append(*into, fresh(id))
		}
		d.table(d.enter(nameless, lineindex.Join(at.key, id), place), table, reflect.ValueOf(&(*into)[n]).Elem())
	}
	if d.preset {
		*into = slices.DeleteFunc(*into, func(entry T) bool { _, listed := seen[identity(entry)]; return !listed })
	}
}

// tableList is the two forms of a list of tables: [[name]] and name = [{…}].
func tableList(raw any) ([]map[string]any, bool) {
	if tables, ok := raw.([]map[string]any); ok {
		return tables, true
	}
	list, ok := raw.([]any)
	tables := make([]map[string]any, 0, len(list))
	for _, item := range list {
		table, isTable := item.(map[string]any)
		ok = ok && isTable
		tables = append(tables, table)
	}
	return tables, ok
}

func shown(raw any) string {
	switch raw := raw.(type) {
	case string:
		const longest = 61
		return strconv.Quote(printable.Capped(raw, longest))
	case bool:
		return strconv.FormatBool(raw)
	case int64:
		return strconv.FormatInt(raw, 10)
	case float64:
		text := strconv.FormatFloat(raw, 'f', -1, 64)
		if !strings.ContainsAny(text, ".IN") {
			text += ".0"
		}
		return text
	case time.Time:
		return "a date"
	case map[string]any:
		return "a table"
	}
	return "a list"
}
