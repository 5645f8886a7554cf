package gsd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// tracedOtherwise is about a requirement that the table of the requirements gives to one
// phase and the roadmap to another.
func tracedOtherwise(s *model.Session, d *document.Document, hit native.Hit) bool {
	roadmaps := frameworks.Find(s, roadmap)
	if len(roadmaps) != 1 {
		return false
	}
	taken := map[string][]string{}
	for _, t := range takenUp(roadmaps[0]) {
		taken[t.ID] = append(taken[t.ID], t.phase)
	}
	if len(taken) == 0 {
		return false
	}
	for _, r := range rowsOf(d) {
		phases := phaseOf.FindAllStringSubmatch(r.phase, 5)
		if len(phases) != 1 || len(taken[r.id]) == 0 || strings.ContainsAny(r.phase, ",/&+") {
			continue
		}
		if said := plainNumber(phases[0][1]); !slices.Contains(taken[r.id], said) {
			hit(d, r.at, model.Target(r.written), model.Note(said), model.Note(strings.Join(slices.Sorted(slices.Values(taken[r.id])), ", ")))
		}
	}
	return true
}

// coverageCounts is about the numbers that stand below a table of traceability.
func coverageCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	rows, mapped, totals := rowsOf(d), 0, frameworks.Told(v1Total, s, d)
	if len(rows) == 0 || traceLists(d) {
		return false
	}
	for _, r := range rows {
		switch {
		case phaseOf.MatchString(r.phase), byNumber.MatchString(r.phase):
			mapped++
		case !noPhase.MatchString(r.phase):
			return false // by its name, or by what is no phase
		}
	}
	said := slices.Collect(frameworks.Matches(mappedTotal, frameworks.Lines(d)))
	if slices.ContainsFunc(said, func(m frameworks.Match) bool { return m.Group(1) == said[0].Group(1) && m.Span != said[0].Span }) {
		return false // the sums of several versions
	}
	for _, m := range said {
		count, en, zh := mapped, "a phase", "写明阶段"
		if strings.EqualFold(m.Group(1), "unmapped") {
			count, en, zh = len(rows)-mapped, "no phase", "未写明阶段"
		}
		if said := m.Group(2); said != fmt.Sprint(count) && mapped > 0 && !slices.Contains(totals, said) {
			hit(d, m.Place(0), model.Note(strings.TrimLeft(d.Slice(m.Through(1, 2)), "*")), model.Note(fmt.Sprint(count)), s.Say(en, zh))
		}
	}
	return true
}

// byNumber is a phase by its number alone, noPhase a cell that names none.
var (
	byNumber = pattern.New(`(?i)^[\W_]*(?:P(?:hase)?|阶段|第)?[\s#-]*\d{1,3}(?:\.\d+)?(?:$|[^\d%])`)
	noPhase  = pattern.New(`(?i)^[\W_]*(?:$|(?:unmapped|unassigned|tb[dc]|none|n/?a|pending|deferred|backlog|later|to do)\b|未|无|待)`)
)

var mappedTotal = pattern.New(`(?i)^\s*[-*]\s+\**(Mapped|Unmapped)(?: to phases)?\**\s*[:：]\**\s*(\d{1,4})\b`)

// planLine is one plan that a roadmap lists.
type planLine struct {
	frameworks.Match
	name, number string // 02-01, and 1 in its phase
	done         bool
}

// planLines returns the plans that the section of a phase lists.
func planLines(d *document.Document, s *document.Section) (found []planLine) {
	for m := range frameworks.Matches(planItem, frameworks.LinesOf(d, s.All())) {
		_, number, _ := strings.Cut(m.Group(2), "-")
		found = append(found, planLine{m, m.Group(2), plainNumber(number), m.Group(1) != " "})
	}
	return found
}

