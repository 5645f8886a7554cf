package bmad

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// reported is about a readiness report that contradicts itself, the PRD or the map of the epics:
// its sums, the rows of its matrix, and findings that are open below a READY.
func reported(s *model.Session, d *document.Document, hit native.Hit) bool {
	if epicsFile(d.Path) {
		return announcedStories(s, d, hit)
	}
	if model.Outdated(s, d) {
		return false
	}
	ready := ready(s, d, hit)
	prds := frameworks.Find(s, prd)
	all := required(prds, "FR")
	matrix := matrixOf(d)
	whole := len(prds) == 1 && len(all) > 2 && len(matrix.rows) == len(all) && !matrix.ranges // an increment has sums of its own
	for m := range frameworks.Matches(reportedTotal, frameworks.Lines(d)) {
		want := matrix.covered
		if strings.Contains(strings.ToLower(m.Group(1)), "nfr") {
			want = len(required(prds, "NFR"))
		}
		if whole && want > 0 && m.Group(2) != strconv.Itoa(want) {
			hit(d, m.Through(1, 2), model.Note(strings.TrimSpace(m.Group(0))), s.Say(fmt.Sprintf("it is %d", want), fmt.Sprintf("实际为 %d", want)))
		}
	}
	there := 0
	for _, m := range all {
		if matrix.rows[m.ID].Len() > 0 {
			there++
		}
	}
	for _, m := range all {
		if there >= 3 && there*10 >= len(all)*7 && !matrix.ranges && matrix.rows[m.ID].Len() == 0 {
			hit(d, matrix.last, model.Note(m.ID), s.Say("the matrix leaves it out", "矩阵中缺少"), model.Unwitnessed)
		}
	}
	mappedElsewhere(s, d, matrix, hit)
	reportedStories(s, d, hit)
	openAtReady(s, d, hit)
	return ready || len(matrix.rows) > 0
}

// reportedTotal are the sums of a report.
var reportedTotal = pattern.New(`(?i)\b(total NFRs|(?:total )?FRs covered(?: in epics)?)\**\s*[:：=]\**\s*(\d{1,3})\b`)

// matrix is the table of a report that says where each requirement is covered.
type matrix struct {
	rows    map[string]document.Span
	epics   map[string]string // the one epic that a row names
	covered int
	ranges  bool          // whether a row holds more than one requirement
	last    document.Span // the first cell of the last row
}

func matrixOf(d *document.Document) matrix {
	found := matrix{rows: map[string]document.Span{}, epics: map[string]string{}}
	for _, t := range d.Tables {
		for _, cells := range t.Rows {
			ids := frameworks.IDsIn(requirement, cells[0].Text)
			if len(ids) == 0 || !strings.HasPrefix(ids[0].ID, "FR-") {
				continue
			}
			found.ranges = found.ranges || len(ids) > 1 || len(covering(cells[0].Text)) > 1
			text := d.Slice(document.Span{Start: cells[0].Start, End: cells[len(cells)-1].End})
			if found.rows[ids[0].ID].Len() == 0 && !missing.MatchString(text) {
				found.covered++
			}
			found.rows[ids[0].ID], found.last = cells[0].Span, cells[0].Span
			if epics := mapEpic.FindAllStringSubmatch(text, 5); len(epics) == 1 {
				found.epics[ids[0].ID] = epics[0][1]
			}
		}
	}
	return found
}

// mappedElsewhere is about rows of a report's matrix that name another epic than the map of the
// epics does.
func mappedElsewhere(s *model.Session, d *document.Document, of matrix, hit native.Hit) {
	epics := frameworks.Find(s, epicsFile)
	if len(epics) != 1 {
		return
	}
	coverage, _ := epicLists(epics[0])
	for _, l := range coverage {
		ids, named := frameworks.IDsIn(requirement, l.Text), mapEpic.FindAllStringSubmatch(l.Text, 10)
		if len(ids) != 1 || len(named) == 0 || of.epics[ids[0].ID] == "" {
			continue
		}
		if !slices.ContainsFunc(named, func(m []string) bool { return m[1] == of.epics[ids[0].ID] }) {
			hit(d, of.rows[ids[0].ID], model.Note(ids[0].ID), s.Say("Epic "+of.epics[ids[0].ID]+" here, Epic "+named[0][1]+" in the map of "+path.Base(epics[0].Path), "此处为 Epic "+of.epics[ids[0].ID]+"，"+path.Base(epics[0].Path)+" 的映射中为 Epic "+named[0][1]))
		}
	}
}

