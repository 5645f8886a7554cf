package traces

import (
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// leastMatched is how many rows of a table have sections for the one that has none to be missed.
const leastMatched = 4

var (
	// ordinal is the number or the ID that a heading or a cell begins with.
	ordinal = pattern.New(`^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,2})*[.)、:：]?|[A-Z]{1,3}-?\d{1,3}[.:：]?)\s+`)
	// file is a path: what a table says of files is about changes to them.
	file = pattern.New(`/[^/\s]*\.[a-z][a-z0-9]{0,5}\b`)
	// several are two IDs of one heading.
	several = pattern.New(`^([a-z]{1,12}-?)\d{1,3}\s?[/,&、+]\s?(\d{1,3})\b`)
	// past is said of a row that needs no section: it is told elsewhere, later or no more.
	past = pattern.New(`(?i)\b(?:see|later|future|planned|deprecated|removed|obsolete|unchanged|existing|tbd|none|n/a|out of scope|not covered|optional)\b|~~|参见|见第|未来|废弃|已删除|不变|现有|可选|待定`)
)

// keyOf is what a cell or a heading is called: without marks, its number and what is said of
// it in brackets.
func keyOf(text string) string {
	text = strings.TrimLeft(text, "#* ")
	text = ordinal.ReplaceAllString(text, "")
	text = strings.NewReplacer("`", "", "*", "").Replace(text)
	if cut := strings.IndexAny(text, "(（"); cut > 0 {
		text = text[:cut]
	}
	return strings.ToLower(strings.TrimSpace(text))
}

// keyed is a row or a heading and what it is called.
type keyed struct {
	key, written string
	at           document.Span
}

// leads tells whether a heading is about a key: it is it, or begins with it.
func (k keyed) leads(key string) bool {
	rest, is := strings.CutPrefix(k.key, key)
	if m := several.FindStringSubmatch(k.key); m != nil && m[1]+m[2] == key { // COMBAT-01/02
		return true
	}
	return is && (rest == "" || strings.IndexByte(" :-—–：,/", rest[0]) >= 0 || rest[0] >= utf8.RuneSelf)
}

// rowsOf returns the rows of a table by what its first cells call them, none where two are
// called alike, or any is a file.
func rowsOf(d *document.Document, t *document.Table) []keyed {
	var all []keyed
	seen := map[string]bool{}
	for _, row := range t.Rows {
		if model.TotalRow(row) {
			continue
		}
		key := keyOf(row[0].Text)
		if seen[key] || file.MatchString(row[0].Text) {
			return nil
		}
		if seen[key] = true; utf8.RuneCountInString(key) > 1 && len(key) <= 60 {
			all = append(all, keyed{key, strings.Trim(row[0].Text, "`* "), row[0].Span})
		}
	}
	if len(all) < len(seen) {
		return nil
	}
	return all
}

// besides returns the headings of a document, those that stand side by side together.
func besides(s *model.Session, d *document.Document) [][]keyed {
	return model.Once(s, "headings side by side", d, func() [][]keyed {
		type place struct {
			parent *document.Section
			level  int
		}
		groups := map[place][]keyed{}
		var order []place
		for _, section := range d.Sections {
			if section.Level < 2 || section.Level > 6 {
				continue
			}
			at := place{section.Parent, section.Level}
			if groups[at] == nil {
				order = append(order, at)
			}
			line := d.LineAt(section.Start)
			groups[at] = append(groups[at], keyed{keyOf(d.Slice(line)), strings.TrimLeft(d.Slice(line), "# "), line})
		}
		var all [][]keyed
		for _, at := range order {
			if len(groups[at]) >= leastMatched {
				all = append(all, groups[at])
			}
		}
		return all
	})
}

// sectionMissing reports the one row of a table that has no section where each other row has
// one. A report has sections for what it found.
func sectionMissing(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, group := range besides(s, d) {
		for _, other := range s.Docs {
			if model.Recounts(other) {
				continue
			}
			for _, t := range other.Tables {
				if len(t.Rows) <= leastMatched {
					continue
				}
				if rows := rowsOf(other, t); len(rows) > 0 && compareSections(s, d, group, other, rows, hit) {
					applied = true
				}
			}
		}
	}
	return applied
}

func compareSections(s *model.Session, d *document.Document, group []keyed, other *document.Document, rows []keyed, hit native.Hit) bool {
	told := map[int]bool{}
	var lacking []keyed
	for _, row := range rows {
		is := false
		for i, heading := range group {
			if heading.leads(row.key) {
				told[i], is = true, true
			}
		}
		if !is {
			lacking = append(lacking, row)
		}
	}
	if len(told) < leastMatched || len(told) < len(rows)-1 {
		return false
	}
	if len(lacking) == 1 && !past.MatchString(other.Slice(other.LineAt(lacking[0].at.Start))) && !headed(s, lacking[0].key) {
		hit(other, lacking[0].at, lacking[0].written, model.Note(d.Path), native.Unwitnessed, native.Elsewhere)
	}
	return true
}

// headed tells whether any heading of a session holds a name.
func headed(s *model.Session, key string) bool {
	for _, d := range s.Docs {
		for _, section := range d.Sections {
			if section.Level > 0 && strings.Contains(strings.ToLower(d.Slice(d.LineAt(section.Start))), key) {
				return true
			}
		}
	}
	return false
}
