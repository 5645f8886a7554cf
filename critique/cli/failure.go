package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/critique"
	"discussd/internal/process"
	"discussd/internal/text/pattern"
)

// LimitError is wrapped by the failure of a tool that said when to come back.
type LimitError struct {
	Delay time.Duration // from the moment the tool failed
	Err   error
}

func (e *LimitError) Error() string { return fmt.Sprintf("%v (retry after %s)", e.Err, e.Delay) }

// Unwrap returns what the tool said.
func (e *LimitError) Unwrap() error { return e.Err }

// RetryAfter is the delay, for those who retry.
func (e *LimitError) RetryAfter() time.Duration { return e.Delay }

func fail(class critique.Class, format string, args ...any) *critique.Failure {
	return &critique.Failure{Class: class, Err: fmt.Errorf(format, args...)}
}

func stopped(ctx context.Context, cause error) *critique.Failure {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fail(critique.Timeout, "no answer in time: %w", cause)
	}
	return fail(critique.Canceled, "stopped: %w", cause)
}

// Failed is the failure of a CLI or a service, classed by its HTTP status, 0 if none, and its message.
// The message is never a model's answer.
func Failed(message string, status int, format string, args ...any) *critique.Failure {
	message = strings.TrimSpace(message)
	if status = cmp.Or(status, statusIn(message)); status == 0 {
		_, status = process.ServiceError(message)
	}
	err := fmt.Errorf(format, args...)
	if message != "" {
		err = fmt.Errorf("%w%s", err, process.LastWords([]byte(message)))
	}
	class := classOf(message, status)
	if delay := retryDelay(message); delay > 0 && (class == critique.RateLimited || class == critique.Quota) {
		err = &LimitError{Delay: delay, Err: err}
	}
	return &critique.Failure{Class: class, Err: err}
}

// phrases are what CLIs and services say, in lower case, the more telling class first.
var phrases = [...]struct {
	class critique.Class
	words []string
}{
	{critique.PromptTooLarge, []string{"input exceeds the maximum length", "prompt is too long", "context_length_exceeded", "context window", "exceeds the maximum number of tokens", "request too large"}},
	{critique.Truncated, []string{"output token maximum", "max_output_tokens", "max_tokens"}},
	{critique.Quota, []string{"credit balance", "insufficient_quota", "insufficient quota", "exceeded your current quota", "usage limit", "daily quota", "daily limit", "session limit", "weekly limit", "hour limit", "hit your limit", "exhausted your capacity", "out of credits", "payment required", "billing"}},
	{critique.RateLimited, []string{"rate limit", "rate_limit", "too many requests", "resource_exhausted", "resource exhausted", "resource has been exhausted", "overloaded", "at capacity"}},
	{critique.Auth, []string{"not logged in", "/login", "login required", "log in", "sign in", "signed in", "api key", "api_key", "auth method", "authenticat", "unauthorized", "unauthenticated", "oauth", "credentials", "permission_denied"}},
	{critique.Timeout, []string{"request timed out", "headers timeout", "body timeout"}},
	{critique.Refused, []string{"usage policy", "content policy", "prohibited_content", "blocked by safety", "flagged"}},
}

func classOf(message string, status int) critique.Class {
	message = strings.ToLower(message)
	var said []critique.Class
	for _, p := range phrases {
		if slices.ContainsFunc(p.words, func(words string) bool { return strings.Contains(message, words) }) {
			said = append(said, p.class)
		}
	}
	switch {
	case status == 429 && slices.Contains(said, critique.Quota), status == 402:
		return critique.Quota
	case status == 429, status == 529:
		return critique.RateLimited
	case status == 401, status == 403:
		return critique.Auth
	case status == 413:
		return critique.PromptTooLarge
	case status >= 500:
		return critique.Crashed
	case len(said) > 0:
		return said[0]
	case slices.Contains(wrong[:], status):
		return critique.Misconfigured
	}
	return critique.Crashed
}

// wrong are the statuses of a request that fails again: an unknown model, field or address.
var wrong = [...]int{400, 404, 405, 410, 415, 422}

var (
	retryPhrase = pattern.New(`(?i)(?:retry|try again|reset)[a-z" :_-]{0,24}((?:\d+(?:\.\d+)? ?(?:ms|[dhms])[a-z]*,? ?)+)`)
	retryUnits  = pattern.New(`(?i)(\d+(?:\.\d+)?) ?(ms|[dhms])`)
)

// retryDelay finds "try again in 7.5s" or "reset after 3h5m" in a message; 0 without any.
func retryDelay(message string) time.Duration {
	found := retryPhrase.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	units := map[string]time.Duration{"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	var delay time.Duration
	for _, part := range retryUnits.FindAllStringSubmatch(found[1], -1) {
		if number, err := strconv.ParseFloat(part[1], 64); err == nil && number < 1e6 {
			delay += time.Duration(number * float64(units[strings.ToLower(part[2])]))
		}
	}
	return delay
}
