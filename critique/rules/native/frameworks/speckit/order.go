package speckit

import (
	"strconv"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	// needs is what stands between a task and those it waits for.
	needs = pattern.New(`(?i)(?:\b(?:needs?|requires?|depends? (?:up)?on|depending on|waits? for|waiting for|blocked by|after)|依赖(?:于|：|:)?|需要|须在|前置(?:任务)?(?:：|:)?)\s*((?:T\d{3,4}[a-z]?\b(?:\s*(?:,|，|、|/|&|\+|and|和|与)\s*)?)+)`)
	not   = pattern.New(`(?i)(?:\b(?:no|not|never|longer|nothing|neither)\b|不|无需|没有)[^.;。；]{0,12}$`)
	phase = pattern.New(`(?i)^\W*(?:Phase|阶段|第)\s*\d+`)
)

// needsLater is about a task that is said to wait for one of a later phase: who works through
// the phases in their order comes to it too early.
func needsLater(_ *model.Session, d *document.Document, hit native.Hit) bool {
	phases, own := map[string]*document.Section{}, map[int]string{}
	for _, t := range tasksOf(d) {
		own[t.line.Start] = t.id
		for at := d.SectionAt(t.line.Start); at != nil; at = at.Parent {
			if frameworks.IsHeading(at) && phase.MatchString(frameworks.Raw(d, at)) {
				phases[t.id] = at
				break
			}
		}
	}
	applied := false
	for _, l := range frameworks.Lines(d) {
		ids := frameworks.IDsIn(taskID, l.Text)
		for _, m := range needs.FindAllStringSubmatchIndex(l.Text, 20) {
			who, from := "", 0 // the task that is named last before; in brackets of a task, that task
			if bracket := openBracket(l.Text[:m[0]]); bracket >= 0 && own[l.Start] != "" {
				who, from = own[l.Start], bracket
			}
			for _, id := range ids {
				if id.Start >= from && id.End <= m[0] && !strings.ContainsAny(strings.TrimRight(l.Text[id.End:m[0]], ". "), ".;。；") {
					who = l.Text[id.Start:id.End]
				}
			}
			if phases[who] == nil || not.MatchString(l.Text[:m[0]]) {
				continue
			}
			applied = true
			for _, id := range ids {
				if other := l.Text[id.Start:id.End]; id.Start >= m[2] && id.End <= m[3] && phases[other] != nil && phases[other].Start > phases[who].Start {
					hit(d, l.At(m[0], m[1]), model.Target(who), model.Target(other), model.Note(frameworks.Raw(d, phases[other])))
				}
			}
		}
	}
	return applied
}

// openBracket is where the bracket begins in which a text ends; -1: in none.
func openBracket(text string) int {
	at := strings.LastIndexAny(text, "(（")
	if at >= 0 && strings.ContainsAny(text[at:], ")）") {
		return -1
	}
	return at
}

// unmarkedParallel is about tasks that are said to run in parallel with others and lack the mark
// which these have.
func unmarkedParallel(_ *model.Session, d *document.Document, hit native.Hit) bool {
	marked, unmarked := map[int]bool{}, map[int]string{}
	for _, t := range tasksOf(d) {
		number, err := strconv.Atoi(t.id[1:])
		if marked[number] = parallel.MatchString(t.line.Text); err == nil && !marked[number] {
			unmarked[number] = t.id
		}
	}
	if len(unmarked) == len(marked) {
		return false
	}
	applied := false
	for _, l := range frameworks.Lines(d) {
		if taskLine.MatchString(l.Text) || apart.MatchString(l.Text) {
			continue
		}
		from := 0
		for _, at := range together.FindAllStringIndex(l.Text, 6) {
			part := l.Text[from:at[0]]
			if cut := clause.FindAllStringIndex(part, -1); cut != nil {
				last := cut[len(cut)-1]
				word := []rune(part[last[0]:last[1]])
				if part = part[last[1]:]; unicode.IsLetter(word[0]) { // after T001, T002 and T003
					_, part, _ = strings.Cut(part, ",")
				}
				from = at[0] - len(part)
			}
			with, without := 0, []string{}
			for _, m := range run.FindAllStringSubmatch(part, 20) {
				first, _ := strconv.Atoi(m[1])
				last := first
				if end := m[2] + m[3]; end != "" {
					last, _ = strconv.Atoi(end)
				}
				for n := first; n <= min(last, first+60); n++ {
					if marked[n] {
						with++
					} else if unmarked[n] != "" {
						without = append(without, unmarked[n])
					}
				}
			}
			applied = applied || with > 0
			if len(without) > 0 && with > len(without) {
				hit(d, l.At(from, at[1]), model.Note(frameworks.Several(without)))
			}
			from = at[1]
		}
	}
	return applied
}

var (
	together = pattern.New(`(?i)\bin parallel\b|\bparallel(?:ized|ly)\b|并行`)
	apart    = pattern.New(`(?i)\b(?:not|cannot|can't|never)\b|不能|不可`)
	clause   = pattern.New(`(?i)[;；。{→]|->|\.\s|:\s|：|\b(?:after|once|then|when|while|before|with)\b`)
	run      = pattern.New("T(\\d{3})(?:\\D{1,3}(?:-|–|—|~|to|through|至|到)\\D{0,3}T?(\\d{3})|[`*]*(?:-|–|—|~)[`*]*T?(\\d{3}))?\\b")
)

// askedCases is about a specification whose edge cases ask what happens, and do not say it.
func askedCases(_ *model.Session, d *document.Document, hit native.Hit) bool {
	for _, section := range d.Sections {
		if !frameworks.IsHeading(section) || !edges.MatchString(section.Title) {
			continue
		}
		asked, cases := 0, 0
		for _, item := range d.Items {
			if item.Section != section || item.Depth != 1 {
				continue
			}
			if cases++; asksOnly.MatchString(item.Text) {
				asked++
			}
		}
		if asked >= 3 && asked*2 > cases {
			hit(d, model.HeadingOf(d, section), model.Note(strconv.Itoa(asked)), model.Note(strconv.Itoa(cases)))
		}
		return cases > 0
	}
	return false
}

var (
	edges    = pattern.New(`(?i)^\W*(?:edge cases?|边界(?:情况|条件|案例|场景)|边缘(?:情况|案例|场景))`)
	asksOnly = pattern.New(`[?？][\s*_"”」]*$`)
)
