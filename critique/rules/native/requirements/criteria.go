package requirements

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// CriterionRules look at what acceptance criteria say.
func CriterionRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-020"), On: []document.Kind{document.Requirements, document.Requirement}, Look: goodNewsOnly},
	}
}

// statesCriteria tells whether a document has acceptance criteria, and not just the
// word that there are none, that somebody will write them, or that they stand in
// what they are to judge.
func statesCriteria(d *document.Document) bool {
	items := model.Criteria(d)
	for _, item := range items {
		if !criterionless.MatchString(strings.TrimSpace(item.Text)) {
			return true
		}
	}
	section := model.Topic(d, document.Acceptance)
	if section == nil || !model.Says(d, section) {
		return false
	}
	body := strings.TrimSpace(d.Slice(section.All()))
	return !criterionless.MatchString(body) && (len(items) == 0 || strings.Contains(body, "|"))
}

// judged is one requirement with criteria, in its file or section.
type judged struct {
	*model.Entry
	doc      *document.Document
	at       document.Span
	criteria int
	failing  bool // one of them is about failure
	unhappy  bool // or about what comes otherwise than hoped
}

// judgedRequirements are the requirements that have criteria, found once.
func judgedRequirements(s *model.Session) []judged {
	return model.Once(s, "requirements that have criteria", nil, func() []judged {
		found := []judged{}
		for _, e := range model.Defined(s).Requirements.List {
			j := judged{Entry: e, doc: e.Doc}
			within := document.Span{}
			switch {
			case e.File != nil:
				j.doc, j.at, within = e.File, e.Heading(e.File), document.Span{Start: 0, End: len(e.File.Text) + 1}
			case e.Detail != nil:
				j.at, within = model.HeadingOf(e.Doc, e.Detail), e.Detail.All()
			default:
				continue
			}
			for _, item := range model.Criteria(j.doc) {
				if within.Holds(item.Start) {
					j.criteria++
					j.failing = j.failing || failure.MatchString(item.Text)
					j.unhappy = j.unhappy || j.failing || unhappy.MatchString(item.Text)
				}
			}
			if j.criteria > 0 {
				found = append(found, j)
			}
		}
		return found
	})
}

// judgesFailure tells whether any criterion of any requirement file is about
// failure, also of files that share an ID. Found once.
func judgesFailure(s *model.Session) bool {
	return model.Once(s, "whether a criterion is about failure", nil, func() bool {
		return failureJudged(s.Of(document.Requirement))
	})
}

func failureJudged(docs []*document.Document) bool {
	for _, d := range docs {
		for _, item := range model.Criteria(d) {
			if failure.MatchString(item.Text) {
				return true
			}
		}
	}
	return false
}

// goodNewsOnly reports that no criterion is about failure: of any of three
// requirements or more, or of one Must requirement where all others have such.
func goodNewsOnly(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := judgedRequirements(s)
	if len(all) < 3 {
		return false
	}
	failing, musts := 0, 0
	var bare []judged
	for _, j := range all {
		if j.unhappy {
			failing++
		}
		if j.Priority == "must" {
			if musts++; !j.failing {
				bare = append(bare, j)
			}
		}
	}
	switch {
	case failing == 0 && !judgesFailure(s):
		if d == s.Index(document.Requirements) {
			hit(d, document.Span{}, s.Say(model.Itoa(len(all))+" requirements", model.Itoa(len(all))+" 条需求"))
		}
	case len(bare) == 1 && musts > 2 && !bare[0].unhappy && bare[0].criteria > 1 && bare[0].doc == d:
		hit(d, bare[0].at, model.Target(bare[0].ID))
	}
	return true
}

// criterionless is what stands where criteria are due and is none.
var criterionless = pattern.New(`(?i)^[\s>*_-]*(?:none|n/a|no criteria|same as above|see (?:the |its )?(?:user )?(?:stor(?:y|ies)|description|requirement|above|below|brief)(?: above| below)?|as described|as (?:described )?(?:above|in the (?:user )?story)|(?:the )?(?:acceptance )?criteria (?:will|shall|are to|are still to|have to|must|need to) (?:still )?be (?:written|defined|added|agreed|provided|worked out|specified|completed|determined|discussed)(?: [^.\n]{1,40})?)[.\s]*$|` +
	`^[\s>*_-]*(?:无|暂无|没有|同上|略|见(?:用户故事|上文?|描述|需求描述)|验收标准(?:将|会|稍后|后续|待|需)*由?[^，。；\n]{0,10}(?:补写|补充|编写|提供|制定|给出|确定|完善|讨论)|(?:由|等)[^，。；\n]{1,10}(?:补写|补充|编写|提供|制定|给出|确定|完善))[。\s]*$`)
