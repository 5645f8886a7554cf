package rules

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"discussd/internal/text/nearest"
)

// Subject is what a condition calls it: one thing that a rule is asked of.
type Subject struct {
	ID       string   `expr:"id"`       // REQ-001, "" for what has none
	Title    string   `expr:"title"`    // its title or heading
	Text     string   `expr:"text"`     // all it says, at most [MaxText] bytes
	Heading  string   `expr:"heading"`  // of the section it stands in
	Topics   []string `expr:"topics"`   // what that section and those around it are about
	Priority string   `expr:"priority"` // must, should, could, wont, or "" where none is given
	Words    int      `expr:"words"`    // how many words, or Chinese characters, it has
	IDs      []string `expr:"ids"`      // that it names
	Cells    []string `expr:"cells"`    // of a row
	Match    string   // the phrase that was found
}

// Document is what a condition calls document: the one that is looked at.
type Document struct {
	Path   string            `expr:"path"` // from the session
	Kind   string            `expr:"kind"` // of [Kinds], or "" for another
	Title  string            `expr:"title"`
	Words  int               `expr:"words"`
	Fields map[string]string `expr:"fields"` // of the frontmatter
	Topics []string          `expr:"topics"` // of its sections
	Text   string            `expr:"text"`   // at most [MaxText] bytes
}

// Model is all that a condition may ask.
type Model struct {
	It       Subject                      `expr:"it"`
	Document Document                     `expr:"document"`
	Kinds    map[string]int               `expr:"kinds"`   // how many documents of a kind the session has
	Defines  map[string]int               `expr:"defines"` // how many goals, requirements, qualities, decisions, epics the session defines
	Speaks   func(string) bool            `expr:"speaks"`  // whether the document says something about a topic
	Defined  func(string) bool            `expr:"defined"` // whether some document of the session defines an ID
	Cited    func(string) bool            `expr:"cited"`   // whether a document names an ID beside where it is defined
	Measured func(string) bool            `expr:"measured"`
	Has      func(string, ...string) bool `expr:"has"` // whether a text holds one of some phrases, as whole words in any case
}

// What bounds the work of one condition.
const (
	MaxText   = 64 << 10 // bytes of a text that conditions see
	maxLength = 2000     // of a condition, in characters
	maxNodes  = 400
)

// condition compiles an expression; nil for none and for one that has a problem.
func (r *reader) condition(place string, s *Search, text string) *vm.Program {
	if text == "" {
		return nil
	}
	if len(text) > maxLength {
		r.Say(place, "the condition is longer than %d characters", maxLength)
		return nil
	}
	loops := &loops{}
	program, err := expr.Compile(text, expr.Env(Model{}), expr.AsBool(), expr.MaxNodes(maxNodes), expr.Patch(loops))
	var at *file.Error
	switch {
	case errors.As(err, &at):
		r.Say(place, "the condition, character %d: %s%s", at.Column+1, at.Message, meant(at.Message))
	case err != nil:
		r.Say(place, "the condition: %s", err)
	case loops.nested:
		r.Say(place, "the condition goes through a list for each entry of a list: ask defined(ID) or cited(ID), which look once")
	case loops.patterns:
		r.Say(place, "the pattern after 'matches' is made while the condition runs: write it in quotes")
	default:
		return program
	}
	return nil
}

// loops looks for conditions whose time grows with more than the text they are asked of.
type loops struct {
	nested   bool // a list is gone through for each entry of a list
	patterns bool // a pattern is put together while it runs
}

// Visit is called with each node, those below it first.
func (l *loops) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		l.nested = l.nested || slices.ContainsFunc(below(n.Node), func(n ast.Node) bool { _, is := n.(*ast.PredicateNode); return is })
	case *ast.BinaryNode:
		if n.Operator == "matches" {
			if _, fixed := n.Right.(*ast.StringNode); !fixed {
				l.patterns = true
			}
		}
	}
}

// below returns a node and all below it.
func below(node ast.Node) []ast.Node {
	all := &collected{}
	ast.Walk(&node, all)
	return all.nodes
}

type collected struct{ nodes []ast.Node }

// Visit gathers one node.
func (c *collected) Visit(node *ast.Node) { c.nodes = append(c.nodes, *node) }

var unknownName = regexp.MustCompile(`unknown name (\w+)|type rules\.(\w+) has no field (\w+)`)

// meant is a hint at the name that an unknown one was probably meant to be.
func meant(message string) string {
	m := unknownName.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	var names []string
	for _, t := range [...]reflect.Type{reflect.TypeFor[Model](), reflect.TypeFor[Subject](), reflect.TypeFor[Document]()} {
		if m[2] != "" && m[2] != t.Name() {
			continue
		}
		for i := range t.NumField() {
			if name := t.Field(i).Tag.Get("expr"); name != "" {
				names = append(names, name)
			}
		}
	}
	if near := nearest.Meant(m[1]+m[3], names); near != "" {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}

// Fires tells whether the condition of a rule holds, and nothing excuses it. A rule without
// a condition fires wherever nothing excuses it.
func (s *Search) Fires(m *Model) (bool, error) {
	if s.when != nil {
		if holds, err := run(s.when, m); err != nil || !holds {
			return false, err
		}
	}
	if s.unless != nil {
		excused, err := run(s.unless, m)
		return !excused, err
	}
	return true, nil
}

func run(program *vm.Program, m *Model) (bool, error) {
	out, err := vm.Run(program, *m)
	if err != nil {
		return false, errors.New(strings.SplitN(err.Error(), "\n", 2)[0])
	}
	return out.(bool), nil
}

// Found returns where the phrases of a rule stand in a text, at most so many.
func (s *Search) Found(text string, most int) [][]int {
	if s.wanted == nil {
		return nil
	}
	return s.wanted.FindAllStringIndex(text, most)
}

// Holds tells whether a text holds one of some phrases, as whole words in any case.
func Holds(text string, phrases ...string) bool {
	lower := strings.ToLower(text)
	for _, phrase := range phrases {
		phrase = strings.ToLower(strings.TrimSpace(phrase))
		for from := 0; phrase != ""; {
			i := strings.Index(lower[from:], phrase)
			if i < 0 {
				break
			}
			i += from
			if whole(lower, i, i+len(phrase)) {
				return true
			}
			from = i + len(phrase)
		}
	}
	return false
}

// whole tells whether a part of a text is not part of a longer word.
func whole(text string, start, end int) bool {
	return (start == 0 || !letter(text[start-1]) || !letter(text[start])) && (end == len(text) || !letter(text[end]) || !letter(text[end-1]))
}

// letter tells whether a byte belongs to a word: those of Chinese characters do not.
func letter(b byte) bool { return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' }
