package rules

import (
	"discussd/internal/text/printable"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/critique"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
)

// perspectives are those a rule can speak for.
var perspectives = [...]string{"product", "technical", "quality", "risk", "coverage"}

// identifier is what an ID looks like.
var identifier = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,11}-[0-9]{1,4}$`)

// Read reads the rules of a file. The name is for its errors: they are joined, each with
// the line it is about and the nearest name that is known.
func Read(name, text string) ([]Rule, error) {
	var file content
	meta, err := toml.Decode(text, &file)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("%s:%d: no valid TOML: %s", name, syntax.Position.Line, printable.Line(syntax.Message))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, printable.Line(err.Error()))
	}
	r := &reader{name: name, text: text}
	for _, key := range meta.Undecoded() {
		r.unknown(key)
	}
	seen := map[string]bool{}
	for i := range file.Rule {
		rule := &file.Rule[i]
		place := lineindex.Element("rule", i)
		if seen[rule.ID] {
			r.say(place+".id", "rule %s is there twice", rule.ID)
		}
		seen[rule.ID] = true
		rule.Place = r.at(place + ".id")
		r.rule(place, rule)
	}
	return file.Rule, errors.Join(r.problems...)
}

// reader gathers what is wrong with a file.
type reader struct {
	name, text string
	lines      map[string]int // of places, found when the first problem asks
	problems   []error
}

// at is where a place stands, as file and line.
func (r *reader) at(place string) string {
	if r.lines == nil {
		r.lines = lineindex.TOML(r.text)
	}
	line := r.lines[place]
	for parent := place; line == 0 && strings.Contains(parent, "."); {
		parent = parent[:strings.LastIndexByte(parent, '.')]
		line = r.lines[parent]
	}
	return fmt.Sprintf("%s:%d", r.name, max(line, 1))
}

// say notes a problem of a place, on one line whatever it quotes.
func (r *reader) say(place, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s: %s", r.at(place), printable.Line(fmt.Sprintf(format, args...))))
}

// keys are all that a rule may hold.
var keys = []string{
	"id", "severity", "perspective", "category", "witness", "core", "title", "source", "say", "one", "bad", "good", "en", "zh",
	"on", "each", "when", "unless", "lacks", "phrases", "rule",
}

// unknown notes a key that nothing reads.
func (r *reader) unknown(key toml.Key) {
	last := key[len(key)-1]
	number := 0
	for at := range strings.SplitSeq(r.text, "\n") {
		if number++; strings.HasPrefix(strings.TrimLeft(at, " \t["), last) {
			break
		}
	}
	hint := ""
	if near := nearest.Meant(last, keys); near != "" && near != last {
		hint = fmt.Sprintf(", did you mean %q?", near)
	}
	r.problems = append(r.problems, fmt.Errorf("%s:%d: unknown key %q%s", r.name, number, last, hint))
}

// rule notes what is wrong with the head of a rule.
func (r *reader) rule(place string, rule *Rule) {
	switch {
	case rule.ID == "":
		r.say(place, "a rule without an id")
	case !identifier.MatchString(rule.ID):
		r.say(place+".id", "the id %q is not of the form ABC-001: capital letters and digits, a hyphen, a number", rule.ID)
	}
	r.oneOf(place+".severity", "severity", string(rule.Severity), "HIGH", "MEDIUM", "LOW")
	r.oneOf(place+".perspective", "perspective", rule.Perspective, perspectives[:]...)
	r.oneOf(place+".category", "category", rule.Kind, critique.Categories[:]...)
	if rule.Witness != "" {
		r.oneOf(place+".witness", "witness", string(rule.Witness), string(Words), string(Absence))
	}
	if rule.Title == "" {
		r.say(place+".title", "rule %s has no title: what does it look for?", rule.ID)
	}
	if rule.Message == (Text{}) {
		r.say(place+".say", "rule %s says nothing: give say.en or say.zh", rule.ID)
	}
	r.search(place, rule)
	if rule.Bad == (Text{}) || rule.Good == (Text{}) {
		r.say(place+".bad", "rule %s needs an example on which it fires (bad.en) and one on which it does not (good.en)", rule.ID)
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
	r.say(place, "unknown %s %q: %s", what, value, hint)
}
