package config

import (
	"errors"
	"slices"

	"discussd/internal/text/lineindex"
	"discussd/pipeline/layout"
	"discussd/pipeline/session"
)

// newLayout is what the file of a user changes: the layout of that name which discussd
// brings, else one of his own.
func newLayout(name string) layout.Layout {
	l, _ := layout.Find(layout.Builtin(), name)
	return l
}

// AllLayouts returns the layouts in effect: what discussd brings as the user changed it,
// and his own.
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
