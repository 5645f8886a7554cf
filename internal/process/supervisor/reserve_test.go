package supervisor

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if Wanted(os.Args) {
		os.Exit(Main())
	}
	m.Run()
}

// TestNoSupervisorOfItsOwn: a program that was started as a supervisor and went on as
// itself would start itself again and again.
func TestNoSupervisorOfItsOwn(t *testing.T) {
	t.Setenv(started, "1")
	if line, err := launch(); err == nil {
		line.drop()
		t.Error("it was started")
	}
}
