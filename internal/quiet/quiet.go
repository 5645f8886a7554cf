// Package quiet keeps libraries from writing to standard error while the program is loaded:
// one tells there, on every run of every command, that this kernel counts no pressure.
//
// It has no imports but these two and a path before theirs, so Go initialises it first.
package quiet

import (
	"io"
	"log"
)

// Before is where the standard logger wrote. Whoever imports this package gives it back
// when the program begins: log.SetOutput(quiet.Before).
var Before = func() io.Writer {
	before := log.Writer()
	log.SetOutput(io.Discard)
	return before
}()
