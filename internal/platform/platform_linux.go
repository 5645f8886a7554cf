//go:build !portable

// Package platform says what this program can rely on.
package platform

// Portable tells that the program is built of what every Unix has: folders are polled,
// files are replaced by plain renames, and what a CLI leaves behind ends with its process
// group. Builds for Linux are not, but with the tag "portable", by which this is tested.
const Portable = false
