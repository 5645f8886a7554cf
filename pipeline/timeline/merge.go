package timeline

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// merge adds to lists in a JSON text where it stands, so that nothing else in it
// changes: neither the order of keys, nor how numbers and strings are written, nor
// the layout.
type merge struct {
	text  []byte
	style style
	err   error // the first one; then nothing more is done
}

// extend adds to the list under the keys those values whose identity no entry has.
// Objects and a list that are missing, or null, are made.
func (m *merge) extend(identity func(value []byte) string, values []any, keys ...string) {
	at := span{blanks(m.text, 0), len(bytes.TrimRight(m.text, " \t\r\n"))}
	for depth, key := range keys {
		if m.err != nil {
			return
		}
		if m.text[at.from] != '{' {
			m.err = broken(memoryName, m.text, at.from, named(keys[:depth])+" is not an object")
			return
		}
		of, found := m.member(at, key)
		if found && m.text[of.from] != 'n' {
			at = of
			continue
		}
		fresh := m.style.render(values, depth+1)
		if depth < len(keys)-1 {
			fresh = "{}"
		}
		if found {
			m.replace(of, fresh)
		} else {
			m.insert(at, depth, []string{strconv.Quote(key) + m.style.colon() + fresh})
		}
		m.extend(identity, values, keys...)
		return
	}
	if m.text[at.from] != '[' {
		m.err = broken(memoryName, m.text, at.from, named(keys)+" is not a list")
		return
	}
	m.insert(at, len(keys), m.missing(at, identity, values, len(keys)))
}

// named is what an error calls the value under keys.
func named(keys []string) string {
	if len(keys) == 0 {
		return "the content"
	}
	return strings.Join(keys, ".")
}

// member finds the value of a key; of a key that stands there twice, the last one,
// as JSON readers do.
func (m *merge) member(object span, key string) (span, bool) {
	for _, of := range slices.Backward(members(object.in(m.text))) {
		if of.key == key {
			return span{object.from + of.value.from, object.from + of.value.to}, true
		}
	}
	return span{}, false
}

// missing renders the values that a list does not have.
func (m *merge) missing(list span, identity func([]byte) string, values []any, depth int) []string {
	known := map[string]bool{}
	for _, e := range elements(list.in(m.text)) {
		known[identity(e.in(list.in(m.text)))] = true
	}
	var fresh []string
	for _, v := range values {
		id := identity([]byte(style{}.render(v, 0)))
		if known[id] {
			continue
		}
		known[id] = true
		s := m.style
		if !s.broken(list.in(m.text)) {
			s = style{}
		}
		fresh = append(fresh, s.render(v, depth+1))
	}
	return fresh
}

// insert adds entries at the end of a list or an object.
func (m *merge) insert(container span, depth int, entries []string) {
	if len(entries) == 0 {
		return
	}
	before, between, after := m.style.around(container.in(m.text), depth)
	last := len(bytes.TrimRight(m.text[:container.to-1], " \t\r\n"))
	if last > container.from+1 { // what ends the container stays
		m.replace(span{last, last}, between+strings.Join(entries, between))
	} else {
		m.replace(span{last, container.to - 1}, before+strings.Join(entries, between)+after)
	}
}

func (m *merge) replace(at span, with string) {
	m.text = slices.Concat(m.text[:at.from], []byte(with), m.text[at.to:])
}
