package process

import (
	"os"
	"testing"
	"time"

	_ "discussd/internal/process/supervisor/first"
)

// bystanding is the variable that makes a process of the test binary, a program that does
// nothing until it is killed.
const bystanding = "TEST_BYSTANDING"

// TestMain is two programs more: a supervisor, and a process that is nobody's.
func TestMain(m *testing.M) {
	if os.Getenv(bystanding) != "" {
		time.Sleep(time.Minute) // what a broken test leaves is gone then
		os.Exit(99)
	}
	m.Run()
}
