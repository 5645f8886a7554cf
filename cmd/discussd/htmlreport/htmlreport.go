// Package htmlreport makes a page of sessions that people read: how each round stands, what
// was said, what was found and where in the documents, and how that changed over revisions.
//
// Verdicts and the bytes they are about come in, one HTML document goes out, which needs
// nothing but itself: no script, no other file, no network. It reads no file.
package htmlreport

import (
	"bytes"
	_ "embed" // the template and its style
	"fmt"
	"html/template"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/printable"
	"discussd/pipeline/verdict"
)

//go:embed page.tmpl
var page string

//go:embed page.css
var style string

// Session is one session on the page.
type Session struct {
	Name   string
	Layout string // "lifecycle", "spec-kit"
	Rounds []Round
}

// Round is one round of a session.
type Round struct {
	ID        string
	State     string            // "fresh", "stale", "missing", "unjudged", or what a daemon does with it
	Verdict   *verdict.Verdict  // nil without one
	Past      []verdict.Verdict // the latest first, the present one included
	Documents map[string]string // what its files hold now, by their path from the session folder
	Problem   string            // what could not be read, "" when nothing is wrong
}

// Style is the style sheet of every page.
func Style() string { return style }

// Frame is what surrounds sessions that a server shows. The zero value is that of a file,
// which stands alone.
type Frame struct {
	Script string // address of the script that keeps the page as things are
	Live   string // address of the events that tell it when something has changed
	Home   string // address of the page with all sessions
	// Decide is the address where a person decides about a round, "" where there is nothing
	// to decide. It may be nil.
	Decide func(session int, round Round) string
}

// Page writes the page of sessions, as a file that stands alone. The error is that of a
// template, which a test runs.
func Page(sessions []Session) ([]byte, error) { return Frame{}.Page(sessions) }

// Page writes the page of sessions in its frame.
func (f Frame) Page(sessions []Session) ([]byte, error) {
	if f.Decide == nil {
		f.Decide = func(int, Round) string { return "" }
	}
	chinese := len(sessions) > 0
	for _, s := range sessions {
		for _, r := range s.Rounds {
			chinese = chinese && (r.Verdict == nil || r.Verdict.Language == verdict.Chinese)
		}
	}
	judged := slices.ContainsFunc(sessions, func(s Session) bool {
		return slices.ContainsFunc(s.Rounds, func(r Round) bool { return r.Verdict != nil })
	})
	w := words{chinese && judged}
	parsed, err := template.New("page").Funcs(template.FuncMap{
		"say": w.say, "answer": w.answer, "style": func() template.CSS { return template.CSS(style) }, "lang": w.language,
		"mark": w.mark, "excerpt": excerpt, "trend": trend, "rating": rating, "shown": shown, "facts": facts, "who": w.who, "anchor": anchor, "lead": lead, "heard": heard, "tasks": tasks, "usd": usd, "views": views, "acceptance": acceptance, "tag": tag,
		"frame": func() Frame { return f }, "decide": func(session int, round Round) string { return f.Decide(session, round) },
	}).Parse(page)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = parsed.Execute(&out, sessions)
	return out.Bytes(), err
}

// words says things in the language of the page.
type words struct{ chinese bool }

func (w words) say(english, chinese string) string {
	if w.chinese {
		return chinese
	}
	return english
}

// answer is that to a question of a checklist which is no plain yes.
func (w words) answer(word string) string {
	switch word {
	case critique.No:
		return w.say("No", "否")
	case critique.Yes:
		return w.say("Yes, no passage shows it", "是，但没有原文佐证")
	}
	return w.say("Not told", "文档未说明")
}

func (w words) language() string { return w.say("en", "zh") }

// Mark is how a round stands, in a word and a sign: nobody has to see a colour.
type Mark struct{ Class, Sign, Text string }

