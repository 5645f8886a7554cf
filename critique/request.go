package critique

import "slices"

// Document is one file of a session as it was read: judged bytes, not a place on disk.
type Document struct {
	Path    string // slash-separated, relative to the session folder
	Content []byte
	Problem string // why the content could not be read, in words; "" when it could
}

// Perspective is one point of view in a panel. Perspectives are configuration:
// nothing in the code depends on a perspective's name.
type Perspective struct {
	Name    string   // "product"
	Tool    string   // the LLM CLI that is asked first, such as "gemini"
	Role    string   // "Product Manager"
	Focus   string   // what this perspective looks at, in words
	Reports []string // extra answer fields: ReportRiskLevel, ReportMissingRequirements, ReportNoRating
	Checks  []string // built-in perspectives whose rules stand in when no CLI answers
}

// The values of Perspective.Reports.
const (
	ReportRiskLevel           = "risk_level"
	ReportMissingRequirements = "missing_requirements"
	ReportNoRating            = "no_rating" // this perspective is not expected to rate
)

func (p Perspective) reports(field string) bool { return slices.Contains(p.Reports, field) }

// ruleFamilies lists the built-in perspectives whose rules speak for this one.
func (p Perspective) ruleFamilies() []string {
	if len(p.Checks) > 0 {
		return p.Checks
	}
	return []string{p.Name}
}

// Subject is what a round puts before its panel: the same for every perspective.
type Subject struct {
	Round    string // "DISCUSS-002"
	Label    string // "brief"
	Final    bool   // the sign-off round, whose HIGH goes to a person
	Artifact Document
	Members  []Document
	Context  *Document  // the discovery context, nil when the session has none
	Session  []Document // every document of the session that a round knows, for cross-document checks
	Language string     // "en", "zh", or "auto": the artifact's own
	// PriorHigh counts the consecutive completed HIGH verdicts of this round
	// before this one, each over other bytes.
	PriorHigh int
	// Exists is false of a link target, slash-separated and relative to the
	// session folder, that is certainly missing. Nil means that nobody can tell,
	// and then no link is called dead.
	Exists func(path string) bool
}

// Request is what one analyst is asked: a round's subject from one perspective.
type Request struct {
	Subject
	Perspective Perspective
	Facts       Report // what the embedded checks said already; not to be repeated
}
