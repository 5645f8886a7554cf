package verdict

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
