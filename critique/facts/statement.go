package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts/work"
	"discussd/internal/text/pattern"
)

// statement is one sentence, item, row or setting of a document, with what it is about.
type statement struct {
	doc     *document.Document
	at      document.Span
	text    string   // without code marks, as long as the span
	label   string   // of a cell: the row's first cell and the column's title; of a setting: its path
	around  string   // the headings
	ids     []string // that it names
	lead    string   // the ID it begins with, or its row does
	entry   entry    // that it is a sentence of
	idEnd   int      // where the last of them ends
	owner   string   // the ID of the document that holds it
	key     bool     // whether it is a setting: a key and its value
	inline  bool     // one of several on a line, whose keys are short
	section *document.Section
	table   *document.Table
	column  int
	row     string // its first cell
	title   string // of the column
	remark  string // what the row says that the value of its key is
	source  string // the only ID that the other cells of the row of a setting name
	amounts []quantity
	days    []quantity // how long the span of days is that it gives
	spoken  bool       // whether it tells of what was, what is rejected or what may be
}

// entry is an item or a paragraph, and the ID it begins with.
type entry struct {
	id string
	at document.Span
}

const (
	longest = 700  // bytes of a statement that is read: what is longer tells many things
	most    = 6000 // statements of a session, and what is reported of them
)

// statementsOf returns what a document states, in order, with the amounts.
func statementsOf(d *document.Document) []statement {
	return document.Once(d, "what it states", readStatements)
}

func readStatements(d *document.Document) []statement {
	all, words := statements(d), newLexicon(d)
	for i := range all {
		all[i].days = spansIn(&all[i])
		all[i].amounts, all[i].spoken = words.quantities(all[i].text, all[i].at.Start), spokenOf(all[i].text)
	}
	return all
}

// statements returns what a document states, in order.
func statements(d *document.Document) []statement {
	var all []statement
	if d.JSON != nil {
		return settingsInJSON(d)
	}
	owner, aside, titles := work.Own(d), map[*document.Section]bool{}, map[*document.Section]string{}
	add := func(at document.Span, section *document.Section) *statement {
		if at.Len() == 0 || at.Len() > longest || len(all) >= most {
			return nil
		}
		if _, known := aside[section]; !known {
			aside[section], titles[section] = setAside(section), headings(section)
		}
		if aside[section] && !citing(d, at) {
			return nil
		}
		s := statement{doc: d, at: at, text: readable(d, at), around: titles[section], section: section, owner: owner}
		if id := entityID.FindString(strings.TrimLeft(d.Slice(at), " *[]`x")); id != "" && strings.HasPrefix(strings.TrimLeft(d.Slice(at), " *[]`x"), id) {
			s.lead = id
		}
		for _, m := range d.MentionsIn(at) {
			s.idEnd = m.End
			if s.ids = append(s.ids, m.ID); strings.Trim(d.Text[at.Start:m.Start], " *[]`x") == "" {
				s.lead = m.ID
			}
		}
		all = append(all, s)
		return &all[len(all)-1]
	}
	sentences := func(at document.Span, section *document.Section) {
		first := len(all)
		for _, sentence := range document.SentencesIn(d, at) {
			if s := add(sentence, section); s != nil {
				s.entry = entry{all[first].lead, at}
			}
		}
	}
	for _, at := range document.Paragraphs(d) {
		sentences(at, d.SectionAt(at.Start))
	}
	for _, item := range d.Items {
		sentences(item.Span, item.Section)
	}
	for _, m := range promise.FindAllStringSubmatchIndex(d.Slice(d.Front.Span), maxPaired) {
		add(document.Span{Start: d.Front.Span.Start + m[2], End: d.Front.Span.Start + m[3]}, nil)
	}
	tableStatements(d, add)
	for _, f := range d.Fences {
		diagramStatements(d, f, add)
		all = append(all, settingsIn(d, f)...)
	}
	if research.MatchString(d.Path) {
		all = slices.DeleteFunc(all, func(s statement) bool { return !decision.MatchString(s.text) })
	}
	return all
}

