package traces

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// How many things of one kind show that they all have a part: sections of a document, or files, which have
// a form in common besides.
const (
	leastAlike = 4
	leastFiles = 3
	leastForm  = 2
)

var (
	// label is what a paragraph or an item begins with that says what it is about.
	label = pattern.New(`(?m)^[ \t]*(?:[-*+] )?(?:\*\*|__|_)?(\p{Lu}[\p{Ll} /-]{2,28}|\p{Han}{2,8})(?: \d{1,2})?[ \t]*(?:\([^)\n]*\))?(?:\*\*|__|_)?[ \t]*[:：]`)
	// proven is a part without which nobody can tell whether the thing is done.
	proven = pattern.New(`(?i)^(?:acceptance(?: criteria| criterion| scenarios)?|scenario|verification|验收.*|场景)$`)
	// kind is the word of what a heading names, before its number or its name.
	kind = pattern.New(`^\W*(?:([A-Z]{1,8}(?:-[A-Z]{1,8})?)-?\d{1,4}\b|(\p{L}{3,14}(?: \p{L}{3,14})?) \d{1,3}(?:\.\d{1,3})?(?:\W|$)|(Requirement|Scenario|需求|场景)[:：])`)
	// fileKind is what a file is called before its number.
	fileKind  = pattern.New(`^([A-Za-z]*(?:-[A-Za-z]+)?)-?\d{1,4}[-_.]`)
	withdrawn = pattern.New(`(?i)~~|\b(?:withdrawn|removed|deprecated|dropped|superseded|rejected|deferred|won'?t)\b|废弃|作废|已删除|不做`)
)

// one is one of several things alike: a section of a document, or a file.
type one struct {
	doc  *document.Document
	name string
	at   document.Span
	has  map[string]bool // parts, as they are written
	must bool            // a file that must have criteria: of this another rule tells
}

// partsOfOne returns the headings and the labels of some text of a document.
func partsOfOne(d *document.Document, whole document.Span) map[string]bool {
	has := map[string]bool{}
	for _, section := range d.Sections {
		if whole.Holds(section.Start) && section.Start > whole.Start && section.Level < 7 {
			title := model.Plain(section.Title)
			if m := kind.FindStringSubmatch(title); m != nil {
				title = m[1] + m[2] + m[3]
			}
			has[strings.TrimSpace(title)] = true
		}
	}
	for _, m := range model.Find(d.Slice(whole), label, 400) {
		has[d.Text[whole.Start+m[2]:whole.Start+m[3]]] = true
	}
	return has
}

// oddOneOut reports the one of several alike that lacks what all others have: their session itself asks
// for it.
func oddOneOut(s *model.Session, d *document.Document, hit native.Hit) bool {
	files := filesAlike(s, d)
	applied := false
	for _, group := range append(sectionsAlike(d), files) {
		if len(group) == 0 || len(group) < leastAlike && (len(group) < leastFiles || group[0].doc == group[1].doc) {
			continue
		}
		applied = true
		lacks := map[string][]one{}
		common := 0
		for _, o := range group {
			for part := range o.has {
				lacks[part] = nil
			}
		}
		for part := range lacks {
			for _, o := range group {
				if !o.has[part] {
					lacks[part] = append(lacks[part], o)
				}
			}
			if len(lacks[part]) == 0 {
				common++
			}
		}
		var forgotten []string
		for part, without := range lacks {
			if len(without) == 1 && without[0].doc == d && !(without[0].must && proven.MatchString(part)) {
				forgotten = append(forgotten, part)
			}
		}
		report(s, d, group, lacks, forgotten, common, hit)
	}
	return applied
}

// report tells what is forgotten of a group: of one that lacks most of what the others have none is.
func report(s *model.Session, d *document.Document, group []one, lacks map[string][]one, forgotten []string, common int, hit native.Hit) {
	slices.Sort(forgotten)
	of := map[string]int{}
	for _, part := range forgotten {
		of[lacks[part][0].name]++
	}
	for _, part := range forgotten {
		o := lacks[part][0]
		sure := proven.MatchString(part)
		if s.Framed && part == "Scenario" {
			continue // their framework has a rule of its own
		}
		if !sure && (of[o.name] > max(1, common) || group[0].doc != group[1].doc && common < leastForm) {
			continue
		}
		targets := []string{o.name, model.Note(strings.ToLower(part)), model.Note(model.Itoa(len(group) - 1))}
		if !sure {
			targets = append(targets, native.Doubtful)
		}
		hit(d, o.at, targets...)
	}
}

// sectionsAlike returns the sections of a document that stand side by side and are of one kind.
func sectionsAlike(d *document.Document) [][]one {
	type place struct {
		parent *document.Section
		level  int
		kind   string
	}
	groups := map[place][]one{}
	var order []place
	for _, section := range d.Sections {
		m := kind.FindStringSubmatch(section.Title)
		if section.Level < 2 || section.Level > 5 || m == nil || withdrawn.MatchString(section.Title) {
			continue
		}
		at := place{section.Parent, section.Level, m[1] + m[2] + m[3]}
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], one{d, model.Plain(section.Title), model.HeadingOf(d, section), partsOfOne(d, section.All()), false})
	}
	var all [][]one
	for _, at := range order {
		all = append(all, groups[at])
	}
	return all
}

// filesAlike returns the files that are called as a document is but for their number, in its folder: not
// stories, which grow while they are worked on.
func filesAlike(s *model.Session, d *document.Document) []one {
	of := func(d *document.Document) string {
		m := fileKind.FindStringSubmatch(path.Base(d.Path))
		if m == nil || d.JSON != nil || model.StoryFile.MatchString(d.Path) || d.Wild != "" || model.Superseded(d.Front.Value("status")) {
			return ""
		}
		return path.Dir(d.Path) + "/" + m[1]
	}
	own := of(d)
	if own == "" {
		return nil
	}
	return model.Once(s, "files alike", own, func() (group []one) {
		for _, o := range s.Docs {
			if of(o) != own {
				continue
			}
			must := false
			if e := model.Defined(s).Requirements.ByID[model.FileID(o)]; e != nil {
				must = e.Priority == "must"
			}
			group = append(group, one{o, path.Base(o.Path), model.FirstHeading(o), partsOfOne(o, document.Span{Start: o.Front.Span.End, End: len(o.Text)}), must})
		}
		return group
	})
}
