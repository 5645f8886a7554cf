package answer

import (
	"errors"
	"reflect"
	"strings"
)

// parser reads one JSON object, or what a model took for one, in a single pass.
// What encoding/json accepts it reads exactly as encoding/json does, and then
// forgives nothing; a fuzz test holds it to that. Every byte looked at is paid
// for from an allowance, which is what keeps hostile answers linear.
type parser struct {
	text      string
	pos       int
	depth     int  // open objects and arrays
	lists     int  // open arrays
	cut       bool // the text ended inside the object
	allowance *allowance
	forgiven  forgiven
	objects   []*object // every object, outermost first
	texts     []owned   // texts that may hold JSON of their own
}

// object is one JSON object as it was read, however deep it lay.
type object struct {
	fields   map[string]any
	repeated []repeat // keys given twice with different values
	closed   bool     // its end was seen, or followed from what came next
	cutKey   string   // the key whose value the end of the text cut
	parent   int      // index of the enclosing object, -1 for the outermost
	forgiven forgiven // what the whole parse forgave
	start    int      // where its text begins
	end      int      // and ends
}

// owned is a text and the index of the object that it stands in.
type owned struct {
	text  string
	owner int
}

const (
	maxDepth = 128 // nesting; a critique needs four
	peek     = 256 // bytes looked ahead for the end of a key

	objectPrice = 48 // what an object costs of the allowance beside its bytes
)

var errSyntax = errors.New("no JSON object")

// place is where a value stands; it decides what may follow it.
type place int

const (
	inKey     place = iota
	inMember        // the value of a quoted key
	inBareKey       // the value of an unquoted key
	inList
)

// outermost reads the object that begins at the parser's position.
func (p *parser) outermost() error {
	_, err := p.object(-1)
	for _, o := range p.objects {
		o.forgiven = p.forgiven
	}
	return err
}

func (p *parser) object(parent int) (map[string]any, error) {
	if p.pay(objectPrice); p.allowance.spent() != nil {
		return nil, p.allowance.spent()
	}
	if p.depth == maxDepth {
		return nil, errSyntax
	}
	p.depth++
	defer func() { p.depth-- }()
	self := len(p.objects)
	o := &object{fields: map[string]any{}, parent: parent, start: p.pos}
	p.objects = append(p.objects, o)
	defer func() { o.end = p.pos }()
	p.pos++
	for separated := true; ; {
		r, width := p.next()
		switch {
		case width == 0:
			p.forgive(cutOff)
			p.cut = true
			return o.fields, nil
		case r == '}':
			if separated && len(o.fields) > 0 {
				p.forgive(oddCommas)
			}
			p.pos++
			o.closed = true
			return o.fields, nil
		case r == ']':
			p.forgive(oddBrackets)
			if p.lists > 0 { // it ends the list around this object
				o.closed = true
				return o.fields, nil
			}
			p.pos++
			continue
		case isComma(r):
			p.comma(r, width, separated || len(o.fields) == 0)
			separated = true
			continue
		}
		if !separated {
			p.forgive(oddCommas)
		}
		separated = false
		if err := p.member(o, self); err != nil {
			return nil, err
		}
	}
}

// member reads a key and its value into o.
func (p *parser) member(o *object, self int) error {
	where := inMember
	var key string
	var err error
	if r, _ := p.next(); isQuote(r) {
		key, err = p.string(inKey)
	} else {
		where = inBareKey
		key, err = p.bareKey()
	}
	if err != nil || p.cut {
		return err
	}
	r, width := p.next()
	switch {
	case width == 0:
		return nil
	case !isColon(r):
		return errSyntax
	case r != ':':
		p.forgive(oddQuotes)
	}
	p.pos += width
	value, err := p.value(where, self)
	if err != nil {
		return err
	}
	if p.cut {
		o.cutKey = key
		if !isContainer(value) {
			return nil
		}
	}
	if old, twice := o.fields[key]; twice {
		p.forgive(repeatedKeys)
		if !reflect.DeepEqual(old, value) {
			o.repeated = append(o.repeated, repeat{key, old})
		}
	}
	o.fields[key] = value
	return nil
}

func (p *parser) list(owner int) ([]any, error) {
	if p.depth == maxDepth {
		return nil, errSyntax
	}
	p.depth++
	p.lists++
	defer func() { p.depth--; p.lists-- }()
	p.pos++
	values := []any{}
	for separated := true; ; {
		r, width := p.next()
		switch {
		case width == 0:
			p.forgive(cutOff)
			p.cut = true
			return values, nil
		case r == ']':
			if separated && len(values) > 0 {
				p.forgive(oddCommas)
			}
			p.pos++
			return values, nil
		case r == '}', isQuote(r) && p.keyFollows(false):
			p.forgive(oddBrackets) // the list was not closed, what holds it goes on
			return values, nil
		case isComma(r):
			p.comma(r, width, separated)
			separated = true
			continue
		}
		if !separated {
			p.forgive(oddCommas)
		}
		separated = false
		before := p.pos
		value, err := p.value(inList, owner)
		if err != nil {
			return nil, err
		}
		if p.cut {
			if isContainer(value) {
				values = append(values, value)
			}
			return values, nil
		}
		if p.pos == before {
			return nil, errSyntax
		}
		values = append(values, value)
	}
}

func (p *parser) value(where place, owner int) (any, error) {
	if err := p.allowance.keep(); err != nil {
		return nil, err
	}
	r, width := p.next()
	switch {
	case r == '{':
		return p.object(owner)
	case r == '[':
		return p.list(owner)
	case width > 0 && isQuote(r):
		text, err := p.string(where)
		if strings.Contains(text, "{") {
			p.texts = append(p.texts, owned{text, owner})
		}
		return text, err
	}
	return p.bareValue()
}

func (p *parser) comma(r rune, width int, surplus bool) {
	if surplus || r != ',' {
		p.forgive(oddCommas)
	}
	p.pos += width
}

func (p *parser) forgive(f forgiven) { p.forgiven |= f }

func (p *parser) pay(bytes int) { p.allowance.bytes -= bytes }

func isContainer(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}
