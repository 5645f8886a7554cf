//go:build linux && !portable

package presence

import (
	"os"
	"testing"

	"discussd/pipeline/pipelinetest"
)

// TestKeeperOfNobody: where all other users have one number, a folder with it is no daemon's
// whose word counts, and nobody who asks with it may do what its owner may.
func TestKeeperOfNobody(t *testing.T) {
	if !pipelinetest.Alone(t) {
		return
	}
	const folder = "/usr" // root's, whom nobody here is
	if uid, ok := keeper(folder); ok {
		t.Errorf("the verdicts of user %d count", uid)
	}
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	if (asker{uid: nobody}).mayWrite(info) {
		t.Error("one who asks is taken for the owner of a folder")
	}
}
