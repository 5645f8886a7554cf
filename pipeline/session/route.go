package session

import (
	"cmp"
	"path/filepath"
	"strings"
)

// Route maps a changed file to its session folder and the id of its round. The
// path is absolute and clean, and need not exist any more. A file below a spec
// folder is told by its path alone, and so is a request, whose round is the ID of its
// [Job]. A decision and the flat layout take a few stats, because only what lies
// beside such a file makes its folder a session.
func (l Layout) Route(path string) (dir, round string, ok bool) {
	if dir, round, ok := routeInbox(path); ok && filepath.Clean(path) == path && filepath.IsAbs(path) {
		dir = cmp.Or(dir, "/")
		if KindOf(round) == OfDecision && !isSession(l, dir) {
			return "", "", false
		}
		return dir, round, true
	}
	if dir, round, decided := routeFramework(l, path); decided {
		return dir, round, round != "" && filepath.Clean(path) == path
	}
	for _, spec := range l.SpecDirs {
		if spec == "." {
			dir, round, ok = routeFlat(l, path)
		} else {
			dir, round, ok = routeSpec(l, path, "/"+spec+"/")
		}
		if ok {
			break
		}
	}
	if !ok || filepath.Clean(path) != path || !filepath.IsAbs(path) {
		return "", "", false
	}
	return cmp.Or(dir, "/"), round, true
}

// routeSpec looks for infix ("/spec/") from the right, so that of two nested
// sessions the inner one is found.
func routeSpec(l Layout, path, infix string) (dir, round string, ok bool) {
	for end := len(path); ; {
		at := strings.LastIndex(path[:end], infix)
		if at < 0 {
			return "", "", false
		}
		if round, _, ok := ownerOf(l, path[at+len(infix):]); ok {
			return path[:at], round, true
		}
		end = at + len(infix) - 1 // its last slash may be the first of the next
	}
}

func routeFlat(l Layout, path string) (dir, round string, ok bool) {
	for at := strings.LastIndexByte(path, '/'); at >= 0; at = strings.LastIndexByte(path[:at], '/') {
		round, artifact, ok := ownerOf(l, path[at+1:])
		if !ok {
			continue
		}
		// The only artifact of a session may be the one that was just deleted.
		if dir := path[:at]; isFlat(l, dir) || artifact && !namedSpec(l, dir) && marked(dir) {
			return dir, round, true
		}
	}
	return "", "", false
}
