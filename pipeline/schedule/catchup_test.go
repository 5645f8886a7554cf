package schedule

import (
	"testing"
	"time"

	"discussd/pipeline"
)

func TestCatchUpWants(t *testing.T) {
	now := time.Now()
	c := CatchUp{Within: time.Hour, Named: func(dir string) bool { return dir == "named" }}
	tests := map[string]struct {
		dir    string
		status pipeline.RoundStatus
		want   bool
	}{
		"young":                      {"s", pipeline.RoundStatus{Written: now.Add(-time.Minute)}, true},
		"old":                        {"s", pipeline.RoundStatus{Written: now.Add(-2 * time.Hour)}, false},
		"old but named":              {"named", pipeline.RoundStatus{Written: now.Add(-2 * time.Hour)}, true},
		"old but pending":            {"s", pipeline.RoundStatus{Written: now.Add(-2 * time.Hour), Pending: true}, true},
		"old, judged, changed since": {"s", pipeline.RoundStatus{Written: now.Add(-2 * time.Hour), Judged: true}, true},
		"judged and fresh":           {"s", pipeline.RoundStatus{Written: now, Judged: true, Known: true, Fresh: true}, false},
		"judged by checks alone":     {"s", pipeline.RoundStatus{Written: now, Judged: true, Known: true}, false},
		"by checks alone, but named": {"named", pipeline.RoundStatus{Written: now, Judged: true, Known: true}, true},
		"young but archived":         {"s", pipeline.RoundStatus{Written: now, Archived: true}, false},
		"archived but named":         {"named", pipeline.RoundStatus{Written: now, Archived: true}, true},
		"gone, never judged":         {"named", pipeline.RoundStatus{Gone: true}, false},
		"gone, judged":               {"s", pipeline.RoundStatus{Gone: true, Judged: true}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := c.wants(tt.dir, tt.status, now); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