// openAtReady is about findings that a report calls critical and open while it says READY.
func openAtReady(s *model.Session, d *document.Document, hit native.Hit) {
	if !slices.ContainsFunc(frameworks.Lines(d), func(l frameworks.Line) bool { return calledReady.MatchString(strings.Trim(l.Text, " *#")) }) {
		return
	}
	for _, t := range d.Tables {
		severity, state := t.Column("severity", "严重"), t.Column("state", "status", "状态")
		if severity < 0 || state < 0 {
			continue
		}
		for _, cells := range t.Rows {
			if grave.MatchString(cells[severity].Text) && frameworks.SaysOpen.MatchString(cells[state].Text) {
				hit(d, cells[state].Span, model.Note(cells[severity].Text+", "+cells[state].Text), s.Say("and the report says READY", "而报告结论为 READY"))
			}
		}
	}
}

var grave = pattern.New(`(?i)\b(?:critical|blocker|blocking|high)\b|严重|阻塞|高`)

// reportedStories is about stories that a report names and no epic has, and about its sum of
// epics and stories.
func reportedStories(s *model.Session, d *document.Document, hit native.Hit) {
	epics := frameworks.Find(s, epicsFile)
	known := planned(s)
	if len(epics) != 1 || len(known) < 3 {
		return
	}
	sections := epicsOf(known)
	for m := range frameworks.AllMatches(storyRef, frameworks.Lines(d)...) {
		at := storyAt{m.Group(1), m.Group(2)}
		if _, there := known[at]; !there && sections[at.epic] && strings.Contains(m.Text, "|") && !missing.MatchString(m.Text) {
			hit(d, m.Place(0), model.Note("Story "+at.String()), s.Say(path.Base(epics[0].Path)+" does not have it", path.Base(epics[0].Path)+" 中没有"))
		}
	}
	countedStories(d, epics[0], len(sections), len(known), hit, s)
}

// epicsOf returns the numbers of the epics that have some stories.
func epicsOf(stories map[storyAt]string) map[string]bool {
	epics := map[string]bool{}
	for at := range stories {
		epics[at.epic] = true
	}
	return epics
}

// announcedStories holds the numbers of epics and stories that the epics say they have against those they have.
func announcedStories(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := planned(s)
	if epics := frameworks.Find(s, epicsFile); len(epics) != 1 || len(known) < 3 {
		return false
	}
	countedStories(d, d, len(epicsOf(known)), len(known), hit, s)
	return true
}

// countedStories reports a sum of epics and stories of which one is right and the other is not.
func countedStories(d, plan *document.Document, epics, known int, hit native.Hit, s *model.Session) {
	for m := range frameworks.Matches(epicsAndStories, frameworks.Lines(d)) {
		there, one := amountOf(m.Group(1) + m.Group(3))
		stories, other := amountOf(m.Group(2) + m.Group(4))
		if one && other && (there != epics || stories != known) && (there == epics || stories == known) { // of others both differ
			hit(d, m.Place(0), model.Note(m.Group(0)), s.Say(fmt.Sprintf("%s has %d and %d", path.Base(plan.Path), epics, known), fmt.Sprintf("%s 中为 %d 和 %d", path.Base(plan.Path), epics, known)))
		}
	}
}

// epicsAndStories is a sum of both: 2 epics with 6 stories.
var epicsAndStories = pattern.New(`(?i)\b(\d{1,3}|` + amounts + `) epics(?:,| and| with|\s*/|，| \()\s*(\d{1,3}|` + amounts + `) (?:user )?stories\b|(\d{1,3}) ?个(?:史诗|Epic)[、，,和及与共 ]+(\d{1,3}) ?个(?:用户)?故事`)
