package checks

import (
	"strings"
	"testing"
)

// TestReachOfCitations quotes targets of requirements and goals in the ways in which
// later documents do.
func TestReachOfCitations(t *testing.T) {
	const (
		goal   = "-- spec/product-brief.md --\n## Goals\n\n- G-001: restore within 5 minutes\n"
		asked  = "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-P-001 | Search | ≤ 2 s at P95 |\n| NFR-P-002 | Export | ≤ 9 s |\n"
		later  = "-- spec/readiness-report.md --\n"
		design = "-- spec/architecture/_index.md --\n"
		plan   = "-- spec/epics/_index.md --\n"
	)
	for text, fires := range map[string]bool{
		later + "| Targets | Pass | NFR-P-001 (≤ 5 s at P95), NFR-P-002 |\n":                         true,
		later + "| 目标值 | 通过 | NFR-P-001（≤ 5 秒）、NFR-P-002 |\n":                                        true,
		later + "The 5 s limit of NFR-P-001 is verified.\n":                                          true,
		later + "NFR-P-001's 5 s limit is verified.\n":                                               true,
		later + "NFR-P-001 的 5 秒上限已核验。\n":                                                            true,
		later + "- [NFR-P-001](requirements/_index.md) (target: 5 s)\n":                              true,
		later + "- G-001（不超过 15 分钟）已覆盖\n":                                                            true,
		later + "| Requirement | Target | Result |\n|---|---|---|\n| NFR-P-001 | 5 s | Pass |\n":     true,
		plan + "- NFR-P-001: within 5 s\n":                                                           true,
		plan + "- NFR-P-001：不超过 5 秒\n":                                                               true,
		design + "A cache keeps NFR-P-001 (≤ 5 s).\n":                                                true,
		asked + "\nG-001 (within 15 minutes) drives them.\n":                                         true,
		later + "| Targets | Pass | NFR-P-001 (≤ 2000 ms), NFR-P-002 (≤ 9 s) |\n":                    false,
		later + "| Requirement | Measured | Result |\n|---|---|---|\n| NFR-P-001 | 1.2 s | Pass |\n": false,
		later + "NFR-P-001 (5 sensors, 3 of them silent) is verified.\n":                             false,
		later + "NFR-P-001 (checked on 40 days) 已核验（5 月）。\n":                                         false,
		later + "NFR-P-001..002 (≤ 20 s) are verified.\n":                                            false,
		design + "The index answers its part of NFR-P-001 (≤ 500 ms).\n":                             false,
		plan + "- NFR-P-001：不超过 2 秒\n":                                                               false,
		asked + "\nNFR-P-002 refines G-001: within 2 minutes.\n":                                     false,
	} {
		probe(t, "XD-004", goal+strings.TrimPrefix(asked, text[:min(len(text), len(asked))])+text, fires)
	}
}
