package verdict

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"discussd/critique"
)

// Case is everything about a round that its critique does not know.
type Case struct {
	Round        string
	Label        string
	Session      string // the base name of the session folder
	SessionPath  string // its slash path from the project root
	Profile      string
	Mode         critique.Mode
	Revision     int    // 1 for the first verdict of a round
	Role         string // of the producing agent
	Task         string // of the producing agent, "" when unknown
	Final        bool   // the sign-off round, whose HIGH goes to a person
	Artifact     File
	Members      []File
	Upstream     []Upstream
	Context      *File // the discovery context used for coverage, nil when there was none
	Fingerprint  string
	PolicySHA256 string
	Generator    Generator
	Queued       time.Duration
	ChecksTook   time.Duration
	StartedAt    time.Time // when judging began, after the queue
	FinishedAt   time.Time
	Decisions    []Decision
	Notes        []string // what the pipeline degraded, in words
	// Previous is the round's latest verdict that is not an error, nil for the
	// first: findings and action items get their states by it.
	Previous *Verdict
}

// New makes the verdict of a judged round. Its record is nil until [Verdict.SetRecord].
func New(c Case, report critique.Report, result critique.Result) Verdict {
	v := c.begin()
	v.Mode, v.Basis, v.Language = cmp.Or(result.Mode, v.Mode), result.Basis, languageOf(result.Chinese)
	v.Outcome = Reached
	var severity critique.Severity
	if !result.Reached {
		v.Outcome = Blocked
		severity = result.Severity
		v.Severity = new(severity)
	}
	v.Recommendation = new(result.Recommendation)
	v.CallerAction, v.CoordinatorAction = actions(severity, c.Final || result.Recommendation == critique.Escalate)
	v.AverageRating, v.IndependentAverage = rating(result.Average), rating(result.Independent)
	v.Writers = result.Writers
	v.Sentiment = sentiment(result)
	for _, o := range result.Opinions {
		v.Perspectives = append(v.Perspectives, perspective(o))
	}
	v.Verification = verification(result.Verification)
	v.Divergences = result.Divergences
	v.ConvergentThemes = result.Themes
	v.CoverageGaps = result.CoverageGaps
	v.ActionItems = withStates(result.ActionItems, c.Previous)
	v.OpenQuestions = result.OpenQuestions
	v.RiskFlags = result.RiskFlags
	v.Checks, v.Delta = assess(report, c.Previous)
	v.Cost = Cost(result.Cost)
	v.Timing.CritiqueMS = milliseconds(result.Duration)
	v.Notes = notes(c, result)
	if result.Partial {
		v.Status = Partial
	}
	return finish(v)
}

// NewError makes the verdict of a round that could not be judged. It carries the
// checks that could still be made, and no delta: what could not be read was not
// fixed. It goes to a person, because revisions of an unjudged artifact are not
// counted and a coordinator could order them without end.
func NewError(c Case, report critique.Report, code ErrorCode, message string) Verdict {
	v := c.begin()
	v.Basis, v.Language = critique.BasisChecks, languageOf(report.Chinese)
	v.Outcome = Failed
	v.CallerAction, v.CoordinatorAction = CallerStops, CoordinatorAsks
	v.Error = &Problem{Code: code, Message: cmp.Or(message, string(code))}
	v.Checks, _ = assess(report, c.Previous)
	v.Checks.Findings = v.Checks.Present()
	v.Notes = c.Notes
	return finish(v)
}

// begin fills in what every verdict of the case has.
func (c Case) begin() Verdict {
	v := Verdict{
		SchemaVersion: SchemaVersion,
		Round:         c.Round,
		Label:         c.Label,
		Session:       c.Session,
		SessionPath:   c.SessionPath,
		Profile:       c.Profile,
		Mode:          cmp.Or(c.Mode, critique.ModePanel),
		Revision:      max(1, c.Revision),
		Final:         c.Final,
		Caller:        Caller{Role: c.Role},
		Artifact:      c.artifact(),
		Upstream:      c.Upstream,
		Status:        Complete,
		Decisions:     c.Decisions,
		Timing: Timing{
			QueuedMS: milliseconds(c.Queued),
			ChecksMS: milliseconds(c.ChecksTook),
			TotalMS:  milliseconds(c.Queued + c.FinishedAt.Sub(c.StartedAt)),
		},
		PolicySHA256: Hash(c.PolicySHA256),
		StartedAt:    c.StartedAt.UTC().Truncate(time.Millisecond),
		FinishedAt:   c.FinishedAt.UTC().Truncate(time.Millisecond),
		Generator:    c.Generator,
	}
	if c.Task != "" {
		v.Caller.Task = new(c.Task)
	}
	if c.Context != nil {
		v.Context = &Reference{Path: c.Context.Path, SHA256: c.Context.SHA256}
	}
	return v
}

func (c Case) artifact() Artifact {
	return Artifact{File: c.Artifact, Members: c.Members, Fingerprint: Hash(c.Fingerprint)}
}

// finish detaches the verdict from what it was built of and writes its texts.
func finish(v Verdict) Verdict {
	v.Dissent = dissent(v)
	v = detached(v)
	v.Summary, v.Message = summary(v), message(v)
	return v
}

// notes collects everything degraded, each thing once: what the result says about
// an opinion is not said again in the opinion's own words.
func notes(c Case, result critique.Result) []string {
	notes := slices.Concat(c.Notes, result.Notes)
	for _, o := range result.Opinions {
		for _, note := range o.Notes {
			said := func(n string) bool { return strings.Contains(n, note) }
			if !slices.ContainsFunc(notes, said) {
				notes = append(notes, o.Perspective.Name+": "+note)
			}
		}
	}
	return notes
}

// rating rounds to two decimals; it is nil for what is no rating from 1 to 5.
func rating(r float64) *float64 {
	if !(r >= 1 && r <= 5) {
		return nil
	}
	return new(math.Round(r*100) / 100)
}

func milliseconds(d time.Duration) int64 { return max(0, d.Round(time.Millisecond).Milliseconds()) }
