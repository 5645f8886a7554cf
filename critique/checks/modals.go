package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// modalRules look at who must do what, and how strongly a requirement says so.
func modalRules() []rule {
	return []rule{
		{Rule: of("LX-009"), on: speaking, look: func(s *session, d *document.Document, hit hit) bool {
			all := s.statements(d)
			for _, st := range all {
				m := pronoun.FindStringSubmatchIndex(st.text)
				if m == nil {
					continue
				}
				above := d.LineAt(max(d.LineAt(st.at.Start).Start-1, 0))
				if slices.Contains(d.Lines, st.at) && strings.TrimSpace(d.Slice(above)) != "" && above.End < st.at.Start && d.SectionAt(st.at.Start).Start != above.Start {
					continue // a line within a paragraph
				}
				at := m[2:4]
				if at[0] < 0 {
					at = m[4:6]
				}
				hit(d, st.span(at), st.text[at[0]:at[1]])
			}
			return len(all) > 0
		}},
		{Rule: of("LX-012"), on: []document.Kind{document.Requirement, document.Requirements}, look: strengthOfModals},
		{Rule: of("LX-024"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			with := 0
			var without []*entry
			for _, e := range s.defined().requirements.list {
				switch text, _, _ := e.body(); {
				case strings.TrimSpace(text) == "":
				case anyModal.MatchString(oneLine(text)):
					with++
				default:
					without = append(without, e)
				}
			}
			if with < 3 || with < 3*len(without) {
				return false
			}
			for _, e := range without {
				hit(e.doc, e.at, e.id)
			}
			return true
		}},
	}
}

var (
	pronoun     = pattern.New(`(?i)^\W*(?:(?:if so|in (?:this|that|such an?) case|then|as above),? )?(it|they|this|these|those|that|he|she|such|the same|the former|the latter|the above|one of (?:them|these|those)|(?:this|that) one|which|both|neither|its [a-z]+|their [a-z]+) (?:also |then |only |always )?(?:must|shall|should|will|may|can|could|is|are|has|have|does|do|needs?)\b|^[\s*_xX\[\]-]*(它们?|其(?:值|名称|内容|结果|状态|数量|格式|时间|顺序)?|此|这些?|那些?|这[个样]|那[个样]|[此该这]项|他们?|她们?|上述|以上|同上，?|前者|后者|两者|二者|如此)(?:也|还|都|均|则)?(?:必须|应当|应该|应|须|需要?|不得|会|将|可以?|能够?|要)`)
	strongModal = pattern.New(`\b(?:MUST|SHALL|must|shall|will)\b|必须|应|须|需`)
	demand      = pattern.New(`\b(?:MUST|SHALL|must|shall)\b|必须|务必|不得`)
	optional    = pattern.New(`\b(?:may|could|might|MAY|COULD|optionally)\b|\bif desired\b|\b(?:is|are) optional\b|可以|建议|可选|或许|也许|系统可|也可|不妨|酌情`)
	weaker      = pattern.New(`\b(?:should|SHOULD|ought to)\b|\b(?:system|service|app|application|tool|product|server|platform) (?:can|would)\b|宜(?:[为在将对把按于]|提供|支持|显示|保存)|最好`)
	obligatory  = pattern.New(`\b(?:will|needs? to|ha(?:s|ve) to|is required to)\b|必须|须|需`)
	permits     = pattern.New(`(?i)\b(?:system|service|application|app|tool|product|software|server|platform|client) (?:may|might|could|can optionally)\b|系统(?:可以|可选|也可|或许|也许)|建议系统|系统宜`)
	offered     = pattern.New(`(?i)\b(?:may|could|might)\b|可以|也可|可选|建议`)
	people      = pattern.New(`(?i)^\W*(?:\[.\] )?(?:an?|the|each|every)? ?(?:\w+ )?(?:users?|visitors?|customers?|admin\w*|operators?|members?|owners?|managers?|editors?|guests?|people|person|anybody|anyone|who\w*)\b|^\W*[^，。]{0,8}(?:用户|访客|客户|管理员|成员|负责人|人员|员|者|主|师)(?:可以|也可)`)
	anyModal    = pattern.New(`(?i)\b(?:must|shall|should|could|may|might|can|will|needs? to|has to|have to|required?)\b|必须|应|须|需|可|不得|禁止|能|要`)
)

