package layout

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"
)

// schema is how an OpenSpec project says which documents a change has: the file
// schema.yaml of a folder in openspec/schemas.
type schema struct {
	Name      string `yaml:"name"`
	Artifacts []struct {
		ID        string   `yaml:"id"`
		Generates string   `yaml:"generates"` // a path or a glob, from the folder of the change
		Requires  []string `yaml:"requires"`
	} `yaml:"artifacts"`
	Apply struct {
		Tracks string `yaml:"tracks"` // the list of tasks that are ticked off
	} `yaml:"apply"`
}

// about says by the words in an artifact's ID what its document is.
var about = [...]struct {
	round string
	kind  Kind
	words []string
}{
	{"DISCUSS-006", SignOff, []string{"review", "verification", "verify", "validation", "readiness", "checklist", "signoff", "sign-off"}},
	{"DISCUSS-005", Tasks, []string{"tasks", "task", "todo", "steps", "plan", "epics", "stories"}},
	{"DISCUSS-004", Architecture, []string{"design", "architecture", "adr", "rfc", "technical"}},
	{"DISCUSS-003", Requirements, []string{"specs", "spec", "requirements", "requirement", "prd", "stories", "scenarios"}},
	{"DISCUSS-002", Brief, []string{"proposal", "brief", "pitch", "intent", "why", "vision"}},
	{"DISCUSS-001", Scope, []string{"research", "discovery", "exploration", "explore", "context", "scope", "analysis"}},
}

// most is how many artifacts a schema may have: each is compared with every path.
const most = 40

// Schemed is the layout with the rounds that a project's own schema gives the sessions.
// An artifact whose name says nothing is judged with one that it follows, else with the
// first. The error says what is wrong with the schema.
func (l Layout) Schemed(text []byte) (Layout, error) {
	var s schema
	if err := yaml.Unmarshal(text, &s); err != nil {
		return l, err
	}
	switch {
	case s.Name == "":
		return l, errors.New("name: must be given")
	case len(s.Artifacts) == 0:
		return l, errors.New("artifacts: there are none")
	case len(s.Artifacts) > most:
		return l, fmt.Errorf("artifacts: there are more than %d", most)
	}
	at := map[string]string{} // the round of each artifact
	var rounds []Round
	for i, artifact := range s.Artifacts {
		switch {
		case artifact.ID == "":
			return l, fmt.Errorf("artifacts[%d].id: must be given", i)
		case at[artifact.ID] != "":
			return l, fmt.Errorf("artifacts.%s: is there twice", artifact.ID)
		case !clean(artifact.Generates) || !doublestar.ValidatePattern(artifact.Generates):
			return l, fmt.Errorf("artifacts.%s.generates: is no path or glob in the folder of a change (got %q)", artifact.ID, artifact.Generates)
		}
		id, kind := roundOf(artifact.ID, artifact.Generates)
		if artifact.Generates == s.Apply.Tracks {
			id, kind = "DISCUSS-005", Tasks
		}
		if id == "" && i == 0 {
			id, kind = "DISCUSS-002", Brief
		}
		member := id == ""
		for _, before := range artifact.Requires {
			if id == "" {
				id = at[before]
			}
		}
		if id == "" {
			id = rounds[0].ID
		}
		at[artifact.ID] = id
		n := slices.IndexFunc(rounds, func(r Round) bool { return r.ID == id })
		switch {
		case n < 0:
			rounds = append(rounds, Round{ID: id, Artifact: []string{artifact.Generates}, Kind: kind})
		case member:
			rounds[n].Members = append(rounds[n].Members, artifact.Generates)
		default: // both are there: the first is the artifact, where it exists
			rounds[n].Members = append(rounds[n].Members, artifact.Generates)
			rounds[n].MemberKind = kind
		}
	}
	slices.SortStableFunc(rounds, func(a, b Round) int { return strings.Compare(a.ID, b.ID) })
	l.Rounds = rounds
	return l, nil
}

// roundOf is the round that an artifact's ID speaks of, else its file; "" when neither does.
func roundOf(id, file string) (round string, kind Kind) {
	base, _ := doublestar.SplitPattern(file)
	for _, name := range [...]string{id, strings.TrimSuffix(path.Base(file), path.Ext(file)), base} {
		words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == ' ' || r == '/' })
		for i := len(words) - 1; i >= 0; i-- { // "spec-review" is a review, "task-design" a design
			for _, a := range about {
				if slices.Contains(a.words, words[i]) {
					return a.round, a.kind
				}
			}
		}
	}
	return "", ""
}
