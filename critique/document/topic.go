package document

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Topic is what a section is about, whatever its heading says.
type Topic string

// The topics rules ask for.
const (
	NonGoals      Topic = "non-goals"
	OpenQuestions Topic = "open questions"
	Watch         Topic = "watch items"
	InScope       Topic = "in scope"
	Vision        Topic = "vision"
	Users         Topic = "users"
	Problem       Topic = "problem"
	Done          Topic = "definition of done"
	Acceptance    Topic = "acceptance criteria"
	NonFunctional Topic = "non-functional requirements"
	Traces        Topic = "traceability"
	Metrics       Topic = "metrics"
	Goals         Topic = "goals"
	Assumptions   Topic = "assumptions"
	Constraints   Topic = "constraints"
	Risks         Topic = "risks"
	Attributes    Topic = "quality attributes"
	Errors        Topic = "error handling"
	Functional    Topic = "functional requirements"
	Decisions     Topic = "decisions"
	Data          Topic = "data"
	Stack         Topic = "technology stack"
	Security      Topic = "security"
	Testing       Topic = "testing"
	Observability Topic = "observability"
	Integration   Topic = "integration"
	Components    Topic = "components"
	Interfaces    Topic = "interfaces"
	States        Topic = "states"
	Settings      Topic = "configuration"
	MVP           Topic = "mvp"
	Order         Topic = "execution order"
	Dependencies  Topic = "dependencies"
	Story         Topic = "user story"
	Stories       Topic = "stories"
	Overview      Topic = "epic overview"
	Alternatives  Topic = "alternatives"
	Negative      Topic = "negative consequences"
	Consequences  Topic = "consequences"
	Gate          Topic = "gate"
	Scores        Topic = "scores"
	Issues        Topic = "issues"
	Summary       Topic = "summary"
	Conflicts     Topic = "conflicting views"
	Themes        Topic = "convergent themes"
	Deployment    Topic = "deployment"
	Scope         Topic = "scope"
)

// Topics returns every topic that headings can have.
func Topics() []Topic {
	var all []Topic
	for _, alias := range aliases {
		if !slices.Contains(all, alias.topic) {
			all = append(all, alias.topic)
		}
	}
	slices.Sort(all)
	return all
}

