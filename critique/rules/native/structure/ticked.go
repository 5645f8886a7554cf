package structure

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// tickedOverOpen reports an entry that is ticked while one of its parts is not: an entry below
// it, or one that its number begins. Who ticks no parts at all keeps the list by what stands
// above; where the parts of any entry are ticked, those of all are to be.
func tickedOverOpen(_ *model.Session, d *document.Document, hit native.Hit) bool {
	type parent struct{ item, open *document.Item }
	var over []parent
	applied, kept := false, false
	for i, item := range d.Items {
		if item.Box == 0 {
			continue
		}
		var open *document.Item
		for _, part := range partsOf(item, d.Items[i+1:]) {
			applied = applied || part.Box != 0
			kept = kept || part.Box == 'x'
			if part.Box == ' ' && open == nil && !optional.MatchString(part.Text) {
				open = part
			}
		}
		if item.Box == 'x' && open != nil {
			over = append(over, parent{item, open})
		}
	}
	if checkpointOverOpen(d, hit) {
		applied = true
	}
	for _, p := range over {
		if kept {
			hit(d, p.item.Span, model.Clip(model.Plain(p.item.Text), 60), model.Note(model.Clip(model.Plain(p.open.Text), 60)))
		}
	}
	return applied
}

// checkpointOverOpen reports a checkpoint that is passed while a task before it is not done.
func checkpointOverOpen(d *document.Document, hit native.Hit) (looked bool) {
	var open *document.Item
	for i, item := range d.Items {
		passes := checkpoint.MatchString(item.Text)
		switch {
		case item.Box == 'x' && passes:
			if looked = true; open != nil {
				hit(d, item.Span, model.Clip(model.Plain(item.Text), 60), model.Note(model.Clip(model.Plain(open.Text), 60)))
			}
		case item.Box == ' ' && open == nil && !passes && !optional.MatchString(item.Text) && !slices.ContainsFunc(partsOf(item, d.Items[i+1:]), boxed):
			open = item
		}
	}
	return looked
}

func boxed(item *document.Item) bool { return item.Box != 0 }

var checkpoint = pattern.New(`(?i)^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?\**(?:final\s+)?(?:checkpoint|检查点)`)

// boxesOf counts the boxes of a section that are ticked and those that are not.
func boxesOf(d *document.Document, section *document.Section) (ticked, open int) {
	for _, item := range d.Items {
		switch {
		case !section.All().Holds(item.Start):
		case item.Box == 'x':
			ticked++
		case item.Box == ' ' && !optional.MatchString(item.Text):
			open++
		}
	}
	return ticked, open
}

// phaseStates reports the states that a table gives to phases and that the boxes of these phases
// contradict.
func phaseStates(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	if path.Base(d.Path) == "ROADMAP.md" {
		return false // GSD's own rules tell of its phases
	}
	for _, t := range d.Tables {
		state := t.Column("status", "progress", "state", "状态", "进度")
		if state <= 0 || !ofPhases.MatchString(t.Header[0].Text) {
			continue
		}
		for _, row := range t.Rows {
			m := phaseNumber.FindStringSubmatch(model.Plain(row[0].Text))
			said := strings.TrimSpace(strings.Trim(model.Plain(row[state].Text), "✅☑✔ "))
			if m == nil || !notBegun.MatchString(said) && !allDone.MatchString(said) {
				continue
			}
			for _, section := range d.Sections {
				of := phaseHeading.FindStringSubmatch(section.Title)
				if of == nil || of[1] != m[1] {
					continue
				}
				ticked, open := boxesOf(d, section)
				looked = looked || ticked+open > 0
				if notBegun.MatchString(said) && ticked > 0 {
					hit(d, row[state].Span, model.Note(said), s.Say(model.Itoa(ticked)+" of its boxes are ticked below "+section.Title, "“"+section.Title+"”下已勾选 "+model.Itoa(ticked)+" 项"))
				} else if allDone.MatchString(said) && open > 0 {
					hit(d, row[state].Span, model.Note(said), s.Say(model.Itoa(open)+" of its boxes are open below "+section.Title, "“"+section.Title+"”下仍有 "+model.Itoa(open)+" 项未勾选"))
				}
			}
		}
	}
	return looked
}

var (
	ofPhases     = pattern.New(`(?i)^\W*(?:phases?|stages?|milestones?|阶段|里程碑)\W*$`)
	phaseNumber  = pattern.New(`(?i)^(?:phase|stage|milestone|阶段|里程碑)?\s*(\d{1,2}(?:\.\d{1,2})?)(?:[.:：]?\s+[^\s\d–-]|$)`)
	phaseHeading = pattern.New(`(?i)^(?:phase|stage|milestone|阶段|里程碑)\s*(\d{1,2}(?:\.\d{1,2})?)(?:\D|$)`)
	notBegun     = pattern.New(`(?i)^(?:not (?:yet )?started|not begun|未开始|待开始)$`)
	allDone      = pattern.New(`(?i)^(?:complete|completed|done|finished|已完成|完成)$`)
)

// partsOf returns those of the items behind one that belong to it.
func partsOf(item *document.Item, behind []*document.Item) []*document.Item {
	number := strings.TrimRight(itemNumber.FindString(item.Text), ". ")
	for i, part := range behind {
		below := part.Depth > item.Depth && part.Section == item.Section
		if !below && (number == "" || !strings.HasPrefix(part.Text, number+".") || strings.TrimRight(itemNumber.FindString(part.Text), ". ") == number) {
			return behind[:i]
		}
	}
	return behind
}

var (
	itemNumber = pattern.New(`^\d{1,3}(?:\.\d{1,3})*\.?\s`)
	optional   = pattern.New(`(?i)^\*|\b(?:optional|deferred|moved|skipped|postponed|later|manual(?:ly)?)\b|可选|推迟|延后|手动|~~`)
)

// numberedHeadings reports the second of two headings side by side that have one number, where
// three or more are numbered.
func numberedHeadings(d *document.Document, hit native.Hit) bool {
	type place struct {
		parent *document.Section
		level  int
	}
	numbers := map[place][]string{}
	again := map[place][]*document.Section{}
	var order []place
	for _, section := range d.Sections {
		if section.Level < 2 || section.Level > 6 || section.Body <= section.Start {
			continue
		}
		number := numberOf(d, section)
		if number == "" {
			continue
		}
		at := place{section.Parent, section.Level}
		if len(numbers[at]) == 0 {
			order = append(order, at)
		}
		for _, other := range numbers[at] {
			if other == number {
				again[at] = append(again[at], section)
				break
			}
		}
		numbers[at] = append(numbers[at], number)
	}
	for _, at := range order {
		if len(numbers[at]) > 2 && len(again[at]) == 1 { // more is another way of numbering
			section := again[at][0]
			hit(d, model.HeadingOf(d, section), numberOf(d, section))
		}
	}
	return len(order) > 0
}

// numberOf is the number that a heading begins with, as in "3.".
func numberOf(d *document.Document, section *document.Section) string {
	if m := headingNumber.FindStringSubmatch(strings.TrimLeft(d.Text[section.Start:section.Body], "# ")); m != nil {
		return m[1]
	}
	return ""
}

var headingNumber = pattern.New(`^(\d{1,2}[.)、])(?:\D|$)`)
