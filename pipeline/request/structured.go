package request

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/nearest"
	"discussd/internal/text/printable"
	"discussd/pipeline/dropped"
)

// members fills the draft in from what a JSON object or a TOML document holds.
func (d *draft) members(all []dropped.Member) error {
	for _, m := range all {
		if !slices.Contains(knownKeys[:], m.Key) {
			return d.unknown(m, knownKeys[:])
		}
		if m.Value == nil {
			continue
		}
		var (
			text string
			err  error
		)
		switch m.Key {
		case keyPerspectives:
			err = d.panel(m)
		case keyWatch:
			if _, ok := m.Value.(bool); !ok {
				return d.Wrong(m.Line, "watch is true or false, without quotes")
			}
			text = fmt.Sprint(m.Value)
		case keyRound:
			if number, ok := m.Value.(int64); ok {
				m.Value = strconv.FormatInt(number, 10)
			}
			fallthrough
		default:
			text, err = d.string(m)
		}
		if err != nil {
			return err
		}
		if err := d.set(m.Key, text, m.Line); err != nil {
			return err
		}
	}
	return nil
}

// panel reads the list of who is asked: names, and objects that define one.
func (d *draft) panel(m dropped.Member) error {
	if list, ok := m.Value.(string); ok {
		d.asked = names(list, m.Line)
		return nil
	}
	list, ok := m.Value.([]dropped.Element)
	if !ok {
		return d.Wrong(m.Line, "perspectives is a list of names, or of objects with name, tool, role and focus")
	}
	for _, e := range list {
		switch value := e.Value.(type) {
		case string:
			d.asked = append(d.asked, names(value, e.Line)...)
		case []dropped.Member:
			r := row{line: e.Line}
			for _, m := range value {
				text, err := d.string(m)
				if err != nil {
					return err
				}
				if !r.put(m.Key, text) {
					return d.unknown(m, []string{"name", "tool", "role", "focus"})
				}
			}
			d.rows = append(d.rows, r)
			d.asked = append(d.asked, entry{r.name, r.line})
		default:
			return d.Wrong(e.Line, "a perspective is a name, or an object with name, tool, role and focus")
		}
	}
	return nil
}

func (d source) string(m dropped.Member) (string, error) {
	text, ok := m.Value.(string)
	if !ok {
		return "", d.Wrong(m.Line, "%s is a text: write it in quotes", m.Key)
	}
	return text, nil
}

func (d source) unknown(m dropped.Member, known []string) error {
	if near := nearest.Meant(m.Key, known); near != "" {
		return d.Wrong(m.Line, "there is no key %q, did you mean %q?", printable.Capped(m.Key, longestName), near)
	}
	return d.Wrong(m.Line, "there is no key %q, known are %s", printable.Capped(m.Key, longestName), strings.Join(known, ", "))
}
