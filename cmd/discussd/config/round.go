package config

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/internal/text/lineindex"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

func newRound(id string) session.Round {
	return session.Round{ID: id, Artifacts: []string{}, Members: []string{}, Perspectives: []string{}}
}

// defaultRounds are the rounds of lifecycle sessions: their files are the layout's.
func defaultRounds() []session.Round {
	rounds := []session.Round{
		{ID: "DISCUSS-001", Label: "scope", Perspectives: []string{"product", "risk", "coverage"}, Caller: "analyst", Task: "RESEARCH-001"},
		{ID: "DISCUSS-002", Label: "brief", Perspectives: []string{"product", "technical", "quality", "coverage"}, Caller: "writer", Task: "DRAFT-001"},
		{ID: "DISCUSS-003", Label: "requirements", Perspectives: []string{"quality", "product", "coverage"}, Caller: "writer", Task: "DRAFT-002"},
		{ID: "DISCUSS-004", Label: "architecture", Perspectives: []string{"technical", "risk"}, Caller: "writer", Task: "DRAFT-003"},
		{ID: "DISCUSS-005", Label: "epics", Perspectives: []string{"product", "technical", "quality", "coverage"}, Caller: "writer", Task: "DRAFT-004"},
		{ID: "DISCUSS-006", Label: "sign-off", Perspectives: []string{"product", "technical", "quality", "risk", "coverage"}, Caller: "reviewer", Task: "QUALITY-001", Final: true},
	}
	lifecycle := newLayout(layout.Lifecycle)
	for i, files := range lifecycle.Rounds {
		rounds[i].Artifacts = files.Artifact
		rounds[i].Members = append([]string{}, files.Members...)
	}
	return rounds
}

func validateRounds(r *report, c Config) {
	var perspectives []string
	for _, p := range c.Perspectives {
		perspectives = append(perspectives, p.Name)
	}
	owner, records := map[string]string{}, map[string]string{} // round id by artifact, by record
	for _, round := range c.Rounds {
		key := lineindex.Join("rounds", round.ID)
		validateRound(r, key, round)

		artifact := lineindex.Join(key, "artifact")
		for _, file := range round.Artifacts {
			if other, taken := owner[file]; taken && other != round.ID {
				r.add(artifact, "%q belongs to round %s already", file, other)
			}
			owner[file] = round.ID
		}
		record := cmp.Or(round.Record, round.ID+"-discussion.md")
		if other, taken := records[record]; taken {
			r.add(lineindex.Join(key, "record"), "%q is the record of round %s already", record, other)
		}
		records[record] = round.ID
		panel := lineindex.Join(key, "perspectives")
		for _, name := range round.Perspectives {
			r.known(panel, "perspective", name, perspectives)
		}
		if len(round.Perspectives) > 0 && !c.rates(round.Perspectives) {
			r.add(panel, "at least one must give a rating (got %s)", strings.Join(round.Perspectives, ", "))
		}
	}
}

func validateRound(r *report, key string, round session.Round) {
	r.identifier(key, round.ID)
	r.line(lineindex.Join(key, "label"), round.Label)
	r.line(lineindex.Join(key, "caller"), round.Caller)
	r.line(lineindex.Join(key, "task"), round.Task)

	if record := lineindex.Join(key, "record"); round.Record != "" {
		r.fileName(record, round.Record)
		if !strings.HasSuffix(round.Record, ".md") { // beside it lie JSON files that agents read
			r.add(record, "must end in .md (got %q)", round.Record)
		}
	}
	artifact := lineindex.Join(key, "artifact")
	r.needed(artifact, round.Artifacts)
	r.unique(artifact, round.Artifacts)
	for _, file := range round.Artifacts {
		r.inside(artifact, file, "the spec folder")
		if path.Clean(file) == "." {
			r.add(artifact, "must be a file (got %q)", file)
		}
	}
	members := lineindex.Join(key, "members")
	r.unique(members, round.Members)
	for _, glob := range round.Members {
		r.inside(members, glob, "the spec folder")
		if !doublestar.ValidatePattern(glob) {
			r.add(members, "is no valid glob (got %q)", glob)
		}
	}
	panel := lineindex.Join(key, "perspectives")
	r.needed(panel, round.Perspectives)
	r.unique(panel, round.Perspectives)
}

// newLayout is the built-in layout of that name, which a file changes, or an empty one.
func newLayout(name string) layout.Layout {
	l, _ := layout.Find(layout.Builtin(), name)
	return l
}

// AllLayouts returns the layouts in effect: the built-in ones with the user's changes, and his own.
func (c Config) AllLayouts() []layout.Layout {
	all := layout.Builtin()
	for i := range all {
		if own, ok := layout.Find(c.Layouts, all[i].Name); ok {
			all[i] = own
		}
	}
	for _, own := range c.Layouts {
		if _, there := layout.Find(all, own.Name); !there {
			all = append(all, own)
		}
	}
	return all
}

func validateLayouts(r *report, c Config) {
	for _, l := range c.Layouts {
		key := lineindex.Join("layouts", l.Name)
		for _, problem := range l.Problems() {
			if at, ok := errors.AsType[layout.Problem](problem); ok {
				r.add(lineindex.Join(key, at.Key), "%s", at.Text)
			}
		}
		if _, brought := layout.Find(layout.Builtin(), l.Name); !brought && len(l.Places) == 0 {
			r.add(lineindex.Join(key, "sessions"), "must say where sessions are: [[layouts.sessions]] with a path")
		}
		for _, round := range l.Rounds {
			known := slices.ContainsFunc(c.Rounds, func(r session.Round) bool { return r.ID == round.ID })
			if !known && len(c.Rounds) > 0 && l.Name != layout.Plain {
				r.add(lineindex.Join(key, "rounds"), "there is no round %q in [[rounds]]: a layout says which files its rounds have", round.ID)
			}
		}
	}
}
