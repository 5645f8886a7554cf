package critique

import "slices"

// Finding is what one rule saw in a round's documents, however often, with the first of its places. Its
// JSON form is part of the verdict contract.
type Finding struct {
	Rule        string   `json:"rule"` // "X-005"
	Severity    Severity `json:"severity"`
	Message     string   `json:"message"`
	Path        string   `json:"path"`   // relative to the session folder
	Line        int      `json:"line"`   // 1-based; 0 when the finding is about the whole file
	Column      int      `json:"column"` // 1-based, in characters; 0 when unknown
	Quote       string   `json:"quote"`
	Targets     []string `json:"targets"`  // IDs, headings or link targets, of all places
	Identity    string   `json:"identity"` // the same finding keeps it when lines move
	State       string   `json:"state"`    // "new", "persisting", "fixed" or "regressed"
	Places      []Place  `json:"places"`   // every place, the first included
	Perspective string   `json:"-"`        // the built-in perspective the rule belongs to
}

// Place is one place where a finding's rule fired.
type Place struct {
	Path     string     `json:"path"`
	Line     int        `json:"line"`
	Column   int        `json:"column"`
	Message  string     `json:"message"` // what is to be said of this place alone
	Quote    string     `json:"quote"`
	Targets  []string   `json:"targets"`
	Identity string     `json:"identity"`
	State    string     `json:"state"`
	Related  []Location `json:"related"` // what it is held against, see there too
}

// Location is a place that another is held against, such as the first of two definitions.
type Location struct {
	Path   string `json:"path"`   // relative to the session folder
	Line   int    `json:"line"`   // 1-based
	Column int    `json:"column"` // 1-based, in characters
	Quote  string `json:"quote"`
}

// Mute is a place that a mark in the document, such as <!-- discussd-ignore X-005: moved to the wiki
// -->, kept out of the findings. Its JSON form is part of the verdict contract.
type Mute struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Message  string   `json:"message"` // what would be said of this place
	Path     string   `json:"path"`    // of the place and of the mark
	Line     int      `json:"line"`    // 0 when it is about the whole file
	Quote    string   `json:"quote"`
	Reason   string   `json:"reason"`    // as the mark gives it, "" when it gives none
	MarkLine int      `json:"mark_line"` // where the mark stands
	Identity string   `json:"identity"`  // that of the place
}

// Report is what the embedded checks say of one round.
type Report struct {
	Findings    []Finding
	Muted       []Mute   // the gravest first
	Chinese     bool     // what is said of them, and what is to be said beside them, is in Chinese
	Applicable  int      // rules that had something to look at
	Passed      int      // applicable rules that found nothing
	NotAssessed []string // what no rule could look at, in words: the gaps
	Overall     float64  // over all applicable rules; 0 when none applied
}

// Severity says how much a point, a finding or a divergence weighs.
type Severity string

// The severities of the verdict contract, heaviest first. Only points are Critical.
const (
	Critical Severity = "CRITICAL"
	High     Severity = "HIGH"
	Medium   Severity = "MEDIUM"
	Low      Severity = "LOW"
)

// Weight orders severities: Critical 4 down to Low 1, and 0 for anything else.
func (s Severity) Weight() int {
	return 1 + slices.Index([]Severity{Low, Medium, High, Critical}, s)
}
