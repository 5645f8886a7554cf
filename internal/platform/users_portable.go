//go:build !linux || portable

package platform

// Stranger is false where users have no namespaces.
func Stranger(uint32) bool { return false }

// HidesRoot is false where users have no namespaces.
func HidesRoot() bool { return false }
