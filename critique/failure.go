package critique

import (
	"errors"
	"fmt"
)

// Class names why a tool gave no usable critique. The set is closed, by the verdict contract.
type Class string

// The failure classes, and Answered for an attempt that worked.
const (
	Answered       Class = "ok"
	NotInstalled   Class = "not_installed"
	Auth           Class = "auth"
	Misconfigured  Class = "misconfigured" // the service knows no such model, or refuses the request as such
	Quota          Class = "quota"
	RateLimited    Class = "rate_limited"
	Timeout        Class = "timeout"
	EmptyOutput    Class = "empty_output"
	InvalidJSON    Class = "invalid_json"
	Refused        Class = "refused"
	OffTopic       Class = "off_topic"
	Truncated      Class = "truncated"
	Crashed        Class = "crashed"
	Contradictory  Class = "contradictory"
	OutputTooLarge Class = "output_too_large"
	PromptTooLarge Class = "prompt_too_large"
	Unusable       Class = "unusable"        // the right JSON with useless values
	Canceled       Class = "canceled"        // the artifact changed or the daemon stops
	NotIndependent Class = "not_independent" // its model is of the family that wrote the artifact, or may be
)

// Failure is the error every analyst returns when it has no critique to give.
type Failure struct {
	Class Class
	Err   error // what happened, in words; never nil
	Final bool  // the tool itself has tried again, in vain
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Class, f.Err) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// ClassOf returns the failure class that an analyst's error carries, else Crashed.
func ClassOf(err error) Class {
	if failure, ok := errors.AsType[*Failure](err); ok {
		return failure.Class
	}
	return Crashed
}

// Failf returns a [*Failure] of the class with a formatted cause; %w wraps.
func Failf(class Class, format string, args ...any) error {
	return &Failure{Class: class, Err: fmt.Errorf(format, args...)}
}

// Final tells whether an analyst's error is one that another try meets again.
func Final(err error) bool {
	failure, ok := errors.AsType[*Failure](err)
	return ok && failure.Final
}

// Reason returns an analyst's error in words, without its class.
func Reason(err error) string {
	if failure, ok := errors.AsType[*Failure](err); ok {
		return failure.Err.Error()
	}
	return err.Error()
}
