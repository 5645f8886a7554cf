package answer

import "testing"

// TestShortProse reads reviews of a sentence or two: the rating stands at their end or
// in a clause, and what is said beside it is kept, as what it is.
func TestShortProse(t *testing.T) {
	tests := map[string]struct {
		text                    string
		expect                  Expect
		rating                  float64
		risk                    string
		weaknesses, suggestions int
	}{
		"a rating behind the last sentence":  {"The queue in S-02 lacks a limit, so a burst fills the disk. 2/5", Expect{Rating: true}, 2, "", 1, 0},
		"a rating behind a comma":            {"The exports are fine but nobody owns the retention rule, 3/5.", Expect{Rating: true}, 3, "", 1, 0},
		"a rating in words":                  {"Retention is missing from the whole document.\n\n4 of 5.", Expect{Rating: true}, 4, "", 1, 0},
		"a rating as the verdict":            {"The rule for who may delete a tenant is missing.\n\nVerdict: 2/5, too early.", Expect{Rating: true}, 2, "", 1, 0},
		"Chinese, with the rating behind":    {"导出失败后怎么重试没写清楚，运维会有意见，2/5。", Expect{Rating: true}, 2, "", 1, 0},
		"Chinese, the remark before":         {"备份频率没有说明，恢复时间也缺少目标。评分 2/5", Expect{Rating: true}, 2, "", 1, 0},
		"unknown polarity is a wish, if any": {"The tenants share one queue in this design of ours. 3/5", Expect{Rating: true}, 3, "", 0, 1},
		"a risk level in a sentence":         {"I'd call the overall risk elevated: one vendor holds all the keys, and no exit is described.", Expect{RiskLevel: true}, 0, "high", 1, 0},
		"a Chinese risk level":               {"密钥由一家供应商保管，没有说明退出方案。风险等级：较高。", Expect{RiskLevel: true}, 0, "high", 1, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := Read(t.Context(), []byte(test.text), test.expect)
			if err != nil {
				t.Fatal(err)
			}
			if c.Rating != test.rating || c.RiskLevel != test.risk || len(c.Weaknesses) != test.weaknesses || len(c.Suggestions) != test.suggestions {
				t.Errorf("rating %v, risk %q, weaknesses %+v, suggestions %+v", c.Rating, c.RiskLevel, c.Weaknesses, c.Suggestions)
			}
		})
	}
}
