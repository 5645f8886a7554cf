// Package codeclaims has the rules about what documents say of the code around them:
// files, versions of packages, and names of anything else that the project has. What
// nobody claims, and what is to come, is never held against a document.
package codeclaims

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/codebase"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/mention"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Rules look up what any document says of the code.
func Rules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("X-025"), Look: files},
		{Rule: native.Of("X-026"), Look: versions},
		{Rule: native.Of("X-027"), Look: names},
		{Rule: native.Of("X-030"), Look: siblings},
	}
}

// Speaks tells whether a document names files of the code.
func Speaks(s *model.Session, d *document.Document) bool {
	return len(filesOf(s, d)) > 0
}

// filesOf are the files that a document names.
func filesOf(s *model.Session, d *document.Document) []mention.File {
	return model.Once(s, "files named", d, func() []mention.File { return mention.Files(d, coming(s)) })
}

// mentions counts how often the documents of a session name each file.
func mentions(s *model.Session) map[string]int {
	return model.Once(s, "how often files are named", nil, func() map[string]int {
		all := map[string]int{}
		for _, d := range s.Docs {
			for _, f := range filesOf(s, d) {
				all[f.Path]++
			}
		}
		return all
	})
}

// coming is what the documents of a session say of the code is to come.
func coming(s *model.Session) *mention.ToCome {
	return model.Once(s, "what of the code is to come", nil, func() *mention.ToCome { return mention.Coming(s.Docs) })
}

// migration is what leads from one version of a package to another.
var migration = pattern.New(`(?i)\bmigrat\w*|\bupgrad\w*|升级|迁移`)

// migrates tells whether a document, by a heading above a place or where it lies, is about a
// migration, or the line of the place is.
func migrates(d *document.Document, at document.Span) bool {
	for section := d.SectionAt(at.Start); section != nil; section = section.Parent {
		if migration.MatchString(section.Title) {
			return true
		}
	}
	return migration.MatchString(d.Path) || migration.MatchString(d.Slice(d.LineAt(at.Start)))
}

// nearest says what there is that a missing thing could be.
func nearest(s *model.Session, at codebase.Sighting) model.Note {
	if at.Nearest == "" {
		return ""
	}
	return s.Say("; it has "+at.Nearest, "；现有 "+at.Nearest)
}

// sight is a file that a document names, and what is known of it.
type sight struct {
	mention.File
	codebase.Sighting
}

// files reports files that the project does not have, and lines behind the end of one: these move
// with every change, and are a remark. A slip of the pen from a name that is there is a finding, as
// is a file that holds what the code has. What the words around only say is there may have gone
// since, and is a remark, as is any other where most are there of what is named like it.
func files(s *model.Session, d *document.Document, hit native.Hit) bool {
	if s.Around.Code == nil {
		return false
	}
	all := lookAt(s, d)
	here, around := sharesOf(all), inSession(s, "shares of files", func(d *document.Document) shares { return sharesOf(lookAt(s, d)) })
	for _, f := range linesAt(s, d) {
		hit(d, f.Span, model.Target(f.Path+":"+model.Itoa(f.Line)), nearest(s, f.Sighting), model.Doubtful)
	}
	past, outside := isPast(s, d), research.MatchString(d.Path)
	pending := !past && isPending(s)
	named := map[string]bool{}
	for _, f := range all {
		named[f.Path] = true
	}
	for _, f := range all {
		if !f.Missing || d.SectionAt(f.Span.Start).Titled(journeys) || isChoice(d, all, f.Span) || ofFramework.MatchString(f.Path) && isMissed(s, d, f.File) {
			continue
		}
		once := mentions(s)[f.Path] == 1
		if named[f.Nearest] && !strings.HasSuffix(f.Path, "/"+f.Nearest) && !f.Slip { // the document speaks of that one as another
			if f.Stem = f.Stem && once && mentions(s)[f.Nearest] > 1; !f.Stem && (!f.Near || f.Same) {
				f.Nearest = ""
			}
		}
		holds := f.Holds != "" && s.Around.Code.Name(f.Holds).There
		now := f.Time == mention.Now && !(past && f.Same) // what was done once may have moved since
		stem := f.Stem && (!pending || once && (now || f.Touched))
		like := f.Slip || f.Near && !(past && f.Same) || stem
		only := here[f.class()].gone == 1 && f.Folder && !f.Loose
		switch {
		case now && !past && !f.Open && !ofFramework.MatchString(f.Path) && (f.Near || holds):
			hit(d, f.Span, model.Target(f.Path), nearest(s, f.Sighting))
		case ofFramework.MatchString(f.Path) && !like, outside && !f.Claimed && !like, pending && !like && !(f.Claimed && (d.Kind == document.Tasks || !f.Placed)): // the work makes it
		case now && (f.Claimed || f.Near || only), !f.Open && (f.Near || now) && speaks(f.class(), here, around),
			f.Tree == 0 && unmade(f) && (like || past && (only || f.Folder && speaks(f.class(), here, around))), f.Tree == 0 && past && (f.Slip || stem && once):
			hit(d, f.Span, model.Target(f.Path), nearest(s, f.Sighting), model.Doubtful)
		}
	}
	return len(all) > 0
}

