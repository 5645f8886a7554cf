package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/internal/text/tomlfile"
)

// perspectives are those a rule can speak for.
var perspectives = [...]string{"product", "technical", "quality", "risk", "coverage"}

// identifier is what an ID looks like.
var identifier = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,11}-[0-9]{1,4}$`)

// Read reads the rules of a file. The name is for its errors: they are joined, each with
// the line it is about and the nearest name that is known.
func Read(name, text string) ([]Rule, error) {
	var file content
	f, err := tomlfile.Read(name, text, &file, keys)
	if err != nil {
		return nil, err
	}
	r := &reader{f}
	seen := map[string]bool{}
	for i := range file.Rule {
		rule := &file.Rule[i]
		place := lineindex.Element("rule", i)
		if seen[rule.ID] {
			r.Say(place+".id", "rule %s is there twice", rule.ID)
		}
		seen[rule.ID] = true
		rule.Place = r.At(place + ".id")
		r.rule(place, rule)
	}
	return file.Rule, r.Err()
}

// reader is a file of rules, whose problems it notes.
type reader struct{ *tomlfile.File }

// keys are all that a rule may hold.
var keys = []string{
	"id", "severity", "perspective", "category", "witness", "core", "title", "source", "say", "one", "bad", "good", "en", "zh",
	"on", "each", "when", "unless", "lacks", "phrases", "rule",
}

// rule notes what is wrong with the head of a rule.
func (r *reader) rule(place string, rule *Rule) {
	switch {
	case rule.ID == "":
		r.Say(place, "a rule without an id")
	case !identifier.MatchString(rule.ID):
		r.Say(place+".id", "the id %q is not of the form ABC-001: capital letters and digits, a hyphen, a number", rule.ID)
	}
	r.oneOf(place+".severity", "severity", string(rule.Severity), "HIGH", "MEDIUM", "LOW")
	r.oneOf(place+".perspective", "perspective", rule.Perspective, perspectives[:]...)
	r.oneOf(place+".category", "category", rule.Kind, critique.Categories[:]...)
	if rule.Witness != "" {
		r.oneOf(place+".witness", "witness", string(rule.Witness), string(Words), string(Absence))
	}
	if rule.Title == "" {
		r.Say(place+".title", "rule %s has no title: what does it look for?", rule.ID)
	}
	if rule.Message == (Text{}) {
		r.Say(place+".say", "rule %s says nothing: give say.en or say.zh", rule.ID)
	}
	r.search(place, rule)
	if rule.Bad == (Text{}) || rule.Good == (Text{}) {
		r.Say(place+".bad", "rule %s needs an example on which it fires (bad.en) and one on which it does not (good.en)", rule.ID)
	}
}

// oneOf notes a value that is none of a closed list.
func (r *reader) oneOf(place, what, value string, list ...string) {
	if slices.Contains(list, value) {
		return
	}
	hint := "one of " + strings.Join(list, ", ")
	if near := nearest.Meant(value, list); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	r.Say(place, "unknown %s %q: %s", what, value, hint)
}
