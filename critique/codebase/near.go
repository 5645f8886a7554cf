package codebase

import (
	"path"
	"slices"
	"strings"

	"discussd/internal/text/nearest"
)

// nearest is the file that a missing one could be.
func (x *Index) nearest(name string) (other string, near bool) {
	base, dir := path.Base(name), path.Dir(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if places := x.bases[base]; len(places) > 0 {
		slices.Sort(places)
		if common[stem] && len(places) > 1 {
			return "", false // any of them is as much another file
		}
		return nearest.Of(name, places), len(places) == 1 && !common[stem]
	}
	if other := nearest.Meant(base, x.beside(dir, path.Ext(base) == "")); other != "" && (path.Ext(base) == "" || akin(base, other)) {
		return path.Join(dir, other), len(stem) > 4 && path.Ext(other) == path.Ext(base) && nearly(base, other) && (path.Ext(base) != "" || !inflected(base, other))
	}
	return "", false
}

// akin tells whether one of two names is the other with a little more or less.
func akin(a, b string) bool {
	a, b = plain(strings.TrimSuffix(a, path.Ext(a))), plain(strings.TrimSuffix(b, path.Ext(b)))
	return nearly(a, b) || strings.Contains(a, b) || strings.Contains(b, a)
}

// beside are the names of the files, or folders, in a folder that documents may name from
// further down.
func (x *Index) beside(dir string, folders bool) (names []string) {
	all := x.files
	if folders {
		all = x.folders
	}
	for file := range all {
		if in := path.Dir(file); in == dir || strings.HasSuffix(in, "/"+dir) {
			names = append(names, path.Base(file))
		}
	}
	slices.Sort(names)
	return names
}

// sharing are the names that have a word of another one.
func sharing(stem string, names []string) []string {
	words := part.FindAllString(stem, -1)
	return slices.DeleteFunc(names, func(name string) bool {
		lower := strings.ToLower(name)
		return !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(lower, strings.ToLower(word)) })
	})
}

// plain is a name without case and marks.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

// nearly tells whether two names differ as a slip of the pen does: one letter, or two
// that changed places, or only case and marks.
func nearly(a, b string) bool {
	if a, b = plain(a), plain(b); a == b {
		return true
	}
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	digits := strings.ContainsAny(a+b, "0123456789") // step-2 beside step-1 is another file
	return !digits && (len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0])
}
