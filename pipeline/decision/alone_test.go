//go:build linux && !portable

package decision

import (
	"os"
	"strings"
	"testing"

	"discussd/pipeline/pipelinetest"
)

// TestTrustOfNobody: where all other users have one number, that number decides nothing, not
// even where it is that of somebody who may decide.
func TestTrustOfNobody(t *testing.T) {
	if !pipelinetest.Alone(t) {
		return
	}
	info, err := os.Stat("/proc/version") // root's, whom nobody else here is
	if err != nil {
		t.Fatal(err)
	}
	if err := Trust(info, os.Getuid(), []string{"65534"}); err == nil || !strings.Contains(err.Error(), "whose it is cannot be told") {
		t.Errorf("a decision of anybody's: %v", err)
	}
}