// journeys is the title of a section that tells what invented people go through, in projects of their own.
var journeys = pattern.New(`(?i)\b(?:journeys?|personas?|narratives?)\b|旅程|画像`)

// unmade tells whether nothing says of a file that it is made: at most a list of work names it.
func unmade(f sight) bool { return f.Time != mention.ToBe || f.Listed }

// leastBoxes is how many boxes a list of work has at least that can be over.
const leastBoxes = 3

// boxesOf counts the open boxes of some documents, and the ticked ones.
func boxesOf(docs ...*document.Document) (open, ticked int) {
	for _, d := range docs {
		for _, item := range d.Items {
			switch {
			case item.Box == 'x':
				ticked++
			case item.Box != 0, strings.HasPrefix(item.Text, "[-]"), strings.HasPrefix(item.Text, "[~]"):
				open++
			}
		}
	}
	return open, ticked
}

// isOver tells whether all boxes of documents are ticked: they are a record, and what became of the
// files since then is not its matter.
func isOver(docs ...*document.Document) bool {
	open, ticked := boxesOf(docs...)
	return open == 0 && ticked >= leastBoxes
}

// isPast tells whether the work that a document is about is over: it says so or was put away, its boxes
// or those of the session's list of work are ticked, or what was done or found is told beside it.
func isPast(s *model.Session, d *document.Document) bool {
	if isOver(d) || putAway.MatchString(d.Path) || worked(d) && ended.MatchString(d.Text[:min(len(d.Text), mostHead)]) {
		return true
	}
	return isTold(s, d) || model.Once(s, "work is over", nil, func() bool { return isOver(workOf(s)...) })
}

// isTold tells whether a summary of what was done lies beside a plan, or beside each of the phase.
func isTold(s *model.Session, d *document.Document) bool {
	m := ofPhase.FindStringSubmatch(path.Base(d.Path))
	if m == nil {
		return false
	}
	plan := 1
	for s.Around.Beside(d, fmt.Sprintf("%s%02d-SUMMARY.md", m[1], plan)) {
		plan++
	}
	return s.Around.Beside(d, m[0]+"SUMMARY.md") || plan > 1 && !s.Around.Beside(d, fmt.Sprintf("%s%02d-PLAN.md", m[1], plan))
}

// mostHead is how much of a document says what becomes of it.
const mostHead = 1500

// research tells of what others have.
var research = pattern.New(`(?i)(?:^|[/_-])research(?:[/_.-]|$)|调研`)

