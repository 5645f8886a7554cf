// Package wallclock is for tests: it starts a process whose clock can be set, where the
// system and the processor allow that.
package wallclock
