package critique

// Finding is something a rule saw in a document. Its JSON form is part of the
// verdict contract.
type Finding struct {
	Rule        string   `json:"rule"` // "X-005"
	Severity    Severity `json:"severity"`
	Message     string   `json:"message"`
	Path        string   `json:"path"`   // relative to the session folder
	Line        int      `json:"line"`   // 1-based; 0 when the finding is about the whole file
	Column      int      `json:"column"` // 1-based, in characters; 0 when unknown
	Quote       string   `json:"quote"`
	Targets     []string `json:"targets"`
	Identity    string   `json:"identity"` // the same finding keeps it when lines move
	State       string   `json:"state"`    // "new", "persisting", "fixed" or "regressed"
	Perspective string   `json:"-"`        // the built-in perspective the rule belongs to
	Occurrences []Place  `json:"occurrences,omitempty"`
}

// Place is one more place where a finding's rule fired.
type Place struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Quote  string `json:"quote"`
}

// Report is what the embedded checks say of one round.
type Report struct {
	Findings    []Finding
	Applicable  int                // rules that had something to look at
	Passed      int                // applicable rules that found nothing
	NotAssessed []string           // what no rule could look at, in words
	Ratings     map[string]float64 // per built-in perspective; absent where fewer than 3 rules applied
	Overall     float64            // over all applicable rules; 0 when none applied
}
