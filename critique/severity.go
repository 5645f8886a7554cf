package critique

// Severity says how much a point, a finding or a divergence weighs.
type Severity string

// The severities of the verdict contract, heaviest first. Critical is used by
// points only; it is the "critical issue" of the coordinate rules.
const (
	Critical Severity = "CRITICAL"
	High     Severity = "HIGH"
	Medium   Severity = "MEDIUM"
	Low      Severity = "LOW"
)

// Weight orders severities: Critical 4 down to Low 1, and 0 for anything else.
func (s Severity) Weight() int {
	switch s {
	case Critical:
		return 4
	case High:
		return 3
	case Medium:
		return 2
	case Low:
		return 1
	}
	return 0
}
