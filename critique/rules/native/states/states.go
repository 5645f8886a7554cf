// Package states holds what documents say of the state of a thing against what its parts and the other
// documents say: a draft whose tasks are all done, a phase that has not begun here and is complete there.
//
// A document comes in, the places come out where it says open of what is done. What another rule of a framework
// tells of one document alone, or of one file and its row, is not told again.
package states

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Rules look at what is said to be open.
func Rules() []native.Rule {
	return []native.Rule{{Rule: native.Of("X-040"), Look: stale}}
}

// stale reports what a document calls open, and its parts, or another document, done.
func stale(s *model.Session, d *document.Document, hit native.Hit) bool {
	looked := openOverDone(s, d, hit)
	looked = made(s, d, hit) || looked
	looked = position(s, d, hit) || looked
	looked = draftOfDone(s, d, hit) || looked
	return saidElsewhere(s, d, hit) || looked
}

// leastDone is how many parts must be done for the whole to be forgotten, and leastTasks how many tasks.
const leastDone, leastTasks = 2, 4

// openOverDone reports an entry without a tick of which all parts are ticked. Of work that is going on the last of
// many may be.
func openOverDone(s *model.Session, d *document.Document, hit native.Hit) bool {
	looked := false
	for i, item := range d.Items {
		done, open, last := 0, false, item
		for _, part := range native.PartsOf(item, d.Items[i+1:]) {
			open = open || part.Box == ' ' || native.Begun.MatchString(part.Text)
			if part.Box == 'x' {
				done, last = done+1, part
			}
		}
		looked = looked || done > 0
		if (item.Box == ' ' || native.Begun.MatchString(item.Text)) && !open && done >= leastDone {
			hit(d, item.Span, model.Target(model.Clip(model.Plain(item.Text), 60)), s.Say(model.Itoa(done)+" of its parts are ticked, and none is open", "其 "+model.Itoa(done)+" 个部分均已勾选"), model.Other{Doc: d, At: last.Span}, model.Doubtful)
		}
	}
	return looked
}

// draftOfDone reports a document that calls itself a draft, or not begun, beside a list of tasks that are all done.
func draftOfDone(s *model.Session, d *document.Document, hit native.Hit) bool {
	own := headOf(d)
	if own.words == "" || own.open && foremost(s, d) != d {
		return false // said once
	}
	for _, other := range s.Docs {
		if path.Dir(other.Path) != path.Dir(d.Path) || other == d || path.Base(other.Path) != "tasks.md" {
			continue
		}
		boxes := slices.DeleteFunc(slices.Clone(other.Items), func(i *document.Item) bool { return i.Box == 0 })
		if own.open && len(boxes) >= leastTasks && !slices.ContainsFunc(boxes, func(i *document.Item) bool { return i.Box == ' ' }) {
			hit(d, own.at, model.Target(own.words), s.Say("all "+model.Itoa(len(boxes))+" tasks are ticked", "全部 "+model.Itoa(len(boxes))+" 个任务均已勾选"), model.Other{Doc: other, At: boxes[0].Span}, model.Doubtful)
		}
		return len(boxes) > 0
	}
	return false
}

// foremost is which of the open documents of a folder is told of: the requirements, or the first.
func foremost(s *model.Session, d *document.Document) (first *document.Document) {
	for _, other := range s.Docs {
		if path.Dir(other.Path) == path.Dir(d.Path) && headOf(other).open && (first == nil || other.Kind == document.Requirements) {
			first = other
		}
	}
	return first
}

// saidElsewhere reports what a document calls open and another one done. What tells of one day is right for that day.
func saidElsewhere(s *model.Session, d *document.Document, hit native.Hit) bool {
	own := statementsOf(d)
	if len(own) == 0 || model.Recounts(d) && !current.MatchString(d.Path) || ofOneDay.MatchString(d.Path) {
		return false
	}
	told := map[string]bool{}
	for _, other := range s.Docs {
		if other == d || strings.HasPrefix(other.Path, "../../../") { // of another milestone
			continue
		}
		for _, o := range statementsOf(other) {
			for _, here := range own {
				if here.open && o.done && here.thing == o.thing && !told[here.thing] && sameName(here.name, o.name) {
					told[here.thing] = true
					details := []model.Detail{model.Target(here.thing + ": " + model.Clip(model.Plain(here.words), 40)), s.Say("another document calls it done", "另一文档称其已完成"), model.Other{Doc: other, At: o.at}}
					if lingers.MatchString(here.words) || strings.HasSuffix(d.Path, "-VALIDATION.md") {
						details = append(details, model.Doubtful)
					}
					hit(d, here.at, details...)
				}
			}
		}
	}
	return true
}

var (
	// current are documents that are kept up to date, whatever else they report.
	current  = pattern.New(`(?:^|/)(?:STATE|ROADMAP|[\d.]+-(?:VALIDATION|VERIFICATION|UAT|HUMAN-UAT))\.md$`)
	ofOneDay = pattern.New(`(?i)(?:^|/)(?:archived?|milestones|sessions?|logs?|history)/|(?:summary|report|discussion-log|changelog|research|handoff|retro\w*|context)\.md$`)
)

// sameName tells whether two names of one number are of one thing: one has none, or they share a word.
func sameName(a, b string) bool {
	one, other := model.StemsOf(a), model.StemsOf(b)
	return len(one) == 0 || len(other) == 0 || one.Shared(other) > 0
}
