package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ModalRules look at who must do what, and how strongly a requirement says so.
func ModalRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-012"), On: []document.Kind{document.Requirement, document.Requirements}, Look: strengthOfModals},
		{Rule: native.Of("LX-024"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			with := 0
			var without []*model.Entry
			for _, e := range model.Defined(s).Requirements.List {
				switch text, _, _ := e.Body(); {
				case strings.TrimSpace(text) == "":
				case anyModal.MatchString(model.OneLine(text)):
					with++
				default:
					without = append(without, e)
				}
			}
			if with < 3 || with < 3*len(without) {
				return false
			}
			for _, e := range without {
				hit(e.Doc, e.At, e.ID)
			}
			return true
		}},
	}
}

var (
	strongModal = pattern.New(`\b(?:MUST|SHALL|must|shall|will)\b|必须|应|须|需`)
	demand      = pattern.New(`\b(?:MUST|SHALL|must|shall)\b|必须|务必|不得`)
	optional    = pattern.New(`\b(?:may|could|might|MAY|COULD|optionally)\b|\bif desired\b|\b(?:is|are) optional\b|可以|建议|可选|或许|也许|也可|不妨|酌情`)
	weaker      = pattern.New(`\b(?:should|SHOULD|ought to)\b|\b(?:system|service|app|application|tool|product|server|platform) (?:can|would)\b|宜(?:[为在将对把按于]|提供|支持|显示|保存)|最好`)
	obligatory  = pattern.New(`\b(?:will|needs? to|ha(?:s|ve) to|is required to)\b|必须|须|需`)
	permits     = pattern.New(`(?i)\b(?:system|service|application|app|tool|product|software|server|platform|client) (?:may|might|could|can optionally)\b|系统(?:可以|可选|也可|或许|也许)|建议系统|系统宜`)
	offered     = pattern.New(`(?i)\b(?:may|could|might)\b|可以|也可|可选|建议`)
	people      = pattern.New(`(?i)^\W*(?:\[.\] )?(?:an?|the|each|every)? ?(?:\w+ )?(?:users?|visitors?|customers?|admin\w*|operators?|members?|owners?|managers?|editors?|guests?|people|person|anybody|anyone|who\w*)\b|^\W*[^，。]{0,8}(?:用户|访客|客户|管理员|成员|负责人|人员|员|者|主|师)(?:可以|也可)`)
	anyModal    = pattern.New(`(?i)\b(?:must|shall|should|could|may|might|can|will|needs? to|has to|have to|required?)\b|必须|应|须|需|可|不得|禁止|能|要`)
)

// strengthOfModals holds the modals of requirements against their priorities. A
// Could requirement may be worded with "must" unless the author grades modals.
func strengthOfModals(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied, graded, style := false, false, grantsAll(s)
	demanded := mustsDemanded(s)
	var overstated []*model.Entry
	for _, e := range model.Defined(s).Requirements.List {
		text, doc, at := e.Body()
		if strings.TrimSpace(text) == "" {
			continue
		}
		switch e.Priority {
		case "must":
			if doc != d {
				continue
			}
			applied = true
			strong := strongModal.MatchString(text)
			if m := model.FindOne(doc.Prose[at.Start:at.End], optional); m != nil && !strong && !(style && strings.HasPrefix(strings.TrimPrefix(doc.Prose[at.Start+m[0]:], "系统"), granting)) {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.ID)
			} else if m := intended(doc.Prose[at.Start:at.End]); m != nil {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.ID)
			} else if m := model.FindOne(doc.Prose[at.Start:at.End], weaker); m != nil && demanded >= 3 && !demand.MatchString(model.OneLine(text)) && !obligatory.MatchString(text) {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.ID)
			}
			list := criteriaOf(s, e)
			strict := 0
			for _, item := range list {
				if demand.MatchString(item.Text) {
					strict++
				}
			}
			for _, item := range list {
				offers := strict >= 2 && strict == len(list)-1 && offered.MatchString(item.Text) && !people.MatchString(item.Text)
				if (offers || permits.MatchString(item.Text)) && !demand.MatchString(item.Text) {
					hit(doc, item.Span, e.ID)
				}
			}
		case "should", "could":
			graded = graded || !demand.MatchString(model.OneLine(text)) && anyModal.MatchString(model.OneLine(text))
			if e.Priority == "could" && doc == d && demand.MatchString(model.OneLine(text)) {
				overstated = append(overstated, e)
			}
		}
	}
	for _, e := range overstated {
		if _, doc, at := e.Body(); graded {
			hit(doc, document.Span{Start: at.Start, End: doc.LineAt(at.Start).End}, e.ID)
		}
	}
	return applied
}

// granting is the modal in which Chinese lists of capabilities are written: 用户可以….
const granting = "可以"

// grantsAll tells whether most requirements, whatever their priority, are worded as
// something that one can do: then that word says nothing of how strong each is.
func grantsAll(s *model.Session) bool {
	all, able := 0, 0
	for _, e := range model.Defined(s).Requirements.List {
		if text, _, _ := e.Body(); strings.TrimSpace(text) != "" {
			if all++; strings.Contains(text, granting) {
				able++
			}
		}
	}
	return able >= 3 && able*2 > all
}

// intended returns where a sentence of a text wants something that it does not demand.
func intended(text string) []int {
	for _, at := range period.FindAllStringIndex(text, 20) {
		sentence := model.Statement{Text: text[at[0]:at[1]], Raw: text[at[0]:at[1]]}
		if demand.MatchString(sentence.Text) {
			continue
		}
		if found := sentence.Matches(intention); len(found) > 0 {
			return []int{at[0] + found[0][0], at[0] + found[0][1]}
		}
	}
	return nil
}

var intention = []model.Phrase{{Words: intentions, Excused: intentionExcuse}}

// mustsDemanded counts the Must requirements that say so in their words, 0 when
// more than one in four does not.
func mustsDemanded(s *model.Session) int {
	return model.Once(s, "Musts that say so in their words", nil, func() int {
		all, demanding := 0, 0
		for _, e := range model.Defined(s).Requirements.List {
			if text, _, _ := e.Body(); e.Priority == "must" && strings.TrimSpace(text) != "" {
				all++
				if demand.MatchString(model.OneLine(text)) {
					demanding++
				}
			}
		}
		if 4*demanding < 3*all {
			demanding = 0
		}
		return demanding
	})
}

// criteriaOf returns the criteria that stand in a requirement's file or section.
func criteriaOf(s *model.Session, e *model.Entry) []*document.Item {
	if e.File != nil {
		return model.Criteria(e.File)
	}
	if e.Detail == nil {
		return nil
	}
	return slices.DeleteFunc(model.Criteria(e.Doc), func(item *document.Item) bool { return !e.Detail.All().Holds(item.Start) })
}
