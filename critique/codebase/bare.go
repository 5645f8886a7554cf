package codebase

import (
	"path"
	"slices"
	"strings"

	"discussd/internal/text/nearest"
)

// bare says of the name of a program's file without a folder, which is nowhere, what there
// is in its place. A package may have such a name.
func bare(x *Index, name string) Sighting {
	end := path.Ext(name)
	if len(x.bases[Source(name)]) > 0 {
		return Sighting{There: true}
	}
	if x.packages[plainName(name)] || x.packages[plainName(strings.TrimSuffix(name, end))] {
		return Sighting{}
	}
	var like []string
	for base := range x.bases {
		if path.Ext(base) == end {
			like = append(like, base)
		}
	}
	slices.Sort(like)
	other := nearest.Meant(name, like)
	if other != "" && !akin(name, other) {
		other = ""
	}
	if same := x.stems[strings.TrimSuffix(name, end)]; len(same) > 0 {
		other = nearest.Of(name, same)
	}
	return Sighting{Missing: true, Nearest: other, Near: len(name) > 8 && other != "" && nearly(name, other)}
}

// sources are the endings of what TypeScript is compiled to, with those of what it is written in.
var sources = map[string]string{".js": ".ts", ".jsx": ".tsx", ".mjs": ".mts", ".cjs": ".cts"}

// Source returns the file of TypeScript that a module of JavaScript is made of, since it is imported by the
// name of what will be there: x.ts for x.js. Any other name is returned as it is.
func Source(name string) string {
	end := path.Ext(name)
	if of, is := sources[end]; is {
		return strings.TrimSuffix(name, end) + of
	}
	return name
}
