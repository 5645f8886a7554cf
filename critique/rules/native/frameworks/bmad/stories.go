package bmad

import (
	"fmt"
	"maps"
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

// epicStories calls a function with each story that stands in the section of an epic.
func epicStories(d *document.Document, each func(s *document.Section, epic, number string)) bool {
	applied := false
	for s, m := range frameworks.Headings(d, storyTitle) {
		for p := s.Parent; p != nil; p = p.Parent {
			if e := epicTitle.FindStringSubmatch(frameworks.Raw(d, p)); e != nil {
				applied = true
				each(s, e[1], m[1]+"."+m[2]+m[3])
				break
			}
		}
	}
	return applied
}

func storyTwice(_ *model.Session, d *document.Document, hit native.Hit) bool {
	seen, titles := frameworks.Once{}, map[string]bool{}
	return epicStories(d, func(s *document.Section, _, number string) {
		switch first, again := seen.Again(number, model.HeadingOf(d, s)); {
		case again && titles[s.Title]: // outlined, and then told at length
			hit(d, model.HeadingOf(d, s), model.Note(number), model.Other{Doc: d, At: first}, model.Lesser)
		case again:
			hit(d, model.HeadingOf(d, s), model.Note(number), model.Other{Doc: d, At: first})
		}
		titles[s.Title] = true
	})
}

// misnumbered is about stories that stand in another epic than their number says, and numbers that an epic
// leaves out and nobody speaks of.
func misnumbered(s *model.Session, d *document.Document, hit native.Hit) bool {
	known, last, right := planned(s), map[string]int{}, 0
	type story struct {
		section      *document.Section
		epic, number string
	}
	var strays []story
	applied := epicStories(d, func(section *document.Section, epic, number string) {
		own, rest, _ := strings.Cut(number, ".")
		if own != epic {
			strays = append(strays, story{section, epic, number})
			return
		}
		right++
		place, _ := strconv.Atoi(leading.FindString(rest))
		for n := last[epic] + 1; last[epic] > 0 && place <= last[epic]+3 && n < place; n++ {
			missing := storyAt{epic, strconv.Itoa(n)}
			if _, there := known[missing]; !there && !spokenOf(s, missing) {
				hit(d, model.HeadingOf(d, section), model.Note(missing.String()), s.Say(fmt.Sprintf("is missing between %s.%d and %s: was it dropped, or forgotten?", epic, last[epic], number), fmt.Sprintf("缺失（在 %s.%d 与 %s 之间）：是已删除还是遗漏？", epic, last[epic], number)))
			}
		}
		last[epic] = max(last[epic], place)
	})
	for _, one := range strays {
		if len(strays) <= right { // or they are counted otherwise
			hit(d, model.HeadingOf(d, one.section), model.Note(one.number), s.Say("stands in Epic "+one.epic, "位于 Epic "+one.epic+" 中"))
		}
	}
	return applied
}

var leading = pattern.New(`^\d+`)

// spokenOf tells whether any document names a story: it is there in another form, or was dropped on purpose.
func spokenOf(s *model.Session, at storyAt) bool {
	named := pattern.New(`(?im)(?:\bstor(?:y|ies)\b|故事|\bS)[^\n]{0,80}?\b` + at.epic + `[.-]` + at.place + `\b|^\s*` + at.epic + `-` + at.place + `-`)
	return slices.ContainsFunc(s.Docs, func(d *document.Document) bool {
		return strings.HasPrefix(path.Base(d.Path), at.epic+"-"+at.place+"-") || strings.HasPrefix(path.Base(d.Path), at.epic+"."+at.place+".") || named.MatchString(d.Text)
	})
}

var criteriaTitle = pattern.New(`(?i)^(?:acceptance criteria|验收标准)`)

// acceptance returns the lines of a story's acceptance criteria, by number.
func acceptance(d *document.Document) map[string]document.Span {
	found := map[string]document.Span{}
	for s := range frameworks.Headings(d, criteriaTitle) {
		for _, l := range frameworks.LinesOf(d, s.All()) {
			text := strings.TrimLeft(l.Text, "# ")
			if len(l.Text)-len(strings.TrimLeft(l.Text, " ")) > 1 {
				continue
			}
			if m := criterion.FindStringSubmatch(text); m != nil {
				found[m[1]+m[2]] = l.Span
			}
		}
	}
	return found
}

// acLists returns the lists of acceptance criteria that tasks cite.
func acLists(d *document.Document) []frameworks.Reference {
	var found []frameworks.Reference
	for m := range frameworks.AllMatches(cites, frameworks.Lines(d)...) {
		if !strings.Contains(m.Text, "- [") && !strings.Contains(m.Text, "* [") {
			continue
		}
		r := frameworks.Reference{At: m.Place(0), Plain: true}
		text, _, _ := strings.Cut(m.Group(1), "FR:") // what follows is another list
		for part := range strings.SplitSeq(strings.NewReplacer("、", ",", "，", ",", " and ", ",", " & ", ",").Replace(text), ",") {
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			n := citedCriterion.FindStringSubmatch(part)
			if n == nil {
				r.Plain = false
				break
			}
			r.IDs = append(r.IDs, n[1])
		}
		found = append(found, r)
	}
	return found
}

func unknownAC(_ *model.Session, d *document.Document, hit native.Hit) bool {
	known := acceptance(d)
	if len(known) == 0 {
		return false
	}
	applied := false
	for _, r := range acLists(d) {
		if !r.Plain {
			continue
		}
		applied = true
		for _, id := range r.IDs {
			if _, there := known[id]; !there {
				hit(d, r.At, model.Note(id), model.Note(numbersOf(known)))
			}
		}
	}
	return applied
}

// inOrder returns numbers, the least first.
func inOrder[T any](known map[string]T) []string {
	return slices.SortedFunc(maps.Keys(known), func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

// numbersOf says in few characters which numbers there are.
func numbersOf[T any](known map[string]T) string {
	all := inOrder(known)
	if len(all) > 2 {
		return all[0] + "–" + all[len(all)-1]
	}
	return strings.Join(all, ", ")
}

func uncitedAC(_ *model.Session, d *document.Document, hit native.Hit) bool {
	known := acceptance(d)
	lists := acLists(d)
	tasks := 0 // of the first level
	for _, item := range d.Items {
		if item.Box != 0 && item.Depth == 1 {
			tasks++
		}
	}
	if len(known) == 0 || len(lists) < min(2, max(1, tasks)) {
		return false
	}
	cited := map[string]bool{}
	for _, r := range lists {
		if !r.Plain {
			return false
		}
		for _, id := range r.IDs {
			cited[id] = true
		}
	}
	for _, number := range inOrder(known) {
		if !cited[number] {
			hit(d, known[number], model.Note(number))
		}
	}
	return true
}
