package layout

import (
	"path"
	"slices"
	"strings"
)

// Named is the session that the settings of a project name, with the layout that they make.
type Named struct {
	base  string
	place place
}

// Look adds what there is to say of a path at or below the project.
func (n Named) Look(path string, seen *Look) {
	n.place.compare(path, len(strings.TrimSuffix(n.base, "/")), seen)
}

// Settled is the layout of a project as its settings have it: what lies elsewhere is looked
// for there before it is looked for where it usually lies. The function given returns what
// the settings say at a place, "" where they say nothing. It is false of a project that names no folder
// below its own: no path leads out of one.
func (l *Layout) Settled(base string, said func(at string) string) (n Named, ok bool) {
	dir, places := "", make([]string, len(l.Settings))
	for i, s := range l.Settings {
		value := said(s.At)
		for _, root := range [...]string{"{project-root}/", base + "/", "./"} {
			value = strings.TrimPrefix(value, root)
		}
		value = strings.TrimSuffix(value, "/")
		if !clean(value) || IsGlob(value) {
			continue
		}
		if places[i] = value; s.Replaces == "." && dir == "" {
			dir = value
		}
	}
	if dir == "" {
		dir = around(places)
	}
	if dir == "" {
		return n, false
	}
	own := l.clone()
	for i := range own.Rounds {
		for _, globs := range [...]*[]string{&own.Rounds[i].Artifact, &own.Rounds[i].Members} {
			*globs = l.moved(*globs, dir, places)
		}
	}
	levels := strings.Split(dir, "/") // what settings name goes before what a layout finds by names
	return Named{base, place{layout: &own, place: &Place{Path: dir}, levels: levels, names: len(levels) + 1}}, true
}

// moved are the globs of a session, each behind those of the places that settings name for it.
func (l *Layout) moved(globs []string, dir string, places []string) (all []string) {
	for _, glob := range globs {
		for i, place := range places {
			place, within := strings.CutPrefix(place, dir+"/")
			if rest, ok := strings.CutPrefix(glob, l.Settings[i].Replaces); ok && within && (rest == "" || rest[0] == '/') && !slices.Contains(all, place+rest) {
				all = append(all, place+rest)
			}
		}
		if !slices.Contains(all, glob) {
			all = append(all, glob)
		}
	}
	return all
}

// around is the folder that all places lie in, "" where that is the project itself.
func around(places []string) string {
	dir := ""
	for _, place := range places {
		switch place = path.Dir(place); {
		case place == ".": // a file of the project itself, or nothing was said
		case dir == "":
			dir = place
		default:
			for dir != "." && dir != place && !strings.HasPrefix(place, dir+"/") {
				dir = path.Dir(dir)
			}
		}
	}
	if dir == "." {
		return ""
	}
	return dir
}