var (
	// diagramNode is a node of a diagram with its text: DB[(PostgreSQL 16)].
	diagramNode = pattern.New(`\b([A-Za-z][A-Za-z0-9_]{0,20})(?:\[\(|\[|\(\(|\(|\{)"?([^\]\[(){}"|<>\n]{3,60})`)
	// promise is a sentence among the fields of a document's head: what must be true when a plan
	// is done.
	promise = pattern.New(`(?m)^\s+-\s+"([^"\n]*\pL[^"\n]*[ \n][^"\n]* [^"\n]* [^"\n]*)"\s*$`)
	// research is a document that weighs what could be done: of it only decisions hold.
	research = pattern.New(`(?i)(?:^|/)research\.md$`)
	decision = pattern.New(`(?i)^[^\pL]*(?:decision|决定|决策)\b`)
)

// diagramStatements adds the nodes of a diagram.
func diagramStatements(d *document.Document, f document.Fence, add func(document.Span, *document.Section) *statement) {
	if f.Info != "mermaid" {
		return
	}
	for _, node := range diagramNode.FindAllStringSubmatchIndex(d.Slice(f.Body), maxPaired) {
		if s := add(document.Span{Start: f.Body.Start + node[4], End: f.Body.Start + node[5]}, f.Section); s != nil {
			s.label = d.Text[f.Body.Start+node[2] : f.Body.Start+node[3]]
		}
	}
}

// tableStatements adds the cells of a document's tables, with what their row and column say
// they are of.
func tableStatements(d *document.Document, add func(document.Span, *document.Section) *statement) {
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for i, cell := range row {
				label := ""
				if i > 0 {
					label = strings.TrimSpace(readable(d, row[0].Span)) // an ID is no word
				}
				if s := add(cell.Span, t.Section); s != nil {
					s.table, s.column, s.row, s.title, s.label = t, i, label, t.Header[i].Text, label+" "+t.Header[i].Text
					if i > 0 && named.MatchString(label) {
						s.remark, s.source = describedBy(d, t, row, i), citedBeside(d, row, i)
					}
					if i > 0 && onlyNumbered.MatchString(label) {
						s.label += " " + rowText(d, row, i)
					}
					for _, m := range d.MentionsIn(row[0].Span) {
						s.ids, s.lead = append(s.ids, m.ID), m.ID
					}
				}
			}
		}
	}
}

var (
	// named is a first cell that is the key of a setting: keypad.max_attempts.
	named = pattern.New(`^[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)+$`)
	// onlyNumbered is a first cell that says which row it is, and nothing of it.
	onlyNumbered = pattern.New(`^[^\pL\d]*\d{1,2}[^\pL\d]*$`)
	// meaning is the title of a column that says what each row is.
	meaning = pattern.New(`(?i)\b(?:meaning|description|purpose|what|notes?|remarks?|comment|effect|explanation)\b|说明|含义|描述|备注|用途|作用`)
)

// describedBy returns what another cell of a row says that its value is.
func describedBy(d *document.Document, t *document.Table, row []document.Cell, value int) string {
	if row[value].Span.Len() > 40 {
		return ""
	}
	for i := 1; i < len(row); i++ {
		if i != value && meaning.MatchString(t.Header[i].Text) && row[i].Span.Len() > 0 {
			return readable(d, row[i].Span)
		}
	}
	return ""
}

// rowText returns what the other cells of a row say of a short one in words: the first one only numbers them.
func rowText(d *document.Document, row []document.Cell, value int) string {
	if row[value].Span.Len() > 40 {
		return ""
	}
	var said []string
	for i := 1; i < len(row); i++ {
		if text := readable(d, row[i].Span); i != value && len(text) < 60 && !strings.ContainsAny(text, "0123456789") {
			said = append(said, strings.TrimSpace(text))
		}
	}
	return strings.Join(said, " ")
}

