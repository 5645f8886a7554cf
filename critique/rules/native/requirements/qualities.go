package requirements

import (
	"discussd/critique/rules/native"
)

// QualityRules ask for the sorts of quality that what is to be built calls for.
func QualityRules() []native.Rule {
	return []native.Rule{}
}
