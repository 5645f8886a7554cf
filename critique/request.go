package critique

import (
	"slices"

	"discussd/critique/codebase"
	"discussd/critique/quote"
)

// Document is one file of a session as it was read: judged bytes, not a place on disk.
type Document struct {
	Path    string // slash-separated, relative to the session folder
	Kind    string // what it is by the session's layout, as in "requirements"; "" leaves it to its name and place
	Content []byte
	Shared  bool   // whether several sessions have it, and no round of any is about it
	Settled bool   // its bytes were judged in the revision before, and a prompt may show their outline
	Ground  bool   // whether it stands upstream of what is judged, which is held against it
	Writer  Writer // of exactly these bytes
	Problem string // why the content could not be read, in words; "" when it could
}

// Perspective is one point of view in a panel. No code depends on its name.
type Perspective struct {
	Name     string   `toml:"name"`    // "product"
	Tool     string   `toml:"tool"`    // the LLM CLI that is asked first, such as "gemini"
	Fallback []string `toml:"-"`       // the CLIs asked next, in order; nil is those that the tool itself names. The others follow
	Role     string   `toml:"role"`    // "Product Manager"
	Focus    string   `toml:"focus"`   // what this perspective looks at, in words
	Tasks    []string `toml:"tasks"`   // what it is to do, word for word; with none it evaluates its focus
	Reports  []string `toml:"reports"` // what it reports beside points and a rating, of the list Reports
	Checks   []string `toml:"checks"`  // built-in perspectives whose rules stand in when no CLI answers; none: those of its own name, else all
	Reads    []string `toml:"reads"`   // globs of the members and upstream documents that it is shown, beside the artifact; none: all of them
}

// The values of Perspective.Reports.
const (
	ReportRiskLevel           = "risk_level"
	ReportMissingRequirements = "missing_requirements"
	ReportRisks               = "risks"
	ReportTestability         = "testability_issues"
	ReportAssumptions         = "assumptions_to_validate"
	ReportDependencies        = "dependencies"
	ReportUnderstanding       = "understanding" // an [Understanding] in place of points and a rating
	ReportNoRating            = "no_rating"     // this perspective is not expected to rate
)

// Reports is the closed list of what a perspective can report.
var Reports = [...]string{
	ReportRiskLevel, ReportMissingRequirements, ReportRisks, ReportTestability, ReportAssumptions, ReportDependencies,
	ReportUnderstanding, ReportNoRating,
}

func (p Perspective) reports(field string) bool { return slices.Contains(p.Reports, field) }

// Subject is what a round puts before its panel: the same for every perspective.
type Subject struct {
	Round    string // "DISCUSS-002"
	Label    string // "brief"
	Final    bool   // the sign-off round, whose HIGH goes to a person
	Artifact Document
	Members  []Document
	Context  *Document  // the discovery context, nil when the session has none
	Prior    *Document  // the record of the discussion before this one, already cut; nil shows none
	Session  []Document // every document of the session that a round knows, for cross-document checks
	Rules    []string   // globs of the rules that are right in that layout; none: every rule
	Language string     // "en", "zh", or "auto": the artifact's own
	Past     Past
	Memory   Memory // of what was answered before; nil remembers nothing
	Awaited  bool   // somebody waits for the verdict: where asks stand in a queue, these go first
	Surroundings
}

// Surroundings answer what documents say of what lies around them.
type Surroundings struct {
	// Exists is false of a link target, relative to the session folder, that is certainly missing. Nil
	// calls no link dead.
	Exists func(path string) bool
	// Code knows the files and packages of the session's project; nil checks nothing said of them.
	Code Code
}

// Past is what came of a round before, over other bytes.
type Past struct {
	High  int      // how many completed HIGH verdicts there were in a row, each over other bytes
	Asked []string // the action items of the last one; none when the bytes are the same
	// Changes are the differences, [-taken away-] and {+added+}; "" where unknown or too long.
	Changes string
	// Stands are the weaknesses found in documents that are [Document.Settled], by perspective.
	Stands map[string][]Point
}

// Upstream returns what the subject is held against, by path.
func (s Subject) Upstream() []Document {
	var all []Document
	for _, d := range s.Session {
		if d.Ground {
			all = append(all, d)
		}
	}
	return all
}

// Code is what is known of a project without running anything of it: see [codebase.Project].
type Code interface {
	Unread() string
	Has(path string) bool
	Look(path string) codebase.Sighting
	Module(path string) codebase.Sighting
	Contradicts(name, version string) (codebase.Version, codebase.Distance)
	Line(file string, number int) codebase.Sighting
	Cited(file string, line int) codebase.Sighting
	Ending(path string) []string
	Ignores(path string) bool
	Package(name string) codebase.Sighting
	Command(program, name string) codebase.Sighting
	Name(name string) codebase.Sighting
	Port(number string) codebase.Sighting
	Route(route string) codebase.Sighting
}

// Shown returns every document that a prompt can hold, what is judged first.
func (s Subject) Shown() []Document {
	documents := append(append([]Document{s.Artifact}, s.Members...), s.Upstream()...)
	for _, beside := range []*Document{s.Context, s.Prior} {
		if beside != nil && beside.Path != s.Artifact.Path {
			documents = append(documents, *beside)
		}
	}
	return documents
}

// Request is what one analyst is asked: a round's subject from one perspective.
type Request struct {
	Subject
	Perspective Perspective
	Facts       Report  // what the embedded checks said already; not to be repeated
	Claims      []Claim // what a perspective that reports [ReportRulings] is to rule on
	// Together are the perspectives that one answer is asked for instead, with a part for each.
	Together []Perspective
}

// Writer is the coding agent that wrote a document, by its hook. Zero: a person, or unknown.
type Writer struct {
	Agent  string `json:"agent"`        // "claude"
	Model  string `json:"model"`        // "" when the agent does not say
	Family string `json:"model_family"` // of the model, "" when unknown
}

// authors are the families of the models that wrote what is judged.
func (s Subject) authors() []string {
	var families []string
	for _, d := range append([]Document{s.Artifact}, s.Members...) {
		if f := d.Writer.Family; f != "" && !slices.Contains(families, f) {
			families = append(families, f)
		}
	}
	return families
}

func (s Subject) writers() []Writer {
	var all []Writer
	for _, d := range append([]Document{s.Artifact}, s.Members...) {
		if d.Writer != (Writer{}) && !slices.Contains(all, d.Writer) {
			all = append(all, d.Writer)
		}
	}
	return all
}

// evidence is a document that quotes are looked up in.
type evidence struct {
	path string
	quote.Text
}

// evidence folds what a prompt can hold: once for all answers of a panel.
func (s Subject) evidence() []evidence { return foldAll(s.Shown()) }

func foldAll(documents []Document) []evidence {
	texts := make([]evidence, len(documents))
	for i, d := range documents {
		texts[i] = evidence{d.Path, quote.Fold(d.Content)}
	}
	return texts
}
