package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/pipeline/layout"
)

// PlainRound is the round of what is judged though no layout knows it.
const PlainRound = "DISCUSS-plain"

// Recognised says what session folders are, in words: "2 spec-kit, 1 openspec". The
// commonest comes first.
func (l Layout) Recognised(dirs []string) string {
	count := map[string]int{}
	var names []string
	for _, dir := range dirs {
		name := l.Name(dir)
		if count[name]++; count[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", count[name], name)
	}
	return strings.Join(names, ", ")
}

// Contested says, once for each two layouts, which one sessions are of that both know: the
// more specific path wins. What lies in a folder that one of them names is its own.
func Contested(l Layout, dirs []string) []string {
	var said []string
	seen := map[[2]string]bool{}
	for _, dir := range dirs {
		var claims []string
		around := look(l, dir).Around
		if len(around) < 2 {
			continue
		}
		for _, m := range around {
			if framed, ok := framedBy(l, m); ok && m.Rest == "" && m.Base == around[0].Base && needed(m) && holdsArtifact(framed, dir) && !slices.Contains(claims, m.Layout.Name) {
				claims = append(claims, m.Layout.Name)
			}
		}
		if len(claims) < 2 || seen[[2]string(claims[:2])] {
			continue
		}
		seen[[2]string(claims[:2])] = true
		said = append(said, fmt.Sprintf("%s is a session of %s by its path, and could be one of %s: the more specific path wins, here and elsewhere", dir, claims[0], claims[1]))
	}
	return said
}

// Misread says, once for each file, why a project's own schema is not what its sessions
// are judged by.
func Misread(l Layout, dirs []string) []string {
	var said []string
	for _, dir := range dirs {
		for _, m := range look(l, dir).Around {
			if m.Rest != "" {
				continue
			}
			if _, err := schemed(l, m); err != nil {
				line := fmt.Sprintf("%s: %v: the usual documents of %s are looked for", m.Base, err, m.Layout.Name)
				if !slices.Contains(said, line) {
					said = append(said, line)
				}
			}
			break
		}
	}
	return said
}

// Hints say, a line each, why sessions may be missing below a folder: a folder that a layout would look in is
// a link, and links are not followed. Where none is found, they also say which layouts the folder is made ready for.
func Hints(l Layout, dir string, found bool) []string {
	var said []string
	for _, known := range l.Frameworks.Layouts() {
		ready := setUp(known, dir)
		if ready && !found {
			said = append(said, known.Name+" is set up in "+dir+", and has no session there yet: one is "+known.Example)
		}
		for _, place := range known.Places {
			levels := strings.Split(place.Path, "/")
			for i := range levels {
				if i == 0 && !ready { // any project may have a folder of that name
					continue
				}
				matches, _ := doublestar.Glob(os.DirFS(dir), strings.Join(levels[:i+1], "/"), doublestar.WithNoFollow())
				for _, match := range matches {
					full := filepath.Join(dir, match)
					line := full + " is a link, which is not followed: name what it leads to"
					if info, err := os.Lstat(full); err == nil && info.Mode()&os.ModeSymlink != 0 && !slices.Contains(said, line) {
						said = append(said, line)
					}
				}
			}
		}
	}
	return said
}

// setUp tells whether what all sessions of a layout share is in a folder, a file of its settings, or the
// folder that would be its session.
func setUp(l layout.Layout, dir string) bool {
	signs := slices.Concat(l.Ignored, l.Context)
	for _, setting := range l.Settings {
		file, _, _ := strings.Cut(setting.At, "#")
		signs = append(signs, file)
	}
	for _, place := range l.Places {
		if len(place.Needs) == 0 && !layout.IsGlob(place.Path) {
			signs = append(signs, place.Path)
		}
	}
	return slices.ContainsFunc(signs, func(sign string) bool { return there(dir, sign) })
}

// LookedFor says how a session of each layout looks, a line each.
func (l Layout) LookedFor() []string {
	var lines []string
	for _, framework := range l.Frameworks.Layouts() {
		if framework.Example != "" {
			lines = append(lines, framework.Name+": "+framework.Example)
		}
	}
	return lines
}

// Plain is the layout of what is judged because a person named it: a round of its own over
// the files given, paths from the folder named. The first that exists is the artifact. A
// round without files has those of the layout for plain documents, without what is a framework's own.
func (l Layout) Plain(dir string, round Round) Layout {
	var beside *layout.Set
	plain := layout.Layout{Name: layout.Plain, Rounds: []layout.Round{{ID: round.ID, Artifact: round.Artifacts, Kind: layout.PlainKind}}}
	for _, known := range l.Frameworks.Layouts() {
		if known.Name != layout.Plain {
			continue
		}
		plain.Rules = known.Rules
		if len(round.Artifacts) == 0 && len(known.Rounds) > 0 {
			plain.Rounds = known.Rounds[:1]
			round.Artifacts, round.Members = known.Rounds[0].Artifact, known.Rounds[0].Members
			if !l.Frameworks.Look(dir).Ignored {
				beside = l.Frameworks
			}
		}
	}
	return Layout{
		SpecDirs: []string{"."}, Rounds: []Round{round}, MaxArtifact: l.MaxArtifact, MaxRound: l.MaxRound, Pins: l.Pins, Code: l.Code,
		framework: &framework{Match: layout.Match{Layout: &plain, Dir: dir}, beside: beside},
	}
}

// Documents counts the files that the globs of a round match in a session folder, unread.
// It is 0 of a folder that cannot be opened, and at most one more than a round may have.
func Documents(l Layout, dir string, round Round) int {
	s, err := Open(dir, l)
	if err != nil {
		return 0
	}
	defer s.Close()
	return len(s.list(round))
}
