package lenient

import (
	"errors"
	"reflect"
	"strings"
)

// parser reads one JSON object, or what a model took for one, in a single pass. What encoding/json
// accepts it reads the same way and without departures, as a fuzz test checks.
type parser struct {
	cursor
	depth   int       // open objects and arrays
	lists   int       // open arrays
	cut     bool      // the text ended inside the object
	objects []*Object // every object, outermost first
	texts   []owned   // texts that may hold JSON of their own
}

// Object is one JSON object as it was read, at any depth, its numbers as [encoding/json.Number].
type Object struct {
	Fields     map[string]any
	Inner      map[string]*Object // the fields that are objects
	Repeated   []Repeat           // keys given twice with different values
	Closed     bool               // its end was seen, or followed from what came next
	CutKey     string             // the key whose value the end of the text cut
	Departures Departures         // of the whole text that the object lies in
	parent     int                // index of the enclosing object, -1 for the outermost
	start, end int                // where its text begins and ends
}

// Repeat is a key and a value of it that a later one replaced.
type Repeat struct {
	Key   string
	Value any
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
	inKey place = iota
	inMember
	inList
)

func (p *parser) outermost() error {
	_, err := p.object(-1)
	for _, o := range p.objects {
		o.Departures = p.departures
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
	o := &Object{Fields: map[string]any{}, Inner: map[string]*Object{}, parent: parent, start: p.pos}
	p.objects = append(p.objects, o)
	defer func() { o.end = p.pos }()
	p.pos++
	for separated := true; ; {
		r, width := p.next()
		switch {
		case width == 0:
			p.depart(cutOff)
			p.cut = true
			return o.Fields, nil
		case r == '}':
			if separated && len(o.Fields) > 0 {
				p.depart(oddCommas)
			}
			p.pos++
			o.Closed = true
			return o.Fields, nil
		case r == ']':
			p.depart(oddBrackets)
			if p.lists > 0 { // it ends the list around this object
				o.Closed = true
				return o.Fields, nil
			}
			p.pos++
			continue
		case IsComma(r):
			p.comma(r, width, separated || len(o.Fields) == 0)
			separated = true
			continue
		}
		if !separated {
			p.depart(oddCommas)
		}
		separated = false
		if err := p.member(o, self); err != nil {
			return nil, err
		}
	}
}

func (p *parser) member(o *Object, self int) error {
	var key string
	var err error
	if r, _ := p.next(); isQuote(r) {
		key, err = p.string(inKey)
	} else {
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
		p.depart(oddQuotes)
	}
	p.pos += width
	next := len(p.objects)
	value, err := p.value(inMember, self)
	if err != nil {
		return err
	}
	if _, isObject := value.(map[string]any); isObject {
		o.Inner[key] = p.objects[next]
	} else {
		delete(o.Inner, key)
	}
	if p.cut {
		o.CutKey = key
		if !isContainer(value) {
			return nil
		}
	}
	if old, twice := o.Fields[key]; twice {
		p.depart(repeatedKeys)
		if !reflect.DeepEqual(old, value) {
			o.Repeated = append(o.Repeated, Repeat{key, old})
		}
	}
	o.Fields[key] = value
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
			p.depart(cutOff)
			p.cut = true
			return values, nil
		case r == ']':
			if separated && len(values) > 0 {
				p.depart(oddCommas)
			}
			p.pos++
			return values, nil
		case r == '}', isQuote(r) && p.keyFollows(false):
			p.depart(oddBrackets) // the list was not closed, what holds it goes on
			return values, nil
		case IsComma(r):
			p.comma(r, width, separated)
			separated = true
			continue
		}
		if !separated {
			p.depart(oddCommas)
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
	p.allowance.values--
	if err := p.allowance.spent(); err != nil {
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
		p.depart(oddCommas)
	}
	p.pos += width
}

func isContainer(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}
