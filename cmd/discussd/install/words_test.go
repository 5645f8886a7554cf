package install

import (
	"strings"
	"testing"

	"discussd/pipeline/verdict"
)

// TestAgentsReadTheRealValues: what agents are told to do is what verdicts say.
func TestAgentsReadTheRealValues(t *testing.T) {
	for _, action := range []verdict.CallerAction{verdict.CallerWarns, verdict.CallerStops} {
		if !strings.Contains(skill, string(action)) {
			t.Errorf("the skill does not say %s", action)
		}
	}
	for _, text := range []string{skill, managed} {
		if strings.Contains(text, "revise (MEDIUM)") || !strings.Contains(text, "go on with caution (MEDIUM)") {
			t.Errorf("MEDIUM is not what a verdict makes of it:\n%s", text)
		}
	}
}
