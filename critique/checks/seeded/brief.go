package seeded

import (
	"regexp"
	"slices"
	"strings"
)

// briefOperators plant defects in product-brief.md.
func briefOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(structure, "BR-001", "brief without vision", on(brief, drop(t.vision))),
		op(structure, "BR-001", "vision with nothing in it", on(brief, empty(t.vision)), "X-004"),
		op(structure, "BR-002", "brief without problem", on(brief, drop(t.problem))),
		op(structure, "BR-003", "brief without users", on(brief, drop(t.users))),
		op(structure, "BR-004", "brief without goals", on(brief, drop(t.goals)), "XD-001"),
		op(structure, "BR-005", "scope without an outside", on(brief, drop(t.scopeOut))),
		op(structure, "BR-006", "brief without assumptions", on(brief, drop(t.assumptions))),
		op(structure, "BR-007", "brief without constraints", on(brief, drop(t.constraints))),
		op(trace, "BR-010", "goals without IDs", on(brief, inside(t.goals, func(p *page) bool {
			return everyLine(regexp.MustCompile(`\*\*G-00\d\*\*[:：] ?|G-00(\d)`), "$1")(p)
		})), "XD-001"),
		op(language, "BR-011", "goal without a measure", on(brief, inside(t.goals, func(p *page) bool {
			if tab, ok := p.table(c.goals); ok {
				row := tab.row("G-002")
				for i := 2; i < len(cells(p.lines[row])); i++ {
					tab.set(row, i, p.say("as users expect", "达到用户预期"))
				}
				return true
			}
			return swap(regexp.MustCompile(`^(- \*\*G-002\*\*)[:：].*$`), p.say("$1: The product works as users expect.", "${1}：产品达到用户预期。"))(p)
		})), "BR-016"),
		op(structure, "BR-012", "a single goal", on(brief, inside(t.goals, func(p *page) bool {
			return without(regexp.MustCompile(`^(\| G-00[23] |- \*\*G-00[23]\*\*)`))(p)
		})), "XD-001"),
		op(structure, "BR-013", "brief without risks", on(brief, drop(t.risks))),
		op(language, "BR-014", "problem without a number", on(brief, inside(t.problem, func(p *page) bool {
			s, _ := p.section(t.problem)
			p.replace(s.start+1, s.end, "", p.say("Planning is slow, mistakes are found late, and people have to ask each other.", "工作效率低，错误发现得晚，大家只能互相询问。"), "")
			return true
		}))),
		op(language, "BR-015", "change without a baseline", on(brief, inside(t.goals, func(p *page) bool {
			if tab, ok := p.table(c.goals); ok {
				row := tab.row("G-002")
				for i := 2; i < len(cells(p.lines[row]))-1; i++ {
					tab.set(row, i, "")
				}
				tab.set(row, tab.column(c.target), p.say("+20 % by 2026-06-30", "提升 20%，2026-06-30 前"))
				return true
			}
			return swap(regexp.MustCompile(`^(- \*\*G-002\*\*)[:：].*$`), p.say("$1: The share of satisfied users rises by 20 % by 2026-06-30, measured by a survey.", "${1}：满意度提升 20%，2026-06-30 前，按问卷计算。"))(p)
		})), "X-013", "BR-011"),
		op(language, "BR-017", "vision of five sentences about nothing", on(brief, func(p *page) bool {
			s, ok := p.section(t.vision)
			if ok {
				p.replace(s.start+1, s.end, "", p.say("We empower people. We bring joy to work. We set a new standard. We think ahead. We lead the market.",
					"我们赋能每一个人。我们让工作充满乐趣。我们树立新标准。我们着眼未来。我们引领行业。"), "")
			}
			return ok
		})),
		op(structure, "BR-018", "persona without need and pain", on(brief, inside(t.users, func(p *page) bool {
			if tab, ok := p.table(re(`(pain|痛点)`)); ok {
				tab.set(tab.rows[1], 1, "-")
				tab.set(tab.rows[1], 2, "-")
				return true
			}
			if swap(regexp.MustCompile(`^(\*\*[^*]+\*\*[:：]).*(needs|需要).*$`), p.say("$1 uses the product.", "${1}使用本产品。"))(p) {
				return true
			}
			return without(re(`^- \*\*(need|pain point|需求|痛点)\*\*`))(p)
		})), "X-004"),
		op(trace, "BR-020", "item inside and outside the scope", on(brief, func(p *page) bool {
			s, ok := p.section(t.scopeIn)
			if !ok {
				return false
			}
			text := strings.TrimPrefix(p.lines[p.last(s.start, s.end)], "- ")
			return item(t.scopeOut, text+", because it can wait", text+"，原因：留待下期")(p)
		}), "XD-007"),
		op(structure, "BR-021", "non-goal without a reason", on(brief, inside(t.scopeOut, swap(re(`(, because .*|，原因：.*)$`), "")))),
		op(language, "BR-022", "vanity metric", on(brief, inside(t.goals, vanity))),
		op(structure, "BR-023", "no guardrail", on(brief, swap(re(`^\**(guardrail|护栏指标).*$`), ""))),
		op(language, "BR-026", "assumption nobody checks", on(brief, inside(t.assumptions, func(p *page) bool {
			if tab, ok := p.table(re(`.`)); ok {
				tab.set(tab.rows[0], 1, "")
				return true
			}
			return swap(re(`(; checked| \(checked|；2025|（用).*$`), "")(p)
		})), "X-013"),
	}
}

// vanity replaces each goal by one that counts what visitors do.
func vanity(p *page) bool {
	tab, inTable := p.table(columns().goals)
	found := false
	for i, counted := range []string{p.say("downloads", "下载量"), p.say("page views", "访问量"), p.say("daily active users", "日活跃用户数")} {
		id := "G-00" + string(rune('1'+i))
		if !inTable {
			found = swap(regexp.MustCompile(`^(- \*\*`+id+`\*\*)[:：].*$`), p.say("$1: The number of "+counted+" rises from 100 to ≥ 10,000 a month by 2025-12-31, measured by the web statistics.",
				"${1}："+counted+"从每月 100 次提高到 ≥ 10000 次，2025-12-31 前，按网站统计计算。"))(p) || found
			continue
		}
		c := []string{id, p.say("More ", "提高") + counted, p.say("100 a month", "每月 100 次"), p.say("≥ 10,000 a month by 2025-12-31", "≥ 每月 10000 次"), p.say("Web statistics, 2025-12-31", "网站统计，2025-12-31 前")}
		if len(cells(p.lines[tab.header])) > len(c) {
			c = slices.Insert(c, 2, p.say("Number of "+counted, counted))
		}
		p.lines[tab.row(id)] = "| " + strings.Join(c, " | ") + " |"
		found = true
	}
	return found
}

// everyLine replaces all matches in the page's window.
func everyLine(pattern *regexp.Regexp, with string) func(*page) bool {
	return func(p *page) bool {
		found := false
		for i := p.from; i < p.to; i++ {
			if pattern.MatchString(p.lines[i]) {
				p.lines[i] = pattern.ReplaceAllString(p.lines[i], with)
				found = true
			}
		}
		return found
	}
}
