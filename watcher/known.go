package watcher

import (
	"hash/maphash"
	"slices"
	"strings"
)

// known are the folders between "/" and everything below the roots, with their files.
//
// They start at "/", not at the roots, so that a root that is missing, moved,
// replaced or linked elsewhere is a change in a watched folder like any other.
// Folders above the roots are only passed through: they are watched, not listed.
type known struct {
	roots []string            // cleaned and sorted
	steps map[string][]string // folder above a root → names in it that lead to one
	top   *folder
	moved bool // a step to a root came or went
	seed  maphash.Seed
	names [256]string // of files, that were met last
}

func newKnown(roots []string) *known {
	return &known{
		roots: roots,
		steps: stepsTo(roots),
		top:   &folder{path: "/", step: true, inside: slices.Contains(roots, "/")},
		moved: true,
		seed:  maphash.MakeSeed(),
	}
}

// lookup returns the folder of a path; nil if it is not known.
func (k *known) lookup(path string) *folder {
	f := k.top
	for rest := strings.TrimPrefix(path, "/"); rest != "" && f != nil; {
		name, below, _ := strings.Cut(rest, "/")
		f, rest = f.child(name), below
	}
	return f
}

func (k *known) isStep(f *folder, name string) bool {
	return slices.Contains(k.steps[f.path], name)
}

// awaits tells whether a root may appear below a folder without an event: nobody
// reports the folder's, or the next step is a link whose target is missing.
func (k *known) awaits(f *folder) bool {
	for _, name := range k.steps[f.path] {
		if f.child(name) == nil && (!f.attached || isLink(f.join(name))) {
			return true
		}
	}
	return false
}

// concerned tells whether one of the places lies in a root, or a root in one of them.
func (k *known) concerned(places []string) bool {
	return slices.ContainsFunc(places, func(place string) bool {
		return slices.ContainsFunc(k.roots, func(root string) bool {
			return place == root || isBelow(root, place) || isBelow(place, root)
		})
	})
}

// share returns a file's name to be kept. Tens of thousands of folders hold files of the
// same few names.
func (k *known) share(name string) string {
	last := &k.names[maphash.String(k.seed, name)%uint64(len(k.names))]
	if *last != name {
		*last = name
	}
	return *last
}
