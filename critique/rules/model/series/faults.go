package series

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Twice returns the IDs that are defined a second time at their home. A list in which many
// stand again is about them and does not define them: of a short one a heading or a mark behind the ID
// shows that it does. Of what rules of their own tell it is the only one, among others of its list: a remark
// about one of them stands elsewhere.
func (a *All) Twice(skip func(prefix string) bool) []Mention {
	var all []Mention
	for _, s := range a.Series {
		seen := map[string]bool{}
		var again []Mention
		for _, m := range s.Defined {
			if seen[m.key()] {
				again = append(again, m)
			}
			seen[m.key()] = true
		}
		if skip(s.Prefix) && (len(again) != 1 || s.home.table != nil || !s.among(again[0])) {
			continue
		}
		if len(again)*6 <= len(s.Defined) || len(again) == 1 && s.home.table == nil && (s.home.heading || again[0].marked()) {
			all = append(all, again...)
		}
	}
	return all
}

// First returns the first definition of what a mention defines.
func (a *All) First(m Mention) Mention {
	for _, s := range a.Series {
		if i := slices.IndexFunc(s.Defined, func(o Mention) bool { return o.Doc == m.Doc && o.key() == m.key() }); i >= 0 {
			return s.Defined[i]
		}
	}
	return m
}

// among tells whether another of a series is defined in the section of one of it.
func (s Series) among(m Mention) bool {
	section := m.Doc.SectionAt(m.At.Start)
	return slices.ContainsFunc(s.Defined, func(o Mention) bool { return o.key() != m.key() && m.Doc.SectionAt(o.At.Start) == section })
}

// marked tells whether a mark sets an ID off from what it stands for: **D-3** or D-3:.
func (m Mention) marked() bool {
	return strings.IndexAny(m.Doc.Text[m.At.End:min(len(m.Doc.Text), m.At.End+3)], "*:：") == 0
}

// elsewhere are words that say that an ID is not, or not any more, one of these documents.
var elsewhere = pattern.New(`(?i)\b(?:supersed\w*|replaces|replaced|deprecated|obsolete|formerly|removed|dropped|deleted|withdrawn|rejected|discarded|reserved|future|e\.g|for example|renamed|was)\b|\b(?:verworfen|abgelehnt)|取代|替代|废弃|作废|删除|移除|撤销|否决|原编号|例如|示例|未来|预留`)

// gives says right before an ID that it is a new one, and means begins what it stands for.
var (
	gives = pattern.New(`(?i)(?:\b(?:add(?:s|ed|ing)?|new|introduc(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|propos(?:e|es|ed|ing))\b[\s\w]{0,24}|(?:新增|增加|添加|新建|引入|增补|拟增)[\s\p{Han}]{0,8})[\s*_\x60:：“"]*$`)
	means = pattern.New(`^[*_\x60”"]*\s?(?:[:：(（—–]|-\s)`)
	// sentence is a line that begins with an ID and says in a sentence what it is.
	sentence = pattern.New(`^[*_]{0,2}[A-Z]{1,8}(?:-[A-Z]{1,8})?-?\d{1,4}[*_]{0,2}[:：][*_]{0,2}\s*["“]?\S+(?:\s+\S+){5}`)
)

// given tells whether an ID is given where it is named: add FR-6: snooze.
func (m Mention) given() bool {
	line := m.Doc.LineAt(m.At.Start)
	return gives.MatchString(m.Doc.Text[line.Start:m.At.Start]) && means.MatchString(m.Doc.Text[m.At.End:line.End])
}

// stands tells whether an ID begins its line and a sentence follows that says what it is.
func (m Mention) stands() bool {
	line := m.Doc.LineAt(m.At.Start)
	return m.At.Start-line.Start < 3 && sentence.MatchString(m.Doc.Slice(line))
}

