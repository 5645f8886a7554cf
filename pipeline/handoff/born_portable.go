//go:build !linux || portable

package handoff

import "os"

// born is not known: not every system tells when a folder was made.
func born(*os.File) (when string, known bool) { return "", false }