var (
	putAway = pattern.New(`(?i)(?:^|/)(?:archived?|done|completed|old|milestones)/`)
	ended   = pattern.New(`(?im)^\W*status\W*(?:done|completed?|implemented|shipped)\b`)
	// ofPhase begins the name of what is of a phase, or of one of its plans.
	ofPhase = pattern.New(`^(\d[\d.]*-)(?:\d+-)?`)
)

// workOf are the lists of the work of a session.
func workOf(s *model.Session) []*document.Document {
	return slices.DeleteFunc(slices.Clone(s.Docs), func(d *document.Document) bool {
		return d.Kind != document.Tasks && path.Base(d.Path) != "tasks.md"
	})
}

// isPending tells whether most of the work of a session is still to be done: what it names, and
// does not call there, is to come.
func isPending(s *model.Session) bool {
	return model.Once(s, "work is to be done", nil, func() bool {
		open, ticked := boxesOf(workOf(s)...)
		return open > ticked
	})
}

var (
	orBefore = pattern.New("`([^`\n]+)`[*_]*\\s*(?:or|/|或)\\s*[*_]*`?$")
	orBehind = pattern.New("^`?[*_]*\\s*(?:or|/|或)\\s*[*_]*`([^`\n]+)`")
)

// isChoice tells whether a file is named beside another with an "or" between them, and that one is
// there.
func isChoice(d *document.Document, all []sight, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, behind := orBefore.FindStringSubmatch(d.Text[line.Start:at.Start]), orBehind.FindStringSubmatch(d.Text[at.End:line.End])
	return slices.ContainsFunc(all, func(f sight) bool {
		return !f.Missing && (before != nil && f.Path == before[1] || behind != nil && f.Path == behind[1])
	})
}

// class is what is named like a file.
func (f *sight) class() class {
	of := "path"
	switch {
	case f.Tree > 0:
		of = "tree " + model.Itoa(f.Tree)
	case f.Top:
		of = "top"
	case f.Bare:
		of = "bare"
	case f.Loose:
		of = "loose"
	}
	return class{of, f.Time}
}

func sharesOf(files []sight) shares {
	all := shares{}
	for _, f := range files {
		all.note(f.class(), f.There, f.Missing && !f.Open)
	}
	return all
}

// mostDeadFiles is how many files of a document are told that the project does not have:
// the nearest to each takes time.
const mostDeadFiles = 100

// linesAt are the lines that a document names of files which end before them.
func linesAt(s *model.Session, d *document.Document) (all []sight) {
	seen := map[string]bool{}
	for _, f := range filesOf(s, d) {
		if name := f.Path + ":" + model.Itoa(f.Line); f.Line > 0 && !seen[name] {
			seen[name] = true
			if at := s.Around.Code.Line(f.Path, f.Line); at.Missing {
				all = append(all, sight{f, at})
			}
		}
	}
	return all
}

// lookAt looks up the files that a document names, in their order. Of several places the first
// counts that does not say that the file is to come.
func lookAt(s *model.Session, d *document.Document) []sight {
	return model.Once(s, "files looked up", d, func() (all []sight) {
		seen, missing := map[string]int{}, 0
		for _, f := range filesOf(s, d) {
			if at, again := seen[f.Path]; again {
				if f.Time < all[at].Time {
					all[at].File = f
				}
				continue
			}
			if missing == mostDeadFiles {
				break
			}
			at := look(s.Around.Code, f)
			if hidden(d, f, at) {
				continue
			}
			if before, _, deep := strings.Cut(f.Path, "/"); deep && path.Ext(f.Path) != "" && at.Missing && f.Tree == 0 && s.Around.Code.Has(before+path.Ext(f.Path)) {
				at = codebase.Sighting{} // "README/NOTES.md" are two
			}
			if at.Missing && compiled(f.Path, at.Nearest) && importing.MatchString(d.Text[d.LineAt(f.Start).Start:f.Start]) {
				at = codebase.Sighting{There: true}
			}
			if at.Missing && (model.Has(s, f.Path) || s.Around.Beside(d, f.Path) || ofFramework.MatchString(f.Path) && at.Same && putAway.MatchString(at.Nearest)) {
				at = codebase.Sighting{There: true}
			}
			if at.Missing {
				missing++
			}
			seen[f.Path] = len(all)
			all = append(all, sight{f, at})
		}
		return spelledOut(all)
	})
}