// Unknown returns the IDs that are named and that no document defines, each once, where it is
// named first. A numbering of which half as much is named besides is kept elsewhere.
func (a *All) Unknown(skip func(prefix string) bool) []Mention {
	var all []Mention
	told, of := map[string]bool{}, map[string]int{}
	for _, m := range a.named {
		if m.stands() {
			told[m.key()] = true
		}
	}
	for _, m := range a.named {
		if a.defined[m.key()] || told[m.key()] || skip(m.prefix) || m.letter != "" || a.beyond(m) || a.anew[m.prefix] && !a.At(m.Doc, m) || elsewhere.MatchString(m.Doc.Slice(m.Doc.LineAt(m.At.Start))) || m.given() {
			continue
		}
		told[m.key()] = true
		of[m.prefix]++
		all = append(all, m)
	}
	return slices.DeleteFunc(all, func(m Mention) bool {
		defined := count(a.known[m.prefix].Defined)
		return of[m.prefix]*2 > defined || defined == leastMarked && !a.short[m.prefix]
	})
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

// Gap is an ID that a table or the documents of the work leave out which name nearly all
// others of its series.
type Gap struct {
	Mention                    // where it is defined
	In      *document.Document // that leaves it out
	Several bool               // In is one of the epics, stories or tasks that do so together
	Shared  bool               // In has a column that shares the others out
	Names   int                // how many others are named there
}

// What makes a table or a plan one of all: how many it names at least, and how many times as many
// as it leaves out.
const (
	leastNamed = 4
	leastShare = 4
	mostLeft   = 2
)

var (
	// proving is said of tables that are to name all: what shows that things are done or tested.
	proving = pattern.New(`(?i)\b(?:tests?|testing|checks?|checked|verif\w*|trac\w*|cover\w*|matrix|mapping|acceptance|validat\w*|serves?)\b|测试|验证|验收|追溯|追踪|覆盖|对照|矩阵|映射`)
	// working is the name of a file that tells who does or tests what.
	working = pattern.New(`(?i)(?:^|[-_/ .\d])(?:tasks?|plan|work|backlog|stories|releases?|roll-?out|test(?:s|ing|-?cases?|-?ideas)?)(?:[-_ .]|$)|任务|计划|故事|测试|用例`)
	// wish is said of what is not to be done now.
	wish = pattern.New(`(?i)\((?:W|C|won'?t[^)]*|could[^)]*|later|out of scope)\)|\|\s*could(?: have)?\s*\||~~|\b(?:won'?t|not in this release|withdrawn|removed|superseded|dropped|deferred)\b|本期不做|不在本期|已删除|作废|撤销|暂缓`)
	// another is the title of what is done another time, of what has been, and of what is done by
	// leaving things as they are.
	another = pattern.New(`(?i)\bv[2-9]|\b(?:future|later|deferred|post-mvp|backlog|out of scope|non-goals?|won'?t|phase [2-9]|existing|validated|already|decisions?)\b|决策|以后|后续|二期|范围外|不做`)
)

// carrier is what is to name all of a series: a table, or the documents of the work.
type carrier struct {
	doc    *document.Document // of several the index, or one of them
	many   bool
	texts  []string
	named  []map[string]bool // the keys of what the texts name
	within func(*document.Document) bool
	shares bool // a column that shares a series out: it names all but one
}

// add adds a text that a carrier consists of, and the keys of what it names.
func (c *carrier) add(text string, named map[string]bool) {
	c.texts, c.named = append(c.texts, text), append(c.named, named)
}

// whole adds all that a document says.
func (c *carrier) whole(d *document.Document) {
	c.add(d.Text, document.Once(d, "keys of the IDs it names", func(d *document.Document) map[string]bool { return expand(d.Text) }))
}

// names tells whether a text of a carrier names an ID, by itself or within a range.
func (c *carrier) names(m Mention) bool {
	return slices.ContainsFunc(c.named, func(named map[string]bool) bool { return named[m.key()] })
}

// Left returns what tables of tests and traces leave out, and the plans of the work. What known
// says of is told by other rules where tables leave it out.
func (a *All) Left(docs []*document.Document, known func(prefix string) bool) []Gap {
	var all []Gap
	for _, s := range slices.Concat(a.Series, a.lists) {
		if count(s.Defined) <= leastNamed || strings.HasPrefix(s.home.doc.Path, "../") { // others share it, and each does its part
			continue
		}
		told := map[string]bool{}
		for _, c := range s.carriers(docs, known(s.Prefix)) {
			for _, g := range s.leftOut(a, c) {
				if !told[g.ID] && !(s.Prefix == "" && known(g.prefix)) {
					all = append(all, g)
				}
				told[g.ID] = true
			}
		}
	}
	return all
}

// carriers returns what is to name all of a series: the tasks, the epics and the stories of a
// session together, each other plan, and unless work alone is asked for each table of proofs.
func (s *Series) carriers(docs []*document.Document, workOnly bool) []carrier {
	var all []carrier
	planned := carrier{within: func(d *document.Document) bool { return d.Kind.Phase() == document.Tasks.Phase() }}
	for _, d := range docs {
		switch {
		case d.JSON != nil || s.home.doc == d:
		case planned.within(d):
			if planned.doc == nil || !d.Kind.Member() {
				planned.doc = d
			}
			planned.many = len(planned.texts) > 0
			planned.whole(d)
		case d.Kind == document.Other && working.MatchString(d.Path):
			notes := carrier{doc: d, within: func(o *document.Document) bool { return o == d }}
			notes.whole(d)
			all = append(all, notes)
		}
		for _, t := range d.Tables {
			if s.home.table != nil && s.home.table.SameTitles(t) { // its home, or one that counts anew
				continue
			}
			all = append(all, s.shared(d, t)...)
			if !workOnly && proving.MatchString(titles(d, t)) {
				c := carrier{doc: d, within: func(o *document.Document) bool { return o == d }}
				for _, row := range t.Rows {
					for _, cell := range row {
						c.add(d.Slice(cell.Span), expand(d.Slice(cell.Span)))
					}
				}
				all = append(all, c)
			}
		}
	}
	if planned.doc != nil {
		all = append(all, planned)
	}
	return all
}

// leastShares is how many cells of a column name IDs alone for the column to share out a list.
const leastShares = 3

// order is the title of a column that says what comes before what.
var order = pattern.New(`(?i)depend|\bafter\b|\bneeds?\b|prerequisite|predecessor|\bblock|related|supersed|前置|依赖|先决|先行|阻塞|相关`)

// shared returns the columns of a table that share a series out: the cells name IDs of it and
// nothing else.
func (s *Series) shared(d *document.Document, t *document.Table) (all []carrier) {
	for i, title := range t.Header {
		if order.MatchString(title.Text) {
			continue
		}
		c := carrier{doc: d, shares: true, within: func(o *document.Document) bool { return o == d }}
		filled := 0
		for _, row := range t.Rows {
			text := strings.Trim(d.Slice(row[i].Span), "`*-–— ")
			if text == "" {
				continue
			}
			if filled++; s.alone(text) {
				c.add(text, expand(text))
			}
		}
		if len(c.texts) >= leastShares && len(c.texts)*5 >= filled*4 {
			all = append(all, c)
		}
	}
	return all
}

// alone tells whether a text names IDs and nothing else, and one of the series among them.
func (s *Series) alone(text string) bool {
	own := false
	text = inBrackets.ReplaceAllString(text, "")
	rest := text
	for _, at := range codes(text, 60) {
		m, ok := mention(text[at[0]:at[1]])
		own = own || ok && slices.ContainsFunc(s.Defined, func(o Mention) bool { return o.prefix == m.prefix })
		rest = strings.Replace(rest, text[at[0]:at[1]], "", 1)
	}
	return own && separators.ReplaceAllString(rest, "") == ""
}

// inBrackets is a remark beside an ID: REQ-1 (internal).
var inBrackets = pattern.New(`\([^()]*\)|（[^（）]*）`)

// separators are what stands between IDs of a list.
var separators = pattern.New(`[\s,，、;；/&+.*` + "`" + `()\[\]–—~～-]+|\b(?:and|to|through)\b|至|到|和`)

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

// leftOut returns what a carrier leaves out of a series.
func (s *Series) leftOut(a *All, c carrier) []Gap {
	var gaps []Gap
	told := map[string]bool{}
	names := 0
	for _, m := range s.Defined {
		if len(gaps) > mostLeft {
			return nil
		}
		switch {
		case told[m.key()]:
		case c.names(m), a.namedIn(c, m):
			names++
		case a.anew[m.prefix], !m.wanted(), a.ends(m), allOf(c, m):
		default:
			gaps = append(gaps, Gap{Mention: m, In: c.doc, Several: c.many, Shared: c.shares})
		}
		told[m.key()] = true
	}
	if c.shares && len(gaps) != 1 || names < leastNamed || len(gaps) > mostLeft || len(gaps)*leastShare > names {
		return nil
	}
	gaps = slices.DeleteFunc(gaps, func(g Gap) bool { return s.Prefix == "" && a.known[g.prefix] != nil && !a.short[g.prefix] }) // that series tells of it
	for i := range gaps {
		gaps[i].Names = names
	}
	return gaps
}

// wanted tells whether what an ID stands for is to be done now.
func (m Mention) wanted() bool {
	for section := m.Doc.SectionAt(m.At.Start); section != nil; section = section.Parent {
		if section.Level > 1 && another.MatchString(section.Title) {
			return false
		}
	}
	return !wish.MatchString(m.Doc.Slice(m.Doc.LineAt(m.At.Start)))
}

// ends tells whether an ID with a part is a range of others: DEPT-01-03, beside DEPT-01 and DEPT-03.
func (a *All) ends(m Mention) bool {
	whole := Mention{prefix: Letters(m.prefix), number: m.number / inParts}
	last := Mention{prefix: whole.prefix, number: m.number % inParts}
	return m.prefix != whole.prefix && whole.number < last.number && a.defined[whole.key()] && a.defined[last.key()]
}

// allOf tells whether a carrier names all of the letters of an ID at once: "All FRs".
func allOf(c carrier, m Mention) bool {
	all := "all " + strings.ToLower(Letters(m.prefix)) + "s"
	return slices.ContainsFunc(c.texts, func(text string) bool { return strings.Contains(strings.ToLower(text), all) })
}

// namedIn tells whether a carrier names an ID that is defined elsewhere.
func (a *All) namedIn(c carrier, m Mention) bool {
	for _, n := range a.byKey[m.key()] {
		if c.within(n.Doc) && !(m.Doc == n.Doc && n.At.Start == m.At.Start) {
			return true
		}
	}
	return false
}

// between is what may stand between the two ends of a range of IDs.
var between = pattern.New(`^\W{0,3}(?:–|—|-|~|～|〜|\.\.+|…|to|through|至|到)\W{0,3}$`)

// longestRange is how many IDs a range has at most.
const longestRange = 200

// expand returns the keys of the IDs that a text names, those within ranges as well.
func expand(text string) map[string]bool {
	named := map[string]bool{}
	last := Mention{}
	end := 0
	for _, at := range codes(text, most) {
		m, ok := mention(text[at[0]:at[1]])
		if !ok {
			continue
		}
		from, to := m.number, shortEnd(text, at[1])
		if last.prefix == m.prefix && between.MatchString(text[end:at[0]]) && m.number-last.number < longestRange {
			from = min(from, last.number)
		}
		if to-m.number >= longestRange {
			to = m.number
		}
		for n := from; n <= to || n < m.number; n++ {
			named[Mention{prefix: m.prefix, number: n}.key()] = true
		}
		named[m.key()] = true
		last, end = m, at[1]
	}
	return named
}
