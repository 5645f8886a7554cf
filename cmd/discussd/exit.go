package main

import (
	"errors"
	"fmt"
	"io"

	"discussd/internal/text/printable"
	"discussd/pipeline/verdict"
)

// The exit codes beside those of a verdict (0, 2, 3 and 4; see verdict.ExitCode).
const (
	exitFailure  = 1
	exitUsage    = 64 // EX_USAGE
	exitInternal = 70 // EX_SOFTWARE
	exitTimeout  = 75 // EX_TEMPFAIL: no verdict yet
	exitConfig   = 78 // EX_CONFIG
)

// exit is an error that ends the program with a code of its own.
type exit struct {
	code int
	err  error // nil: everything was said already
}

func (e *exit) Error() string { return fmt.Sprint(e.err) }
func (e *exit) Unwrap() error { return e.err }

// judged ends the program with the code of one or several verdicts.
func judged(codes ...int) error {
	if code := verdict.Worst(codes...); code != 0 {
		return &exit{code: code}
	}
	return nil
}

// exitCode prints an error, once, and returns the code it stands for.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	code := exitFailure
	if e, ok := errors.AsType[*exit](err); ok {
		code, err = e.code, e.err
	}
	if err != nil {
		fmt.Fprintln(stderr, "discussd:", printable.Lines(err.Error()))
	}
	return code
}
