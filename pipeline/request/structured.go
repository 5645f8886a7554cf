package request

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/nearest"
)

// member is one key of an object or table, with its value: a string, an int64, a
// bool, nil, an []element or a []member. Anything else is refused.
type member struct {
	key   string
	value any
	line  int
}

// element is one value of a list.
type element struct {
	value any
	line  int
}

// members fills the draft in from what a JSON object or a TOML document holds.
func (d *draft) members(all []member) error {
	for _, m := range all {
		if !slices.Contains(knownKeys[:], m.key) {
			return d.unknown(m, knownKeys[:])
		}
		if m.value == nil {
			continue
		}
		var (
			text string
			err  error
		)
		switch m.key {
		case keyPerspectives:
			err = d.panel(m)
		case keyWatch:
			if _, ok := m.value.(bool); !ok {
				return d.wrong(m.line, "watch is true or false, without quotes")
			}
			text = fmt.Sprint(m.value)
		case keyRound:
			if number, ok := m.value.(int64); ok {
				m.value = strconv.FormatInt(number, 10)
			}
			fallthrough
		default:
			text, err = d.string(m)
		}
		if err != nil {
			return err
		}
		if err := d.set(m.key, text, m.line); err != nil {
			return err
		}
	}
	return nil
}

// panel reads the list of who is asked: names, and objects that define one.
func (d *draft) panel(m member) error {
	if list, ok := m.value.(string); ok {
		d.asked = names(list, m.line)
		return nil
	}
	list, ok := m.value.([]element)
	if !ok {
		return d.wrong(m.line, "perspectives is a list of names, or of objects with name, tool, role and focus")
	}
	for _, e := range list {
		switch value := e.value.(type) {
		case string:
			d.asked = append(d.asked, names(value, e.line)...)
		case []member:
			r := row{line: e.line}
			for _, m := range value {
				text, err := d.string(m)
				if err != nil {
					return err
				}
				if !r.put(m.key, text) {
					return d.unknown(m, []string{"name", "tool", "role", "focus"})
				}
			}
			d.rows = append(d.rows, r)
			d.asked = append(d.asked, entry{r.name, r.line})
		default:
			return d.wrong(e.line, "a perspective is a name, or an object with name, tool, role and focus")
		}
	}
	return nil
}

func (s *source) string(m member) (string, error) {
	text, ok := m.value.(string)
	if !ok {
		return "", s.wrong(m.line, "%s is a text: write it in quotes", m.key)
	}
	return text, nil
}

func (s *source) unknown(m member, known []string) error {
	if near := nearest.Meant(m.key, known); near != "" {
		return s.wrong(m.line, "there is no key %q, did you mean %q?", capped(m.key, longestName), near)
	}
	return s.wrong(m.line, "there is no key %q, known are %s", capped(m.key, longestName), strings.Join(known, ", "))
}
