package critique

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// coordinate is the policy of that profile.
func coordinate() Policy {
	p := DefaultPolicy()
	p.Blocks = []string{LowRating, CriticalIssue}
	return p
}

// specTeam is the policy of that profile.
func specTeam() Policy {
	p := DefaultPolicy()
	p.Blocks, p.MinAverage = []string{HighRisk, CriticalIssue, NoAgreement, Deadline}, 1
	return p
}

// What a policy names is HIGH, whatever its type, and nothing else is but a fact.
func TestPolicySeverity(t *testing.T) {
	for _, divergence := range Blockable {
		if got := (Policy{Blocks: []string{divergence}}).severity(divergence); got != High {
			t.Errorf("%s is %s where it blocks", divergence, got)
		}
		if got := (Policy{}).severity(divergence); got != Medium {
			t.Errorf("%s is %s where it does not block", divergence, got)
		}
	}
	if got := (Policy{}).severity(Fact); got != High {
		t.Errorf("a fact is %s", got)
	}
	if got := (Policy{}).severity(Minor); got != Low {
		t.Errorf("what is minor is %s", got)
	}
}

// TestDivergeInWords looks at what coordinators read.
func TestDivergeInWords(t *testing.T) {
	apart := rate(2, 4.5, 0)
	apart[0].KeyFinding, apart[1].KeyFinding = "no market", "sound design"
	late := rate(4, 4, 4)
	late[1].Late, late[2].Late = true, true
	issues := rate(4, 4, 4)
	issues[0].Weaknesses = []Point{
		{Text: "no backup of invoices", Category: "risk", Severity: Critical, Targets: []string{"REQ-001"}},
		{Text: "no owner", Category: "scope", Severity: High, Targets: []string{"REQ-002"}},
	}
	issues[1].Weaknesses = []Point{{Text: "without a backup invoices get lost", Category: "risk", Severity: Critical, Targets: []string{"req-001"}}}
	issues[2].Weaknesses = []Point{{Text: "anybody may read it", Category: "security", Severity: Critical}}
	conflict := rate(4, 4)
	conflict[0].Strengths = point("one service is simple", "scope", "ADR-001")
	conflict[1].Weaknesses = point("one service does not grow", "scope", "ADR-001")
	tests := map[string]struct {
		opinions []Opinion
		want     []Divergence
	}{
		"no agreement": {apart, []Divergence{{
			Type: NoAgreement, Severity: High, Topic: "no agreement", Description: "no two perspectives rate alike or raise the same point",
			Perspectives: []string{"product", "technical", "quality"}, Options: []string{"product (2/5): no market", "technical (4.5/5): sound design", "quality"},
		}, {
			Type: LowRating, Severity: Medium, Topic: "low rating", Description: "product rates 2/5: no market", Perspectives: []string{"product"},
		}}},
		"deadline": {late, []Divergence{{
			Type: Deadline, Severity: High, Topic: "deadline", Description: "the deadline passed before the tools of technical, quality answered",
			Perspectives: []string{"technical", "quality"}, Options: []string{"discuss the round again", "go on with what was said in time"},
		}}},
		"critical issues": {issues, []Divergence{
			{Type: CriticalIssue, Severity: High, Topic: "critical issue in REQ-001", Description: "no backup of invoices", Perspectives: []string{"product", "technical"}},
			{Type: CriticalIssue, Severity: High, Topic: "critical issue", Description: "anybody may read it", Perspectives: []string{"quality"}},
		}},
		"conflict": {conflict, []Divergence{{
			Type: Conflict, Severity: Medium, Topic: "scope of ADR-001", Description: "product: one service is simple; technical: one service does not grow",
			Perspectives: []string{"product", "technical"}, Options: []string{"product: one service is simple", "technical: one service does not grow"},
		}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Diverge(specTeam(), tt.opinions, nil), cmpopts.IgnoreFields(Divergence{}, "Grounds")); diff != "" {
				t.Errorf("divergences (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDivergeInChinese has one divergence of every kind and reads it in Chinese.
func TestDivergeInChinese(t *testing.T) {
	all := rate(1, 3, 5)
	product, technical, quality := &all[0], &all[1], &all[2]
	product.Late, product.KeyFinding = true, "无市场"
	product.Perspective.Reports, product.MissingRequirements = []string{ReportMissingRequirements}, []string{"离线使用"}
	technical.Perspective.Reports, technical.RiskLevel = []string{ReportRiskLevel}, "high"
	technical.Weaknesses = []Point{{Text: "没有备份", Category: "risk", Severity: Critical, Targets: []string{"REQ-001"}}}
	quality.Strengths = point("数据安全", "risk", "REQ-001")
	policy := specTeam()
	policy.Chinese, policy.Gate = true, false
	facts := []Finding{
		{Rule: "X-001", Severity: High, Perspective: "quality", Message: "1 处占位符"},
	}
	want := []string{
		"覆盖缺口 | 未覆盖: 离线使用",
		"高风险 | 风险等级 high",
		"严重问题: REQ-001 | 没有备份",
		"无共识 | 各视角评分均不一致, 也未提出相同观点",
		"超时 | 截止前未收到 product 的工具答复",
		"评分过低 | product 评分 1/5: 无市场",
		"评分差距 | product 评分 1/5, quality 评分 5/5",
		"REQ-001: risk | quality: 数据安全; technical: 没有备份",
		"X-001 | quality 评分 5/5, 但检查发现 X-001: 1 处占位符",
	}
	said := func(all []Divergence) (texts []string) {
		for _, d := range all {
			texts = append(texts, d.Topic+" | "+d.Description)
		}
		return texts
	}
	if diff := cmp.Diff(want, said(Diverge(policy, all, facts))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wishes := rate(4)
	wishes[0].Suggestions = point("加一个词汇表", "clarity")
	if diff := cmp.Diff([]string{"细节建议 | 仅有改进类建议"}, said(Diverge(policy, wishes, nil))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