// readable returns the text of a span with IDs and link targets blanked: their numbers
// measure nothing.
func readable(d *document.Document, at document.Span) string {
	text := []byte(d.Slice(at))
	blank := func(s document.Span) {
		for i := max(s.Start, at.Start); i < min(s.End, at.End); i++ {
			text[i-at.Start] = ' '
		}
	}
	for _, m := range d.MentionsIn(at) {
		blank(m.Span)
	}
	for i := strings.IndexByte(string(text), '('); i > 0; {
		if text[i-1] == ']' {
			if end := strings.IndexByte(string(text[i:]), ')'); end > 0 {
				blank(document.Span{Start: at.Start + i, End: at.Start + i + end})
			}
		}
		next := strings.IndexByte(string(text[i+1:]), '(')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	for i, c := range text {
		if c == '*' || c == '`' || c == '|' || c == '\n' {
			text[i] = ' '
		}
	}
	return simplified.Replace(string(text))
}

// simplified replaces the characters of traditional Chinese that numbers, units and what is
// counted are written with. All are as long as what stands for them.
var simplified = strings.NewReplacer("個", "个", "張", "张", "項", "项", "條", "条", "間", "间", "時", "时", "鐘", "钟", "週", "周", "萬", "万", "億", "亿", "級", "级", "層", "层", "頁", "页", "輛", "辆", "隻", "只", "門", "门", "兩", "两", "種", "种", "組", "组", "類", "类", "輪", "轮", "臺", "台", "筆", "笔", "後", "后", "內", "内", "過", "过", "於", "于", "長", "长", "滿", "满", "續", "续", "隔", "隔", "達", "达", "應", "应", "須", "须", "總", "总", "計", "计", "共", "共", "還", "还", "餘", "余", "線", "线", "試", "试", "運", "运", "營", "营", "啟", "启", "記", "记", "錄", "录", "資", "资", "庫", "库")

func headings(section *document.Section) string {
	var all []string
	for ; section != nil; section = section.Parent {
		all = append(all, section.Title)
	}
	return strings.Join(all, " ")
}

// setAside tells whether a section speaks of what was, or of what somebody decided against:
// it contradicts nothing.
func setAside(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if section.Under(document.Alternatives, document.NonGoals, document.OpenQuestions, document.Problem, document.Conflicts) {
			return true
		}
		if section.Level > 1 && asideTitle.MatchString(section.Title) && !choicesTitle.MatchString(section.Title) {
			return true
		}
	}
	return false
}

var (
	asideTitle = pattern.New(`(?i)\b(?:alternatives?|options?|rejected|background|(?:revision|version|document|change) history|change ?log|examples?|problems?|as-is|today|where we (?:stand|are)|at present|present state|starting point|context|agent record|qa results|completion notes|test results|code review|review notes|lessons learned|journeys?|personas?|press release)\b|^\W*(?:[\d.]+ )?history$|备选|候选方案|背景|修订历史|变更历史|历史版本|版本历史|变更记录|修订记录|示例|现状|问题|旅程`)
	// choicesTitle is the section of a plan that says what is used.
	choicesTitle = pattern.New(`(?i)\btechnical context\b`)
)

// citing tells whether a sentence begins with the ID of what it repeats: even where it tells why something
// was decided, "REQ-005 asks for 8 hours" says what holds.
func citing(d *document.Document, at document.Span) bool {
	ids := d.MentionsIn(at)
	return len(ids) == 1 && strings.Trim(d.Text[at.Start:ids[0].Start], " *[]`") == ""
}

// nesting are the keys that hold a block by their indentation, from the outermost on.
type nesting []level

// level is one of them and how far in it stands.
type level struct {
	indent int
	key    string
}

// at are the keys that hold a line with an indentation.
func (n nesting) at(indent int) nesting {
	for len(n) > 0 && n[len(n)-1].indent >= indent {
		n = n[:len(n)-1]
	}
	return n
}

