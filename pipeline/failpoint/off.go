//go:build !failpoints

package failpoint

// Reach says that a step is done that cannot fail.
func Reach(Point) {}

// Fail says that a step is done that has failed with err, which may be nil, and returns
// that or the error with which the step is to fail.
func Fail(_ Point, err error) error { return err }
