package config

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"discussd/internal/text/identifier"
	"discussd/internal/text/nearest"
)

func (r *report) identifier(key, name string) {
	if !identifier.Is(name) {
		r.add(key, "the name must be %s (got %q)", identifier.Form, name)
	}
}

func (r *report) given(key, value string) {
	if strings.TrimSpace(value) == "" {
		r.add(key, "must be given")
	}
}

func (r *report) needed(key string, list []string) {
	if len(list) == 0 {
		r.add(key, "must name at least one")
	}
}

func (r *report) unique(key string, list []string) {
	for i, value := range list {
		if slices.Index(list, value) < i && !slices.Contains(list[i+1:], value) {
			r.add(key, "names %q more than once", value)
		}
	}
}

func (r *report) oneOf(key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		r.add(key, "must be %s (got %q)", either(allowed), value)
	}
}

// known reports a name that is not among names, with the nearest that is.
func (r *report) known(key, kind, name string, names []string) {
	if !slices.Contains(names, name) {
		r.add(key, "%s", unknownName(kind, name, names))
	}
}

func unknownName(kind, name string, names []string) string {
	if near := nearest.Meant(name, names); near != "" {
		return fmt.Sprintf("unknown %s %q, did you mean %q?", kind, name, near)
	}
	return fmt.Sprintf("unknown %s %q; known are %s", kind, name, strings.Join(slices.Sorted(slices.Values(names)), ", "))
}

// inside reports a path or glob that is not clean, relative and within folder.
func (r *report) inside(key, name, folder string) {
	switch {
	case name == "":
		r.add(key, "must not hold an empty path")
	case hasControl(name):
		r.add(key, "must not hold control characters (got %q)", name)
	case path.IsAbs(name) || slices.Contains(strings.Split(name, "/"), ".."):
		r.add(key, "must be relative and stay inside %s (got %q)", folder, name)
	case path.Clean(name) != name:
		r.add(key, "must be written as %q (got %q)", path.Clean(name), name)
	}
}

// program reports what is neither the name of a program nor its absolute path.
func (r *report) program(key, name string) {
	if name == "" || strings.Contains(name, "/") && !path.IsAbs(name) {
		r.add(key, "must start with the name of a program or its absolute path (got %q)", name)
	}
}

// fileName reports what is no name of a file or folder that people see.
func (r *report) fileName(key, name string) {
	const longest = 128 // bytes; names of temporary files are made of it
	if name == "" || len(name) > longest || strings.HasPrefix(name, ".") || strings.Contains(name, "/") || hasControl(name) {
		r.add(key, "must be a plain name: no '/', no '.' in front, at most %d bytes (got %q)", longest, name)
	}
}

// line reports a text that would break the line it is printed in.
func (r *report) line(key, value string) {
	if hasControl(value) {
		r.add(key, "must be one line without control characters (got %q)", value)
	}
}

func hasControl(text string) bool { return strings.ContainsFunc(text, unicode.IsControl) }

func (r *report) positive(key string, d Duration) {
	if d <= 0 {
		r.add(key, "must be positive (got %s)", d)
	}
}

func (r *report) someBytes(key string, s Size) {
	if s <= 0 {
		r.add(key, "must be positive (got %s)", s)
	}
}

func (r *report) notNegative(key string, n int) {
	if n < 0 {
		r.add(key, "must not be negative (got %d)", n)
	}
}

func between[T cmp.Ordered](r *report, key string, value, least, most T) {
	if !(value >= least && value <= most) { // not a number is not between either
		r.add(key, "must be between %v and %v (got %v)", least, most, value)
	}
}

func (r *report) notLonger(key string, d Duration, limitKey string, limit Duration) {
	if d <= limit || !r.sound(limitKey) {
		return
	}
	if _, ok := r.lines[key]; !ok {
		r.add(limitKey, "must not be shorter than %s, which is %s (got %s)", key, d, limit)
		return
	}
	r.add(key, "must not be longer than %s, which is %s (got %s)", limitKey, limit, d)
}

// either is `"a", "b" or "c"`.
func either(values []string) string {
	text := strconv.Quote(values[0])
	for i, value := range values[1:] {
		between := ", "
		if i == len(values)-2 {
			between = " or "
		}
		text += between + strconv.Quote(value)
	}
	return text
}

func keys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
