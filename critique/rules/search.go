package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/vm"

	"discussd/critique/document"
	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// Search is how a rule of a file looks at documents. It has one of three forms: what a
// document lacks, phrases that must not be there, or a condition. A built-in rule whose eyes
// are code has none of them.
type Search struct {
	On      []string `toml:"on"`      // kinds of documents it looks at, of [Kinds]; none: every Markdown document
	Each    string   `toml:"each"`    // what it is asked of, of [Subjects]; "": the document as a whole, demands for phrases
	When    string   `toml:"when"`    // a condition: it fires where this holds
	Unless  string   `toml:"unless"`  // it does not fire where this holds
	Lacks   []string `toml:"lacks"`   // topics: it fires where a document speaks of none of them
	Phrases Phrases  `toml:"phrases"` // it fires where one of them stands, as whole words in any case

	names        []string // of the values that the message shows, in the order of their numbers
	when, unless *vm.Program
	wanted       *pattern.Pattern
}

// Phrases are words and phrases by language; both are looked for in every document.
type Phrases struct {
	EN []string `toml:"en"`
	ZH []string `toml:"zh"`
}

// Kinds are the documents a rule can look at, as layouts call them.
var Kinds = [...]string{"brief", "requirements", "requirement", "architecture", "decision", "epics", "epic", "tasks", "sign-off", "plain"}

// Subjects are what a rule can be asked of, one after the other.
var Subjects = [...]string{
	"document", "section", "demand", "item", "row", // of the document
	"goal", "requirement", "quality", "decision", "epic", "story", // defined in the document
}

// Declared tells whether the file says how the rule looks.
func (s *Search) Declared() bool {
	return s.When != "" || len(s.Lacks) > 0 || len(s.Phrases.EN)+len(s.Phrases.ZH) > 0
}

// Asked is what the rule is asked of.
func (s *Search) Asked() string {
	switch {
	case s.Each != "":
		return s.Each
	case s.wanted != nil:
		return "demand"
	}
	return "document"
}

// search notes what is wrong with how a rule looks, and prepares the rest.
func (r *reader) search(place string, rule *Rule) {
	s := &rule.Search
	forms := 0
	for _, has := range [...]bool{s.When != "", len(s.Lacks) > 0, len(s.Phrases.EN)+len(s.Phrases.ZH) > 0} {
		if has {
			forms++
		}
	}
	if forms > 1 {
		r.Say(place, "rule %s has more than one of when, lacks and phrases: one rule looks for one thing", rule.ID)
	}
	if forms == 0 && (s.Each != "" || s.Unless != "" || len(s.On) > 0) {
		r.Say(place, "rule %s says where it looks and not for what: give when, lacks or phrases", rule.ID)
	}
	for i, kind := range s.On {
		r.oneOf(lineindex.Element(place+".on", i), "kind of document", kind, Kinds[:]...)
	}
	if s.Each != "" {
		r.oneOf(place+".each", "subject", s.Each, Subjects[:]...)
		if len(s.Lacks) > 0 {
			r.Say(place+".each", "rule %s asks what a document lacks: take each out", rule.ID)
		}
	}
	var topics []string
	for _, t := range document.Topics() {
		topics = append(topics, string(t))
	}
	for i, t := range s.Lacks {
		if !slices.Contains(topics, t) {
			r.Say(lineindex.Element(place+".lacks", i), "unknown topic %q (nearest: %s)", t, nearest.Of(t, topics))
		}
	}
	s.wanted = s.Phrases.pattern()
	s.when = r.condition(place+".when", s, s.When)
	s.unless = r.condition(place+".unless", s, s.Unless)
	if s.Declared() {
		r.message(place+".say", rule)
	}
}

// pattern matches the English phrases as whole words and the Chinese ones anywhere; nil
// for none.
func (p Phrases) pattern() *pattern.Pattern {
	var alternatives []string
	for _, phrase := range p.EN {
		if words := strings.Fields(phrase); len(words) > 0 {
			for i := range words {
				words[i] = regexp.QuoteMeta(words[i])
			}
			alternatives = append(alternatives, edge(phrase, true)+strings.Join(words, `[\s-]+`)+edge(phrase, false))
		}
	}
	for _, phrase := range p.ZH {
		if phrase = strings.TrimSpace(phrase); phrase != "" {
			alternatives = append(alternatives, regexp.QuoteMeta(phrase))
		}
	}
	if len(alternatives) == 0 {
		return nil
	}
	return pattern.New(`(?i)` + strings.Join(alternatives, "|"))
}

// edge is a word's boundary, where the phrase has a letter or a digit at that end.
func edge(phrase string, start bool) string {
	phrase = strings.TrimSpace(phrase)
	c := phrase[0]
	if !start {
		c = phrase[len(phrase)-1]
	}
	if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return `\b`
	}
	return ""
}

// shown are the values that a message can show.
var shown = []string{"id", "title", "text", "match", "heading", "priority", "file", "n"}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// message turns the names in the messages of a rule into numbers, which is what they are
// shown by.
func (r *reader) message(place string, rule *Rule) {
	number := func(text string) string {
		return placeholder.ReplaceAllStringFunc(text, func(found string) string {
			name := found[1 : len(found)-1]
			if !slices.Contains(shown, name) {
				r.Say(place, "unknown value {%s} in the message (nearest: {%s}); known are {%s}", name, nearest.Of(name, shown), strings.Join(shown, "}, {"))
				return found
			}
			if name == "n" {
				return found
			}
			i := slices.Index(rule.names, name)
			if i < 0 {
				i = len(rule.names)
				rule.names = append(rule.names, name)
			}
			return fmt.Sprintf("{%d}", i+1)
		})
	}
	for _, text := range [...]*string{&rule.Message.EN, &rule.Message.ZH, &rule.One.EN, &rule.One.ZH} {
		*text = number(*text)
	}
}

// Shows are the names of the values that the message shows, in the order of their numbers.
func (s *Search) Shows() []string { return s.names }
