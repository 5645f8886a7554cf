package request

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// prompt is the call of a critique agent, filled in and whole, with what follows
// the part that says what is asked.
const prompt = "## Multi-Perspective Critique: guide-1\n" + `
### Input
- Artifact: docs/guide.md
- Round: guide-1
- Session: /home/ann/.workflow/.team/TC guide

### Perspectives
<Dynamic perspective list>

Example:
| Perspective | CLI Tool | Role | Focus Areas |
|-------------|----------|------|-------------|
| Feasibility | gemini | Engineer | effort, risk |
| Clarity | codex | Editor | flow \| order |

### Execution Steps
1. Read docs/guide.md
   Bash(command="ccw cli -p 'TASK: look
   Artifact:
   text' --tool codex")
- Round: not-this-one

### Discussion Record Format
# Discussion Record: guide-1

**Artifact**: other.md
**Perspectives**: a, b

## Ratings
| Perspective | Rating |
|-------------|--------|
| x | 1/5 |

### Return Value
- Verdict: consensus_reached`

var asked = Request{
	Round: "guide-1", Artifact: "docs/guide.md", Session: "/home/ann/.workflow/.team/TC guide",
	Perspectives: []Perspective{{"feasibility", "gemini", "Engineer", "effort, risk", true}, {"clarity", "codex", "Editor", "flow | order", true}},
}

