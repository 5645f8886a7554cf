package structure

import (
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// dated are the documents that carry a session ID and a date.
var dated = append([]document.Kind{document.Discovery}, model.Indexes...)

// DocumentRules hold a document's own statements about itself against it.
func DocumentRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-009"), On: append(model.Speaking[:len(model.Speaking):len(model.Speaking)], document.Decision), Look: repeatedStatements},
		{Rule: native.Of("X-010"), Look: headingStructure},
		native.Alone(native.Rule{Rule: native.Of("X-028")}, tickedOverOpen),
		{Rule: native.Of("X-013"), Look: incompleteTables},
		{Rule: native.Of("X-018"), Look: missingDependencies},
		{Rule: native.Of("X-019"), Look: impossibleDates},
		{Rule: native.Of("X-042"), Look: skippedPart},
	}
}

func headingStructure(s *model.Session, d *document.Document, hit native.Hit) bool {
	type place struct {
		parent *document.Section
		title  string
	}
	seen := map[place]*document.Section{}
	looked, copying := false, false
	for _, section := range d.Sections {
		if section.Level == 0 || section.Level > 6 {
			continue
		}
		looked = true
		if at := (place{section.Parent, model.Normal(section.Title)}); section.Level > 1 && at.title != "" {
			if section.Level == 2 {
				at.parent = nil // alike anywhere
			}
			if seen[at] != nil && !copying && !model.IsRecord(section) { // what was pasted twice has many headings
				hit(d, model.HeadingOf(d, section), model.Target(section.Title), s.Say("a section with this title stands above already, at line "+lineOf(d, seen[at]), "第 "+lineOf(d, seen[at])+" 行已有同名章节"))
			}
			if copying = seen[at] != nil; !copying {
				seen[at] = section
			}
		}
	}
	return looked
}

// lineOf is the number of the line a section begins on.
func lineOf(d *document.Document, section *document.Section) string {
	line, _ := d.Position(section.Start)
	return model.Itoa(line)
}

func incompleteTables(s *model.Session, d *document.Document, hit native.Hit) bool {
	for _, t := range d.Tables {
		rows := written(d, t)
		habit := shortByHabit(d, rows, len(t.Header))
		for _, row := range rows {
			line := d.LineAt(row[0].Start)
			if n := cells(d.Slice(line)); n > len(t.Header) || isShort(line, row) && !habit {
				hit(d, line, model.Note(model.Plain(row[0].Text)), cellsOff(s, n, len(t.Header)))
			}
		}
	}
	return len(d.Tables) > 0
}

// isShort tells whether a row has fewer cells than the table columns.
func isShort(line document.Span, row []document.Cell) bool {
	return slices.ContainsFunc(row[1:], func(cell document.Cell) bool { return cell.Text == "" && cell.Start == line.Start })
}

// shortByHabit tells whether a table leaves cells out on purpose: half of its rows do, or several that have one
// cell each, over the rows of a group.
func shortByHabit(d *document.Document, rows [][]document.Cell, columns int) bool {
	short, single := 0, 0
	for _, row := range rows {
		if line := d.LineAt(row[0].Start); isShort(line, row) {
			short++
			if cells(d.Slice(line)) == 1 && columns > 2 {
				single++
			}
		}
	}
	return short > 1 && short < len(rows) && (short == single || short > 2 && short*2 >= len(rows)) // two may be one that is broken
}

// cellsOff says what is wrong with a row that has another number of cells than the table columns.
func cellsOff(s *model.Session, cells, columns int) model.Note {
	if cells > columns {
		return s.Say("a \"|\" splits a cell (write \"\\|\" for it) or cells are too many for its "+model.Itoa(columns)+" columns, in the row", "一行的单元格多于 "+model.Itoa(columns)+" 列：单元格内的“|”须写作“\\|”")
	}
	return s.Say("cells are missing for its "+model.Itoa(columns)+" columns in the row", "一行的单元格少于 "+model.Itoa(columns)+" 列")
}

// written are the rows of a table that somebody wrote as such: a line without a bar that follows
// it without a blank one, such as a closing tag, is none.
func written(d *document.Document, t *document.Table) [][]document.Cell {
	rows := make([][]document.Cell, 0, len(t.Rows))
	for _, row := range t.Rows {
		if strings.Contains(d.Slice(d.LineAt(row[0].Start)), "|") {
			rows = append(rows, row)
		}
	}
	return rows
}

var vaultLink = pattern.New(`\[\[[^\]\n]*\]\]`)