// importing is what stands before the module that a line of code imports.
var importing = pattern.New(`\b(?:from|import|require)\s*\(?\s*['"]?(?:\.{1,2}/)*$`)

// compiled tells whether a file of TypeScript is what a name of JavaScript is imported for: x.js is made of x.ts.
func compiled(name, nearest string) bool {
	source := codebase.Source(name)
	return path.Ext(name) == ".js" && (nearest == source || strings.HasSuffix(nearest, "/"+source))
}

// look looks one file up. The top of a drawn tree may be the project itself.
func look(code critique.Code, f mention.File) codebase.Sighting {
	switch {
	case f.Loose:
		return code.Module(f.Path)
	case f.Top: // its slash makes it a folder
		return code.Look(f.Path + "/")
	}
	at := code.Look(f.Path)
	if top, below, deep := strings.Cut(f.Path, "/"); f.Tree > 0 && deep && !at.There && top[0] != '.' {
		if inside := code.Look(below); inside.There || !at.Missing {
			return inside
		}
	}
	return at
}

// leastShort is how many files of a drawn tree have to lie deeper than it shows for the tree
// to be one that leaves folders out.
const leastShort = 3

// spelledOut takes out what drawn trees lack that leave folders out: they show where a file
// belongs, and not its path. What lies in a folder that is not there either is told with it.
func spelledOut(all []sight) []sight {
	short, gone := map[int]int{}, map[string]bool{}
	for _, f := range all {
		top, _, _ := strings.Cut(f.Path, "/")
		if f.Tree > 0 && f.Missing && f.Same && strings.HasPrefix(f.Nearest, top+"/") {
			short[f.Tree]++
		}
	}
	return slices.DeleteFunc(all, func(f sight) bool {
		if f.Tree == 0 || !f.Missing {
			return false
		}
		gone[f.Path] = true
		return short[f.Tree] >= leastShort || gone[path.Dir(f.Path)]
	})
}

var (
	weighing  = pattern.New(`(?i)alternativ|considered|reject|deprecat|outdated|pitfall|state of the art|\bold\b|instead|\bvs\b|versus|compar|migrat|upgrad|\bunlike\b|previous|legacy|替代|备选|对比|迁移|升级`)
	inHistory = pattern.New(`(?i)\b(?:since|as of|before|until|(?:introduced|added|available|new|stable|came|comes|removed|changed|fixed)(?: in| with)?)[\s*\x60]*$`)
)

// weighs tells whether a document compares what is named at a place with others, or tells what came with it.
func weighs(d *document.Document, at document.Span) bool {
	for section := d.SectionAt(at.Start); section != nil; section = section.Parent {
		if section.Parent != nil && weighing.MatchString(section.Title) {
			return true
		}
	}
	line := d.LineAt(at.Start)
	return weighing.MatchString(d.Slice(line)) || inHistory.MatchString(d.Text[line.Start:at.Start])
}

// hidden tells whether an agent is to load a file from a folder with a dot. Tools of its own stand
// in such folders, wherever they are installed: only others of the same folder show that it is
// the project's.
func hidden(d *document.Document, f mention.File, at codebase.Sighting) bool {
	return d.Text[f.Start] == '@' && strings.HasPrefix(f.Path, ".") && !at.Folder && !at.Slip
}

// ofFramework is what a framework keeps in a folder of its own: documents that come and go with the work.
var ofFramework = pattern.New(`^\.(?:planning|specify|spec-workflow|bmad-core)/`)