// The forms that a prompt comes in.
func TestPrompts(t *testing.T) {
	const list = "| Perspective | CLI Tool | Role | Focus Areas |\n|---|---|---|---|\n| Product | gemini | Product Manager | value |\n| Risk | gemini | Risk Analyst | failure modes |\n| Tech Debt | codex | Tech Lead | age |\n"
	input := func(lines ...string) string {
		return "## Multi-Perspective Critique: R-1\n\n### Input\n" + strings.Join(lines, "\n") + "\n"
	}
	product := Perspective{"product", "gemini", "Product Manager", "value", true}
	risk := Perspective{"risk", "gemini", "Risk Analyst", "failure modes", true}
	debt := Perspective{"Tech Debt", "codex", "Tech Lead", "age", true}
	bare := func(names ...string) (all []Perspective) {
		for _, name := range names {
			all = append(all, Perspective{Name: name})
		}
		return all
	}
	tests := map[string]struct {
		text string
		want Request
	}{
		"whole prompt": {prompt, asked},
		"the call around it": {"Task({\n  subagent_type: \"cli-discuss-agent\",\n  run_in_background: false,\n  description: \"Discuss guide-1\",\n  prompt: `" +
			prompt + "`\n})\n", asked},
		"the call in a fence": {"```\nTask({\n  prompt: `" + prompt + "`\n})\n```\n", asked},
		"a spawned agent's message": {"const critic = spawn_agent({\n  message: `### MANDATORY FIRST STEPS\n1. Read: agents/discuss-agent.md\n- Round: none\n\n" +
			prompt + "\n`\n})\nconst result = wait({ ids: [critic] })\n", asked},
		"column order, unknown columns": {input("- Artifact: a.md") +
			"### Perspectives\n| # | Focus Areas | Role | Perspective | CLI Tool |\n|---|---|---|---|---|\n| 1 | value | Product Manager | **Product** | `Gemini` |\n",
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{product}}},
		"a line of names makes the table a look-up": {input("- Artifact: a.md", "- Perspectives: RISK, quality、Tech Debt；product (first of all)") + "### Perspective Routing\n" + list,
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{risk, {Name: "quality"}, debt, product}}},
		"all": {input("- Artifact: a.md", "- Perspectives: all 3") + "### Perspective Routing\n" + list,
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{product, risk, debt}}},
		"all, without a table":   {input("- Perspectives: all 5"), Request{Round: "R-1"}},
		"all, with names":        {input("- Perspectives: all 2 (product, risk)"), Request{Round: "R-1", Perspectives: bare("product", "risk")}},
		"names listed below":     {input("- Perspectives:", "  - product", "  - 可行性", "- Artifact: a.md"), Request{Round: "R-1", Artifact: "a.md", Perspectives: bare("product", "可行性")}},
		"a task's heading":       {"# DISCUSS-002: Brief评审\n\nSession: /s\n", Request{Round: "DISCUSS-002", Session: "/s"}},
		"a task's subject":       {"subject: \"DISCUSS-004：架构讨论\"\ndescription: 讨论\nSession: /s\n", Request{Round: "DISCUSS-004", Session: "/s"}},
		"a task with its round":  {"# DISCUSS-002: brief\n- Round: R-1\n- Artifact: a.md\n", Request{Round: "R-1", Artifact: "a.md"}},
		"bare heading":           {"Multi-Perspective Critique:\n- Round: R-1\n", Request{Round: "R-1"}},
		"round in the heading":   {"# **Multi-Perspective Critique**: R-1 (brief)\n### Input\n- Artifact: a.md\n", Request{Round: "R-1", Artifact: "a.md"}},
		"words in the heading":   {"## Multi-Perspective Critique: the brief\n### Input\n- Round: R-1\n", Request{Round: "R-1"}},
		"no heading":             {"artifact: a.md\nround: R-1\nwatch: true\n", Request{Round: "R-1", Artifact: "a.md", Watch: true}},
		"bold, Chinese colons":   {input("* **Artifact**：`spec/产品 简介.md` 草稿", "1. **Session:** \"/s t\"", "- **Task: DRAFT-001**", "- role： writer"), Request{Round: "R-1", Artifact: "spec/产品 简介.md", Session: "/s t", Task: "DRAFT-001", Role: "writer"}},
		"remark behind a path":   {input("- Discovery Context: /s/spec/discovery-context.json (for coverage perspective)", "- Session: /s/old (copy)"), Request{Round: "R-1", Context: "/s/spec/discovery-context.json", Session: "/s/old (copy)"}},
		"unknown labels":         {input("- Mode: fast", "- Depth: 3", "- Rule: none", "- Type: brief"), Request{Round: "R-1"}},
		"said twice":             {input("- Round: R-1", "- Round: R-1"), Request{Round: "R-1"}},
		"in fences":              {"```\n## Multi-Perspective Critique: example\n```\n" + input("- Artifact: a.md", "~~~", "- Watch: true", "~~~"), Request{Round: "R-1", Artifact: "a.md"}},
		"a list of perspectives": {input("- Artifact: a.md") + "### Perspectives\n- **Product**: gemini, Product Manager, value\n- Risk | gemini | Risk Analyst | failure modes\n\nExample:\n" + list, Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{product, risk}}},
		"a list with keys": {input("- Artifact: a.md") + "### Perspectives\n- name: Product, cli_tool: gemini, role_label: Product Manager, focus_areas: value, worth\n- name: Risk\n  cli_tool: gemini\n  role_label: Risk Analyst\n  - focus_areas: failure modes\n",
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{{"product", "gemini", "Product Manager", "value, worth", true}, risk}}},
		"input below the table": {"## Multi-Perspective Critique: R-1\n### Perspective Routing\n" + list + "\n### Input\n- Artifact: a.md\n- Perspectives: risk\n",
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{risk}}},
		"other sections": {input("- Artifact: a.md") + "### Steps\n- Artifact: b.md\n| Perspective |\n|---|\n| x |\n", Request{Round: "R-1", Artifact: "a.md"}},
		"an example below the table": {input("- Artifact: a.md") + "### Perspectives\n\n" + list + "\nExample:\n| Perspective |\n|---|\n| x |\n- y: codex\n",
			Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{product, risk, debt}}},
		"rows without a last bar":      {input("- Artifact: a.md") + "### Perspectives\n| Perspective | CLI Tool | Role | Focus Areas\n|---|---|---|---\n| Risk | gemini | Risk Analyst | failure modes\n", Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{risk}}},
		"a remark behind a bare name":  {input("- Perspectives: Risk (most of all), quality"), Request{Round: "R-1", Perspectives: bare("risk", "quality")}},
		"a name with a remark":         {input("- Artifact: a.md", "- Perspectives: UX (mobile), x") + "### Perspectives\n- UX (mobile): gemini\n", Request{Round: "R-1", Artifact: "a.md", Perspectives: []Perspective{{Name: "UX (mobile)", Tool: "gemini", Own: true}, {Name: "x"}}}},
		"the quotation ends in a path": {"prompt: `" + input("- Artifact: a.md", "- Session: /s`"), Request{Round: "R-1", Artifact: "a.md", Session: "/s"}},
		"half a quotation":             {input("- Artifact: \"", "- Session: `/s"), Request{Round: "R-1", Artifact: "\"", Session: "/s"}},
		"no names below":               {"round: R-1\n- Perspectives:", Request{Round: "R-1"}},
		"rows without a tool":          {input() + "### Perspectives\n| Perspective | CLI Tool |\n|---|---|\n| Product | - |\n| Risk |\n", Request{Round: "R-1", Perspectives: bare("product", "risk")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Parse("x.md", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			again, err := Parse("x.md", Marshal(got))
			if diff := cmp.Diff(got, again); diff != "" || err != nil {
				t.Errorf("written and read back: %v\n%s\n%s", err, diff, Marshal(got))
			}
		})
	}
}
