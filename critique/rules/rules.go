// Package rules reads rules from files: what a rule is called, how grave it is, what it
// says in English and Chinese, and examples on which it fires and does not.
//
// A file of TOML comes in, a list of [Rule] goes out, or every problem of the file with its
// line. The built-in rules stand beside this page, one file a family, and are what explain
// and the catalogue show. Users write theirs in the same form (docs/rules.md). The package
// reads no documents: package checks does, with the eyes of code or with the [Search] of a file.
package rules

import (
	"embed"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"discussd/critique"
)

// Rule is what a file says of one rule.
type Rule struct {
	ID          string            `toml:"id"`          // stable, never reused
	Severity    critique.Severity `toml:"severity"`    // HIGH, MEDIUM or LOW
	Perspective string            `toml:"perspective"` // the built-in perspective it speaks for
	Kind        string            `toml:"category"`    // what it is about: one of critique.Categories
	Witness     Witness           `toml:"witness"`     // what bears a finding out, where it is not the text itself
	Core        bool              `toml:"core"`        // a document cannot be good while it fires
	Title       string            `toml:"title"`       // what it looks for, in words
	Source      string            `toml:"source"`      // where the demand comes from
	Message     Text              `toml:"say"`         // {1} and {2} are the targets of the first place, {n} the number of places
	One         Text              `toml:"one"`         // the message where that number is 1; empty: the same
	Bad         Text              `toml:"bad"`         // a document, or several in txtar form, on which it fires
	Good        Text              `toml:"good"`        // one on which it must not
	Place       string            `toml:"-" json:"-"`  // the file and line of its ID, "" of a built-in one
	Search
}

// content is what a file of rules holds.
type content struct {
	Rule []Rule `toml:"rule"`
}

// Witness is what bears out that a place is a defect. A rule that names none has it in the
// text: two values, a mark, a link that leads nowhere.
type Witness string

// The witnesses that hold in some places only; in others a finding is LOW.
const (
	Words   Witness = "words"   // how something is worded: a defect where a document of requirements demands it
	Absence Witness = "absence" // that something is missing: a defect where the session's layout asks for it
)

// Text is a text in both languages.
type Text struct {
	EN string `toml:"en"`
	ZH string `toml:"zh"`
}

// In returns the text in one language, the English one where there is no other.
func (t Text) In(chinese bool) string {
	if chinese && t.ZH != "" || t.EN == "" {
		return t.ZH
	}
	return t.EN
}

//go:embed *.toml
var files embed.FS

// families are the files of the built-in rules, in the order of the catalogue.
var families = [...]string{
	"documents", "wording", "discovery", "brief", "requirements", "architecture", "epics", "readiness", "session", "facts", "anylanguage",
	"spec-kit", "openspec", "kiro", "bmad", "gsd",
}

// builtin reads the built-in rules once. That they are right is what the tests see to: every
// command that checks pays for what is read here, and [Read], which says where a file is
// wrong, takes five times as long.
var builtin = sync.OnceValue(func() map[string]Rule {
	all := map[string]Rule{}
	for _, family := range families {
		name := family + ".toml"
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		var file content
		if err := toml.Unmarshal(text, &file); err != nil {
			panic(err)
		}
		for _, r := range file.Rule {
			all[r.ID] = r
		}
	}
	return all
})

// Builtin returns the built-in rule of an ID; it panics where there is none.
func Builtin(id string) Rule {
	r, ok := builtin()[id]
	if !ok {
		panic("no rule " + id)
	}
	return r
}

// Family is what the IDs of rules that belong together begin with: "RQ" of "RQ-014".
func (r Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "-")
	return family
}
