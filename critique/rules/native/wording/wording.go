// Package wording has the rules about the words of demands.
package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// SentenceRules look at what normative statements call things.
func SentenceRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-019"), On: model.Speaking, Needs: []document.Kind{document.Glossary}, Look: aliasesUsed},
	}
}

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
