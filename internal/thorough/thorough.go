// Package thorough is for tests: it has the flag that asks for everything a test can do,
// which takes minutes. Without the flag a test does the part that finds most.
package thorough

import "flag"

var asked = flag.Bool("thorough", false, "have tests do everything they can, not the part that finds most")

// Asked tells whether everything is to be done. It is called by tests, once the flags
// were read.
func Asked() bool { return *asked }
