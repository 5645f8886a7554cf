package readiness

import (
	"discussd/critique/rules/native"
)

// ReportTraceRules hold what a readiness report says of traces against the
// documents it reports on.
func ReportTraceRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RD-017"), On: Readiness, Look: unprovenChecks},
	}
}
