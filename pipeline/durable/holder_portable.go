//go:build !linux || portable

package durable

import "os"

// heldByStrangers is false: only Linux says who holds a lock.
func heldByStrangers(*os.File) bool { return false }
