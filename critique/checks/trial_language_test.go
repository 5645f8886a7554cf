package checks

import "testing"

func TestTrialsOfLanguage(t *testing.T) {
	runTrials(t, map[string]trial{
		"a target without its unit":        {rule: "LX-014", path: reqIndex, edit: sub(`(?m)^(\|.*NFR-(?:P|PERF)-001.*?[≤≥<] ?\d+(?:\.\d+)?) ?(?:ms|s|h|min|minutes?|seconds?|毫秒|秒|分钟|%)`, "$1")},
		"a bare target":                    {rule: "LX-014", path: reqIndex, edit: column("Target|目标值", 1, "< 200")},
		"a bare target of a goal":          {rule: "LX-014", path: briefFile, edit: column("Target|目标值", 1, "≤ 5"), but: "en-vault zh-lostfound en-rota"},
		"a bare target of the design":      {rule: "LX-014", path: archIndex, edit: column("Target|目标值", 1, "≤ 5")},
		"a Must that may":                  {rule: "LX-012", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^The system MUST|^系统必须|^手持机必须`, "The system may")},
		"a Chinese Must that may":          {rule: "LX-012", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^The system MUST|^系统必须|^手持机必须`, "系统可以")},
		"a Must that is a proposal":        {rule: "LX-012", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^The system MUST|^系统必须|^手持机必须`, "建议系统")},
		"a Must criterion that may":        {rule: "LX-012", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^(- (?:\[ \] )?.*?)(?:MUST|必须)`, "${1}may")},
		"a Chinese criterion that may":     {rule: "LX-012", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^(- (?:\[ \] )?.*?)(?:MUST|必须)`, "${1}可以")},
		"a Must whose criteria all may":    {rule: "LX-012", path: `requirements/REQ-001`, edit: all(`MUST|必须`, "could")},
		"a Could that must":                {rule: "LX-012", path: `requirements/REQ-006|requirements\.md$`, edit: sub(`(?m)^The system could|^系统可`, "The system MUST")},
		"a Chinese Could that must":        {rule: "LX-012", path: `requirements/REQ-006|requirements\.md$`, edit: sub(`(?m)^The system could|^系统可`, "系统必须")},
		"a product in a criterion":         {rule: "LX-020", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^(- (?:\[ \] )?.*(?:MUST|必须).*?)([.。]?)$`, "$1 in MongoDB$2")},
		"a language in a criterion":        {rule: "LX-020", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^(- (?:\[ \] )?.*(?:MUST|必须).*?)([.。]?)$`, "$1 through Kafka and Redis$2")},
		"a description of a product":       {rule: "LX-020", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^((?:The system MUST|系统必须|手持机必须).*?)([.。]?)$`, "$1 in Elasticsearch$2")},
		"a target that is a word":          {rule: "RQ-014", path: reqIndex, edit: column("Target|目标值", 1, "fast"), but: "en-rota en-vault zh-lostfound zh-stocktake"},
		"a goal whose target is a word":    {rule: "BR-011", path: briefFile, edit: column("Target|目标值", 1, "a much better result"), but: "en-vault zh-lostfound"},
		"a Chinese goal without a measure": {rule: "BR-011", path: briefFile, edit: column("Target|目标值", 1, "显著改善"), but: "en-vault zh-lostfound"},
		"a goal told in words":             {rule: "BR-011", path: briefFile, edit: sub(`(?m)^(- \*\*G-002\*\*)[:：].*$`, "$1: restores feel safe")},
		"a vague criterion":                {rule: "RQ-019", path: `requirements/REQ-001`, edit: sub(`(?m)^- (\[ \] )?.*$`, "- ${1}The feature works as expected")},
		"a hollow criterion":               {rule: "RQ-019", path: epicDocsFiles, edit: sub(`(?m)^- \[ \] .*$`, "- [ ] 功能正常")},
		"a description without a modal":    {rule: "LX-024", path: `requirements/REQ-001|requirements\.md$`, edit: sub(`(?m)^The system MUST |^系统必须|^手持机必须`, "")},
		"a baseline lost":                  {rule: "BR-015", path: briefFile, edit: each(column("Baseline|基线", 2, ""), column("Target|目标值", 2, "+20 %")), but: "en-vault zh-lostfound"},
		"a goal that rises":                {rule: "BR-015", path: briefFile, edit: sub(`(?m)^(- \*\*G-002\*\*)[:：].*$`, "$1：满意度提高 20%，按问卷计算。")},
	})
}
