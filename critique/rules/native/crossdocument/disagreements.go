package crossdocument

import (
	"cmp"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// DisagreementRules compare what documents count with what the session holds, and what two places state of one thing.
func DisagreementRules() []native.Rule {
	return []native.Rule{
		native.Alone(native.Rule{Rule: native.Of("X-041")}, noDays),
		{Rule: native.Of("XD-006"), On: model.Indexes, Look: differingCounts},
		native.Shared(native.Rule{Rule: native.Of("FT-001"), Look: disagreeing(facts.Values)}),
		native.Shared(native.Rule{Rule: native.Of("FT-002"), Look: disagreeing(facts.Listed)}),
		native.Shared(native.Rule{Rule: native.Of("FT-003"), Look: disagreeing(facts.Sums)}),
		native.Shared(native.Rule{Rule: native.Of("FT-004"), Look: disagreeing(facts.Reversed)}),
		native.Shared(native.Rule{Rule: native.Of("FT-005"), Look: disagreeing(facts.Demands, facts.Broken)}),
		native.Shared(native.Rule{Rule: native.Of("FT-006"), Look: disagreeing(facts.Cycles)}),
		native.Shared(native.Rule{Rule: native.Of("FT-008"), Look: disagreeing(facts.Order)}),
		native.Shared(native.Rule{Rule: native.Of("FT-011"), Look: disagreeing(facts.Members)}),
	}
}

// disagreeing returns a look that reports the contradictions of some kinds whose later
// statement stands in the document.
func disagreeing(kinds ...facts.Kind) func(*model.Session, *document.Document, native.Hit) bool {
	return func(s *model.Session, d *document.Document, hit native.Hit) bool {
		found := model.Once(s, "statements that cannot both be true", s.Framed, func() *facts.Found { return facts.Read(settling(s.Docs), s.Framed) })
		if slices.Contains(kinds, facts.Sums) && d.JSON == nil && d.Wild == "" && !d.Foreign && !settles(d) {
			found = facts.InItself(d) // who tells what was has to add up as well
		}
		for _, c := range found.Conflicts {
			kind := c.Kind
			if slices.Contains(kinds, kind) && c.Here.Doc == d && !(kind == facts.Cycles && epicCycle(s, c.Says)) {
				details := []model.Detail{model.Note(c.Says), model.Note(c.Said), model.Other{Doc: c.Other.Doc, At: c.Other.At}, model.Note(model.OneLine(c.Other.Doc.Slice(c.Other.At)))}
				if model.StoryFile.MatchString(c.Here.Doc.Path) && (model.StoryFile.MatchString(c.Other.Doc.Path) || kind == facts.Members) {
					continue // notes of a story hold for it alone
				}
				switch out := borneOut(c); {
				case kind == facts.Listed && refuted(c), kind == facts.Values && (ofTwo(c.Here, c.Other) || ofStages(c.Here, c.Other) || ofOneKind(c.Says, c.Said)):
					continue
				case kind == facts.Cycles && c.Said == facts.Told:
					details = append(details, model.Lesser)
				case kind == facts.Cycles && c.Said != "":
					details = append(details, model.Unwitnessed) // it follows from what steps are parts of, or from the files that they use
				case !out && kind == facts.Demands:
					continue // beside a word or two that both have, a ban and a demand are of two things
				case !out, kind == facts.Broken:
					details = append(details, model.Doubtful)
				}
				hit(d, lineOf(c), details...)
			}
		}
		return slices.ContainsFunc(kinds, func(kind facts.Kind) bool { return found.Looked(kind, d) })
	}
}

// lineOf is where the later statement of a contradiction gives what differs: of a statement over
// several lines the one that holds it.
func lineOf(c facts.Conflict) document.Span {
	d, at := c.Here.Doc, c.Here.At
	place := strings.Index(d.Slice(at), c.Says)
	if c.Says == "" || place < 0 || !strings.Contains(d.Slice(at), "\n") {
		return at
	}
	line := d.LineAt(at.Start + place)
	return document.Span{Start: max(at.Start, line.Start), End: min(at.End, line.End)}
}

// epicCycle tells whether a circle goes through epics that EP-012 reports already.
func epicCycle(s *model.Session, says string) bool {
	epics := map[string]bool{}
	for id := range strings.SplitSeq(says, " → ") {
		if strings.HasPrefix(id, "EPIC-") {
			epics[id] = true
		}
	}
	if len(epics) < 2 {
		return false
	}
	plan := s.Index(document.Epics)
	if plan == nil {
		return false
	}
	for _, edges := range append(model.Arrows(plan), model.DeclaredDependencies(s)) {
		if cycle, _ := model.FindCycle(edges); len(cycle) > 0 {
			return true
		}
	}
	return false
}

// settling are the documents that settle something.
func settling(docs []*document.Document) []*document.Document {
	return slices.DeleteFunc(slices.Clone(docs), func(d *document.Document) bool { return !settles(d) })
}

// settles tells whether a document settles something. What reports, research, notes of a work
// in progress and a story's own notes for whoever builds it say is held against nothing: they
// tell what was so, what may be so, and what holds for them alone.
func settles(d *document.Document) bool {
	return document.Once(d, "whether it settles something", func(d *document.Document) bool {
		told := model.Recounts(d) && !deciding.MatchString(d.Path) && !model.Instructs(d)
		return !told && !givenUp(d) && (!passing.MatchString(d.Path) || d.Kind.Member() || planned.MatchString(d.Path) || model.StoryFile.MatchString(d.Path))
	})
}

// givenUp tells whether a document says of itself that it holds no more, as a decision does that another one replaced.
func givenUp(d *document.Document) bool {
	status := cmp.Or(d.Front.Value("status"), model.WrittenStatus(d, document.Span{Start: 0, End: len(d.Text)}))
	return model.Lapsed(status)
}

var passing = pattern.New(`(?i)(?:^|/)(?:implementation-artifacts|implementation logs|build-notes|stories|phases|archive|checklists)/|(?:^|/)(?:claude|agents|gemini|progress)\.md$|(?:^|/)(?:[\d.]+-)?(?:status|deviations?|benchmarks?|journal|backlog|blog-[^/]*|[^/]*(?:-audit|audit-)[^/]*)\.md$|(?:^|/)\d[\d.]*(?:-\d+)?-(?:verification|validation|summary|uat|human-uat|discussion-log|reviews?|security)\.md$`)

// planned is a document of a phase that says what is going to be built.
var planned = pattern.New(`(?i)(?:^|/)phases/[^/]+/[^/]*-(?:plan|context)\.md$`)

// deciding is a document that tells what was looked into, and what was decided then.
var deciding = pattern.New(`(?i)(?:^|/)research\.md$`)

// spelt are the priorities in words.
var spelt = map[string]string{"must": "Must", "should": "Should", "could": "Could", "wont": "Won't"}

func differingPriorities(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	list := slices.Concat(model.Defined(s).Requirements.List, model.Defined(s).Qualities.List)
	for _, e := range list {
		if e.Doc != d || e.File == nil || e.Priority == "" {
			continue
		}
		own := model.FirstPriority(model.Priority(e.File.Front.Value("priority")), model.Priority(e.File.Front.Value("level")), model.PriorityField(e.File.Slice(model.BeforeStories(e.File, document.Span{End: len(e.File.Text)}))))
		if own == "" {
			continue
		}
		if applied = true; own != e.Priority && !model.Superseded(e.Text()) {
			hit(e.Doc, e.At, model.Target(e.ID), model.Note(spelt[e.Priority]), s.Say(spelt[own]+" in "+e.File.Path, e.File.Path+" 中为 "+spelt[own]))
		}
	}
	if d.Kind == document.Requirements {
		return applied
	}
	for _, r := range model.Defined(s).Requirements.List {
		needed := false
		var carrier *model.Entry
		for _, id := range model.SortedKeys(model.EpicTraces(s)[r.ID]) {
			if e := model.Defined(s).Epics.ByID[id]; e != nil {
				if carrier == nil {
					carrier = e
				}
				needed = needed || e.Priority != "could" && e.Priority != "wont"
			}
		}
		if carrier == nil || r.Priority == "" {
			continue
		}
		applied = true
		if r.Priority == "must" && !needed {
			hit(carrier.Doc, carrier.At, model.Target(r.ID), model.Note(spelt[r.Priority]), s.Say(carrier.ID+" is optional", carrier.ID+" 为可选"))
		}
	}
	return applied
}
