package checks

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxFile bounds a file of operators, in bytes.
const maxFile = 1 << 20

// parser reads one file of operators, line by line.
type parser struct {
	name      string
	line      int
	texts     map[string]string // by the names that let gave them
	set       int
	half      string // the label of operators that are not open
	operators []Operator
	left      []token // of the line that is read
	err       error   // the first of the line
}

// token is a word, or a text in quotes.
type token struct {
	text   string
	quoted bool
}

// Parse reads operators, in the form that the package comment tells. The name stands in
// errors, beside the line, and in [Operator.Where]. The texts are those that let has
// named elsewhere; the names that this file gives are added to them.
func Parse(name, text string, texts map[string]string) ([]Operator, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxFile)
	}
	p := &parser{name: name, texts: texts}
	var problems []error
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		first := lines[i]
		if bare := strings.TrimSpace(first); bare == "" || bare[0] == '#' {
			continue
		}
		p.line, p.err = i+1, nil
		statement := strings.TrimSpace(first)
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") {
			i++
			statement += " " + strings.TrimSpace(lines[i])
		}
		p.left = p.tokens(statement)
		if p.err == nil {
			p.statement(first[0] == ' ')
		}
		if p.err == nil && len(p.left) > 0 {
			p.fail("%q is too much", p.left[0].text)
		}
		if p.err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", name, p.line, p.err))
		}
	}
	for _, o := range p.operators {
		if len(problems) == 0 && len(o.ways[len(o.ways)-1]) == 0 {
			problems = append(problems, fmt.Errorf("%s: %q plants nothing", o.Where, o.Name))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return p.operators, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// tokens cuts a line into words and texts. Texts with + between them are one text.
func (p *parser) tokens(line string) (all []token) {
	for joins := false; line != "" && p.err == nil; line = strings.TrimLeft(line, " ") {
		var t token
		if quoted, err := strconv.QuotedPrefix(line); err == nil {
			t.text, _ = strconv.Unquote(quoted)
			t.quoted, line = true, line[len(quoted):]
		} else {
			end := strings.IndexAny(line+" ", " +")
			t.text, line = line[:end], line[end:]
			if strings.ContainsAny(t.text[:min(1, end)], "\"`'") {
				p.fail("no end of the text %.20s", t.text)
			}
			if name, ok := strings.CutPrefix(t.text, "$"); ok {
				if t.text, t.quoted = p.texts[name]; !t.quoted {
					p.fail("no text is named $%s", name)
				}
			}
		}
		if joins {
			all[len(all)-1].text += t.text
		} else {
			all = append(all, t)
		}
		line, joins = strings.CutPrefix(line, "+")
	}
	return all
}

// word takes the next word or text.
func (p *parser) word(what string) string {
	if len(p.left) == 0 {
		p.fail("%s is missing", what)
		return ""
	}
	word := p.left[0].text
	p.left = p.left[1:]
	return word
}

// take takes the next word if it is this one.
func (p *parser) take(word string) bool {
	ok := len(p.left) > 0 && !p.left[0].quoted && p.left[0].text == word
	if ok {
		p.left = p.left[1:]
	}
	return ok
}

// list takes the words up to the next that says something else.
func (p *parser) list() (words []string) {
	for len(p.left) > 0 && (p.left[0].quoted || !slices.Contains([]string{"silent", "wide", "or", "except"}, p.left[0].text)) {
		words = append(words, p.word(""))
	}
	return words
}

// pattern takes a regular expression, of which ^ and $ match at each line.
func (p *parser) pattern() *regexp.Regexp {
	pattern, err := regexp.Compile("(?m)" + p.word("a pattern"))
	if err != nil {
		p.fail("%w", err)
		return regexp.MustCompile(`\z.`)
	}
	return pattern
}

func (p *parser) statement(step bool) {
	switch {
	case step && len(p.operators) == 0:
		p.fail("a step before the first operator")
	case step:
		p.step(&p.operators[len(p.operators)-1])
	case p.take("let"):
		name := p.word("a name")
		if _, twice := p.texts[name]; twice {
			p.fail("two texts are named $%s", name)
		}
		p.texts[name] = p.word("a text")
	case p.take("set"):
		var err error
		if p.set, err = strconv.Atoi(p.word("a number")); err != nil {
			p.fail("%w", err)
		}
		p.half = p.word("a label")
	default:
		p.header()
	}
}

var ruleID = regexp.MustCompile(`^[A-Z]+-\d{3}$`)

// header reads the line that begins an operator, or that is one.
func (p *parser) header() {
	o := Operator{Rule: p.word(""), Set: p.set, Where: fmt.Sprintf("%s:%d", p.name, p.line), ways: make([][]step, 1)}
	if !ruleID.MatchString(o.Rule) {
		p.fail("%q is no rule, let or set", o.Rule)
	}
	if fires := p.take("fires"); fires || p.take("silent") {
		o.Silent, o.Name = !fires, o.Where
		if len(p.left) > 1 {
			o.Name = p.word("")
		}
		o.ways[0] = written(p.word("a text"))
	} else {
		for _, category := range []string{structural, trace, language} {
			if p.take(category) {
				o.Category = category
			}
		}
		o.Name = p.word("a name")
	}
	if p.set > 0 {
		o.Label = labelOf(o.Name, p.half)
	}
	for len(p.left) > 0 && p.err == nil {
		switch {
		case p.take("silent"):
			o.Silent = true
		case p.take("wide"):
			o.Wide = true
		case p.take("or"):
			o.Alternatives = p.list()
		case p.take("except"):
			o.Except = p.list()
		default:
			p.fail("%q says nothing of an operator", p.left[0].text)
		}
	}
	if slices.ContainsFunc(p.operators, func(other Operator) bool { return other.Name == o.Name && other.Rule == o.Rule }) {
		p.fail("%s has two operators %q", o.Rule, o.Name)
	}
	p.operators = append(p.operators, o)
}