// planCounts is about numbers of plans that a roadmap gives in words, and its table of
// progress, against the plans it lists.
func planCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	type count struct {
		done, all int
		first     document.Span // of its list
	}
	counts := map[string]count{}
	applied := false
	for _, p := range phasesOf(d) {
		var c count
		for _, one := range planLines(d, p.section) {
			if c.all++; c.all == 1 {
				c.first = one.Span
			}
			if one.done {
				c.done++
			}
		}
		if c.all == 0 {
			continue
		}
		counts[plainNumber(p.number)] = c
		for m := range frameworks.Matches(plansSaid, frameworks.LinesOf(d, p.section.All())) {
			applied = true
			if said := cmp.Or(m.Group(2), m.Group(1)); said != fmt.Sprint(c.all) { // of "2/3 plans complete" the second
				hit(d, m.Place(0), model.Note(p.number), model.Note(said), model.Note(fmt.Sprint(c.all)), model.Other{Doc: d, At: c.first})
			}
		}
	}
	open := frameworks.Told(phaseTicked, s, d)
	for _, r := range progressOf(d) {
		c, known := counts[r.phase]
		if !known || strings.HasSuffix(r.plans, fmt.Sprint("/", c.all)) && slices.Contains(open, r.phase) {
			continue
		}
		applied = true
		if want := fmt.Sprintf("%d/%d", c.done, c.all); r.plans != want && r.plans[len(r.plans)-1] <= '9' && r.plans[len(r.plans)-1] >= '0' {
			hit(d, r.at, model.Note(r.phase), model.Note(r.plans), model.Note(want), model.Other{Doc: d, At: c.first})
		}
	}
	return applied
}

var (
	plansSaid   = pattern.New(`(?i)^\s*\*\*Plans\**\s*[:：]\**\s*(\d{1,2})(?:\s*/\s*(\d{1,2}))?\s+plans?\b`)
	progressRow = pattern.New(`^\**(?:Phase\s+)?(\d+(?:\.\d+)?)[.:]?\s`)
	outOf       = pattern.New(`^(\d{1,2})\s*/\s*(\d{1,2}|TBD|\?|-)$`)
)

// progress is a row of a roadmap's table of progress.
type progress struct {
	phase, plans, status string
	at                   document.Span
}

func progressOf(d *document.Document) []progress {
	var found []progress
	for _, t := range d.Tables {
		plans, status := t.Column("plans"), t.Column("status")
		if t.Column("phase") != 0 || plans < 0 {
			continue
		}
		for _, cells := range t.Rows {
			number, out := progressRow.FindStringSubmatch(cells[0].Text+" "), outOf.FindStringSubmatch(cells[plans].Text)
			if number == nil || out == nil {
				continue
			}
			p := progress{phase: plainNumber(number[1]), plans: plainCount(out[1]) + "/" + plainCount(out[2]), at: cells[plans].Span}
			if status >= 0 {
				p.status = cells[status].Text
			}
			found = append(found, p)
		}
	}
	return found
}

func plainCount(n string) string {
	if n = strings.TrimLeft(n, "0"); n == "" {
		return "0"
	}
	return n
}

// phaseStatus is about a phase whose box and whose status in the table of progress
// contradict each other.
func phaseStatus(s *model.Session, d *document.Document, hit native.Hit) bool {
	boxes := map[string]string{}
	for m := range frameworks.Matches(phaseLine, frameworks.Lines(d)) {
		boxes[plainNumber(m.Group(2))] = m.Group(1)
	}
	applied, open := false, frameworks.Told(phaseTicked, s, d)
	for _, r := range progressOf(d) {
		box, known := boxes[r.phase]
		if !known || r.status == "" {
			continue
		}
		applied = true
		switch done := frameworks.SaysDone.MatchString(r.status) && !frameworks.SaysOpen.MatchString(r.status) && !justPlanned.MatchString(r.status); {
		case done && box == " ":
			hit(d, r.at, model.Note(r.phase), s.Say("\""+r.status+"\", but its box is not ticked", "“"+r.status+"”，但未勾选"))
		case !done && box != " " && frameworks.SaysOpen.MatchString(r.status) && !slices.Contains(open, r.phase):
			hit(d, r.at, model.Note(r.phase), s.Say("\""+r.status+"\", but its box is ticked", "“"+r.status+"”，但已勾选"))
		}
	}
	return applied
}

