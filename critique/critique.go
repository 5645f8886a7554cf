// Package critique judges one round: it asks every perspective at once, falls back where a tool fails, weighs the
// answers and says whether there is consensus.
//
// A [Subject] and its perspectives come in, a [Result] goes out. The package starts no process and reads no file:
// analysts are given to it.
package critique

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/critique/codebase"
	"discussd/critique/quote"
)

// Analyst is anything that can look at a subject from one perspective: an LLM CLI, or a chain of analysts.
//
// Analyze returns an error wrapping [*Failure] when there is no critique to give; a critique that is empty is
// never returned with a nil error.
type Analyst interface {
	Analyze(ctx context.Context, request Request) (Critique, error)
}

// Critique is what one analyst says of a subject.
type Critique struct {
	Rating              float64 // 1.0–5.0; 0 when not rated
	KeyFinding          string  // one sentence; empty when the answer named none
	Strengths           []Point
	Weaknesses          []Point
	Suggestions         []Point
	OpenQuestions       []Point
	RiskLevel           string // "", "low", "medium", "high" or "critical"
	MissingRequirements []string
	Extra               Extra
	Understanding       Understanding
	Rulings             []Ruling  // of a perspective that reports [ReportRulings]
	Checklist           []Checked // one for each question that it was asked, in their order
	Tool                string    // "gemini", "checks"
	Model               string    // that answered, as the CLI names it or the configuration asks for; "" when unknown
	ModelFamily         string    // "google", "openai", "anthropic", or "" when unknown
	Cost                Cost
	Attempts            []Attempt // every try that led here, in order, this one last
	Notes               []string  // everything forgiven or degraded, in words
	PutOff              []string  // tools that were not asked first, because their models' family wrote the artifact
	Unanchored          bool      // it names and quotes nothing of the documents; no point weighs more than MEDIUM
	Parts               []Part    // of an answer to [Request.Together]: one for each perspective, in their order
	AnsweredWith        []string  // the other perspectives that the same call was to answer for; none: it was asked alone
	Carried             *Carried  // where it was given, when nobody was asked now
}

// Lists are the lists of points: strengths, weaknesses, suggestions and questions.
func (c *Critique) Lists() [4]*[]Point {
	return [...]*[]Point{&c.Strengths, &c.Weaknesses, &c.Suggestions, &c.OpenQuestions}
}

// Points yields every point of every list.
func (c *Critique) Points() iter.Seq[*Point] {
	return func(yield func(*Point) bool) {
		for _, list := range c.Lists() {
			for i := range *list {
				if !yield(&(*list)[i]) {
					return
				}
			}
		}
	}
}

// Part is what one answer for several perspectives holds for one of them.
type Part struct {
	Critique
	Err error // why it is no critique, a [*Failure]; nil when it is one
}

// Point is a strength, weakness, suggestion or question. Its JSON form is part of the verdict contract.
type Point struct {
	Text       string   `json:"text"`
	Category   string   `json:"category"` // one of Categories
	Severity   Severity `json:"severity"`
	Targets    []string `json:"targets"` // IDs and headings, such as REQ-003
	Quote      string   `json:"quote"`   // verbatim from the artifact, "" when none was given
	QuotePath  string   `json:"quote_path"`
	QuoteLine  int      `json:"quote_line"`  // 1-based line of the quote, 0 when not found
	QuoteFound *bool    `json:"quote_found"` // nil when there is no quote
	Question   string   `json:"question"`    // the ID of the question of a checklist to which it answers no, "" when nobody asked
	RefutedBy  string   `json:"refuted_by"`  // the tool whose model showed that it is not so, "" when none did: it weighs no more than MEDIUM
	Mends      string   `json:"mends"`       // of a suggestion: the text of the weakness that it came with, "" when it came alone
	Cited      []Cited  `json:"cited"`       // the lines of files that it names, in their order
}

// Cited is a line of a file that a point names, looked up in documents and project. Its JSON form is
// part of the verdict contract.
type Cited struct {
	Path    string `json:"path"` // as the point has it
	Line    int    `json:"line"`
	Found   bool   `json:"found"`   // the file is there, and has that line
	Nearest string `json:"nearest"` // what there is that it could be, when it is not there: "src/tide.go:48" is the end of a file; "" when nothing is like it
}

