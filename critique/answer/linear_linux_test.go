package answer_test

import (
	"testing"

	"discussd/critique"
	"discussd/critique/answer"
	"discussd/internal/linear"
)

// TestLinear reads every hostile answer.
func TestLinear(t *testing.T) {
	documents := []critique.Document{{Path: "spec/brief.md", Content: []byte("# Berths\n\n- REQ-001: A berth is open while the tide is in.\n")}}
	linear.Test(t, hostile, 1<<16, func(text []byte) {
		_, _ = answer.Read(t.Context(), text, answer.Expect{Rating: true, Documents: documents})
	})
}