// justPlanned is a status that says how far the planning is.
var justPlanned = pattern.New(`(?i)\bplann(?:ed|ing)\b`)

// phaseHollow is about a phase that says no goal or no success criterion where the others
// of the roadmap do.
func phaseHollow(s *model.Session, d *document.Document, hit native.Hit) bool {
	folded, done := foldedIn(d), tickedIn(d)
	phases := slices.DeleteFunc(phasesOf(d), func(p phase) bool {
		return backlog.MatchString(p.section.Title) || unplanned.MatchString(d.Slice(p.section.All())) || slices.ContainsFunc(folded, func(at document.Span) bool { return at.Holds(p.section.Start) })
	})
	parts := [...]struct{ en, zh string }{{"goal", "目标"}, {"success criteria", "成功标准"}}
	applied := false
	for _, part := range parts {
		var without []phase
		with := 0
		for _, p := range phases {
			text := strings.ToLower(d.Slice(p.section.All()))
			if strings.Contains(text, "**"+part.en) || strings.Contains(text, part.zh) {
				with++
			} else if _, over := done[plainNumber(p.number)]; !over {
				without = append(without, p)
			}
		}
		if with < 2 || len(without)*2 > with {
			continue
		}
		applied = true
		for _, p := range without {
			hit(d, model.HeadingOf(d, p.section), model.Note(p.number), s.Say(part.en, part.zh), model.Unwitnessed)
		}
	}
	return applied
}

var (
	// backlog is the title of a phase that is kept for later, unplanned the goal or the requirements of one that is not planned yet.
	backlog   = pattern.New(`(?i)\bbacklog\b|\b999\.\d`)
	unplanned = pattern.New(`(?im)^\W*(?:goal|requirements?|目标|需求)\W*[:：][^\p{L}\n]*(?:to be (?:planned|determined|defined)|TBD|not (?:yet )?planned|待(?:规划|计划|定)|尚?未规划)\W*$`)
	fold      = pattern.New(`(?is)<details\b.*?(?:</details>|$)`)
)

// foldedIn returns what a roadmap folds away: the phases of milestones that were shipped.
func foldedIn(d *document.Document) (found []document.Span) {
	for _, m := range fold.FindAllStringIndex(d.Text, -1) {
		found = append(found, document.Span{Start: m[0], End: m[1]})
	}
	return found
}

// unannounced is about files that a task of a plan writes and its frontmatter leaves out.
func unannounced(_ *model.Session, d *document.Document, hit native.Hit) bool {
	field := d.Front.Field("files_modified")
	if field == nil || len(field.Values) == 0 {
		return false
	}
	applied := false
	for _, m := range files.FindAllStringSubmatchIndex(d.Text, 60) {
		for part := range strings.FieldsFuncSeq(d.Text[m[2]:m[3]], func(r rune) bool { return r == ',' || r == '\n' || r == ';' }) {
			file := strings.Trim(strings.TrimSpace(part), "`- ")
			if !oneFile.MatchString(file) {
				continue
			}
			applied = true
			if !slices.ContainsFunc(field.Values, func(v string) bool {
				return v == file || strings.HasSuffix(v, "/"+file) || strings.HasSuffix(file, "/"+v) || strings.ContainsAny(v, "*{[") || strings.HasPrefix(file, strings.TrimSuffix(v, "/")+"/")
			}) {
				at := m[2] + strings.Index(d.Text[m[2]:m[3]], file)
				hit(d, document.Span{Start: at, End: at + len(file)}, model.Target(file))
			}
		}
	}
	return applied
}

var (
	files   = pattern.New(`<files>([^<]+)</files>`)
	oneFile = pattern.New(`^[\w@./-]+/[\w@.-]+\.\w{1,5}$`)
)
