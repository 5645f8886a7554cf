// Package verdict is the published contract of discussd: what a round's critique
// looks like to the agents and people who wait for it.
//
// A [Case] (the files and the circumstances of a round) and what the critique
// package made of it come in; a [Verdict], its JSON, its JSON Schema, its
// ready-made texts, its discussion record and its exit code go out. The pipeline
// builds and writes verdicts, the commands read and print them. Everything here is
// pure: no file is read, no clock asked, and what comes in is not modified.
package verdict

import (
	"time"

	"discussd/critique"
)

// SchemaVersion is the version of the verdict's JSON. It changes only when a
// field is removed or changes its meaning; fields may be added under the same version.
const SchemaVersion = 1

// Verdict is the outcome of one round over exactly the bytes its fingerprint
// names. Its field order is the order of the published JSON. A nil pointer and an
// empty [Hash] are null there and mean "not computed"; lists are never null.
type Verdict struct {
	SchemaVersion      int                      `json:"schema_version"`
	Round              string                   `json:"round"`        // "DISCUSS-002"
	Label              string                   `json:"label"`        // "brief"
	Session            string                   `json:"session"`      // the name of the session folder
	SessionPath        string                   `json:"session_path"` // from the project root; paths in texts begin with it
	Profile            string                   `json:"profile"`
	Language           Language                 `json:"language"` // of the words in it, beside what models said
	Revision           int                      `json:"revision"` // 1 for the first verdict of a round
	Mode               critique.Mode            `json:"mode"`     // who was to speak: a panel of models, or the checks alone
	Basis              critique.Basis           `json:"basis"`    // who did; an error verdict rests on the checks
	Final              bool                     `json:"final"`    // the sign-off round, whose HIGH goes to a person
	Caller             Caller                   `json:"caller"`
	Artifact           Artifact                 `json:"artifact"`
	Context            *Reference               `json:"context"`  // the discovery context used for coverage
	Upstream           []Upstream               `json:"upstream"` // the rounds before this one, as they were
	Writers            []critique.Writer        `json:"writers"`  // of what was judged, as agents' hooks noted it; none when nobody is known
	Outcome            Outcome                  `json:"verdict"`
	Severity           *critique.Severity       `json:"severity"`       // only when blocked
	Recommendation     *critique.Recommendation `json:"recommendation"` // nil for an error
	CallerAction       CallerAction             `json:"caller_action"`
	CoordinatorAction  CoordinatorAction        `json:"coordinator_action"`
	Status             Status                   `json:"status"`
	AverageRating      *float64                 `json:"average_rating"`      // two decimals; decided on unrounded
	IndependentAverage *float64                 `json:"independent_average"` // with votes of the writers' own family at half weight; nil when no family is known
	Sentiment          *Sentiment               `json:"sentiment"`           // nil without an average
	Perspectives       []Perspective            `json:"perspectives"`
	Verification       *Verification            `json:"verification"` // nil where nobody was asked about what would block
	Dissent            []string                 `json:"dissent"`      // what speaks against a verdict that lets the round pass
	Divergences        []critique.Divergence    `json:"divergences"`
	ConvergentThemes   []critique.Theme         `json:"convergent_themes"`
	CoverageGaps       []string                 `json:"coverage_gaps"`
	ActionItems        []critique.ActionItem    `json:"action_items"`
	OpenQuestions      []string                 `json:"open_questions"`
	Decisions          []Decision               `json:"decisions"`
	RiskFlags          []critique.RiskFlag      `json:"risk_flags"`
	Checks             Assessment               `json:"checks"`
	Delta              *Delta                   `json:"delta"`   // nil without an earlier judged revision
	Record             *Reference               `json:"record"`  // nil when the record could not be written
	Summary            string                   `json:"summary"` // for the one who asked
	Message            string                   `json:"message"` // for the coordinator
	Notes              []string                 `json:"notes"`   // everything degraded, in words
	Error              *Problem                 `json:"error"`   // only for an error verdict
	Timing             Timing                   `json:"timing"`
	Cost               Cost                     `json:"cost"`
	PolicySHA256       Hash                     `json:"policy_sha256"`
	StartedAt          time.Time                `json:"started_at"`  // UTC, milliseconds
	FinishedAt         time.Time                `json:"finished_at"` // UTC, milliseconds
	Generator          Generator                `json:"generator"`
}

// Caller is the producing agent whose artifact was judged.
type Caller struct {
	Role string  `json:"role"` // "writer"
	Task *string `json:"task"` // "DRAFT-001"
}

// Artifact is the judged file, the members judged with it, and the fingerprint
// over all of them.
type Artifact struct {
	File
	Members     []File `json:"members"`
	Fingerprint Hash   `json:"fingerprint"`
}

