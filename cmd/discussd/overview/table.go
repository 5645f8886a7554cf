package overview

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"discussd/internal/text/printable"
)

// Style says how lines are written.
type Style struct {
	Now     time.Time
	Rounds  []string // ids of the rounds, in the order of their columns
	Width   int      // columns of the terminal; 0 cuts nothing
	ASCII   bool     // signs are ASCII alone
	Legend  bool     // the signs that occur are explained
	Blocked bool     // only sessions that need somebody
}

// The narrowest a name is cut to, and as much of the needs as other columns give way to.
const (
	leastName  = 12
	wantedNeed = 24
)

// row is the line of one session.
type row struct {
	Session
	summary Summary
}

// Lines returns a line that counts the sessions, a heading, and a line a session, those
// that need somebody first. Names are of folders below the one that all sessions lie in,
// which the first line says.
func Lines(sessions []Session, style Style) []string {
	rows := make([]row, len(sessions))
	for i, s := range sessions {
		rows[i] = row{s, s.Summary()}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Path, b.Path))
	})
	parent := common(sessions)
	lines := []string{headline(rows, parent)}
	if style.Blocked {
		rows = slices.DeleteFunc(rows, func(r row) bool { return len(r.summary.Needs) == 0 })
	}
	if len(rows) == 0 {
		return lines
	}
	lines = append(lines, "")
	lines = append(lines, style.table(rows, parent)...)
	if style.Legend {
		lines = append(lines, "", style.legend(rows))
	}
	return lines
}

// rank orders sessions: by what they need most, then those that wait for a verdict, then
// the others.
func (r row) rank() int {
	switch {
	case len(r.summary.Needs) > 0:
		return r.summary.Needs[0].press
	case r.shows(pending...):
		return tools + 1
	}
	return tools + 2
}

func (r row) shows(signs ...sign) bool {
	return slices.ContainsFunc(r.Rounds, func(r Round) bool { return slices.Contains(signs, r.cell().sign) })
}

// headline counts the sessions, those that need somebody, that wait for a verdict, and that
// have rounds which passed without a model: that nobody is needed is no approval.
func headline(rows []row, parent string) string {
	needy, waiting, unseen := 0, 0, 0
	for _, r := range rows {
		if len(r.summary.Needs) > 0 {
			needy++
		}
		if r.shows(pending...) {
			waiting++
		}
		if slices.ContainsFunc(r.Rounds, func(r Round) bool { return r.cell().unseen() }) {
			unseen++
		}
	}
	parts := []string{"nobody is needed"}
	if needy > 0 {
		parts[0] = printable.Counted(needy, "needs somebody", "need somebody")
	}
	if waiting > 0 {
		parts = append(parts, printable.Counted(waiting, "waits for a verdict", "wait for a verdict"))
	}
	if unseen > 0 {
		parts = append(parts, printable.Counted(unseen, "has rounds that no model reviewed", "have rounds that no model reviewed"))
	}
	return fmt.Sprintf("%s in %s: %s", printable.Counted(len(rows), "session", "sessions"), printable.Line(parent), strings.Join(parts, ", "))
}

// common is the deepest folder that all sessions lie in.
func common(sessions []Session) string {
	parent := ""
	for i, s := range sessions {
		own := filepath.Dir(s.Path)
		if i == 0 {
			parent = own
		}
		for own != parent && !strings.HasPrefix(own, strings.TrimSuffix(parent, "/")+"/") {
			parent = filepath.Dir(parent)
		}
	}
	return parent
}

// column is one of the table; without a cell in any row it is left out.
type column struct {
	heading string
	cells   []string
	gap     int // columns between it and the one before
}

func (c column) empty() bool {
	return !slices.ContainsFunc(c.cells, func(cell string) bool { return cell != "" })
}

func (c column) width() int {
	width := columns(c.heading)
	for _, cell := range c.cells {
		width = max(width, columns(cell))
	}
	return width
}

// table is the heading and a line a row. The needs stand last and are never cut: names
// are, and where that does not suffice cost, age and facts are left out, in this order.
func (s Style) table(rows []row, parent string) []string {
	name := fill("session", 0, rows, func(r row) string {
		inner, _ := filepath.Rel(parent, r.Path)
		return printable.Line(inner)
	})
	var fixed []column
	for _, id := range s.Rounds {
		fixed = append(fixed, fill(printable.Line(short(id)), 1, rows, func(r row) string {
			at := slices.IndexFunc(r.Rounds, func(r Round) bool { return r.ID == id && !r.Request })
			if at < 0 {
				return ""
			}
			return r.Rounds[at].cell().text(s.ASCII)
		}))
	}
	fixed = append(fixed, fill("requests", 2, rows, func(r row) string { return r.requests(s.ASCII) }))
	optional := []column{
		fill("facts", 2, rows, func(r row) string { return r.summary.Facts.text() }),
		fill("age", 2, rows, func(r row) string { return age(r.summary.Newest, s.Now) }),
		fill("cost", 2, rows, func(r row) string { return dollars(r.summary.CostToday) }),
	}
	needs := fill("needs", 2, rows, func(r row) string {
		var words []string
		for _, n := range r.summary.Needs {
			words = append(words, printable.Line(n.String()))
		}
		return strings.Join(words, "; ")
	})
	all := s.fit(name, fixed, optional, needs)
	var headings []string
	var gaps, widths []int
	for _, c := range all {
		headings, gaps, widths = append(headings, c.heading), append(gaps, c.gap), append(widths, c.width())
	}
	lines := []string{line(headings, gaps, widths)}
	for i := range rows {
		var cells []string
		for _, c := range all {
			cells = append(cells, c.cells[i])
		}
		lines = append(lines, line(cells, gaps, widths))
	}
	return lines
}