// Categories is the closed list of point categories.
var Categories = [...]string{
	"completeness", "consistency", "clarity", "testability", "feasibility", "performance", "security",
	"risk", "dependency", "scope", "value", "traceability", "other",
}

// Extra holds the fields that only some perspectives report.
type Extra struct {
	Risks                 []Risk   `json:"risks"`
	TestabilityIssues     []string `json:"testability_issues"`
	AssumptionsToValidate []string `json:"assumptions_to_validate"`
	Dependencies          []string `json:"dependencies"`
}

// Understanding is what a perspective that reports [ReportUnderstanding] says instead of points.
type Understanding struct {
	Confirmed    []string `json:"confirmed"`
	Corrected    []string `json:"corrected"`
	NewInsights  []string `json:"new_insights"`
	NewFindings  []string `json:"new_findings"`
	NewQuestions []string `json:"new_questions"`
}

// Lists are the lists of an understanding, in the order of its fields.
func (u *Understanding) Lists() [5]*[]string {
	return [...]*[]string{&u.Confirmed, &u.Corrected, &u.NewInsights, &u.NewFindings, &u.NewQuestions}
}

// Risk is one named risk.
type Risk struct {
	Description string `json:"description"`
	Likelihood  string `json:"likelihood"`
	Impact      string `json:"impact"`
	Mitigation  string `json:"mitigation"`
}

// Attempt is one try of one tool.
type Attempt struct {
	Tool     string
	Outcome  Class
	Err      string // empty when Outcome is Answered
	Duration time.Duration
	Raw      []byte // what the tool printed, capped; kept as evidence
}

// lookUp looks up quotes and cited lines. A point that invents one is HIGH no longer.
func (s Subject) lookUp(c *Critique, texts []evidence) {
	for p := range c.Points() {
		p.QuotePath, p.QuoteLine = find(texts, p.Quote)
		p.QuoteFound = found(p.Quote, p.QuoteLine)
		p.Cited = s.cited(strings.Join(append([]string{p.Text, p.Quote}, p.Targets...), "\n"), texts)
		invented := p.Quote != "" && p.QuoteLine == 0 || slices.ContainsFunc(p.Cited, func(c Cited) bool { return !c.Found })
		if invented && p.Severity.Weight() >= High.Weight() {
			p.Severity = Medium
		}
	}
	checkQuotes(c, texts)
}

// cited are the lines of files that a text names, if it is known whether they exist. What a document
// itself names is not invented.
func (s Subject) cited(text string, texts []evidence) (all []Cited) {
	for _, named := range quote.Places(text) {
		at := codebase.Sighting{}
		for _, t := range texts {
			if t.path != named.Path && !strings.HasSuffix(t.path, "/"+named.Path) && !strings.HasSuffix(named.Path, "/"+t.path) {
				continue
			}
			if lines := t.Lines(); named.Line <= lines {
				at = codebase.Sighting{There: true}
				break
			} else if !at.Missing {
				at = codebase.Sighting{Missing: true, Nearest: t.path + ":" + strconv.Itoa(lines)}
			}
		}
		if !at.There && s.Code != nil {
			if there := s.Code.Cited(named.Path, named.Line); there.There || !at.Missing {
				at = there
			}
		}
		own := func(t evidence) bool { return t.Holds(named.Text) }
		if at.There || at.Missing && !slices.ContainsFunc(texts, own) {
			all = append(all, Cited{named.Path, named.Line, at.There, at.Nearest})
		}
	}
	return all
}

// find looks a quote up: the path and the 1-based line of its first place, 0 where it has none.
func find(texts []evidence, quote string) (path string, line int) {
	for _, t := range texts {
		if line = t.Find(quote); line > 0 {
			return t.path, line
		}
	}
	return "", 0
}

// found tells whether a quote was found at a line; nil without a quote.
func found(quote string, line int) *bool {
	if quote == "" {
		return nil
	}
	return new(line > 0)
}