func (w words) mark(r Round) Mark {
	switch {
	case r.State == "missing":
		return Mark{"none", "·", w.say("no artifact yet", "尚无工件")}
	case r.Verdict == nil && r.State != "unjudged":
		return Mark{"busy", "●", r.State}
	case r.Verdict == nil:
		return Mark{"none", "·", w.say("not judged", "未评审")}
	}
	m := w.outcome(*r.Verdict)
	if r.State == "stale" {
		m.Text += w.say(", changed since", "，此后已修改")
		m.Class += " stale"
	}
	return m
}

func (w words) outcome(v verdict.Verdict) Mark {
	severity := ""
	if v.Severity != nil {
		severity = string(*v.Severity)
	}
	switch {
	case v.Outcome == verdict.Failed:
		return Mark{"error", "?", w.say("could not be judged", "无法评审")}
	case v.Outcome == verdict.Blocked:
		m := Mark{strings.ToLower(severity), "✗", w.say("blocked ", "阻塞 ") + severity}
		if v.Unreviewed() {
			m.Text += w.say(" (no model answered)", "（没有模型作答）")
		}
		return m
	case v.Unreviewed():
		return Mark{"medium", "u", w.say("unreviewed: no model answered", "未经评审：没有模型作答")}
	case v.Basis == critique.BasisChecks:
		return Mark{"checks", "u", w.say("passed the checks; no model was asked", "通过检查；未询问模型")}
	}
	return Mark{"reached", "✓", w.say("consensus", "达成共识")}
}

// who says who spoke for a perspective.
func (w words) who(p verdict.Perspective) string {
	switch {
	case p.Source == critique.SourceSkipped:
		return w.say("skipped", "跳过")
	case p.Source == critique.SourceChecks:
		return w.say("nobody", "无")
	case p.Model != "":
		return p.Tool + ", " + p.Model
	}
	return p.Tool
}

// lead is the line that says first what limits a verdict, "" where nothing does.
func lead(v verdict.Verdict) string {
	first, _, _ := strings.Cut(v.Summary, "\n")
	if strings.HasPrefix(first, "#") {
		return ""
	}
	return first
}

// heard tells whether a model answered for any perspective.
func heard(v verdict.Verdict) bool {
	return slices.ContainsFunc(v.Perspectives, func(p verdict.Perspective) bool {
		return p.Source == critique.SourceCLI || p.Source == critique.SourceFallback
	})
}

// tasks are the action items less the facts, which stand below with their place. Where no
// model spoke, those that block are what there is to do, and stay.
func tasks(v verdict.Verdict) []critique.ActionItem {
	alone := !heard(v)
	return slices.DeleteFunc(slices.Clone(v.ActionItems), func(a critique.ActionItem) bool {
		return a.Kind == critique.ItemFact && !(alone && a.Blocks)
	})
}

// Acceptance is what a person let pass, and when the verdict that says so was given.
type Acceptance struct{ By, When, Rationale string }

// acceptance is the decision of a person by which a round passes, or by which something of
// it blocks no more; nil where none counts. Verdicts date no decision: the first that holds
// it came with it.
func acceptance(r Round) *Acceptance {
	for _, d := range slices.Backward(r.Verdict.Decisions) {
		about := d.Fingerprint == r.Verdict.Artifact.Fingerprint
		if !about && len(d.Accepts) == 0 {
			continue
		}
		if d.Decision != verdict.Accept {
			return nil // the latest about these bytes sends them back
		}
		when := r.Verdict.FinishedAt
		for _, past := range r.Past {
			if past.FinishedAt.Before(when) && slices.ContainsFunc(past.Decisions, func(known verdict.Decision) bool {
				return known.SHA256 == d.SHA256 && known.Fingerprint == d.Fingerprint && known.Rationale == d.Rationale
			}) {
				when = past.FinishedAt
			}
		}
		return &Acceptance{d.By, when.UTC().Format("2006-01-02 15:04 UTC"), d.Rationale}
	}
	return nil
}

