package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
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
	text := []byte(d.Text)
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(json.RawMessage)); errors.As(err, &syntax) {
		d.JSONError = &JSONError{min(max(int(syntax.Offset)-1, 0), len(text)), err.Error()}
		if strings.HasPrefix(err.Error(), "unexpected end") {
			d.JSONError = &JSONError{len(text), "the text ends too early"}
		}
		return
	}
	root, err := hujson.Parse(text)
	if err == nil {
		d.JSON, err = new(jsonReader).value(root, "", 0)
	}
	if err != nil {
		d.JSON, d.Wild = nil, "JSON "+err.Error()
	}
}

type jsonReader struct{ values int }

func (r *jsonReader) value(of hujson.Value, path string, depth int) (v *Value, err error) {
	if r.values++; r.values > maxValues {
		return nil, errValues
	}
	if depth > maxDepth {
		return nil, errDepth
	}
	v = &Value{Span: Span{of.StartOffset, of.EndOffset}, Path: path, Kind: byte(of.Value.Kind())}
	member := func(of hujson.Value, path string) {
		var m *Value
		if err == nil {
			m, err = r.value(of, path, depth+1)
			v.Members = append(v.Members, m)
		}
	}
	switch of := of.Value.(type) {
	case *hujson.Object:
		for _, m := range of.Members {
			key := m.Name.Value.(hujson.Literal).String()
			v.Keys = append(v.Keys, key)
			if path != "" {
				key = below(path, "."+key)
			}
			member(m.Value, key)
		}
	case *hujson.Array:
		for _, element := range of.Elements {
			member(element, below(path, "[]"))
		}
	case hujson.Literal:
		if v.String = of.String(); v.Kind != '"' && v.Kind != '0' {
			v.Kind = 'l'
		}
	}
	return v, err
}

// below returns the path of a member. One that is long enough grows no more.
func below(path, step string) string {
	if len(path) > maxPath {
		return path
	}
	return path + step
}
