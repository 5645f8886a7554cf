package codebase

import (
	"path"
	"slices"
	"strings"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// nearest is the file that a missing one could be, and how it is like it.
func (x *Index) nearest(name string) Sighting {
	base, dir := path.Base(name), path.Dir(name)
	end := path.Ext(base)
	stem := strings.TrimSuffix(base, end)
	if places := x.bases[base]; len(places) > 0 {
		slices.Sort(places)
		if at := slices.IndexFunc(places, func(other string) bool { return misplaced(name, other) }); at >= 0 {
			return Sighting{Nearest: places[at], Near: len(places) == 1 && !common[stem], Slip: true}
		}
		if common[stem] && len(places) > 1 {
			return Sighting{} // any of them is as much another file
		}
		return Sighting{Nearest: nearest.Of(name, places), Near: len(places) == 1 && !common[stem]}
	}
	beside := x.beside(dir, end == "")
	s := Sighting{}
	if other := nearest.Meant(base, beside); other != "" && (end == "" || akin(base, other)) {
		s.Nearest = path.Join(dir, other)
		s.Near = len(stem) > 4 && path.Ext(other) == end && nearly(base, other) && (end != "" || !inflected(base, other))
		s.Slip = s.Near
	}
	for _, other := range beside {
		ext := path.Ext(other)
		switch of := strings.TrimSuffix(other, ext); {
		case s.Near:
		case of == stem && kin(end, ext):
			return Sighting{Nearest: path.Join(dir, other), Slip: true}
		case ext == end && begins(stem, of) && (!s.Stem || len(other) > len(path.Base(s.Nearest))):
			s.Nearest, s.Stem = path.Join(dir, other), true
		}
	}
	return s
}

// alike are the ends of files of which a project has only one with a name in a folder.
var alike = [...]string{" .ts .tsx .js .jsx .mjs .cjs .mts .cts ", " .py .pyi ", " .yml .yaml ", " .css .scss .sass .less ", " .md .mdx .txt .rst "}

func kin(a, b string) bool {
	return a != b && slices.ContainsFunc(alike[:], func(ends string) bool {
		return strings.Contains(ends, " "+a+" ") && strings.Contains(ends, " "+b+" ")
	})
}

// misplaced tells whether two paths differ in one folder, whose names are nearly the same, or one begins the other.
func misplaced(name, other string) bool {
	a, b := strings.Split(name, "/"), strings.Split(other, "/")
	if len(b) < len(a) {
		return false
	}
	b = b[len(b)-len(a):]
	wrong := -1
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if wrong >= 0 || !begins(a[i], b[i]) && (min(len(a[i]), len(b[i])) < 4 || !nearly(a[i], b[i])) {
			return false
		}
		wrong = i
	}
	return wrong >= 0
}

// begins tells whether one of two names is the other with more behind it that is not merely a number,
// nor makes of it the name of a test.
func begins(a, b string) bool {
	if a, b = plain(a), plain(b); len(a) > len(b) {
		a, b = b, a
	}
	rest, is := strings.CutPrefix(b, a)
	return is && len(a) > 2 && strings.Trim(rest, "0123456789.") != "" && !ofTest.MatchString(rest)
}

var ofTest = pattern.New(`^\W*(?:tests?|specs?|stories|mocks?|e2e|d)$`)

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
