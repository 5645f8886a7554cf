package checks

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/rules/native"
)

// plantedNow lies after all dates of the sample sessions.
var plantedNow = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// ground is what tests of planted defects stand on: checks with every rule, which lend
// their shelves of parsed files to checks with a few, and the clean sessions.
type ground struct {
	*Checks
	sessions []Session
}

func newGround(t *testing.T, now time.Time) *ground {
	t.Helper()
	c, err := New(Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := Sessions()
	if err != nil {
		t.Fatal(err)
	}
	return &ground{c, sessions}
}

// only returns checks with some of the rules. They share what was parsed and found out
// about documents, which would else be read again for each rule.
func (g *ground) only(ids ...string) *Checks {
	c := *g.Checks
	c.rules = slices.DeleteFunc(slices.Clone(c.rules), func(r native.Rule) bool { return !slices.Contains(ids, r.ID) })
	return &c
}

func documentsOf(files map[string][]byte) []critique.Document {
	var docs []critique.Document
	for _, name := range slices.Sorted(maps.Keys(files)) {
		docs = append(docs, critique.Document{Path: name, Content: files[name]})
	}
	return docs
}

// there tells of a path below a session whether the session has it; what lies above a
// session is there when the session is in a project.
func there(files map[string][]byte, project bool) func(string) bool {
	return func(target string) bool {
		target = path.Clean(target)
		for name := range files {
			if name == target || strings.HasPrefix(name, target+"/") {
				return true
			}
		}
		return project && strings.HasPrefix(target, "..")
	}
}
