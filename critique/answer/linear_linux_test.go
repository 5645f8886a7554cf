package answer_test

import (
	"maps"
	"strings"
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

// TestLinearTogether reads every hostile answer, and long ones for several perspectives. What reads
// them is mostly what [TestLinear] tries, so that half of their size will do.
func TestLinearTogether(t *testing.T) {
	long := maps.Clone(hostile)
	long["critiques for one perspective"] = func(n int) string {
		return strings.Repeat(`{"perspective": "product", "rating": 4, "weaknesses": []},`, n/60)
	}
	long["a list of them"] = func(n int) string {
		return "[" + strings.Repeat(`{"perspective": "risk", "rating": 4, "weaknesses": [{}, {}]},`, n/60) + "]"
	}
	long["names without anything"] = func(n int) string { return strings.Repeat("## product\n", n/12) }
	linear.Test(t, long, 1<<15, func(text []byte) { _, _ = answer.ReadTogether(t.Context(), text, threeAsked) })
}
