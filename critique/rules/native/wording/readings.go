package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// ReadingRules look at sentences that two readers take for two things, or that leave out who
// acts. They read all prose: what is open is so wherever it stands.
func ReadingRules() []native.Rule {
	speaking := append(slices.Clone(model.Speaking), document.Decision)
	return []native.Rule{
		native.Alone(native.Rule{Rule: native.Of("LX-026"), On: speaking}, nobodyDecides),
		native.Alone(native.Rule{Rule: native.Of("LX-027"), On: speaking}, twoPeople),
	}
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}
