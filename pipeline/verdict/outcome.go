package verdict

import "discussd/critique"

// Outcome is what a round ended in.
type Outcome string

// The outcomes.
const (
	Reached Outcome = "consensus_reached"
	Blocked Outcome = "consensus_blocked"
	Failed  Outcome = "error"
)

// CallerAction is what the producing agent is to do.
type CallerAction string

// The actions of a producing agent. One that stops never revises by itself.
const (
	CallerReports  CallerAction = "report"
	CallerStops    CallerAction = "report_and_stop"
	CallerWarns    CallerAction = "warn_and_proceed"
	CallerProceeds CallerAction = "proceed_with_notes"
)

// CoordinatorAction is what the coordinator of the agents is to do.
type CoordinatorAction string

// The actions of a coordinator.
const (
	CoordinatorProceeds CoordinatorAction = "proceed"
	CoordinatorWarns    CoordinatorAction = "log_warning"
	CoordinatorRevises  CoordinatorAction = "create_revision"
	CoordinatorAsks     CoordinatorAction = "ask_user"
)

// Status says whether the whole panel was heard.
type Status string

// The statuses. Partial means that the deadline cut something off.
const (
	Complete Status = "complete"
	Partial  Status = "partial"
)

// Language is what a verdict is worded in. Its headings and labels are those of the
// profile.
type Language string

// The languages. Verdicts of versions that did not say theirs have none and count as English.
const (
	English Language = "en"
	Chinese Language = "zh"
)

func languageOf(chinese bool) Language {
	if chinese {
		return Chinese
	}
	return English
}

// Sentiment is the average rating in a word.
type Sentiment string

// The sentiments, from the thresholds 4, 3 and 2 down.
const (
	SentimentPositive Sentiment = "positive"
	SentimentNeutral  Sentiment = "neutral"
	SentimentConcerns Sentiment = "concerns"
	SentimentCritical Sentiment = "critical"
)

// actions says who does what after a block or a consensus. ask is true where a
// HIGH block goes to a person: on the final gate and when escalated.
func actions(severity critique.Severity, ask bool) (CallerAction, CoordinatorAction) {
	switch severity {
	case critique.High:
		if ask {
			return CallerStops, CoordinatorAsks
		}
		return CallerStops, CoordinatorRevises
	case critique.Medium:
		return CallerWarns, CoordinatorWarns
	case critique.Low:
		return CallerProceeds, CoordinatorProceeds
	}
	return CallerReports, CoordinatorProceeds
}

// sentiment puts an average rating into a word. A perspective that took part but
// is not expected to rate counts as a neutral 3; it is nil when nobody rated.
func sentiment(result critique.Result) *Sentiment {
	if rating(result.Average) == nil {
		return nil
	}
	const neutral = 3.0
	sum, voices := 0.0, 0.0
	for _, o := range result.Opinions {
		switch {
		case o.Source == critique.SourceSkipped:
		case rating(o.Rating) != nil:
			sum, voices = sum+o.Rating, voices+1
		case !expectedToRate(o.Perspective):
			sum, voices = sum+neutral, voices+1
		}
	}
	mean := result.Average
	if voices > 0 {
		mean = sum / voices
	}
	switch {
	case mean >= 4:
		return new(SentimentPositive)
	case mean >= 3:
		return new(SentimentNeutral)
	case mean >= 2:
		return new(SentimentConcerns)
	}
	return new(SentimentCritical)
}

// Brief is what an agent needs of a verdict in order to go on. Its JSON is one line.
type Brief struct {
	Round             string                   `json:"round"`
	Outcome           Outcome                  `json:"verdict"`
	Severity          *critique.Severity       `json:"severity"`
	Recommendation    *critique.Recommendation `json:"recommendation"`
	CallerAction      CallerAction             `json:"caller_action"`
	CoordinatorAction CoordinatorAction        `json:"coordinator_action"`
	AverageRating     *float64                 `json:"average_rating"`
	Message           string                   `json:"message"`
}

// Brief is the verdict in short.
func (v Verdict) Brief() Brief {
	return Brief{v.Round, v.Outcome, v.Severity, v.Recommendation, v.CallerAction, v.CoordinatorAction, v.AverageRating, v.Message}
}
