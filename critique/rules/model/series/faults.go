package series

import (
	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Twice returns the IDs that are defined a second time at their home. A table in which many
// stand again is about them and does not define them.
func (a *All) Twice(skip func(prefix string) bool) []Mention {
	var all []Mention
	for _, s := range a.Series {
		if skip(s.Prefix) {
			continue
		}
		seen := map[string]bool{}
		var again []Mention
		for _, m := range s.Defined {
			if seen[m.key()] {
				again = append(again, m)
			}
			seen[m.key()] = true
		}
		if len(again)*6 <= len(s.Defined) {
			all = append(all, again...)
		}
	}
	return all
}

// elsewhere are words that say that an ID is not, or not any more, one of these documents.
var elsewhere = pattern.New(`(?i)\b(?:supersed\w*|replaces|replaced|deprecated|obsolete|formerly|removed|dropped|deleted|withdrawn|reserved|future|e\.g|for example|renamed|was)\b|取代|替代|废弃|作废|删除|移除|撤销|原编号|例如|示例|未来|预留`)

// Unknown returns the IDs that are named and that no document defines, each once, where it is
// named first.
func (a *All) Unknown(skip func(prefix string) bool) []Mention {
	var all []Mention
	told := map[string]bool{}
	for _, m := range a.named {
		if a.defined[m.key()] || told[m.key()] || skip(m.prefix) || m.letter != "" || a.beyond(m) || elsewhere.MatchString(m.Doc.Slice(m.Doc.LineAt(m.At.Start))) {
			continue
		}
		told[m.key()] = true
		all = append(all, m)
	}
	return all
}

// farBeyond is how many times the highest number of a series another thing of its letters has
// at least: the code of a tool, F401, beside features F1 to F12.
const farBeyond = 4

// beyond tells whether the number of a mention is out of all proportion to its series.
func (a *All) beyond(m Mention) bool {
	highest := 0
	for _, defined := range a.known[m.prefix].Defined {
		highest = max(highest, defined.number)
	}
	return m.number > farBeyond*highest
}

// Gap is an ID that a table leaves out which names nearly all others of its series.
type Gap struct {
	Mention                    // where it is defined
	In      *document.Document // that holds the table
	Names   int                // how many others the table names
}

// What makes a table one of all: how many it names at least, and how many it may leave out.
const (
	leastNamed = 6
	mostLeft   = 2
)

// proving is said of tables that are to name all: what shows that things are done or tested.
var proving = pattern.New(`(?i)\b(?:tests?|testing|checks?|checked|verif\w*|trac\w*|cover\w*|matrix|mapping|acceptance|validat\w*|serves?)\b|测试|验证|验收|追溯|追踪|覆盖|对照|矩阵|映射`)

// wish is said of what is not to be done now.
var wish = pattern.New(`(?i)\((?:W|C|won'?t[^)]*|could[^)]*|later|out of scope)\)|\b(?:won'?t|not in this release|withdrawn|dropped|deferred)\b|本期不做|不在本期|已删除|暂缓`)

// Left returns what tables of tests and traces leave out.
func (a *All) Left(docs []*document.Document, skip func(prefix string) bool) []Gap {
	var all []Gap
	for _, s := range a.Series {
		if skip(s.Prefix) || count(s.Defined) <= leastNamed {
			continue
		}
		for _, d := range docs {
			for _, t := range d.Tables {
				if s.home.table != t && proving.MatchString(titles(d, t)) {
					all = append(all, s.leftOut(a, d, t)...)
				}
			}
		}
	}
	return all
}

// titles is what is said of a table: where it stands and what its columns are called.
func titles(d *document.Document, t *document.Table) string {
	text := d.Path
	for section := t.Section; section != nil; section = section.Parent {
		text += " " + section.Title
	}
	for _, cell := range t.Header {
		text += " " + cell.Text
	}
	return text
}

// leftOut returns what a table leaves out of a series.
func (s *Series) leftOut(a *All, d *document.Document, t *document.Table) []Gap {
	named := map[string]bool{}
	for _, row := range t.Rows {
		for _, cell := range row {
			s.expand(d.Slice(cell.Span), named)
		}
	}
	var gaps []Gap
	told := map[string]bool{}
	names := 0
	for _, m := range s.Defined {
		switch {
		case told[m.key()]:
		case named[m.key()]:
			names++
		case wish.MatchString(m.Doc.Slice(m.Doc.LineAt(m.At.Start))), a.namedIn(d, m):
			names++ // it is said elsewhere what becomes of it
		default:
			gaps = append(gaps, Gap{Mention: m, In: d})
		}
		told[m.key()] = true
	}
	if names < leastNamed || len(gaps) > mostLeft || len(gaps)*6 > names {
		return nil
	}
	for i := range gaps {
		gaps[i].Names = names
	}
	return gaps
}

// namedIn tells whether a document names an ID that is defined elsewhere.
func (a *All) namedIn(d *document.Document, m Mention) bool {
	for _, n := range a.named {
		if n.Doc == d && n.key() == m.key() && !(m.Doc == d && n.At.Start == m.At.Start) {
			return true
		}
	}
	return false
}

// between is what may stand between the two ends of a range of IDs.
var between = pattern.New(`^\W{0,3}(?:–|—|-|~|～|\.\.+|…|to|through|至|到)\W{0,3}$`)

// expand notes the IDs of the series that a text names, those within ranges as well.
func (s *Series) expand(text string, named map[string]bool) {
	last := Mention{}
	end := 0
	for _, at := range code.FindAllStringIndex(text, 200) {
		m, ok := mention(text[at[0]:at[1]])
		if !ok || m.prefix != s.Prefix {
			continue
		}
		if last.prefix != "" && m.number-last.number < 200 && between.MatchString(text[end:at[0]]) {
			for n := last.number; n < m.number; n++ {
				named[Mention{prefix: s.Prefix, number: n}.key()] = true
			}
		}
		named[m.key()] = true
		last, end = m, at[1]
	}
}
