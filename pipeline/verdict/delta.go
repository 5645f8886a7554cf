package verdict

import (
	"slices"
	"strings"
	"unicode"

	"discussd/critique"
)

// The states of a finding, a place or an action item against the previous revision.
const (
	StateNew        = "new"
	StatePersisting = "persisting"
	StateFixed      = "fixed"
	StateRegressed  = "regressed" // fixed by the previous revision, and there again
)

// Delta counts the places where check rules fired, against the previous revision.
type Delta struct {
	New        int `json:"new"`
	Persisting int `json:"persisting"`
	Fixed      int `json:"fixed"`
	Regressed  int `json:"regressed"`
}

// assess makes the checks part of a verdict. The places of the previous revision
// that are gone follow as findings of their own with the state fixed, so that the
// next revision can tell a regression. Without a judged previous revision all is
// new and there is no delta.
func assess(report critique.Report, previous *Verdict) (Assessment, *Delta) {
	a := Assessment{
		Applicable: report.Applicable, Passed: report.Passed, Rating: rating(report.Overall),
		NotAssessed: report.NotAssessed, Muted: report.Muted,
	}
	if previous != nil && previous.Outcome == Failed {
		previous = nil
	}
	before := statesOf(previous)
	now := map[string]bool{}
	for _, m := range report.Muted { // which is not fixed
		now[m.Identity] = true
	}
	for _, f := range report.Findings {
		f.Places = slices.Clone(placesOf(f))
		for i := range f.Places {
			now[f.Places[i].Identity] = true
			f.Places[i].State = stateAfter(before[f.Places[i].Identity])
		}
		f.State = heaviest(f.Places)
		a.Findings = append(a.Findings, f)
	}
	if previous == nil {
		return a, nil
	}
	for _, f := range previous.Checks.Present() {
		if f, gone := fixed(f, now); gone {
			a.Findings = append(a.Findings, f)
		}
	}
	return a, count(a.Findings)
}

// placesOf lists where a finding fired; one without places fired where it stands.
func placesOf(f critique.Finding) []critique.Place {
	if len(f.Places) > 0 {
		return f.Places
	}
	return []critique.Place{{
		Path: f.Path, Line: f.Line, Column: f.Column, Quote: f.Quote,
		Targets: f.Targets, Identity: f.Identity, State: f.State,
	}}
}

// statesOf maps the identity of every place of a verdict to its state.
func statesOf(v *Verdict) map[string]string {
	states := map[string]string{}
	if v == nil {
		return states
	}
	for _, m := range v.Checks.Muted {
		states[m.Identity] = StatePersisting
	}
	for _, f := range v.Checks.Findings {
		for _, p := range placesOf(f) {
			states[p.Identity] = p.State
		}
	}
	return states
}

func stateAfter(before string) string {
	switch before {
	case "":
		return StateNew
	case StateFixed:
		return StateRegressed
	}
	return StatePersisting
}

// heaviest is the state of a finding: that of the place which deserves most attention.
func heaviest(places []critique.Place) string {
	for _, state := range []string{StateRegressed, StateNew, StatePersisting} {
		if slices.ContainsFunc(places, func(p critique.Place) bool { return p.State == state }) {
			return state
		}
	}
	return StateFixed
}

// fixed reduces a finding of the previous revision to the places that are gone,
// and reports whether there are any.
func fixed(f critique.Finding, now map[string]bool) (critique.Finding, bool) {
	var gone []critique.Place
	for _, p := range placesOf(f) {
		if !now[p.Identity] {
			p.State = StateFixed
			gone = append(gone, p)
		}
	}
	if len(gone) == 0 {
		return f, false
	}
	first := gone[0]
	f.Path, f.Line, f.Column, f.Quote = first.Path, first.Line, first.Column, first.Quote
	f.Identity, f.State, f.Places = first.Identity, StateFixed, gone
	return f, true
}

func count(findings []critique.Finding) *Delta {
	var d Delta
	for _, f := range findings {
		for _, p := range f.Places {
			switch p.State {
			case StateNew:
				d.New++
			case StatePersisting:
				d.Persisting++
			case StateFixed:
				d.Fixed++
			case StateRegressed:
				d.Regressed++
			}
		}
	}
	return &d
}

// withStates says which action items the previous revision had already: those
// with the same words, or about the same targets. Done items are not kept, so
// none is ever regressed.
func withStates(items []critique.ActionItem, previous *Verdict) []critique.ActionItem {
	seen := map[string]bool{}
	if previous != nil {
		for _, item := range previous.ActionItems {
			for _, key := range itemKeys(item) {
				seen[key] = true
			}
		}
	}
	items = slices.Clone(items)
	for i := range items {
		items[i].State = StateNew
		if slices.ContainsFunc(itemKeys(items[i]), func(key string) bool { return seen[key] }) {
			items[i].State = StatePersisting
		}
	}
	return items
}

// itemKeys are the ways to recognise an action item: by its words without case
// and punctuation, and by its targets.
func itemKeys(item critique.ActionItem) []string {
	words := strings.FieldsFunc(strings.ToLower(item.Text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	keys := []string{"text " + strings.Join(words, " ")}
	if len(item.Targets) > 0 {
		targets := slices.Sorted(slices.Values(item.Targets))
		keys = append(keys, "targets "+strings.Join(slices.Compact(targets), "\n"))
	}
	return keys
}
