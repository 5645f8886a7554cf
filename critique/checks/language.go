package checks

// languageRules look at the wording of normative statements.
func languageRules() []rule {
	return []rule{
		spokenRule(of("LX-001"), vague, vagueExcuse, vaguePhrases...),
		spokenRule(of("LX-002"), escape, escapeExcuse, loopholes...),
		inEntities(spokenRule(of("LX-003"), openEnded, closedExcuse, openings...)),
		spokenRule(of("LX-004"), absolute, absoluteExcuse, wholes...),
		spokenRule(of("LX-006"), comparative, comparisonExcuse, comparisons...),
		spokenRule(of("LX-007"), superlative, vagueExcuse, extremes...),
		spokenRule(of("LX-010"), doubleNegative, nil, phrase{words: doubleDenial}),
		{Rule: of("LX-011"), on: speaking, look: ambiguousAlternatives},
		spokenRule(of("LX-013"), indefinite, countedExcuse, phrase{fewOrMany, countedExcuse}),
		spokenRule(of("LX-015"), ability, negatedAbility, phrase{possibility, negatedAbility}),
		spokenRule(of("LX-016"), untimed, timeExcuse, phrase{moments, timeExcuse}),
		spokenRule(of("LX-017"), approximate, toleranceExcuse, phrase{nearly, toleranceExcuse}),
	}
}
