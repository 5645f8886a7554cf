package checks

import (
	"iter"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// A preset is whether a thing is on unless somebody says otherwise.
type preset struct {
	thing string // in lower case, without a plural s
	on    bool
	doc   *document.Document
	at    document.Span
}

// presets returns what a document says is on or off by default: in sentences such
// as "the cache must be disabled by default", and in rows of settings such as
// cache.enabled whose default is true or false.
func presets(d *document.Document) []preset {
	var found []preset
	for _, m := range presetText.FindAllStringSubmatchIndex(d.Prose, 50) {
		state := strings.ToLower(d.Prose[m[4]:m[5]])
		found = append(found, preset{presetName(d.Prose[m[2]:m[3]]), state == "enabled" || state == "on" || state == "active", d, document.Span{Start: m[0], End: m[1]}})
	}
	for name, cell := range defaulted(d) {
		key := presetKey.FindStringSubmatch(plain(name.Text))
		value := strings.ToLower(strings.Trim(plain(cell.Text), "`\"' "))
		if key != nil && (value == "true" || value == "false" || value == "on" || value == "off") {
			found = append(found, preset{presetName(key[1]), value == "true" || value == "on", d, cell.Span})
		}
	}
	return found
}

// defaulted goes through the tables of settings of a document: the cell of each one's
// key, and that of its default.
func defaulted(d *document.Document) iter.Seq2[document.Cell, document.Cell] {
	return func(yield func(key, value document.Cell) bool) {
		for _, t := range d.Tables {
			column := t.Column("default", "默认")
			if column <= 0 {
				continue
			}
			for _, row := range t.Rows {
				if !yield(row[0], row[column]) {
					return
				}
			}
		}
	}
}

// keyed returns the words of a setting's key and the number that its default is; false
// when it is none, or the key says too little.
func keyed(key, value document.Cell) (words []string, amount float64, ok bool) {
	words = strings.FieldsFunc(strings.ToLower(plain(key.Text)), func(r rune) bool { return strings.ContainsRune("_.- ", r) })
	amount, err := strconv.ParseFloat(strings.TrimSpace(plain(value.Text)), 64)
	return words, amount, err == nil && len(words) >= 2
}

var (
	presetText = pattern.New(`(?i)\b([a-z][\w-]{2,30})\s+(?:(?:must|shall|should|will|is|are|be|stays?|remains?)\s+){0,2}(enabled|disabled|on|off|active|inactive) by default\b`)
	presetKey  = pattern.New(`(?i)^(?:[\w-]+[._])*([a-z][a-z0-9-]*)[._](?:is_)?(?:enabled?|active|on)$`)
)

func presetName(s string) string { return strings.TrimSuffix(strings.ToLower(s), "s") }

// contraryDefaults reports what an earlier document has on by default and this one
// off, or the reverse.
func contraryDefaults(s *session, d *document.Document, hit hit) bool {
	own := presets(d)
	if len(own) == 0 {
		return false
	}
	applied := false
	for _, other := range s.docs {
		if p := other.Kind.Phase(); p == 0 || p >= d.Kind.Phase() || other.Kind.JSON() {
			continue
		}
		reported := map[string]bool{}
		for _, o := range presets(other) {
			for _, p := range own {
				if p.thing != o.thing {
					continue
				}
				if applied = true; p.on != o.on && !reported[p.thing] {
					reported[p.thing] = true
					hit(d, p.at, note(d.Slice(p.at)), note(other.Slice(o.at)), other.Path)
				}
			}
		}
	}
	return applied
}
