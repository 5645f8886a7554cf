package seeded

import (
	"regexp"
	"strings"
)

// reachOperators plant traces and edges that lead nowhere, back to where they come from, or are not there.
func reachOperators() []Operator {
	t := titles()
	return []Operator{
		op(trace, "AR-019", "last component calls back to the first", reword(architecture,
			"    RotaService --> RotaStore[Rota Store]\n", "    RotaService --> RotaStore[Rota Store]\n    RotaStore --> Planner\n",
			"    E --> F[Store Adapter]\n", "    E --> F[Store Adapter]\n    F --> A\n",
			"    B --> E[回写任务]\n", "    B --> E[回写任务]\n    E --> A\n",
			"    D --> G[通知组件]\n", "    D --> G[通知组件]\n    G --> A\n")),
		op(trace, "EP-012", "epic's file closes a circle that the map does not show", at(epics, "EPIC-001",
			swap(regexp.MustCompile(`^dependencies: \[\]$`), "dependencies: [EPIC-003]")), "EP-020", "EP-021"),
		op(trace, "EP-021", "last edge of the map reversed", on(epics, inside(t.dependencies, func(p *page) bool {
			for i := p.to - 1; i > p.from; i-- {
				if from, to, ok := strings.Cut(strings.TrimSpace(p.lines[i]), " --> "); ok {
					p.lines[i] = "    " + to + " --> " + from
					return true
				}
			}
			return false
		})), "EP-020", "EP-012"),
		op(trace, "XD-002", "story traces to a requirement nobody wrote", at(epics, "EPIC-002", func(p *page) bool {
			trace := re(`^\**(traces to|追溯)\**[:：]`)
			for i := p.from; i < p.to; i++ {
				if trace.MatchString(p.lines[i]) {
					p.lines[i] = strings.ReplaceAll(p.lines[i], "REQ-00", "REQ-01")
					return true
				}
			}
			return false
		}), "EP-017", "X-005"),
		op(trace, "EP-017", "trace line of a story left empty", func(files map[string][]byte) (map[string][]byte, string, bool) {
			if strings.Contains(string(files[artifact(files, epics)]), "| STORY-") {
				// The matrix of this session names the stories, so that the trace would stand there.
				return nil, "", false
			}
			return at(epics, "EPIC-003", swap(re(`^(\**(?:traces to|追溯)\**[:：]).*$`), "$1"))(files)
		}, "X-004"),
		op(trace, "BR-019", "persona that nobody serves", on(brief, inside(t.users, furtherPersona))),
		wide(op(trace, "XD-011", "quality requirement that no story checks", either(
			unchecked("NFR-U-001", "9 of 10 nurses find the next shift within 15 s."),
			unchecked("NFR-A-001", "The audit by the county confirms WCAG 2.2 AA."),
			unchecked("NFR-C-001", "抽查 100 个归档文件，明文 0 个。")))),
	}
}

// furtherPersona adds a person with need and pain whom no requirement and no story names, in the shape of the others.
func furtherPersona(p *page) bool {
	name, need, pain := p.say("Training coordinator", "培训专员"), p.say("To show newcomers the daily steps", "向新人演示日常操作"), p.say("Explains them on paper copies", "只能用纸质材料讲解")
	if tab, ok := p.table(re(`(pain|痛点)`)); ok {
		end := tab.rows[len(tab.rows)-1] + 1
		p.replace(end, end, "| "+name+" | "+need+" | "+pain+" |")
		return true
	}
	end := p.last(p.from, p.to) + 1
	if strings.HasPrefix(p.lines[end-1], "- ") {
		p.replace(end, end, "", "### "+name, "", p.say("- **Need**: t", "- **需求**：")+strings.TrimPrefix(need, "T"), p.say("- **Pain point**: e", "- **痛点**：")+strings.TrimPrefix(pain, "E"))
		return true
	}
	p.replace(end, end, "", p.say("**"+name+"**: needs t"+need[1:]+"; today e"+pain[1:]+".", "**"+name+"**：需要"+need+"；痛点是"+pain+"。"))
	return true
}

// unchecked takes a quality requirement that no decision names out of the epics, with the criterion that checks it.
func unchecked(id, criterion string) apply {
	return chain(
		reword(epics, "- [ ] "+criterion+"\n", ""),
		across(epics, regexp.MustCompile(`(?m)^\| `+id+` \|.*\n`), ""),
		across(epics, regexp.MustCompile(`[,、] ?\[`+id+`\]\([^)]*\)|[,、] ?`+id), ""))
}
