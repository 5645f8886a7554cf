package states

import (
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// statement is one place that says of a thing whether it is open or done.
type statement struct {
	thing      string // "phase 7", "story 4.3"
	name       string // what it is called beside its number
	open, done bool
	words      string // what is said
	at         document.Span
}

var (
	saysOpen = pattern.New(`(?i)^[\s*_~\x60\[(🔲⬜⏳📋🚧🔄📝🟡⚪]*(?:draft|proposed|not[ _-](?:yet )?started|pending|to ?do|planned|backlog|in[ _-]progress|testing|gaps[ _-]found|human[ _-]needed|partial|failed|not (?:yet )?(?:begun|implemented|planned)|ready[ _-](?:for|to)[ _-](?:dev\w*|review|planning|plan|implementation|execution|execute|start)|review|草稿|草案|未开始|尚未开始|待办|待开始|进行中|计划中)(?:[^\p{L}]|$)`)
	saysDone = pattern.New(`(?i)^[\s*_\x60\[(✅✓✔☑🟢]*(?:completed?|done|shipped|implemented|passed|finished|verified|已?完成|已实现|已?通过|已发布)[\s*_\x60\])✅✓✔.]*(?:$|[(（—–|,;:]|\d{4}-|on \d| - )`)
	// lingers is said of what is left so once it is done as often as not.
	lingers = pattern.New(`(?i)^\W*(?:human|partial|ready|review)`)
	butOpen = pattern.New(`(?i)\b(?:except|but|partial\w*|pending|remain\w*|gaps?|open|todo|wip|most\w*|with (?:issues|gaps)|需|待|部分)`)

	thingWord  = pattern.New(`(?i)^[\s*_#]*(phase|story|epic|milestone|阶段|故事|史诗)\b`)
	thingNamed = pattern.New(`(?i)^[\s*_#~✅✓☑🔲⬜🚧]*(phase|story|epic|阶段|故事|史诗)[\s:：*]{0,4}(\d{1,3}(?:\.\d{1,3})?[a-z]?)(?:[^\w.]|$)(.*)$`)
	number     = pattern.New(`^[\s*_\[]*(?:(?i:phase|story|epic)[\s-]*)?(\d{1,3}(?:\.\d{1,3})?)(?:[^\d.]|$)(.*)$`)
	statusKey  = pattern.New(`(?i)^[\s>*_-]*(?:status|state|状态)[*_]*\s*[:：][*_\s]*(.+)$`)
	ofStory    = pattern.New(`^(?:story-)?(\d{1,2})[.-](\d{1,2})[.-]([a-z][^/]*)\.md$`)
	ofPhase    = pattern.New(`^0*(\d[\d.]*)-(?:VERIFICATION|VALIDATION|UAT|HUMAN-UAT)\.md$`)
	behind     = pattern.New(`[(（—–]\s*([^()（）—–]{4,40})[)）]?[\s*_]*$`)
)

// of makes a statement of what is said, or none.
func of(word, num, name, words string, at document.Span) (statement, bool) {
	kind := map[string]string{"阶段": "phase", "故事": "story", "史诗": "epic"}[word]
	if kind == "" {
		kind = strings.ToLower(word)
	}
	num = strings.TrimLeft(num, "0")
	st := statement{thing: kind + " " + num, name: name, words: strings.TrimSpace(words), at: at}
	st.judge()
	return st, (st.open || st.done) && num != "" && num[0] != '.'
}

// statementsOf reads what a document says of phases, epics and stories, once. What it says two things of is left out.
func statementsOf(d *document.Document) []statement {
	return document.Once(d, "states", func(d *document.Document) []statement {
		var all []statement
		add := func(st statement, ok bool) {
			if ok {
				all = append(all, st)
			}
		}
		base := path.Base(d.Path)
		if strings.HasSuffix(base, ".yaml") || strings.HasSuffix(base, ".yml") {
			return nil // a sprint: it is held against its stories by a rule of BMAD
		}
		head := headOf(d)
		if head.words == "" && strings.HasSuffix(base, "VALIDATION.md") {
			head = pendingRows(d)
		}
		if m := ofStory.FindStringSubmatch(base); m != nil {
			add(of("story", m[1]+"."+m[2], strings.ReplaceAll(m[3], "-", " "), head.words, head.at))
		} else if m := ofPhase.FindStringSubmatch(base); m != nil {
			add(of("phase", m[1], "", head.words, head.at))
		}
		ofTables(d, add)
		ofItems(d, add)
		ofSections(d, add)
		return once(all)
	})
}

// once leaves out what is said to be open and done.
func once(all []statement) (plain []statement) {
	open, done := map[string]bool{}, map[string]bool{}
	for _, st := range all {
		open[st.thing] = open[st.thing] || st.open
		done[st.thing] = done[st.thing] || st.done
	}
	for _, st := range all {
		if !open[st.thing] || !done[st.thing] {
			plain = append(plain, st)
		}
	}
	return plain
}

func ofTables(d *document.Document, add func(statement, bool)) {
	for _, t := range d.Tables {
		status := t.Column("status", "state", "状态")
		if status < 1 || len(t.Header) == 0 {
			continue
		}
		word := thingWord.FindStringSubmatch(t.Header[0].Text)
		if word == nil {
			continue
		}
		for _, row := range t.Rows {
			if m := number.FindStringSubmatch(row[0].Text); m != nil {
				name := m[2]
				if strings.TrimSpace(name) == "" && status > 1 {
					name = row[1].Text
				}
				add(of(word[1], m[1], name, row[status].Text, row[status].Span))
			}
		}
	}
}

func ofItems(d *document.Document, add func(statement, bool)) {
	for _, item := range d.Items {
		m := thingNamed.FindStringSubmatch(firstLine(item.Text))
		if m == nil {
			continue
		}
		switch {
		case item.Box == 'x':
			add(of(m[1], m[2], m[3], "done", item.Span))
		case behind.MatchString(m[3]):
			add(of(m[1], m[2], m[3], behind.FindStringSubmatch(m[3])[1], item.Span))
		}
	}
}

// ofSections reads the status below the heading of a thing, and lines such as "Phase: 7 — Alarms (not started)".
func ofSections(d *document.Document, add func(statement, bool)) {
	for _, section := range d.Sections {
		if section.Level < 1 || section.Level > 6 {
			continue
		}
		own := d.Text[section.Body:section.End]
		heading := thingNamed.FindStringSubmatch(section.Title)
		if heading != nil && section.Level > 1 && allTicked(d, section) {
			add(of(heading[1], heading[2], heading[3], "done", model.HeadingOf(d, section)))
		}
		at := section.Body
		for line := range strings.Lines(own) {
			text := strings.TrimRight(line, "\n")
			span := document.Span{Start: at, End: at + len(text)}
			at += len(line)
			if m := statusKey.FindStringSubmatch(text); m != nil && heading != nil {
				add(of(heading[1], heading[2], heading[3], m[1], span))
				break
			}
			if m := thingNamed.FindStringSubmatch(text); m != nil && behind.MatchString(m[3]) && !strings.HasPrefix(strings.TrimSpace(text), "-") {
				add(of(m[1], m[2], m[3], behind.FindStringSubmatch(m[3])[1], span))
			}
		}
	}
}

// allTicked tells whether a section lists what is to be done, and all of it is.
func allTicked(d *document.Document, section *document.Section) bool {
	done := 0
	for _, item := range d.Items {
		if section.All().Holds(item.Start) && item.Box != 0 {
			if item.Box != 'x' {
				return false
			}
			done++
		}
	}
	return done > 0
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// headOf is what a document says of its own state: in its frontmatter, or before its second heading, which may be
// "Status".
func headOf(d *document.Document) statement {
	return document.Once(d, "its own state", func(d *document.Document) (st statement) {
		if field := d.Front.Field("status"); field != nil && len(field.Values) > 0 {
			st.words, st.at = field.Values[0], field.Span
		}
		headings, at, below := 0, d.Front.Span.End, false
		for line := range strings.Lines(d.Text[at:min(len(d.Text), at+headLength)]) {
			text := strings.TrimSpace(line)
			span := document.Span{Start: at, End: at + len(strings.TrimRight(line, "\n"))}
			at += len(line)
			if strings.HasPrefix(text, "#") {
				headings++
			}
			m := statusKey.FindStringSubmatch(strings.TrimLeft(text, "#"))
			switch own := strings.HasPrefix(text, "#"); {
			case st.words != "" || headings > 1 && !below && !own:
			case m != nil:
				st.words, st.at = m[1], span
			case own:
				below = statusHeading.MatchString(text)
			case below && text != "":
				st.words, st.at = text, span
			}
		}
		st.words = strings.Trim(st.words, " *_`")
		st.judge()
		return st
	})
}

// headLength is how many bytes of a document its head has at most.
const headLength = 1500

var statusHeading = pattern.New(`(?i)^#+\s*(?:status|状态)\W*$`)

// judge reads the words.
func (st *statement) judge() {
	st.open = saysOpen.MatchString(st.words)
	st.done = !st.open && saysDone.MatchString(st.words) && !butOpen.MatchString(st.words)
}

// pendingRows is the first cell of a column of states where each of several rows is open.
func pendingRows(d *document.Document) (st statement) {
	rows := 0
	for _, t := range d.Tables {
		status := t.Column("status", "state", "状态")
		for _, row := range t.Rows {
			if status < 1 || row[status].Text == "" {
				continue
			}
			if !saysOpen.MatchString(row[status].Text) {
				return statement{}
			}
			if rows++; rows == leastDone {
				st = statement{words: row[status].Text, at: row[status].Span}
			}
		}
	}
	return st
}
