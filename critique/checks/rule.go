package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/checks/frameworks"
	"discussd/critique/rules"
)

// The built-in perspectives. Each rule belongs to one.
const (
	product   = "product"
	technical = "technical"
	quality   = "quality"
	risk      = "risk"
	coverage  = "coverage"
)

// Rule is one entry of the catalogue, for people who want a finding explained.
type Rule = rules.Rule

// of is what the file of its family says of a built-in rule.
func of(id string) Rule { return rules.Builtin(id) }

// hit reports one place: a span of a document, or the whole document when the
// span is empty, and what is wrong there.
type hit func(d *document.Document, at document.Span, targets ...string)

// rule is a catalogue entry with what it does.
type rule struct {
	Rule
	on    []document.Kind // the documents it is about; nil means every Markdown document
	needs []document.Kind // documents without which it cannot look
	// graded says that the user gave the severity: it holds for every place.
	graded bool
	// named says that the rule is right only where the layout of a session names it.
	named bool
	// own says that it comes from a file of the user's.
	own bool
	// look reports what is wrong with a document and tells whether it had
	// anything to look at.
	look func(s *session, d *document.Document, hit hit) bool
}

// Rules returns the catalogue in its own order.
func Rules() []Rule {
	all := catalogue()
	list := make([]Rule, len(all))
	for i, r := range all {
		list[i] = r.Rule
	}
	return list
}

// catalogue lists every rule, family by family.
func catalogue() []rule {
	return slices.Concat(
		templateRules(), hiddenRules(), structureRules(), documentRules(),
		languageRules(), wordingRules(), modalRules(), actorRules(), acronymRules(), quantityRules(),
		discoveryRules(), discoveryEntryRules(), discoveryProjectRules(),
		briefRules(), visionRules(), goalRules(), scopeRules(), personaRules(),
		requirementsRules(), requirementIndexRules(), requirementFileRules(), requirementTableRules(),
		qualityRules(), criterionRules(), capacityRules(), contradictionRules(),
		architectureRules(), architectureSectionRules(), architectureTableRules(), decisionRules(), diagramRules(), stateRules(),
		epicsRules(), planningRules(), storyRules(), sizeRules(), estimateRules(), numberedEpicRules(),
		readinessRules(), verdictRules(), verificationRules(), reportTraceRules(),
		crossdocumentRules(), alignmentRules(), entityRules(), priorityRules(), conflictRules(), danglingRules(), countRules(), disagreementRules(), carriedRules(), frameworkRules(),
	)
}

// frameworkRules are the rules that are right in the sessions of one framework alone.
// They apply where the layout of a session names them.
func frameworkRules() []rule {
	var list []rule
	for _, own := range frameworks.Rules() {
		list = append(list, rule{
			Rule:  of(own.ID),
			named: true,
			look: func(s *session, d *document.Document, hit hit) bool {
				return own.About(d.Path) && own.Look(frameworks.Session{Docs: s.docs, Exists: s.around.exists, Chinese: s.chinese}, d, frameworks.Hit(hit))
			},
		})
	}
	return list
}

func (r *rule) about(kind document.Kind) bool {
	if r.on == nil {
		return !kind.JSON()
	}
	return slices.Contains(r.on, kind)
}

// readsMarks tells whether a rule looks at links, IDs and marks, which are the same in every
// language, rather than at words. Of a language that no rule knows only these say anything.
func (r *rule) readsMarks() bool {
	return r.own || r.Family() != "FT" && r.Family() != "LX" && (r.Severity == critique.High || r.Kind == "consistency" || r.Kind == "traceability" || r.Kind == "dependency")
}

// severityOf returns the severity of one place. HIGH stops a pipeline, so it needs a
// witness in the text: a place without one is MEDIUM at most.
func (r *rule) severityOf(targets []string) critique.Severity {
	if r.Severity == critique.High && !r.graded && slices.Contains(targets, unwitnessed) {
		return critique.Medium
	}
	return r.Severity
}

// message renders the rule's message for its places.
func (r *rule) message(chinese bool, fired int, args []string) string {
	text := r.Message.In(chinese)
	one := r.One.EN
	if chinese {
		one = r.One.ZH
	}
	if one != "" && (fired == 1 && strings.Contains(text, "{n}") || slices.Contains(args, "1")) {
		text = one
	}
	counted := strings.Contains(text, "{n}")
	pairs := []string{"{n}", itoa(fired)}
	for i, arg := range args {
		pairs = append(pairs, "{"+itoa(i+1)+"}", clip(oneLine(strings.TrimPrefix(arg, "\x00")), 80))
	}
	text = strings.NewReplacer(pairs...).Replace(text)
	switch {
	case fired < 2 || counted:
	case chinese:
		text += "（另有 " + itoa(fired-1) + " 处）"
	default:
		text += " (+" + itoa(fired-1) + " more)"
	}
	return text
}

// oneLine joins the lines of a text.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
