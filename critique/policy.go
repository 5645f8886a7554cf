package critique

// Policy holds the thresholds that turn opinions into a decision. The zero
// value is not useful; [DefaultPolicy] is the policy of the seeds.
type Policy struct {
	Gate         bool    // HIGH check findings block (facts = "gate"); otherwise they advise
	Graded       bool    // the more specific MEDIUM row wins over "any rating <= LowRating"
	MinAverage   float64 // consensus needs at least this average
	LowRating    float64 // a rating at or below this is low
	Spread       float64 // max - min at or above this is a divergence
	MaxRevisions int     // this many consecutive HIGH verdicts are answered by revise, the next by escalate
}

// DefaultPolicy is the policy when the user configures none.
func DefaultPolicy() Policy {
	return Policy{MinAverage: 3, LowRating: 2, Spread: 3, MaxRevisions: 1}
}
