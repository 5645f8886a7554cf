package wording

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// ReadingRules look at sentences that two readers take for two things, or that leave out who
// acts. They read all prose: what is open is so wherever it stands.
func ReadingRules() []native.Rule {
	return []native.Rule{
		native.Alone(native.Rule{Rule: native.Of("LX-026"), On: model.Speaking}, nobodyDecides),
		native.Alone(native.Rule{Rule: native.Of("LX-027"), On: model.Speaking}, twoPeople),
	}
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}