// body is what a requirement says in its own words, without story and criteria:
// the description in its file, the text below its heading, or the cell of its row.
func (e *entry) body() (text string, d *document.Document, at document.Span) {
	switch {
	case e.file != nil:
		d = e.file
		var lines []string
		for _, line := range d.Lines {
			if section := d.SectionAt(line.Start); section != nil && section.Topic == "" && describes(section) {
				lines = append(lines, d.Prose[line.Start:line.End])
				if at.Len() == 0 {
					at = line
				}
				at.End = line.End
			}
		}
		return strings.Join(lines, "\n"), d, at
	case e.detail != nil && e.detail.Level < 7:
		d = e.doc
		return d.Prose[e.detail.Body:e.detail.End], d, document.Span{Start: e.detail.Body, End: e.detail.End}
	case e.row != nil:
		if i := e.table.Column("description", "requirement", "statement", "描述", "需求", "要求", "说明", "内容"); i > 0 && i < len(e.row) {
			return e.doc.Prose[e.row[i].Start:e.row[i].End], e.doc, e.row[i].Span
		}
	}
	return "", e.doc, at
}

// strengthOfModals holds the modals of requirements against their priorities. A
// Could requirement may be worded with "must" unless the author grades modals.
func strengthOfModals(s *session, d *document.Document, hit hit) bool {
	applied, graded, style := false, false, s.grantsAll()
	demanded := s.mustsDemanded()
	var overstated []*entry
	for _, e := range s.defined().requirements.list {
		text, doc, at := e.body()
		if strings.TrimSpace(text) == "" {
			continue
		}
		switch e.priority {
		case "must":
			if doc != d {
				continue
			}
			applied = true
			strong := strongModal.MatchString(text)
			if m := findOne(doc.Prose[at.Start:at.End], optional); m != nil && !strong && !(style && strings.HasPrefix(strings.TrimPrefix(doc.Prose[at.Start+m[0]:], "系统"), granting)) {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.id)
			} else if m := intended(doc.Prose[at.Start:at.End]); m != nil {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.id)
			} else if m := findOne(doc.Prose[at.Start:at.End], weaker); m != nil && demanded >= 3 && !demand.MatchString(oneLine(text)) && !obligatory.MatchString(text) {
				hit(doc, document.Span{Start: at.Start + m[0], End: at.Start + m[1]}, e.id)
			}
			list := s.criteriaOf(e)
			strict := 0
			for _, item := range list {
				if demand.MatchString(item.Text) {
					strict++
				}
			}
			for _, item := range list {
				offers := strict >= 2 && strict == len(list)-1 && offered.MatchString(item.Text) && !people.MatchString(item.Text)
				if (offers || permits.MatchString(item.Text)) && !demand.MatchString(item.Text) {
					hit(doc, item.Span, e.id)
				}
			}
		case "should", "could":
			graded = graded || !demand.MatchString(oneLine(text)) && anyModal.MatchString(oneLine(text))
			if e.priority == "could" && doc == d && demand.MatchString(oneLine(text)) {
				overstated = append(overstated, e)
			}
		}
	}
	for _, e := range overstated {
		if _, doc, at := e.body(); graded {
			hit(doc, document.Span{Start: at.Start, End: doc.LineAt(at.Start).End}, e.id)
		}
	}
	return applied
}

// granting is the modal in which Chinese lists of capabilities are written: 用户可以….
const granting = "可以"

// grantsAll tells whether most requirements, whatever their priority, are worded as
// something that one can do: then that word says nothing of how strong each is.
func (s *session) grantsAll() bool {
	all, able := 0, 0
	for _, e := range s.defined().requirements.list {
		if text, _, _ := e.body(); strings.TrimSpace(text) != "" {
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
		sentence := statement{text: text[at[0]:at[1]], raw: text[at[0]:at[1]]}
		if demand.MatchString(sentence.text) {
			continue
		}
		if found := sentence.matches(intention); len(found) > 0 {
			return []int{at[0] + found[0][0], at[0] + found[0][1]}
		}
	}
	return nil
}

var intention = []phrase{{intentions, intentionExcuse}}

// mustsDemanded counts the Must requirements that say so in their words, 0 when
// more than one in four does not.
func (s *session) mustsDemanded() int {
	return once(s, "Musts that say so in their words", nil, func() int {
		all, demanding := 0, 0
		for _, e := range s.defined().requirements.list {
			if text, _, _ := e.body(); e.priority == "must" && strings.TrimSpace(text) != "" {
				all++
				if demand.MatchString(oneLine(text)) {
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
func (s *session) criteriaOf(e *entry) []*document.Item {
	if e.file != nil {
		return criteria(e.file)
	}
	if e.detail == nil {
		return nil
	}
	return slices.DeleteFunc(criteria(e.doc), func(item *document.Item) bool { return !e.detail.All().Holds(item.Start) })
}