// cells counts the cells of a row as written. A bar inside code separates, too:
// what stands behind it is lost.
func cells(row string) int {
	row = strings.ReplaceAll(vaultLink.ReplaceAllString(strings.TrimSpace(row), ""), `\|`, "")
	return strings.Count(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|") + 1
}

var builtOn = pattern.New(`(?i)^(?:dependencies|depends[_-]?on|(?:inputs?|sources?|upstream|references?)(?:[_-]?(?:documents?|docs|files?))?|(?:based|built)[_-]?on|derived[_-]?from)$`)

// ofOneMachine is an absolute path, with what follows the drive or the root.
var ofOneMachine = pattern.New(`^(?:([A-Za-z]):[\\/]|/)(.*)$`)

// tailThere tells whether some end of an absolute path is a file of the session or beside it.
func tailThere(s *model.Session, name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	for i := range parts {
		tail := path.Join(parts[i:]...)
		if model.Has(s, tail) || s.Around.Exists(tail) || s.Around.Exists(path.Join("..", tail)) {
			return true
		}
	}
	return false
}

func missingDependencies(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for i := range d.Front.Fields {
		field := &d.Front.Fields[i]
		if s.Around.Exists == nil || !builtOn.MatchString(field.Key) {
			continue
		}
		for _, name := range listed(field.Values) {
			if ext := path.Ext(name); ext != ".md" && ext != ".json" || read.MatchString(field.Key) && !placed(s, d, name) {
				continue
			}
			applied = true
			if read.MatchString(field.Key) && s.Around.Code != nil && len(s.Around.Code.Ending(name)) > 0 {
				continue // a writer names what he read as he was handed it
			}
			if tail := ofOneMachine.FindStringSubmatch(name); tail != nil && (tail[1] != "" || tailThere(s, tail[2])) {
				continue // the path is of one machine: of another's drive nobody knows, or the document is here
			}
			beside, below, above := path.Join(path.Dir(d.Path), name), path.Join(name), path.Join(path.Dir(path.Dir(d.Path)), name)
			if !model.Has(s, beside) && !model.Has(s, below) && !s.Around.Exists(beside) && (strings.HasPrefix(above, "..") || !s.Around.Exists(above)) && // an index in a folder counts from the one around it, too
				!isForward(s, beside) && !slices.ContainsFunc(model.Roots(s), func(r model.Root) bool { return within(string(r), name) && s.Around.Exists(path.Join(string(r), name)) }) {
				hit(d, field.Span, model.Target(name))
			}
		}
	}
	return applied
}

// within tells whether a path leads out of a root no further than the root itself is: of what lies outside of the
// session nobody knows that it is missing.
func within(root, name string) bool {
	return !strings.HasPrefix(path.Clean(name), "..") || !strings.HasPrefix(path.Join(root, name), "..")
}

// listed are the values of a field, each of several that commas part in one.
func listed(values []string) (all []string) {
	for _, value := range values {
		for name := range strings.SplitSeq(value, ",") {
			all = append(all, strings.TrimSpace(name))
		}
	}
	return all
}

// read are fields that say what a writer read, anywhere in the project, where the
// other fields name what the document is built on.
var read = pattern.New(`(?i)^(?:inputs?|sources?|references?)(?:[_-]?(?:documents?|docs|files?))?$`)

// atRoot are files that lie at the root of a project.
var atRoot = pattern.New(`(?i)^(?:readme|claude|agents|contributing|changelog)\.md$`)

// placed tells whether a path says from where it counts: a name alone from here, others
// by their dots or by a folder that is there. Else the project that it counts from may
// not be at hand.
func placed(s *model.Session, d *document.Document, name string) bool {
	folder, _, nested := strings.Cut(name, "/")
	if !nested {
		return !atRoot.MatchString(name) && len(strings.Fields(name)) == 1 // else it may be words about a document
	}
	return folder == "." || folder == ".." || s.Around.Exists(path.Join(path.Dir(d.Path), folder)) || slices.ContainsFunc(model.Roots(s), func(r model.Root) bool { return s.Around.Exists(path.Join(string(r), folder)) })
}

// takes tells whether a document may come of another: where it lists what it was made from, that is in the list.
func takes(d, source *document.Document) bool {
	lists := false
	for i := range d.Front.Fields {
		if field := &d.Front.Fields[i]; builtOn.MatchString(field.Key) {
			names := listed(field.Values)
			lists = lists || slices.ContainsFunc(names, func(name string) bool { return path.Ext(name) == ".md" })
			if slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix("/"+source.Path, "/"+path.Base(name)) }) {
				return true
			}
		}
	}
	return !lists
}

func impossibleDates(s *model.Session, d *document.Document, hit native.Hit) bool {
	if old := model.Replaced(s, d); old != nil {
		own, before := model.DecidedOn(d), model.DecidedOn(old)
		if own.Len() == 0 || before.Len() == 0 {
			return false
		}
		if d.Slice(own) < old.Slice(before) {
			hit(d, own, model.Note(d.Slice(own)), s.Say("before that of the decision that it supersedes: "+old.Path, "早于它所取代的决策："+old.Path))
		}
		return true
	}
	own, ok := model.StampOf(d)
	if !ok || !slices.Contains(dated, d.Kind) {
		return false
	}
	if own.At.After(s.Now.Add(48 * time.Hour)) {
		hit(d, own.Span, model.Note(own.Said), s.Say("in the future", "晚于当前时间"))
		return true
	}
	for _, source := range s.Docs {
		if source.Kind.Member() || source.Kind.Phase() == 0 || source.Kind.Phase() >= d.Kind.Phase() {
			continue
		}
		if !takes(d, source) {
			continue
		}
		if upstream, ok := model.StampOf(source); ok && own.Before(upstream) {
			hit(d, own.Span, model.Note(own.Said), s.Say("before that of its source "+source.Path, "早于上游文档 "+source.Path))
			break
		}
	}
	return true
}
