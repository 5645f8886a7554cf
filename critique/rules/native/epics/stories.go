package epics

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// accepted is how a story names what it is held against.
var accepted = pattern.New(`(?i)acceptance|\b(?:exit|success|completion) criteria\b|\bdefinition of done\b|\bdone when\b|验收|(?:退出|完成|成功|通过)(?:标准|条件|准则)|完成(?:的)?定义`)

// storyRule makes a rule that holds every story against a demand.
func storyRule(r rules.Rule, faulty func(*model.Session, model.UserStory) bool) native.Rule {
	return native.Rule{Rule: r, On: model.EpicDocs, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
		all := model.Stories(d)
		found := slices.DeleteFunc(slices.Clone(all), func(u model.UserStory) bool { return !faulty(s, u) })
		for _, u := range found {
			details := []model.Detail{model.Target(u.Name)}
			if len(found) > 1 && len(found) == len(all) {
				details = append(details, model.Doubtful) // what none of them has is a custom of the house
			}
			hit(d, model.HeadingOf(d, u.Section), details...)
		}
		return len(all) > 0
	}}
}

// also is a rule that looks in another way, too, and tells of a line once.
func also(look func(*model.Session, *document.Document, native.Hit) bool, r native.Rule) native.Rule {
	first := r.Look
	r.Look = func(s *model.Session, d *document.Document, hit native.Hit) bool {
		told := map[int]bool{}
		once := func(d *document.Document, at document.Span, details ...model.Detail) {
			if line, _ := d.Position(at.Start); !told[line] {
				told[line] = true
				hit(d, at, details...)
			}
		}
		looked := look(s, d, once)
		return first(s, d, once) || looked
	}
	return r
}

// StoryRules look at the stories of epics.
func StoryRules() []native.Rule {
	return []native.Rule{
		also(withoutCriteria, storyRule(native.Of("EP-016"), func(_ *model.Session, u model.UserStory) bool {
			text, boxes := u.Text(), false
			if given.MatchString(text) {
				return false
			}
			for _, section := range u.Doc.Find(document.Acceptance) {
				if u.Section.All().Holds(section.Start) && hollowSection(u.Doc, section) {
					return true
				}
			}
			for _, item := range u.Doc.Items {
				if u.Section.All().Holds(item.Start) && (item.Box != 0 || item.Section.Under(document.Acceptance) || storyOf(item) == u.Section && !labelled.MatchString(item.Text) && document.Units(item.Text) >= model.LeastSubstance) {
					if strings.TrimSpace(item.Text) != "" {
						return false
					}
					boxes = true
				}
			}
			return boxes || !accepted.MatchString(text)
		})),
		{Rule: native.Of("EP-030"), On: model.EpicDocs, Look: storyTwice},
		storyRule(native.Of("EP-028"), func(s *model.Session, u model.UserStory) bool {
			if roleBenefit(u.Text()) {
				return false
			}
			all, told := model.Stories(u.Doc), 0
			for _, other := range all {
				if roleBenefit(other.Text()) {
					told++
				}
			}
			return told > 0 && told*2 >= len(all)
		}),
	}
}

var (
	// labelled is what says something of a story, and no criterion: "Size: M".
	labelled  = pattern.New(`(?i)^[*_]*[\p{L}][\p{L} /]{1,24}[*_]*[:：]|^[*_]*(?:as an?|i want|so that|作为|我希望|我想|以便)(?:\b|\p{Han})`)
	given     = pattern.New(`(?i)\bgiven\b.+\bthen\b|(?m)^[\s*_-]*(?:(?:Given|WHEN|THEN|When)\b|假设|给定|假如|当|那么)`)
	dependsOn = pattern.New(`(?i)\bdepend(?:s|ency|encies)\b|\bblocked by\b|\brequires\b|依赖|前置`)
)

// storyOf is the section that an item is of: what stands behind a label in bold that says all of it on its own line,
// as **Traces to**: REQ-01 does, is not of that label.
func storyOf(item *document.Item) *document.Section {
	section := item.Section
	for section != nil && section.Level > 6 && says.MatchString(section.Title) {
		section = section.Parent
	}
	return section
}

// says is a label that is followed by names on its own line.
var says = pattern.New(`(?i)^\W*(?:traces?(?: to)?|requirements?|covers|depends(?: on)?|needs|size|estimate|points|priority|对应|追溯|依赖|需求|估算|优先级)\W*$`)

func roleBenefit(text string) bool {
	return model.Story.MatchString(text) && model.Benefit.MatchString(text)
}

// hollowSection tells whether a section holds nothing but labels such as
// "Size: L", which stand there because nothing ends a heading made of bold text.
func hollowSection(d *document.Document, section *document.Section) bool {
	at := section.All()
	if slices.ContainsFunc(d.Items, func(item *document.Item) bool { return at.Holds(item.Start) }) {
		return false
	}
	for line := range strings.Lines(d.Slice(at)) {
		if document.Units(line) >= 8 {
			return false
		}
	}
	return true
}

// fewestStories is how many stories of their own a session has at least for its epics to share one numbering.
const fewestStories = 4

// storyTwice is about the one ID that stories of two epics have. More than one, or none, and each epic counts from one.
func storyTwice(s *model.Session, d *document.Document, hit native.Hit) bool {
	first, again := map[string]model.UserStory{}, map[string]model.UserStory{}
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(doc) {
			switch known, twice := first[u.Name]; {
			case u.Name == u.Section.Title: // by its title: no ID
			case !twice:
				first[u.Name] = u
			case known.Doc != doc && !strings.Contains(model.Normal(known.Title), model.Normal(u.Title)) && !strings.Contains(model.Normal(u.Title), model.Normal(known.Title)):
				again[u.Name] = u
			}
		}
	}
	if len(first) < fewestStories || len(again) != 1 {
		return len(first) >= fewestStories
	}
	for name, u := range again {
		if other := first[name]; u.Doc == d {
			hit(d, model.HeadingOf(d, u.Section), model.Target(name), model.Note(other.Title), model.Other{Doc: other.Doc, At: model.HeadingOf(other.Doc, other.Section)})
		}
	}
	return true
}
