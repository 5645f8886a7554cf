package crossdocument

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// EntityRules hold the data of an architecture against that of the requirements.
func EntityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-023"), On: model.Architecture, Needs: []document.Kind{document.Requirements}, Look: lostEntities},
		{Rule: native.Of("XD-014"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			codes := d.Kind == document.Requirements && foreignCodes(s, d, hit)
			return differingSets(s, d, hit) || codes
		}},
	}
}

// thing is an entity by its name.
type thing struct {
	name  string // as normal returns it
	text  string
	at    document.Span
	drawn bool // a diagram shows it, no table holds it
}

// entitiesOf returns the entities of a document's data tables and diagrams.
func entitiesOf(d *document.Document) []thing {
	var found []thing
	add := func(text string, at document.Span, drawn bool) {
		text = model.Plain(text)
		name := strings.TrimSuffix(model.Normal(text), "s")
		if name != "" && !slices.ContainsFunc(found, func(t thing) bool { return t.name == name && t.drawn == drawn }) {
			found = append(found, thing{name, text, at, drawn})
		}
	}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Data) || t.Column("entity", "entities", "实体", "对象") != 0 {
			continue
		}
		for _, row := range t.Rows {
			add(row[0].Text, row[0].Span, false)
		}
	}
	for _, fence := range d.Fences {
		body := d.Slice(fence.Body)
		if fence.Info != "mermaid" || !strings.HasPrefix(strings.TrimSpace(body), "erDiagram") {
			continue
		}
		start := fence.Body.Start
		for line := range strings.Lines(body) {
			at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
			start += len(line)
			if m := relation.FindStringSubmatch(line); m != nil {
				add(m[1], at, true)
				add(m[2], at, true)
			} else if m := attributes.FindStringSubmatch(line); m != nil {
				add(m[1], at, true)
			}
		}
	}
	return found
}

var (
	relation   = pattern.New(`^\s*"?([\p{L}\d_ -]+?)"?\s*[|}o]{1,2}(?:--|\.\.)[|{o]{1,2}\s*"?([\p{L}\d_ -]+?)"?\s*(?::|$)`)
	attributes = pattern.New(`^\s*"?([\p{L}\d_-]+)"?\s*\{\s*$`)
)

// sameThing tells whether two names may mean one entity: one holds the other, or
// all of its words, as LegacyBoxEntry those of LEGACY_ENTRY.
func sameThing(a, b thing) bool {
	return a.name == b.name || len(a.name) > 3 && len(b.name) > 3 && (strings.Contains(a.name, b.name) || strings.Contains(b.name, a.name)) ||
		shortens(a.text, b.text) || shortens(b.text, a.text)
}

// shortens tells whether a name of two words or more is another with some left out.
func shortens(short, long string) bool {
	words, from := namePart.FindAllString(short, 8), namePart.FindAllString(long, 8)
	if len(words) < 2 || len(words) >= len(from) {
		return false
	}
	for _, word := range from {
		if len(words) > 0 && strings.EqualFold(word, words[0]) {
			words = words[1:]
		}
	}
	return len(words) == 0
}

var namePart = pattern.New(`[A-Z]?[a-z\d]+|[A-Z]+`)

// lostEntities reports entities of the requirements that the architecture's data
// lacks, and those that only its tables or only its diagrams know by their name.
func lostEntities(s *model.Session, d *document.Document, hit native.Hit) bool {
	wanted, have := entitiesOf(s.Index(document.Requirements)), entitiesOf(d)
	if len(wanted) > model.MaxCompared || len(have) > model.MaxCompared {
		return false
	}
	for _, link := range d.Links {
		if d.SectionAt(link.Span.Start).Under(document.Data) && path.Base(path.Dir(link.Target)) == "requirements" {
			return false // it leaves the rest to them
		}
	}
	slices.SortStableFunc(wanted, func(a, b thing) int { return strings.Compare(a.name, b.name) })
	wanted = slices.CompactFunc(wanted, func(a, b thing) bool { return a.name == b.name })
	lost, _, applied := lostFrom(wanted, have)
	var tabled, drawn []thing
	for _, h := range have {
		if h.drawn {
			drawn = append(drawn, h)
		} else {
			tabled = append(tabled, h)
		}
	}
	for _, parts := range [...][2][]thing{{tabled, drawn}, {drawn, tabled}} {
		renamed, strange, _ := lostFrom(wanted, parts[0])
		if len(lost) == 0 && len(parts[1]) > 0 && len(strange) > 0 && len(strange) == len(renamed) && !slices.ContainsFunc(strange, func(t thing) bool { return t.among(parts[1]) }) {
			lost = renamed
		}
	}
	for _, l := range lost {
		if !storedAs(d, l) {
			hit(d, have[0].at, l.text)
		}
	}
	return applied
}

// storedAs tells whether a table of the data says where a thing of several words is kept.
func storedAs(d *document.Document, l thing) bool {
	return len(namePart.FindAllString(l.text, 8)) > 1 && slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return t.Section.Under(document.Data) && slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
			return strings.TrimSuffix(model.Normal(model.Plain(row[0].Text)), "s") == l.name
		})
	})
}

// lostFrom returns the wanted things that a list lacks, and those of the list that
// are not wanted. Lists that have little in common are about different things.
func lostFrom(wanted, have []thing) (lost, strange []thing, comparable bool) {
	if len(wanted) < 2 || len(have) < 2 {
		return nil, nil, false
	}
	for _, w := range wanted {
		if !w.among(have) {
			lost = append(lost, w)
		}
	}
	for _, h := range have {
		if !h.among(wanted) {
			strange = append(strange, h)
		}
	}
	matched := len(wanted) - len(lost)
	if matched == 0 || matched < len(lost) || len(strange) == 0 && matched < 3*len(lost) {
		return nil, strange, false
	}
	return lost, strange, true
}

// among tells whether a list has the thing, by whichever of its names.
func (t thing) among(list []thing) bool {
	return slices.ContainsFunc(list, func(o thing) bool { return sameThing(t, o) })
}

// foreignCodes reports files whose ID has a code that the index does not use.
func foreignCodes(s *model.Session, d *document.Document, hit native.Hit) bool {
	codes := model.Ids{}
	for _, m := range d.IDs {
		if model.Family(m.ID, []string{"NFR"}) {
			codes[document.Prefix(m.ID)] = true
		}
	}
	applied := false
	for _, file := range s.Of(document.Quality) {
		id := model.FileID(file)
		if id == "" || len(codes) == 0 || folderOf(file) != folderOf(d) {
			continue
		}
		if applied = true; !codes[document.Prefix(id)] {
			hit(file, model.FirstHeading(file), document.Prefix(id), model.Note(codes.String()))
		}
	}
	return applied
}

func folderOf(d *document.Document) string { return path.Dir(d.Path) }
