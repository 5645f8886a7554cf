package critique

import (
	"cmp"
	"time"
)

// Source says who answered for a perspective.
type Source string

// The sources of the verdict contract.
const (
	SourceCLI      Source = "cli"      // the perspective's own tool
	SourceFallback Source = "fallback" // another tool of its chain
	SourceChecks   Source = "checks"   // no model: only the facts of the embedded checks stand
	SourceSkipped  Source = "skipped"  // nobody: the perspective had nothing to look at
)

// Basis says what a result rests on.
type Basis string

// The bases of the verdict contract.
const (
	BasisPanel  Basis = "panel"  // every opinion came from a CLI
	BasisMixed  Basis = "mixed"  // some perspectives were answered by no model
	BasisChecks Basis = "checks" // no model spoke: the facts of the embedded checks are all there is
)

// Recommendation is what the caller is advised to do.
type Recommendation string

// The recommendations of the verdict contract.
const (
	Proceed            Recommendation = "proceed"
	ProceedWithCaution Recommendation = "proceed-with-caution"
	Revise             Recommendation = "revise"
	Escalate           Recommendation = "escalate"
)

// Opinion is what stands for one perspective in a result.
type Opinion struct {
	Perspective Perspective
	Source      Source
	Late        bool // the panel's deadline cut its tools off
	SelfReview  bool // the model that answered is of the family that wrote the artifact
	Critique
}

// Divergence is a reason to disagree. Its JSON form is part of the verdict contract.
type Divergence struct {
	Type         string   `json:"type"` // "coverage_gap", "minor", …
	Severity     Severity `json:"severity"`
	Topic        string   `json:"topic"`
	Description  string   `json:"description"`
	Perspectives []string `json:"perspectives"`
	Options      []string `json:"options"`
	Grounds      []string `json:"grounds"`  // what it rests on: the same in a later revision that has it still
	Ruling       string   `json:"ruling"`   // of a conflict, on the fault in it, of [Rulings]; "" where nobody was asked
	Accepted     bool     `json:"accepted"` // by a person, so that it does not block
}

// The kinds of themes: praise, fault and wish.
const (
	Strength   = "strength"
	Weakness   = "weakness"
	Suggestion = "suggestion"
)

// Theme is a point that several perspectives raised. Its JSON form is part of the verdict contract.
type Theme struct {
	Theme        string    `json:"theme"`
	Kind         string    `json:"kind"` // [Strength], [Weakness] or [Suggestion]
	Category     string    `json:"category"`
	Targets      []string  `json:"targets"`
	Perspectives []string  `json:"perspectives"`
	Families     int       `json:"families"` // distinct model families behind it
	Wordings     []Wording `json:"wordings"` // everything else that was merged into it, as it was said
}

// ActionItem is one thing to do. Its JSON form is part of the verdict contract.
type ActionItem struct {
	Priority     int       `json:"priority"` // 1 is first
	Kind         string    `json:"kind"`     // what it answers, one of the item kinds
	Severity     Severity  `json:"severity"` // of the heaviest thing merged into it
	Text         string    `json:"text"`
	Perspectives []string  `json:"perspectives"`
	Targets      []string  `json:"targets"`
	Path         string    `json:"path"`     // of a fact: where its rule fired first; of a weakness: where its quote stands; else ""
	Line         int       `json:"line"`     // 1-based; 0 when unknown
	Blocks       bool      `json:"blocks"`   // it answers a reason to block: what is left undone blocks again
	Wordings     []Wording `json:"wordings"` // everything else that was merged into it, as it was said
	State        string    `json:"state"`    // "new", "persisting" or "regressed"
}

// Wording is how one perspective said what an action item or a theme holds.
type Wording struct {
	Perspective string `json:"perspective"`
	Kind        string `json:"kind"` // one of the item kinds, or that of the theme
	Text        string `json:"text"`
}

// RiskFlag is a risk worth showing apart. Its JSON form is part of the verdict contract.
type RiskFlag struct {
	Level       string `json:"level"`
	Description string `json:"description"`
}

// Result is everything a panel decided about one subject.
type Result struct {
	Mode           Mode
	Chinese        bool      // it is worded in Chinese, else in English
	Opinions       []Opinion // in the order of the round's perspectives
	Average        float64   // unrounded, over rated opinions; 0 when nobody rated
	Independent    float64   // as Average, with the votes of the writer's own family at half weight; 0 when no family is known
	Writers        []Writer  // of what was judged, each once
	Divergences    []Divergence
	Reached        bool
	Severity       Severity // "" when Reached
	Recommendation Recommendation
	Themes         []Theme
	CoverageGaps   []string
	ActionItems    []ActionItem
	OpenQuestions  []string
	RiskFlags      []RiskFlag
	Basis          Basis
	Partial        bool // the deadline cut something off
	Cost           Cost
	Notes          []string      // everything degraded, in words
	Verification   *Verification // nil when nobody was asked about what would block
	Duration       time.Duration
}

// Cost is what a tool reported of one answer. A nil field was not reported.
type Cost struct {
	USD          *float64
	InputTokens  *int64
	OutputTokens *int64
	CachedTokens *int64 // of the input, that the provider had read before
}

// cost sums what the tools reported; what none reported stays unknown.
func cost(opinions []Opinion, verified *Verification) (total Cost) {
	for _, o := range opinions {
		if o.Carried == nil || o.Carried.Same { // else an earlier revision has paid it
			total.add(o.Cost)
		}
	}
	if verified != nil && (verified.Carried == nil || verified.Carried.Same) {
		total.add(verified.Cost)
	}
	return total
}

func (c *Cost) add(o Cost) {
	c.USD = Sum(c.USD, o.USD)
	c.InputTokens = Sum(c.InputTokens, o.InputTokens)
	c.OutputTokens = Sum(c.OutputTokens, o.OutputTokens)
	c.CachedTokens = Sum(c.CachedTokens, o.CachedTokens)
}

// Sum adds two numbers of which each may be unknown; nil when both are.
func Sum[N int64 | float64](a, b *N) *N {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return new(*a + *b)
}