// settingsIn reads the lines "key: value" and "key = value" of a code block. The keys that
// hold a block by their indentation are part of the path.
func settingsIn(d *document.Document, f document.Fence) []statement {
	switch f.Info {
	case "", "yaml", "yml", "toml", "ini", "env", "dotenv", "properties", "conf", "hcl":
	case "json", "jsonc", "json5":
		if document.PhaseOf(d) != document.Architecture.Phase() {
			return nil // elsewhere it is an example of what is sent
		}
	default:
		return nil
	}
	var all []statement
	var above nesting
	for at := f.Body.Start; at < f.Body.End; {
		line := d.LineAt(at)
		at = line.End + 1
		text := d.Slice(line)
		trimmed := strings.TrimLeft(text, " \t-")
		indent := len(text) - len(trimmed)
		above = above.at(indent)
		split := strings.IndexAny(trimmed, ":=")
		if split <= 0 || strings.ContainsAny(text, "├└│") || strings.ContainsAny(strings.TrimSpace(trimmed[:split]), "(){};,") {
			continue
		}
		key := strings.Trim(trimmed[:split], " \t\"'")
		value, remark := uncommented(trimmed[split+1:])
		value = strings.Trim(value, " \t\"',=")
		around := make([]string, 0, len(above)+1)
		for _, l := range above {
			around = append(around, l.key)
		}
		if inner, inline := strings.CutPrefix(value, "{"); inline && len(inner) > 1 {
			for _, m := range inlinePair.FindAllStringSubmatchIndex(d.Slice(line), 20) {
				if m[2] > indent+split {
					pair := document.Span{Start: line.Start + m[0], End: line.Start + m[5]}
					all = append(all, statement{doc: d, at: pair, text: keyText(d.Slice(line)[m[2]:m[3]]) + ": " + d.Slice(line)[m[4]:m[5]], key: true, inline: true,
						label: strings.Join(append(around, keyText(key)), " "), around: headings(f.Section), section: f.Section, owner: work.Own(d)})
				}
			}
			continue
		}
		if value == "" || value == "{" || value == "|" || strings.HasPrefix(value, "#") {
			above = append(above, level{indent, key})
			continue
		}
		s := statement{doc: d, at: document.Span{Start: line.Start + indent, End: line.End}, text: keyText(key) + ": " + value, key: true, owner: work.Own(d)}
		s.label, s.around, s.section = strings.TrimSpace(strings.Join(append([]string{strings.TrimSpace(remark)}, around...), " ")), headings(f.Section), f.Section
		all = append(all, s)
	}
	return all
}

// uncommented cuts the comment off a value.
func uncommented(text string) (value, remark string) {
	value = text
	for _, comment := range [...]string{" #", " //", " --"} {
		if before, after, ok := strings.Cut(value, comment); ok {
			value, remark = before, after
		}
	}
	return value, remark
}

// inlinePair is a key with a number in an object that stands on one line.
var inlinePair = pattern.New(`"?(\w+)"?\s*[:=]\s*(\d+(?:\.\d+)?)\s*[,}]`)

// keyText returns a key word by word.
func keyText(key string) string {
	return strings.Join(strings.FieldsFunc(strings.Join(camel(key), " "), func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ' ' }), " ")
}

// settingsInJSON reads the numbers, switches and texts of a JSON document.
func settingsInJSON(d *document.Document) []statement {
	var all []statement
	d.JSON.Walk(func(v *document.Value) {
		if len(v.String) > longest || strings.Contains(v.Path, "complexity") || strings.Contains(v.Path, "score") || strings.Contains(v.Path, "problem") {
			return
		}
		switch v.Kind {
		case '0', 'l':
			key := v.Path[strings.LastIndexByte(v.Path, '.')+1:]
			all = append(all, statement{doc: d, at: v.Span, text: keyText(key) + ": " + v.String, label: keyText(v.Path), key: true})
		case '"':
			all = append(all, statement{doc: d, at: v.Span, text: v.String, label: keyText(v.Path)})
		}
	})
	return all
}
