package config

import (
	"reflect"
	"slices"
	"strings"

	"discussd/internal/text/nearest"
)

// unknown notes a key that does not exist, with what was probably meant: a key of the same
// table, or the same word in another.
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

// knownKeys lists the dotted keys that a table decoded into t may hold, those of
// entries under a stand-in for their name: "tools.<name>.via".
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

func fieldNames(t reflect.Type) []string {
	var names []string
	for _, field := range readable(t) {
		names = append(names, field.Tag.Get("toml"))
	}
	slices.Sort(names)
	return names
}

// fieldNamed returns the field of a struct for a key, which must match exactly.
func fieldNamed(value reflect.Value, key string) (reflect.Value, bool) {
	for _, field := range readable(value.Type()) {
		if field.Tag.Get("toml") == key {
			return value.FieldByIndex(field.Index), true
		}
	}
	return reflect.Value{}, false
}