func fill(heading string, gap int, rows []row, cell func(row) string) column {
	c := column{heading: heading, gap: gap}
	for _, r := range rows {
		c.cells = append(c.cells, cell(r))
	}
	return c
}

// fit is the columns that have something to show, as far as they find place: the last of
// the optional ones give way to the needs.
func (s Style) fit(name column, fixed, optional []column, needs column) []column {
	fixed, optional = slices.DeleteFunc(fixed, column.empty), slices.DeleteFunc(optional, column.empty)
	if len(fixed) > 0 {
		fixed[0].gap = 2
	}
	if needs.empty() {
		needs.heading = ""
	}
	room := func() int {
		room := s.Width - needs.gap - min(needs.width(), wantedNeed)
		for _, c := range slices.Concat(fixed, optional) {
			room -= c.gap + c.width()
		}
		return room
	}
	if s.Width > 0 {
		for len(optional) > 0 && room() < min(leastName, name.width()) {
			optional = optional[:len(optional)-1]
		}
		width := max(room(), leastName)
		for i, cell := range name.cells {
			name.cells[i] = s.cut(cell, width)
		}
	}
	return slices.Concat([]column{name}, fixed, optional, []column{needs})
}

// line joins a cell of each column, filled up to the widths.
func line(cells []string, gaps, widths []int) string {
	var b strings.Builder
	for i, cell := range cells {
		b.WriteString(strings.Repeat(" ", gaps[i]) + cell + strings.Repeat(" ", widths[i]-columns(cell)))
	}
	return strings.TrimRight(b.String(), " ")
}

// legend explains the signs that occur.
func (s Style) legend(rows []row) string {
	occurs := func(want func(cell) bool) bool {
		return slices.ContainsFunc(rows, func(row row) bool {
			return slices.ContainsFunc(row.Rounds, func(r Round) bool { return want(r.cell()) })
		})
	}
	var parts []string
	for _, sign := range signs {
		if occurs(func(c cell) bool { return c.sign == sign || sign == unreviewed && c.unseen() }) {
			parts = append(parts, sign.text(s.ASCII)+" "+sign.means)
		}
	}
	if occurs(func(c cell) bool { return c.suspect }) {
		parts = append(parts, reached.text(s.ASCII)+stale.text(s.ASCII)+" a round before it changed since")
	}
	return strings.Join(parts, "   ")
}

// cut is the end of a text that is too wide, which tells more of a path than its beginning.
func (s Style) cut(text string, width int) string {
	mark := "…"
	if s.ASCII {
		mark = "..."
	}
	if over := columns(text) - width; over > 0 {
		return terminal.TruncateLeft(text, over+columns(mark), mark)
	}
	return text
}

// terminal is how wide terminals show a text. The signs are narrow on today's, also where
// the locale is an East Asian one.
var terminal = runewidth.Condition{StrictEmojiNeutral: true}

func columns(text string) int { return terminal.StringWidth(text) }

// text is "7H 16M", "3L" where nothing weighs more, "0" where nothing was found, and
// empty where nothing was judged.
func (f *Facts) text() string {
	switch {
	case f == nil:
		return ""
	case f.High > 0 && f.Medium > 0:
		return fmt.Sprintf("%dH %dM", f.High, f.Medium)
	case f.High > 0:
		return fmt.Sprintf("%dH", f.High)
	case f.Medium > 0:
		return fmt.Sprintf("%dM", f.Medium)
	case f.Low > 0:
		return fmt.Sprintf("%dL", f.Low)
	}
	return "0"
}

// age is how long ago something was, in its largest unit.
func age(at *time.Time, now time.Time) string {
	if at == nil {
		return ""
	}
	const day = 24 * time.Hour
	switch past := max(now.Sub(*at), 0); {
	case past < time.Minute:
		return fmt.Sprintf("%ds", past/time.Second)
	case past < time.Hour:
		return fmt.Sprintf("%dm", past/time.Minute)
	case past < 2*day:
		return fmt.Sprintf("%dh", past/time.Hour)
	default:
		return fmt.Sprintf("%dd", past/day)
	}
}

func dollars(cost *float64) string {
	if cost == nil {
		return ""
	}
	return fmt.Sprintf("$%.2f", *cost)
}
