package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Value is one value of a JSON document.
type Value struct {
	Span    Span
	Path    string // "seed_analysis.target_users[1]"
	String  string // the text of a string, the digits of a number, "true", "false" or "null"
	Kind    byte   // '{', '[', '"', '0' for numbers, 'l' for literals
	Keys    []string
	Members []*Value // of an object in the order of Keys, or of an array
}

// JSONError says where a JSON document stops being valid.
type JSONError struct {
	Offset int
	Reason string
}

// Get returns the first value found under one of the dotted paths, or nil.
func (v *Value) Get(paths ...string) *Value {
	for _, path := range paths {
		found := v
		for key := range strings.SplitSeq(path, ".") {
			found = found.member(key)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

func (v *Value) member(key string) *Value {
	if v == nil {
		return nil
	}
	for i, k := range v.Keys {
		if k == key {
			return v.Members[i]
		}
	}
	return nil
}

// Walk calls f for the value and everything below it.
func (v *Value) Walk(f func(*Value)) {
	if v == nil {
		return
	}
	f(v)
	for _, m := range v.Members {
		m.Walk(f)
	}
}

// Empty tells whether the value is null, "", [] or {}.
func (v *Value) Empty() bool {
	if v == nil {
		return true
	}
	switch v.Kind {
	case '"':
		return strings.TrimSpace(v.String) == ""
	case 'l':
		return v.String == "null"
	case '{', '[':
		return len(v.Members) == 0
	}
	return false
}

// What makes a context too wild to be read.
var (
	errDepth  = errors.New("nested too deeply")
	errValues = fmt.Errorf("has more than %d values", maxValues)
)

func (d reader) readJSON() {
	r := &jsonReader{doc: d.Document, decoder: json.NewDecoder(strings.NewReader(d.Text))}
	r.decoder.UseNumber()
	value, err := r.value("", 0)
	if err == nil {
		if _, err = r.decoder.Token(); err == nil {
			err = errors.New("text after the end of the value")
		} else if errors.Is(err, io.EOF) {
			d.JSON = value
			return
		}
	}
	if errors.Is(err, errDepth) || errors.Is(err, errValues) {
		d.Wild = "JSON " + err.Error()
		return
	}
	offset := int(r.decoder.InputOffset())
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(offset, int(syntax.Offset)-1)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset, err = len(d.Text), errors.New("the text ends too early")
	}
	d.JSONError = &JSONError{min(offset, len(d.Text)), err.Error()}
}

type jsonReader struct {
	doc     *Document
	decoder *json.Decoder
	values  int
}

func (r *jsonReader) next() (json.Token, Span, error) {
	start := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		return nil, Span{}, err
	}
	for start < len(r.doc.Text) && strings.IndexByte(" \t\n\r,:", r.doc.Text[start]) >= 0 {
		start++
	}
	return token, Span{start, int(r.decoder.InputOffset())}, nil
}

func (r *jsonReader) value(path string, depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	if r.values++; r.values > maxValues {
		return nil, errValues
	}
	token, span, err := r.next()
	if err != nil {
		return nil, err
	}
	v := &Value{Span: span, Path: path}
	switch t := token.(type) {
	case json.Delim:
		v.Kind = byte(t)
		err = r.members(v, depth)
	case string:
		v.Kind, v.String = '"', t
	case json.Number:
		v.Kind, v.String = '0', t.String()
	default:
		v.Kind, v.String = 'l', r.doc.Slice(span)
	}
	return v, err
}

func (r *jsonReader) members(v *Value, depth int) error {
	element := below(v.Path, "[]")
	for r.decoder.More() {
		path := element
		if v.Kind == '{' {
			token, _, err := r.next()
			if err != nil {
				return err
			}
			key, ok := token.(string)
			if !ok {
				return errors.New("an object key is no string")
			}
			v.Keys = append(v.Keys, key)
			path = key
			if v.Path != "" {
				path = below(v.Path, "."+key)
			}
		}
		member, err := r.value(path, depth+1)
		if err != nil {
			return err
		}
		v.Members = append(v.Members, member)
	}
	_, end, err := r.next()
	v.Span.End = end.End
	return err
}

// below returns the path of a member. One that is long enough grows no more.
func below(path, step string) string {
	if len(path) > maxPath {
		return path
	}
	return path + step
}