// aliases maps headings to topics. The first that fits wins, so that
// "non-goals" is no goal and "open questions" no problem. English aliases match
// whole words, those with an equals sign the whole heading, Chinese ones anywhere.
var aliases = [...]struct {
	topic Topic
	words string
}{
	{NonGoals, "out of scope|non goals|non goal|not in scope|outside scope|cut from scope|killed from scope|what it is not|what this is not|what it does not do|what this does not do|not included|not doing|exclusions|范围外|范围之外|非目标|不在范围|不包含|不做|排除"},
	{OpenQuestions, "open questions|open question|open issues|open items|open decisions|pending decisions|open points|unresolved|requiring clarification|clarification needed|clarifications needed|待澄清|questions|开放问题|待解决|未决|待定|待确认|待决|需决策|疑问"},
	{Watch, "watch items|watch item|watch list|caveats|observations|action items|follow ups|follow up items|跟踪事项|跟踪项|待跟进|后续跟进|后续关注|关注事项|关注点|遗留事项|遗留问题"},
	{InScope, "in scope|范围内|包含范围"},
	{Story, "user story|user stories|用户故事"},
	{Vision, "vision|mission|north star|product promise|value proposition|core idea|core insight|=tagline|=thesis|=the thesis|=what is this|=what this is|=what is it|=what it is|=the product|=product|=positioning|=product positioning|=one line positioning|=one liner|=elevator pitch|愿景|产品定位|使命"},
	{Users, "target users|target user|users|who this serves|who it serves|who this is for|who is this for|who it is for|who is it for|personas|user personas|audience|target audience|customers|who uses it|who uses this|who will use it|=user|=the user|=primary user|目标用户|用户画像|用户群|用户角色|使用者|受众|目标群体|用户类型"},
	{Issues, "issues|findings|issue list|问题列表|问题清单|发现的问题|发现|改进建议"},
	{Problem, "problem|problems|problem statement|pain points|问题|痛点"},
	{Done, "definition of done|done criteria|dod|exit criteria|完成定义|完成标准"},
	{Acceptance, "acceptance criteria|acceptance|exit criteria|pass criteria|验收标准|验收条件|验收准则|通过标准|通过准则|通过条件|准出标准|准出条件"},
	{NonFunctional, "non functional|nonfunctional|nfr|nfrs|非功能"},
	{Traces, "traceability|trace|traces|traceability matrix|coverage map|coverage matrix|fr coverage|requirement coverage|requirements coverage|追溯|溯源|映射|追踪关系|追踪矩阵|需求追踪|需求跟踪|覆盖矩阵|覆盖关系"},
	{Conflicts, "conflicting views|conflicts|divergent views|分歧|冲突观点"},
	{Themes, "convergent themes|共识"},
	{Goals, "goals|goal|objectives|objective|目标"},
	{Metrics, "success criteria|success metrics|success measures|measures of success|measuring success|success indicators|success definition|success|kpi|kpis|metrics|metric|成功标准|成功定义|指标"},
	{Constraints, "constraints|constraint|limitations|约束|限制"},
	{Assumptions, "assumptions|assumption|假设|前提"},
	{Risks, "risks|risk|风险"},
	{Attributes, "quality attributes|quality attribute|质量属性"},
	{Errors, "error handling|failure handling|errors|failure modes|resilience|错误处理|异常处理|容错|故障处理"},
	{Functional, "functional requirements|functional|features|功能需求|功能性需求|功能要求|功能范围|功能列表|功能清单|功能点|功能描述|功能说明|功能规格|核心功能"},
	{Decisions, "architecture decision records|architecture decisions|architectural decisions|decision records|decisions|adr|adrs|adr index|架构决策|决策记录|关键决策|设计决策|技术决策|选型决策|依赖决策"},
	{Data, "data model|domain model|domain objects|key objects|data architecture|data requirements|data|entities|er diagram|schema|数据模型|数据架构|数据需求|数据设计|数据存储|数据库设计|数据库变更|数据库模型|数据库结构|数据结构|表结构|实体"},
	{Stack, "technology stack|tech stack|technologies|technology|技术栈|技术选型"},
	{Security, "security|安全"},
	{Testing, "testing|tests|test strategy|validation strategy|verification|validation|测试|验证"},
	{Observability, "observability|monitoring|可观测|监控"},
	{Integration, "integration|integrations|external interfaces|集成|外部接口|对接"},
	{Components, "component|components|modules|building blocks|组件|模块"},
	{Interfaces, "api|apis|endpoints|interfaces|接口"},
	{States, "state machine|states|状态机|状态流转"},
	{Settings, "configuration|settings|configuration model|配置"},
	{MVP, "mvp|minimum viable product|最小可行"},
	{Order, "execution order|implementation order|priority order|sequence|执行顺序|实施顺序|开发顺序|优先级顺序"},
	{Dependencies, "dependency|dependencies|dependency map|dependency graph|depends on|依赖"},
	{Overview, "epic overview|epic table|epic list|epics|史诗"},
	{Stories, "stories|story list|故事"},
	{Alternatives, "alternatives|considered options|options|alternatives considered|备选|替代方案|可选方案|候选方案|选项"},
	{Negative, "negative|cons|drawbacks|trade offs|tradeoffs|costs|负面|缺点|代价|消极"},
	{Consequences, "consequences|consequence|impact|后果|影响|结果"},
	{Gate, "gate|gate verdict|verdict|conclusion|recommendation|门禁|结论|判定"},
	{Scores, "score|scores|dimension scores|quality scores|scoring|评分|得分|打分"},
	{Deployment, "deployment|infrastructure|rollout|migration|rollback|部署|基础设施|迁移|回滚"},
	{Summary, "summary|moscow summary|estimation|estimation summary|汇总|概要|摘要|统计"},
	{Scope, "scope|范围"},
}

// phrases are the aliases by their words: the English ones to be looked up, the
// Chinese ones to be looked for.
type phrases struct {
	english map[string]int // places in aliases
	whole   map[string]int // of those that are whole headings
	longest int            // words of the longest
	chinese []phrase
}

type phrase struct {
	text  string
	place int
}

var known = sync.OnceValue(func() phrases {
	p := phrases{english: map[string]int{}, whole: map[string]int{}}
	for place, a := range aliases {
		for text := range strings.SplitSeq(a.words, "|") {
			if whole, found := strings.CutPrefix(text, "="); found {
				p.whole[whole] = place
			} else if text[0] >= 0x80 {
				p.chinese = append(p.chinese, phrase{text, place})
			} else if _, taken := p.english[text]; !taken {
				p.english[text] = place
				p.longest = max(p.longest, 1+strings.Count(text, " "))
			}
		}
	}
	return p
})

// identifier tells whether a heading is the name of a table or field, such as
// speaking_questions: it is about that, not about what its words mean.
func identifier(title string) bool {
	return strings.Contains(title, "_") && !strings.ContainsFunc(title, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// TopicOf returns the topic of a heading, or "".
func TopicOf(title string) Topic {
	if title == "" || len(title) > 120 || identifier(title) {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return strings.ContainsRune(" -_&/,()（）:：、.+|?？", r)
	})
	phrases, best := known(), len(aliases)
	text := strings.Join(words, " ")
	if place, found := phrases.whole[text]; found {
		best = place
	}
	from := 0 // of the words i to j in the text
	for i := range words {
		to := from
		for j := i; j < len(words) && j < i+phrases.longest; j++ {
			to += len(words[j])
			if place, found := phrases.english[text[from:to]]; found {
				best = min(best, place)
			}
			to++
		}
		from += len(words[i]) + 1
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		for _, p := range phrases.chinese {
			if p.place < best && strings.Contains(text, p.text) {
				best = p.place
			}
		}
	}
	if best == len(aliases) {
		return ""
	}
	return aliases[best].topic
}