// File is one judged file. SHA256 is empty when the file could not be read.
type File struct {
	Path   string `json:"path"` // slash-separated, relative to the session folder
	SHA256 Hash   `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// Reference names a file and the bytes it held.
type Reference struct {
	Path   string `json:"path"` // slash-separated, relative to the session folder
	SHA256 Hash   `json:"sha256"`
}

// Decision is a person's answer to an escalation.
type Decision struct {
	Topic       string   `json:"topic"`
	Decision    string   `json:"decision"` // [Accept] or [Revise]
	Rationale   string   `json:"rationale"`
	By          string   `json:"by"`
	Fingerprint Hash     `json:"fingerprint"` // of the bytes that were decided on
	SHA256      Hash     `json:"sha256"`      // of the file that says so
	Accepts     []string `json:"accepts"`     // grounds of divergences that do not block any more
}

// Timing says where the time went, in milliseconds. TotalMS is the time in the
// queue and the time from StartedAt to FinishedAt together.
type Timing struct {
	QueuedMS   int64 `json:"queued_ms"`
	ChecksMS   int64 `json:"checks_ms"`
	CritiqueMS int64 `json:"critique_ms"`
	TotalMS    int64 `json:"total_ms"`
}

// Cost is what the tools reported of the round. A nil field was not reported.
type Cost struct {
	USD          *float64 `json:"usd"`
	InputTokens  *int64   `json:"input_tokens"`
	OutputTokens *int64   `json:"output_tokens"`
	CachedTokens *int64   `json:"cached_tokens"` // of the input, that had been read before
}

// Generator names the program that made the verdict.
type Generator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Fresh tells whether the verdict is about exactly the bytes that fingerprint
// names. A verdict that names no bytes is never fresh.
func (v Verdict) Fresh(fingerprint string) bool {
	return fingerprint != "" && v.Artifact.Fingerprint == Hash(fingerprint)
}

// BlockedAt tells whether the verdict is a block of exactly this severity.
func (v Verdict) BlockedAt(severity critique.Severity) bool {
	return v.Outcome == Blocked && v.Severity != nil && *v.Severity == severity
}

// SetRecord notes that the discussion record was written to path (relative to the
// session folder) with these bytes, and renews the texts that name it.
func (v *Verdict) SetRecord(path, sha256 string) {
	v.Record = &Reference{Path: path, SHA256: Hash(sha256)}
	v.Summary, v.Message = summary(*v), message(*v)
}

// Problem says why a round could not be judged.
type Problem struct {
	Code    ErrorCode `json:"code"`
	Message string    `json:"message"`
}

// ErrorCode is one of a closed list that the schema repeats.
type ErrorCode string

// The error codes.
const (
	ArtifactNotFound    ErrorCode = "artifact_not_found"
	ArtifactNotUTF8     ErrorCode = "artifact_not_utf8"
	ArtifactInvalidJSON ErrorCode = "artifact_invalid_json"
	ArtifactEmpty       ErrorCode = "artifact_empty"
	ArtifactNotRegular  ErrorCode = "artifact_not_regular" // a folder, FIFO, socket or device
	ArtifactOutside     ErrorCode = "artifact_outside"     // a link that leaves the session
	ArtifactTooLarge    ErrorCode = "artifact_too_large"
	ArtifactUnreadable  ErrorCode = "artifact_unreadable" // permissions, input/output errors
	SessionNotFound     ErrorCode = "session_not_found"
	RoundUnknown        ErrorCode = "round_unknown" // a request for a round that nobody configured
	RequestInvalid      ErrorCode = "request_invalid"
	NoRating            ErrorCode = "no_rating" // no perspective and no rule had anything to rate
	Internal            ErrorCode = "internal"
)

// Verification is what a model said that was asked once more: of the claims that would have
// blocked the round, and of the faults that somebody else's praise contradicts.
type Verification struct {
	Tool        string           `json:"tool"`
	Model       string           `json:"model"`        // "" when the tool does not say, or did not answer
	ModelFamily string           `json:"model_family"` // "" when unknown
	Claims      []critique.Claim `json:"claims"`
	Attempts    []Attempt        `json:"attempts"`
	Cost        Cost             `json:"cost"`
}

// verification returns nil where nobody was asked.
func verification(v *critique.Verification) *Verification {
	if v == nil {
		return nil
	}
	return &Verification{
		Tool: v.Tool, Model: v.Model, ModelFamily: v.ModelFamily, Claims: v.Claims,
		Attempts: attempts(v.Attempts), Cost: Cost(v.Cost),
	}
}
