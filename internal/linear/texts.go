// Package linear measures whether reading takes time in proportion to what is read. It is
// for tests: a quadratic parser lets whoever writes one file stop a daemon.
package linear

import "strings"

// Texts make texts of about a size, in bytes, by what they are made of.
type Texts map[string]func(size int) string

// Repeat makes texts of one unit over and over.
func Repeat(unit string) func(size int) string {
	return func(size int) string { return strings.Repeat(unit, size/len(unit)) }
}

// Between makes texts of one unit over and over between two others.
func Between(before, unit, after string) func(size int) string {
	return func(size int) string { return before + strings.Repeat(unit, size/len(unit)) + after }
}
