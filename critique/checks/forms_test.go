package checks

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/internal/thorough"
)

// operatorsIn returns the operators of a folder of testdata.
func operatorsIn(t *testing.T, folder string) []Operator {
	t.Helper()
	operators, err := Load(os.DirFS("testdata"), folder)
	if err != nil {
		t.Fatal(err)
	}
	return operators
}

// TestForms tries each way in which a writer may get a document wrong on every clean
// session that has a place for it: the rule must fire there, or must not where the form
// is none that is wrong. What is not thorough tries each on one of those sessions.
func TestForms(t *testing.T) {
	if testing.Short() {
		t.Skip("tries every form: not in -short")
	}
	g := newGround(t, testNow)
	all := map[string]map[string]bool{} // where the rules fire in the sessions as they are
	for _, session := range g.sessions {
		all[session.Name] = placesOf(g.Checks, session.Files)
	}
	families := map[string][]Operator{}
	for _, o := range operatorsIn(t, "forms") {
		family, _, _ := strings.Cut(o.Where, ".")
		families[family] = append(families[family], o)
	}
	for family, operators := range families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			for _, o := range operators {
				g.try(t, o, all)
			}
		})
	}
}

// try plants one form in every session. Where it is excepted, the rule does otherwise.
func (g *ground) try(t *testing.T, o Operator, clean map[string]map[string]bool) {
	t.Helper()
	c, tried := g.only(o.Rule), 0
	var wrong, needless []string
	turn := len(o.Name) // which sessions have their turn
	for i := range g.sessions {
		session := g.sessions[(turn+i)%len(g.sessions)]
		if tried == 1 && !thorough.Asked() {
			break
		}
		excepted := slices.Contains(o.Except, session.Name)
		changed, _, ok := o.Apply(session.Files)
		fired := false
		if ok {
			for place := range placesOf(c, changed) {
				fired = fired || !clean[session.Name][place]
			}
		}
		switch right := ok && fired != o.Silent; {
		case excepted && (right || !ok):
			needless = append(needless, session.Name)
		case ok && !excepted:
			if tried++; !right {
				wrong = append(wrong, session.Name)
			}
		}
	}
	if len(wrong) > 0 {
		t.Errorf("%s: %s: %s fired = %v in %d of %d: %s", o.Where, o.Name, o.Rule, o.Silent, len(wrong), tried, strings.Join(wrong, ", "))
	}
	if tried == 0 {
		t.Errorf("%s: %s: no session has a place for it", o.Where, o.Name)
	}
	if len(needless) > 0 {
		t.Errorf("%s: %s: no need to except %s", o.Where, o.Name, strings.Join(needless, " "))
	}
}

// placesOf returns the rules and identities of all places where the checks fire, in one
// round that owns every file of a session.
func placesOf(c *Checks, files map[string][]byte) map[string]bool {
	subject := whole(documentsOf(files))
	subject.Members = slices.DeleteFunc(slices.Clone(subject.Members), func(d critique.Document) bool { // what no round owns
		return strings.HasSuffix(d.Path, ".json") && !strings.HasSuffix(d.Path, "discovery-context.json")
	})
	subject.Exists = there(files, false)
	found := map[string]bool{}
	for _, f := range c.Check(context.Background(), subject).Findings {
		for _, p := range f.Places {
			found[f.Rule+" "+p.Path+" "+p.Identity] = true
		}
	}
	return found
}
