package schedule

import (
	"testing"
	"time"

	"discussd/pipeline/judge"
)

func TestCatchUpWants(t *testing.T) {
	now := time.Now()
	c := CatchUp{Within: time.Hour, Named: func(dir string) bool { return dir == "named" }}
	tests := map[string]struct {
		dir    string
		status judge.RoundStatus
		want   bool
	}{
		"young":                      {"s", judge.RoundStatus{Written: now.Add(-time.Minute)}, true},
		"old":                        {"s", judge.RoundStatus{Written: now.Add(-2 * time.Hour)}, false},
		"old but named":              {"named", judge.RoundStatus{Written: now.Add(-2 * time.Hour)}, true},
		"old but pending":            {"s", judge.RoundStatus{Written: now.Add(-2 * time.Hour), Pending: true}, true},
		"old, judged, changed since": {"s", judge.RoundStatus{Written: now.Add(-2 * time.Hour), Judged: true}, true},
		"judged and fresh":           {"s", judge.RoundStatus{Written: now, Judged: true, Known: true, Fresh: true}, false},
		"judged by checks alone":     {"s", judge.RoundStatus{Written: now, Judged: true, Known: true}, false},
		"by checks alone, but named": {"named", judge.RoundStatus{Written: now, Judged: true, Known: true}, true},
		"young but archived":         {"s", judge.RoundStatus{Written: now, Archived: true}, false},
		"archived but named":         {"named", judge.RoundStatus{Written: now, Archived: true}, true},
		"gone, never judged":         {"named", judge.RoundStatus{Gone: true}, false},
		"gone, judged":               {"s", judge.RoundStatus{Gone: true, Judged: true}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := c.wants(tt.dir, tt.status, now); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
