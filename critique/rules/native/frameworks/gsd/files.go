package gsd

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// shelf is what is known of the files of all phases: each phase is a session of its own, and its files bear its number.
type shelf struct{ s *model.Session }

// has tells whether any folder of the project has a file of a name; missing is true where it certainly has not.
func (f shelf) has(name string) (there, missing bool) {
	for _, d := range f.s.Docs {
		if path.Base(d.Path) == name {
			return true, false
		}
	}
	if f.s.Around.Code == nil {
		return false, true
	}
	at := f.s.Around.Code.Cited(name, 0)
	return at.There, at.Missing
}

// any tells whether one of some files of a phase is there, whether its number has a zero in front or not;
// missing is true where certainly none is.
func (f shelf) any(phase string, ends ...string) (there, missing bool) {
	missing = true
	for _, number := range [...]string{padded(phase), plainNumber(phase)} {
		for _, end := range ends {
			is, not := f.has(number + end)
			if is {
				return true, false
			}
			missing = missing && not
		}
	}
	return false, missing
}

// padded is the number of a phase as its files bear it: 02.1.
func padded(phase string) string {
	whole, _, _ := strings.Cut(phase, ".")
	if len(whole) < 2 {
		return "0" + phase
	}
	return phase
}

var (
	plansOf  = []string{"-01-PLAN.md", "-1-PLAN.md", "-02-PLAN.md", "-03-PLAN.md"}
	contexts = []string{"-CONTEXT.md", "-RESEARCH.md"}
	reports  = []string{"-VERIFICATION.md", "-01-VERIFICATION.md", "-UAT.md", "-HUMAN-UAT.md"}
)

// unplannedPhases is about plans that a roadmap lists of a phase which is worked on, and that are not there,
// and about a phase that was prepared and passed over.
func unplannedPhases(s *model.Session, d *document.Document, hit native.Hit) bool {
	f := shelf{s}
	phases := phasesOf(d)
	planned := map[string]bool{}
	last := -1
	for i, p := range phases {
		if there, _ := f.any(p.number, plansOf...); there {
			planned[p.number], last = true, i
		}
	}
	if len(planned) == 0 {
		return false
	}
	for i, p := range phases {
		begun, _ := f.any(p.number, contexts...)
		if !planned[p.number] && !begun {
			continue
		}
		var missing []string
		var at document.Span
		for _, one := range planLines(d, p.section) {
			_, number, _ := strings.Cut(one.name, "-")
			if _, out := f.any(p.number, "-"+number+"-PLAN.md", "-"+one.number+"-PLAN.md"); out && !strings.Contains(one.Text, "TBD") && !spoken.MatchString(one.Text) {
				if missing = append(missing, one.name); len(missing) == 1 {
					at = one.Span
				}
			}
		}
		_, none := f.any(p.number, slices.Concat(plansOf, reports)...) // and no report either: plans may be called otherwise
		switch {
		case len(missing) > 0:
			hit(d, at, model.Note(p.number), s.Say("lists plan "+frameworks.Several(missing)+", and there is no such file", "列出计划 "+frameworks.Several(missing)+"，但没有该文件"), model.Unwitnessed)
		case begun && none && i < last && !planned[p.number] && !later.MatchString(strings.ToLower(p.section.Title)):
			hit(d, model.HeadingOf(d, p.section), model.Note(p.number), s.Say("has a context and no plan, while phase "+phases[last].number+" has plans", "有 CONTEXT 而没有计划，而阶段 "+phases[last].number+" 已有计划"), model.Unwitnessed)
		}
	}
	return true
}

// spoken is a plan that was dropped, or whose work is done elsewhere.
var spoken = pattern.New(`(?i)~~|\b(?:dropped|removed|skipped|superseded|merged|deferred|cancel+ed|inline|no plan)\b`)

// unverifiedPhases is about a phase that is ticked and has plans, and no verification as others have.
func unverifiedPhases(s *model.Session, d *document.Document, hit native.Hit) bool {
	f := shelf{s}
	var without []frameworks.Match
	verified := 0
	for m := range frameworks.Matches(phaseLine, frameworks.Lines(d)) {
		if planned, _ := f.any(m.Group(2), plansOf...); m.Group(1) == " " || !planned {
			continue
		}
		switch there, missing := f.any(m.Group(2), reports...); {
		case there:
			verified++
		case missing && !spoken.MatchString(m.Text):
			without = append(without, m)
		}
	}
	if len(without) > max(verified, 1) {
		return false
	}
	others := s.Say(", as others have", "，而其他阶段有")
	if verified == 0 {
		others = ""
	}
	for _, m := range without {
		hit(d, m.Span, model.Note(m.Group(2)), others, model.Unwitnessed)
	}
	return verified+len(without) > 0
}

// openQuestions is about a research with a question that nobody answered, nor said how to go on without an answer, once
// there are plans.
func openQuestions(s *model.Session, d *document.Document, hit native.Hit) bool {
	if len(frameworks.Find(s, isPlan)) == 0 || d.Foreign {
		return false
	}
	for _, section := range d.Sections {
		if title := frameworks.Raw(d, section); !frameworks.IsHeading(section) || !questions.MatchString(title) || answered.MatchString(title) {
			continue
		}
		var open []*document.Item
		for _, item := range d.Items {
			if section.All().Holds(item.Start) && item.Depth == 1 && asks.MatchString(item.Text) && !answered.MatchString(d.Text[item.Start:following(d, item, section.Deep)]) {
				open = append(open, item)
			}
		}
		if len(open) > 0 {
			hit(d, open[0].Span, model.Note(open[0].Text), model.Note(model.Itoa(len(open))))
		}
		return true
	}
	return false
}

// following is where the next item beside one begins, at most at an end.
func following(d *document.Document, item *document.Item, end int) int {
	for _, next := range d.Items {
		if next.Start > item.Start && next.Depth == item.Depth {
			return min(next.Start, end)
		}
	}
	return end
}

var (
	questions = pattern.New(`(?i)^\W*(?:open|unresolved|remaining) questions?\b|^\W*(?:待解决|未解决|开放|未决|待定)(?:的)?问题`)
	asks      = pattern.New(`[?？]|(?i)\bunknown\b|未知`)
	answered  = pattern.New(`(?i)recom+end|resol[vu]|answer|decision|decided|default|suggest|propos|assum|mitigat|deferred|\bplan\b|\bnone\b|~~|→|[✅✓]|建议|推荐|已解决|结论|决定|答|默认|假设|推迟`)
)
