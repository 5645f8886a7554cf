//go:build failpoints

package failpoint

import "sync/atomic"

// armed is what happens at the points; nil is nothing.
var armed atomic.Pointer[func(point Point, file string) error]

// On has do called at every point from now on, by whichever goroutine comes there. File
// is the absolute path of what is done to the disk, else "". The error that it returns is
// that of the step, where the step can fail.
func On(do func(point Point, file string) error) { armed.Store(&do) }

// Reach says that a step is done that cannot fail.
func Reach(point Point) { _ = At(point, "") }

// Fail says that a step is done that has failed with err, which may be nil, and returns
// that or the error with which the step is to fail.
func Fail(point Point, err error) error {
	if is := At(point, ""); err == nil {
		err = is
	}
	return err
}

// At says that a step is going to be done to a file.
func At(point Point, file string) error {
	if do := armed.Load(); do != nil {
		return (*do)(point, file)
	}
	return nil
}
