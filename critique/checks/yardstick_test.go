package checks

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
)

// yardstick are the artifacts of a session's rounds, with the folders of their members.
var yardstick = [...]struct {
	artifacts []string
	members   string
}{
	{[]string{"spec/discovery-context.json"}, ""},
	{[]string{"spec/product-brief.md"}, ""},
	{[]string{"spec/requirements/_index.md", "spec/requirements.md"}, "spec/requirements"},
	{[]string{"spec/architecture/_index.md", "spec/architecture.md"}, "spec/architecture"},
	{[]string{"spec/epics/_index.md", "spec/epics.md"}, "spec/epics"},
	{[]string{"spec/readiness-report.md"}, ""},
}

// subjectsOf returns the rounds of a session.
func subjectsOf(files map[string][]byte) (subjects []critique.Subject) {
	docs, exists := documentsOf(files), there(files, true)
	for _, round := range yardstick {
		subject := critique.Subject{Session: docs, Language: "auto", Surroundings: critique.Surroundings{Exists: exists}}
		for _, d := range docs {
			if slices.Contains(round.artifacts, d.Path) && subject.Artifact.Path == "" {
				subject.Artifact = d
			} else if round.members != "" && path.Dir(d.Path) == round.members {
				subject.Members = append(subject.Members, d)
			}
		}
		if subject.Artifact.Path != "" {
			subjects = append(subjects, subject)
		}
	}
	return subjects
}

// outcome is what the checks say of the rounds of a session, artifact by artifact.
type outcome struct {
	places map[string]bool    // artifact, rule and identity of every place
	rated  map[string]float64 // by artifact
	found  map[critique.Severity][]string
}

func assess(c *Checks, subjects []critique.Subject) outcome {
	o := outcome{map[string]bool{}, map[string]float64{}, map[critique.Severity][]string{}}
	for _, s := range subjects {
		report := c.Check(context.Background(), s)
		o.rated[s.Artifact.Path] = report.Overall
		for _, f := range report.Findings {
			o.found[f.Severity] = append(o.found[f.Severity], f.Rule)
			for _, p := range f.Places {
				o.places[s.Artifact.Path+" "+f.Rule+" "+p.Identity] = true
			}
		}
	}
	return o
}

// beyond returns the rules that fire at places where they do not in clean, each with the
// artifact of the first round in which it does.
func (o outcome) beyond(clean outcome) map[string]string {
	// A defect may be told in another round than the same was before.
	known := map[string]bool{}
	for place := range clean.places {
		_, place, _ = strings.Cut(place, " ")
		known[place] = true
	}
	fresh := map[string]string{}
	for _, place := range slices.Sorted(maps.Keys(o.places)) {
		artifact, at, _ := strings.Cut(place, " ")
		if rule, _, _ := strings.Cut(at, " "); !known[at] && fresh[rule] == "" {
			fresh[rule] = artifact
		}
	}
	return fresh
}

// TestGoodSessions: a good session gets no HIGH and no MEDIUM.
func TestGoodSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("reads every session, one after the other: not in -short")
	}
	g := newGround(t, plantedNow)
	for _, session := range g.sessions {
		got := assess(g.Checks, subjectsOf(session.Files)).found
		if len(got[critique.High])+len(got[critique.Medium]) > 0 || len(got[critique.Low]) > 1 {
			t.Errorf("%s: %v", session.Name, got)
		}
	}
}
