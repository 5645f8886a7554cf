package session

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/critique/codebase"
	"discussd/pipeline/layout"
	"discussd/pipeline/schemas"
)

// Round is one row of the rounds table, which is configuration. All its paths
// are slash-separated and relative to the session's spec folder.
type Round struct {
	ID           string      `toml:"id"`           // "DISCUSS-003"
	Label        string      `toml:"label"`        // "requirements"
	Artifacts    []string    `toml:"artifact"`     // the first that exists is the artifact; of a glob the first match, and the others are members
	Kind         layout.Kind `toml:"kind"`         // of the artifact and of what its globs match; "" leaves it to their names
	Members      []string    `toml:"members"`      // doublestar globs of the files judged with the artifact
	Perspectives []string    `toml:"perspectives"` // names, in the order of the record
	Caller       string      `toml:"caller"`       // the role that produces the artifact: "writer"
	Task         string      `toml:"task"`         // the task that role works on: "DRAFT-002"
	Context      string      `toml:"-"`            // the discovery context of this round alone; "" is the layout's
	Final        bool        `toml:"final"`        // the sign-off round, whose HIGH goes to a person
	Record       string      `toml:"record"`       // name of the record in discussions/; "" is the id and "-discussion.md"
}

// Layout says how sessions look.
type Layout struct {
	Markers     []string // names of files and folders that make the folder they are in a session
	SpecDirs    []string // where artifacts may lie in a session, first match wins: "spec", "."; clean
	Rounds      []Round
	Context     string          // the discovery context, relative to the spec folder
	Siblings    []string        // files beside the artifacts that no round judges but checks across documents want to see
	MaxArtifact int64           // bytes; a larger file is refused unread
	MaxRound    int64           // bytes of a round's artifact and members together; those beyond are refused unread; 0 is no bound
	Pins        *Pins           // the roots that sessions lie in; nil: sessions are where a person says
	Code        *codebase.Shelf // what is known of the projects around sessions; nil: it is read for each round

	Schemas    *schemas.Shelf // what projects say of their own sessions; nil: it is read each time
	Frameworks *layout.Set    // the layouts of frameworks, whose sessions have the rounds of the same ids
	framework  *framework     // whose session this is the layout of, see frameworkOf
}

const teamSession = "team-session.json"

// markers are the files that make a folder with an artifact a flat session.
var markers = [...]string{"spec-config.json", "blueprint-config.json", teamSession}

// globs are the patterns of the round's files, those among its artifacts included.
func (r Round) globs() []string {
	if !slices.ContainsFunc(r.Artifacts, layout.IsGlob) {
		return r.Members
	}
	return slices.Concat(slices.DeleteFunc(slices.Clone(r.Artifacts), func(name string) bool { return !layout.IsGlob(name) }), r.Members)
}

// Round returns the round of that id; ok is false when the table has none.
func (l Layout) Round(id string) (round Round, ok bool) {
	if at := slices.IndexFunc(l.Rounds, func(r Round) bool { return r.ID == id }); at >= 0 {
		return l.Rounds[at], true
	}
	return round, false
}

// IDs returns the ids of the rounds, in the order of the table.
func (l Layout) IDs() []string {
	ids := make([]string, len(l.Rounds))
	for i, r := range l.Rounds {
		ids[i] = r.ID
	}
	return ids
}

// Known is the ids of the rounds as a message lists them, "none" when there are none.
func (l Layout) Known() string { return cmp.Or(strings.Join(l.IDs(), ", "), "none") }

// ownerOf returns the round that a file belongs to, by its path relative to the
// spec folder. An artifact of any round is nobody's member; a file that several
// rounds call a member belongs to the first. Each file has one round at most, so
// that a change of it is a change of exactly that round.
func ownerOf(l Layout, rel string) (round string, artifact, ok bool) {
	for i := range l.Rounds {
		if slices.Contains(l.Rounds[i].Artifacts, rel) {
			return l.Rounds[i].ID, true, true
		}
	}
	for i := range l.Rounds {
		for _, glob := range l.Rounds[i].globs() {
			if doublestar.MatchUnvalidated(glob, rel) && !passing(rel, glob) {
				return l.Rounds[i].ID, false, true
			}
		}
	}
	return "", false, false
}

// passing tells whether a file that matches glob lies in a hidden folder or has
// the name of something an editor leaves behind and takes away again. A glob that is its name means it.
func passing(rel, glob string) bool {
	if rel == glob {
		return false
	}
	base, _ := doublestar.SplitPattern(glob)
	if base != "." {
		rel = strings.TrimPrefix(rel, base+"/")
	}
	return slices.ContainsFunc(strings.Split(rel, "/"), leftover)
}

func leftover(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") ||
		strings.HasSuffix(name, ".tmp") || strings.HasSuffix(name, ".swp") || name == "4913" // vim asks whether it may write
}
