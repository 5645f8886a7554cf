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

// ExitCode returns what a command that ran nothing but the checks exits with: by
// the heaviest finding of this revision.
func (a Assessment) ExitCode() int {
	heaviest := 0
	for _, f := range a.Present() {
		heaviest = max(heaviest, f.Severity.Weight())
	}
	switch {
	case heaviest >= critique.High.Weight():
		return ExitBlockedHigh
	case heaviest == critique.Medium.Weight():
		return ExitBlockedMedium
	}
	return ExitReached
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