// tag is the class of a severity.
func tag(severity critique.Severity) string {
	if severity.Weight() >= critique.High.Weight() {
		return "high"
	}
	return "medium"
}

// shown is a text of others as readers may see it: what steers or reorders a line is written out.
func shown(text string) string { return printable.Lines(text) }

func rating(r *float64) string {
	if r == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", *r)
}

// views are the divergences less the facts.
func views(v verdict.Verdict) []critique.Divergence {
	return slices.DeleteFunc(slices.Clone(v.Divergences), func(d critique.Divergence) bool { return d.Type == critique.Fact })
}

func usd(dollars *float64) string { return fmt.Sprintf("$%.2f", *dollars) }

// facts counts the findings of a severity.
func facts(v *verdict.Verdict, severity string) int {
	n := 0
	for _, f := range v.Checks.Present() {
		if string(f.Severity) == severity {
			n += max(1, len(f.Places))
		}
	}
	return n
}

func anchor(session int, round string) string { return fmt.Sprintf("s%d-%s", session, round) }

// Line is one line of an excerpt. What is marked stands between before and after.
type Line struct {
	Number                int
	Before, Marked, After string
}

// What an excerpt shows.
const (
	linesAround = 1
	longestLine = 300 // characters
)

// excerpt is the lines of a document around one of them, with a passage of it marked; none
// where the document or the line is not there.
func excerpt(documents map[string]string, path string, line int, quote string) []Line {
	text, ok := documents[path]
	lines := strings.Split(text, "\n")
	if !ok || line < 1 || line > len(lines) {
		return nil
	}
	var all []Line
	for n := max(1, line-linesAround); n <= min(len(lines), line+linesAround); n++ {
		l := Line{Number: n, Before: clipped(lines[n-1])}
		if n == line {
			l.Before, l.Marked, l.After = cut(l.Before, quote)
		}
		all = append(all, l)
	}
	return all
}

// cut finds a passage in a line; what stands nowhere in it marks the whole line.
func cut(line, quote string) (before, marked, after string) {
	quote, _, _ = strings.Cut(strings.TrimSpace(quote), "\n")
	if at := strings.Index(line, quote); quote != "" && at >= 0 {
		return line[:at], quote, line[at+len(quote):]
	}
	return "", line, ""
}

func clipped(line string) string {
	return printable.Capped(shown(strings.TrimRight(line, "\r")), longestLine)
}

// The size of a trend, in units of its picture.
const (
	trendWidth, trendHeight = 240, 48
	mostTrend               = 20 // revisions
)

// Trend is how a round went over its revisions, oldest first.
type Trend struct {
	Points string // of the line of ratings; "" with fewer than two
	Bars   []Bar  // of the findings of each revision
	Said   string
}

// Bar is what the checks found in one revision.
type Bar struct{ X, Y, Width, Height int }

// trend draws the ratings and the counts of findings of a round; it is nil where there is
// but one revision.
func trend(past []verdict.Verdict) *Trend {
	past = slices.Clone(past[:min(len(past), mostTrend)])
	slices.Reverse(past)
	if len(past) < 2 {
		return nil
	}
	most := 1
	for _, v := range past {
		most = max(most, len(v.Checks.Present()))
	}
	t := &Trend{}
	var points, said []string
	step := min(trendWidth/len(past), 24)
	for i, v := range past {
		found := len(v.Checks.Present())
		height := found * (trendHeight - 2) / most
		t.Bars = append(t.Bars, Bar{i*step + 2, trendHeight - height, max(1, step-4), height})
		if v.AverageRating != nil {
			points = append(points, fmt.Sprintf("%d,%d", i*step+step/2, trendHeight-int((*v.AverageRating-1)/4*(trendHeight-4))-2))
		}
		said = append(said, fmt.Sprintf("%d: %s/5, %d", v.Revision, rating(v.AverageRating), found))
	}
	if len(points) > 1 {
		t.Points = strings.Join(points, " ")
	}
	t.Said = strings.Join(said, "; ")
	return t
}
