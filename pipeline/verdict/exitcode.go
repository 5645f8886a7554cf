package verdict

import "discussd/critique"

// The exit codes of a command that ends in a verdict.
const (
	ExitReached       = 0 // also a LOW block, which is treated as consensus with notes
	ExitBlockedHigh   = 2 // coding agents' hooks block on 2
	ExitBlockedMedium = 3
	ExitError         = 4
)

// ExitCode returns what a command that ends in this verdict exits with.
func (v Verdict) ExitCode() int {
	switch {
	case v.Outcome == Failed:
		return ExitError
	case v.BlockedAt(critique.High):
		return ExitBlockedHigh
	case v.BlockedAt(critique.Medium):
		return ExitBlockedMedium
	}
	return ExitReached
}

// Bars are the severities at which [Verdict.ExitCodeAt] begins to fail: the values of
// --fail-on, "high" the default.
var Bars = [...]string{"high", "medium", "low", "never"}

// ExitCodeAt is the exit code with another bar for the facts. At "high" it is that of
// the verdict. At "medium" and "low" a verdict that lets the round pass ends with
// [ExitBlockedMedium] where a finding is that heavy. At "never" nothing that blocks
// ends with a code of its own; an error does in any case.
func (v Verdict) ExitCodeAt(bar string) int {
	code := v.ExitCode()
	switch {
	case bar == "never" && code != ExitError:
		return ExitReached
	case code != ExitReached || bar == "high" || bar == "never":
		return code
	}
	least := critique.Medium.Weight()
	if bar == "low" {
		least = critique.Low.Weight()
	}
	for _, f := range v.Checks.Present() {
		if f.Severity.Weight() >= least {
			return ExitBlockedMedium
		}
	}
	return code
}

// Worst returns the exit code of several rounds: the first of 4, 2 and 3 among
// codes, else any other that is not 0, else 0.
func Worst(codes ...int) int {
	worst := ExitReached
	for _, code := range codes {
		if rank(code) > rank(worst) {
			worst = code
		}
	}
	return worst
}

func rank(code int) int {
	switch code {
	case ExitError:
		return 4
	case ExitBlockedHigh:
		return 3
	case ExitBlockedMedium:
		return 2
	case ExitReached:
		return 0
	}
	return 1
}
