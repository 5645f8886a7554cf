// Package wording has the rules about the words of demands.
package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// box is the checkbox before a criterion, which says nothing of what it demands.
var box = pattern.New(`^\s*\[[ xX]\]\s*`)

// SentenceRules look at how normative statements are built, beyond single words.
func SentenceRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-005"), On: model.Speaking, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			all := model.Statements(d)
			for _, st := range all {
				for _, m := range period.FindAllStringIndex(st.Text, 20) {
					text := st.Text[m[0]:m[1]]
					if twofold.MatchString(text) && !branches.MatchString(text) {
						hit(d, st.Span(m), model.Target(model.Clip(strings.TrimSpace(box.ReplaceAllString(text, "")), 60)))
					}
				}
			}
			return len(all) > 0
		}},
		{Rule: native.Of("LX-019"), On: model.Speaking, Needs: []document.Kind{document.Glossary}, Look: aliasesUsed},
	}
}

var (
	period = pattern.New(`(?:[^.。!?！？\n]|\.[^\s"”])+`)
	// twofold are two obligations of two things: each can be met without the other.
	twofold = pattern.New(`(?i)\b(?:must|shall)\b[^.]*?(?:,? and|;|, (?:while|but))\s+(?:the|an?|each|every|all|its|their|\w+s)\b[^.;,]{0,60}?\b(?:must|shall)\b|(?:必须|不得|应当)[^。]*(?:，|；|并|且|同时)[^。，；]{0,12}?(?:必须|不得|应当)`)
	// branches are two cases of one rule.
	branches = pattern.New(`(?i)\b(?:otherwise|else|unless|if not|in (?:that|which) case|when|if)\b|否则|不然|反之|如果|若`)
)

// aliasesUsed looks for a glossary's aliases as whole words in statements.
func aliasesUsed(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := model.Statements(d)
	applied := false
	for _, glossary := range s.Of(document.Glossary) {
		terms := glossary.JSON.Get("terms")
		if terms == nil || len(terms.Members) > 100 {
			continue
		}
		for _, term := range terms.Members {
			canonical, aliases := term.Get("canonical", "term", "name"), term.Get("aliases")
			if canonical == nil || aliases == nil || len(aliases.Members) > 5 {
				continue
			}
			applied = applied || len(all) > 0
			for _, alias := range aliases.Members {
				if alias.String == "" || strings.Contains(strings.ToLower(canonical.String), strings.ToLower(alias.String)) {
					continue
				}
				for _, st := range all {
					if at := model.WholeWord(st.Text, alias.String); at >= 0 {
						hit(d, st.Span([]int{at, at + len(alias.String)}), model.Target(alias.String), model.Note(canonical.String))
					}
				}
			}
		}
	}
	return applied
}
