package kiro

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// numbers reads a list of references. IDs with letters that another document has, "NFR-4" or
// "TR-2 of tech.md", are of something else, and so is a quality by its name: "NFR Panel". Of a run of
// criteria that begins with one which is there, those that are count, and its end is told apart where it is not.
func numbers(s *model.Session, c catalogue, text string) (r frameworks.Reference) {
	text = strings.Trim(strings.TrimSpace(text), "_*.[]() ")
	text = strings.NewReplacer("、", ",", "，", ",").Replace(text)
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if m := namedNumber.FindStringSubmatch(part); m != nil {
			part = m[1]
		}
		if m := other.FindStringSubmatch(part); m != nil && says(s, m[1]) || quality(s, part) {
			r.Plain = true
			continue
		}
		m := span.FindStringSubmatch(part)
		switch {
		case numberForm.MatchString(part):
			r.IDs = append(r.IDs, plain(part))
		case m != nil && (m[1] == m[3] || m[3] == ""): // 2.1-2.5, or 2.1-5
			from, _ := strconv.Atoi(m[2])
			to, _ := strconv.Atoi(m[4])
			for n := from; n <= min(to, from+30); n++ {
				switch id := plain(m[1]) + "." + strconv.Itoa(n); {
				case n == from || c.has(id):
					r.IDs = append(r.IDs, id)
				case n == to && c.has(m[1]+"."+m[2]):
					r.Ends = append(r.Ends, id)
				}
			}
		default:
			return frameworks.Reference{}
		}
	}
	r.Plain = r.Plain || len(r.IDs) > 0
	return r
}

// through leads from the first of a run to its last.
const through = `\s*(?:-|–|—|~|～|to|through|至|到)\s*`

// span is a run of criteria of one requirement, begins starts a list of them without any mark, and
// allOfThem says that all of them are meant.
var (
	span      = pattern.New(`^(\d{1,3})\.(\d{1,3})` + through + `(?:(\d{1,3})\.)?(\d{1,3})$`)
	allOfThem = pattern.New(`(?i)^[\s*_]*(?:all\b|every\b|全|所有|すべて|システム全体|모든|전체)`)
	begins    = pattern.New(`^\d{1,2}\.\d`)
)

// quality tells whether a reference is the name of a quality: words that a heading or a label of
// the requirements consists of.
func quality(s *model.Session, reference string) bool {
	m := qualityName.FindStringSubmatch(reference)
	return m != nil && slices.ContainsFunc(frameworks.Find(s, requirements), func(d *document.Document) bool {
		return slices.ContainsFunc(d.Sections, func(at *document.Section) bool { return strings.EqualFold(frameworks.Raw(d, at), m[1]) }) ||
			slices.ContainsFunc(frameworks.Lines(d), func(l frameworks.Line) bool {
				label := labelItem.FindStringSubmatch(l.Text)
				return label != nil && strings.EqualFold(label[1], m[1])
			})
	})
}

// says tells whether a document other than a plan names an ID that no heading of the
// requirements has: there it is another name of one.
func says(s *model.Session, id string) bool {
	return slices.ContainsFunc(s.Docs, func(d *document.Document) bool { return !tasks(d.Path) && strings.Contains(d.Text, id) }) &&
		!slices.ContainsFunc(frameworks.Find(s, requirements), func(d *document.Document) bool {
			return slices.ContainsFunc(d.Sections, func(at *document.Section) bool {
				return requirement.MatchString(frameworks.Raw(d, at)) && strings.Contains(frameworks.Raw(d, at), id)
			})
		})
}

// referencesOf returns the lists of references of a plan or a design.
func referencesOf(s *model.Session, d *document.Document) []frameworks.Reference {
	var found []frameworks.Reference
	c := catalogueOf(s)
	for _, l := range frameworks.Lines(d) {
		m := references.FindStringSubmatchIndex(l.Text)
		if m == nil || !strings.ContainsAny(l.Text, "_*") && !begins.MatchString(l.Text[m[2]:m[3]]) {
			if m = validates.FindStringSubmatchIndex(l.Text); m == nil {
				continue
			}
		}
		r := numbers(s, c, l.Text[m[2]:m[3]])
		r.At = l.At(m[2], max(m[2], m[3]))
		found = append(found, r)
	}
	return found
}

// cited returns what the tasks of a plan cite. It is false where a list of references cannot be
// read, where a task is for all requirements, or where too few are given to tell. One that tests all of
// them is for none in particular where most tasks say which they are for.
func cited(s *model.Session, d *document.Document) (map[string]bool, bool) {
	found := map[string]bool{}
	lists, forAll := referencesOf(s, d), 0
	for _, r := range lists {
		if isForAll(d, r) && tests.MatchString(taskAt(d, r.At.Start)) {
			forAll++
			_, rest, _ := strings.Cut(d.Slice(r.At), ",")
			r.IDs = numbers(s, catalogueOf(s), rest).IDs
		} else if !r.Plain {
			return nil, false
		}
		for _, id := range r.IDs {
			found[id] = true
		}
	}
	if forAll > 0 && len(lists) < max(leastLists, 3*forAll) {
		return nil, false
	}
	return found, len(lists) > 1 || len(found) > 1
}

// leastLists is how many tasks say what they are for where one that tests all is for none in particular.
const leastLists = 6

// isForAll tells whether a list of references is one of all requirements.
func isForAll(d *document.Document, r frameworks.Reference) bool {
	return allOfThem.MatchString(d.Slice(r.At))
}

// tests is said of a task that looks at what others made.
var tests = pattern.New(`(?i)\b(?:tests?|testing|checkpoint|verif\w*|validat\w*|review|e2e|document\w*|clean-?up|polish)\b|测试|验证|检查|验收|文档|テスト|検証|確認`)

// taskAt is the line of the task that a place belongs to.
func taskAt(d *document.Document, at int) string {
	for line := d.LineAt(at); ; line = d.LineAt(line.Start - 1) {
		if text := d.Slice(line); task.MatchString(text) || line.Start == 0 {
			return text
		}
	}
}

var (
	// ofCriteria is the title of a column with the numbers of criteria, and numbersOnly a cell of it.
	ofCriteria  = pattern.New(`(?i)^\W*(?:requirements?|req\.?|criteri(?:a|on)|需求|要件|验收标准|受け入れ基準)\W*$`)
	numbersOnly = pattern.New(`^\s*\d{1,2}\.\d{1,2}(?:\s*[,;、]\s*\d{1,2}\.\d{1,2})*\s*$`)
)

// unknownInTables reports the criteria of a column that are not there, where most of its criteria are.
func unknownInTables(c catalogue, d *document.Document, hit native.Hit) (applied bool) {
	for _, t := range d.Tables {
		column := slices.IndexFunc(t.Header, func(cell document.Cell) bool { return ofCriteria.MatchString(cell.Text) })
		if column < 0 || column == 0 && requirements(d.Path) || len(c.demands) == 0 { // there it defines
			continue
		}
		known, unknown := 0, map[string]document.Span{}
		for _, row := range t.Rows {
			if !numbersOnly.MatchString(row[column].Text) {
				continue
			}
			for id := range strings.FieldsFuncSeq(row[column].Text, func(r rune) bool { return strings.ContainsRune(" ,;、", r) }) {
				if applied = true; c.has(id) {
					known++
				} else {
					unknown[id] = row[column].Span
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(unknown)) {
			if known > 2*len(unknown) {
				hit(d, unknown[id], model.Note(id))
			}
		}
	}
	return applied
}
