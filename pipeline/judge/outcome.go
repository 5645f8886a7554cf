package judge

import (
	"slices"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// Outcome is what came of an order.
type Outcome struct {
	Verdict    verdict.Verdict
	Unwritten  bool     // the verdict is ready, and the error says why it could not be written
	File       string   // what came of it when that is no verdict, relative to the session
	Discussion int      // the number of the round of the session's discussion that was asked for; 0: none was
	Notes      []string // what is to be said of that file, or of a decision that does not count
	Skipped    bool     // the verdict on disk was fresh; nobody was asked
	Stale      bool     // the files changed while a final run judged the earlier bytes
}

// Tools tells whether a tool was asked for the verdict, and whether one answered.
func (o Outcome) Tools() (asked, answered bool) {
	for _, p := range o.Verdict.Perspectives {
		asked = asked || len(p.Attempts) > 0
		answered = answered || p.Source == critique.SourceCLI || p.Source == critique.SourceFallback
	}
	return asked, answered
}

// LogDecision writes the line of a decision that was carried out.
func (o Outcome) LogDecision(log hclog.Logger) {
	log.Info("decision carried out", "verdict", o.Verdict.Outcome, "revision", o.Verdict.Revision)
}

// LogVerdict writes the line of a judged round, and one for each perspective that
// another tool than its own answered. Why nobody answered any is said once.
func (o Outcome) LogVerdict(log hclog.Logger) {
	v := o.Verdict
	var unheard []string
	for _, p := range v.Perspectives {
		failed := failures(p)
		switch {
		case p.Source == critique.SourceSkipped:
			log.Warn("perspective skipped, the session has no discovery context", "perspective", p.Name)
		case v.Unreviewed():
			unheard = append(unheard, failed...)
		case p.Source == critique.SourceFallback && len(failed) == 0: // its own tool is switched off, or its model's family wrote the artifact
			log.Info("perspective answered by another tool than its own", "perspective", p.Name, "answered_by", p.Tool)
		case p.Source == critique.SourceFallback || p.Source == critique.SourceChecks && len(failed) > 0:
			log.Warn("perspective fell back", "perspective", p.Name, "answered_by", p.Tool, "failed", failed)
		}
	}
	fields := []any{"verdict", v.Outcome, "revision", v.Revision, "total_ms", v.Timing.TotalMS}
	if v.Severity != nil {
		fields = append(fields, "severity", *v.Severity)
	}
	if v.AverageRating != nil {
		fields = append(fields, "average", *v.AverageRating)
	}
	if len(unheard) > 0 {
		slices.Sort(unheard)
		fields = append(fields, "unreviewed", slices.Compact(unheard))
	}
	if v.Error != nil {
		fields = append(fields, "code", v.Error.Code, "reason", v.Error.Message)
	}
	log.Info("round judged", fields...)
}

// failures are the tools that were asked in vain for a perspective, and how each failed.
func failures(p verdict.Perspective) (failed []string) {
	for _, a := range p.Attempts {
		if a.Outcome != critique.Answered {
			failed = append(failed, a.Tool+": "+string(a.Outcome))
		}
	}
	return failed
}
