package critique

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// transient are the failures that may be gone a moment later.
var transient = [...]Class{RateLimited, Crashed, EmptyOutput, Truncated}

// longestWait bounds how long a tool that names a retry time is waited for, so that several failing tools
// do not hold a round up for minutes.
const longestWait = 10 * time.Second

// Retry asks the analyst once more after a transient failure: after Pause, or after the time that an error
// in the tree names by RetryAfter() time.Duration. A timeout or a final [Failure] is not transient.
type Retry struct {
	Analyst
	Pause time.Duration
}

// Analyze returns the first critique of at most two tries, with both attempts.
func (r Retry) Analyze(ctx context.Context, request Request) (Critique, error) {
	var attempts []Attempt
	ask := func() (Critique, error) {
		answer, err := r.Analyst.Analyze(ctx, request)
		attempts = append(attempts, answer.Attempts...)
		wait := time.Duration(0)
		if timed, ok := errors.AsType[interface {
			error
			RetryAfter() time.Duration
		}](err); ok {
			wait = timed.RetryAfter()
		}
		switch {
		case err == nil:
			return answer, nil
		case !slices.Contains(transient[:], ClassOf(err)) || Final(err) || wait > longestWait:
			return answer, backoff.Permanent(err)
		case wait > 0:
			return answer, errors.Join(err, &backoff.RetryAfterError{Duration: wait})
		}
		return answer, err
	}
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval = r.Pause
	answer, err := backoff.Retry(ctx, ask, backoff.WithBackOff(pause), backoff.WithMaxTries(2), backoff.WithMaxElapsedTime(0))
	if permanent, ok := errors.AsType[*backoff.PermanentError](err); ok {
		err = permanent.Unwrap() // the library's mark is nobody else's business
	}
	answer.Attempts = attempts
	return answer, err
}
