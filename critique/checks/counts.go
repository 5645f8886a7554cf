package checks

import (
	"maps"
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// differingCounts compares "3 ADRs" with the decisions that exist, an index
// with the files beside it, and "48 commands" with earlier documents.
func differingCounts(s *session, d *document.Document, hit hit) bool {
	applied := s.ownCounts(d, hit)
	applied = s.statedTotals(d, hit) || applied
	applied = wrongTallies(d, hit) || applied
	for _, doc := range s.docs {
		if doc == d || doc.Kind.Member() && doc.Kind.Phase() == d.Kind.Phase() {
			applied = announcedLists(doc, hit) || applied
		}
	}
	if d.Kind == document.Requirements {
		applied = s.filesAgainstIndex(d, hit) || applied
	}
	return s.domainCounts(d, hit) || applied
}

// filesAgainstIndex compares how many requirements an index that links files
// lists with how many different ones the files hold.
func (s *session) filesAgainstIndex(d *document.Document, hit hit) bool {
	listed, held := map[string]bool{}, map[string]bool{}
	links := false
	for _, l := range d.Links {
		links = links || kindPrefix(l.Target)
	}
	for _, e := range s.defined().requirements.list {
		if e.doc == d {
			listed[e.id] = true
		}
	}
	for _, file := range s.of(document.Requirement) {
		held[fileID(file)] = true
	}
	if !links || len(listed) == 0 || len(held) == 0 {
		return false
	}
	if len(listed) != len(held) {
		hit(d, document.Span{}, itoa(len(listed)), itoa(len(held)), "REQ")
	}
	return true
}

func kindPrefix(target string) bool {
	base := strings.ToLower(target[strings.LastIndexByte(target, '/')+1:])
	return strings.HasPrefix(base, "req-")
}

// countedThings are what a session can count in itself, with the words for it.
var countedThings = [...]struct {
	name, zh string
	words    *pattern.Pattern // after a number, or in the first cell of a row of counts
}{
	{"ADRs", "ADR", pattern.New(`(?i)^(?:ADRs?|architecture decisions?|decision records?|架构决策(?:记录)?)$`)},
	{"epics", "Epic", pattern.New(`(?i)^(?:epics?|史诗)$`)},
	{"stories", "故事", pattern.New(`(?i)^(?:(?:user )?stor(?:y|ies)|(?:用户)?故事)$`)},
	{"goals", "目标", pattern.New(`(?i)^(?:(?:product |business )?goals?|(?:产品|业务)?目标)$`)},
	{"functional requirements", "功能需求", pattern.New(`(?i)^(?:functional requirements?|REQs?|FRs?|功能(?:性)?需求)$`)},
	{"requirements", "需求", pattern.New(`(?i)^(?:requirements?|需求)$`)},
	{"non-functional requirements", "非功能需求", pattern.New(`(?i)^(?:non-?functional requirements?|NFRs?|quality requirements?|非功能(?:性)?需求)$`)},
}

// held returns how many of a thing the session defines; 0 when it cannot tell.
func (s *session) held(name string) int {
	m := s.defined()
	switch name {
	case "ADRs":
		return len(m.decisions.list)
	case "epics":
		return len(m.epics.list)
	case "goals":
		return len(m.goals.list)
	case "requirements":
		return len(m.requirements.list) + len(m.qualities.list)
	case "functional requirements":
		return len(m.requirements.list)
	case "non-functional requirements":
		return len(m.qualities.list)
	}
	n := 0
	for _, d := range s.of(epicDocs...) {
		n += len(s.stories(d))
	}
	return n
}

var (
	countPhrase = pattern.New(`(?i)(^|[^\w.,/-])(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|[二两三四五六七八九十]{1,3})\s*(?:个|条|份|项)?\s*(non-?functional requirements?|functional requirements?|NFRs?|REQs?|FRs?|ADRs?|architecture decisions?|epics?|(?:user )?stories|goals?|非功能(?:性)?需求|功能(?:性)?需求|架构决策|史诗|(?:用户)?故事|目标|requirements?|需求)(\s*(?:$|[|,，、。.;；)）(（+\n]|and\b|in all\b|in total\b|与|和|[均都已齐全]|\b))`)
	// wholeBefore and wholeAfter tell that a number is all there is, and no part.
	wholeBefore = pattern.New(`(?i)(?:\b(?:all|total(?: of)?|of the|holds?|contains?|lists?|comprises?|includes?|defines?|covers?)\s*(?:the\s*)?|共计?|总计|合计|全部|包?含|列出|所有|核验)\s*$`)
	wholeAfter  = pattern.New(`(?i)^\s*(?:$|[|,，、。.;；)）(（+\n]|and\b|in all\b|in total\b|与|和|[均都已齐全])`)
	countsPart  = pattern.New(`(?i)\b(?:of|first|other|another|remaining|more|new|each|per|every|at least|at most|up to|only|than)\s*$|(?:其中|前|另外?|其余|剩余|新增|每|至少|至多|最多|仅|第)\s*$`)
	// partOf is what follows a number of requirements that are some of all.
	partOf      = pattern.New(`(?i)^\s*(?:of|in|for|from|by|under|with|per|that|which|的|中)`)
	countColumn = []string{"count", "number", "total", "数量", "个数", "总数"}
	thingColumn = []string{"artifact", "type", "item", "document", "deliverable", "产物", "类型", "项目", "工件", "文档"}
)

// ownCounts compares what a document says there is of goals, requirements,
// decisions, epics and stories with what the session defines.
func (s *session) ownCounts(d *document.Document, hit hit) bool {
	applied := false
	compare := func(at document.Span, said int, noun string) {
		for _, thing := range countedThings {
			if !thing.words.MatchString(noun) {
				continue
			}
			held := s.held(thing.name)
			if thing.name == "requirements" {
				if functional := s.held("functional requirements"); said == functional || partOf.MatchString(d.Prose[at.End:min(len(d.Prose), at.End+8)]) {
					return
				}
			}
			if _, plausible := s.countable(thing.name); thing.name == "stories" && plausible[said] {
				applied = true // as many as the rows of the epics say
				return
			}
			if held == 0 || thing.name == "goals" && d.Kind != document.Readiness || strings.HasSuffix(thing.name, "requirements") && d.Kind == document.Requirements {
				return // RQ-015 compares what the requirements say of themselves
			}
			if applied = true; said != held {
				hit(d, at, itoa(said), itoa(held), s.say(thing.name, thing.zh))
			}
			return
		}
	}
	if d.Kind != document.Brief {
		for _, m := range find(d.Prose, countPhrase, 40) {
			before := d.Prose[max(0, m[0]-24):m[4]]
			all := inAll.MatchString(d.Prose[max(0, m[0]-48):m[4]])
			if whole := all || wholeBefore.MatchString(before) || wholeAtGate(d, m[4], d.Prose[m[7]:min(len(d.Prose), m[7]+24)]) && !countsPart.MatchString(before); !whole && (countsPart.MatchString(before) || !wholeAfter.MatchString(d.Prose[m[7]:min(len(d.Prose), m[7]+12)])) {
				continue
			}
			said, err := strconv.Atoi(d.Prose[m[4]:m[5]])
			if err != nil {
				if said = wordNumber(d.Prose[m[4]:m[5]]); said == 0 || !all {
					continue // words count parts more often than digits do
				}
			}
			compare(document.Span{Start: m[4], End: m[7]}, said, d.Prose[m[6]:m[7]])
		}
	}
	for _, t := range d.Tables {
		count := t.Column(countColumn...)
		if d.Kind != document.Readiness || count <= 0 || t.Column(thingColumn...) != 0 {
			continue
		}
		for _, row := range t.Rows {
			if said, err := strconv.Atoi(strings.TrimSpace(plain(row[count].Text))); err == nil {
				compare(row[count].Span, said, plain(row[0].Text))
			}
		}
	}
	return applied
}

// counted is how many of something a document says there are.
type counted struct {
	most   int          // the largest number: the others are parts of it
	known  map[int]bool // all of them
	single bool
	times  int
	at     document.Span // of the largest
}

var (
	countedNoun = pattern.New(`(^|[^\w.,<>≤≥=~/$-])(\d{1,4})\s+((?:[a-z]{3,}[a-rt-z]\s+)?([A-Za-z]{4,}s))\b`)
	// A Chinese noun is told by its measure word and two characters.
	countedHan = pattern.New(`(^|[^\d.,<>≤≥=~～\-–/第前])(\d{1,4}|[一二两三四五六七八九十]{1,3})\s*(个|台|类|部|家|种|座|间|款|套|所|辆|门|支|处)((?:试点|现有|存量|合作)?\p{Han}{2})`)
	// population is a number of things that are there, however few: no parameter.
	population   = pattern.New(`(?i)^(?:pilot|existing|current|legacy|partner|participating|regional) |^.?(?:试点|现有|存量|合作)\p{Han}{2}`)
	measuredWith = pattern.New(`(?i)\b(?:with|using|against|simulat\w+)\s+$|(?:模拟|使用)\s*$`) // makes even that the size of a test
	// unitNouns measure or come in parts: two numbers of them say nothing.
	unitNouns = pattern.New(`(?i)^(?:seconds|minutes|hours|days|weeks|months|years|users|items|files|lines|words|characters|percents?|points|times|requests|records|rows|bytes|people|pixels|steps|tests|cases|levels|chars|results|entries|sessions|connections|attempts|messages|tokens|pages|hits|calls|errors|docs|units|parts|spaces|columns|cells|nodes|editors|customers|clients|devices|visits|orders|retries|failures|violations|copies|probes|persons|quarters|criteria|options|risks|issues|warnings|findings|checks|goals|stories|epics|adrs|reqs|nfrs|frs|requirements|decisions|questions|assumptions|constraints|metrics|personas|perspectives|phases|rounds|votes|digits|decimals|bits|threads|cores|workers|instances|replicas|versions|releases|sprints|iterations|members|reviewers|scans|backups|drills|trials|samples|changes|variants|colou?rs|comments|events|jobs|tasks|tickets)$|^(?:月内|月后|月前|小时|工作|字符|字节|步骤|并发|用户|请求|以上|以内|以下|左右|百分|数字|需求|目标|故事|史诗|决策|问题|风险|选项|方案|阶段|周期|季度|指标|维度|检查|建议|警告|角色|视角|版本|迭代|人天|人月|工时|连续|不同|月份|文件|记录|结果|线程|进程|副本|实例|节点|重复|自然|月的|月中|月度|学期|试点|测试|样本|月为)$`)
	someOf    = pattern.New(`(?i)\b(?:pilot|sample[ds]?|each|first|last|next|other|another|more|new|at least|at most|up to|about|around|per|every|any|only|than|between|\d+ to|least|most|(?:groups?|sets?|batch(?:es)?|samples?|subsets?|pages?|series|clusters?|chunks?|waves?|pools?|maximum|minimum|average|mean|median|limit|cap|load|range|multiples?|one|some|any|each|most|half|part|rest|case|typical|all|none|first|last|list) of)\s*$|(?:试点|抽查|抽取|首批|其中|每|至少|至多|最多|最少|约|近|仅|只|另外?|再|其余|任意|任一|连续|前|后|满|超过|不足|不超过|不少于|到|至)\s*$`)
)

// inTest is where a number is the size of a test and no total.
var inTest = pattern.New(`(?i)\b(?:tests?|tested|survey\w*|drills?|samples?|pilots?|interview\w*|trials?|load|recorded|measured|observed|benchmark|simulat\w+)\b|并发|压测|试验|问卷|抽查|实测|试点|观察|访谈|演练|模拟|测试|回放`)

// around is the text of the clause that holds a number.
func around(text string, start, end int) string {
	from := max(strings.LastIndexAny(text[:start], "\n|;；。"), start-80, 0)
	to := strings.IndexAny(text[end:], "\n|;；。")
	if to < 0 {
		to = len(text) - end
	}
	return text[from:min(end+to, end+60, len(text))]
}

// domainCounts compares how many of something the documents say there are, such
// as 48 commands or 12 台主机. Numbers below the largest are parts; a document
// contradicts the earlier ones when it knows more than all of them, or when both
// know one number and it is large or said in two of them.
func (s *session) domainCounts(d *document.Document, hit hit) bool {
	applied := s.nounCounts(d, d, hit)
	for _, doc := range s.docs {
		if doc.Kind.Member() && doc.Kind.Phase() == d.Kind.Phase() {
			applied = wrongTallies(doc, hit) || applied
			applied = s.nounCounts(d, doc, hit) || applied
		}
	}
	return applied
}

// nounCounts compares the counts of one document of a round with those of earlier
// rounds.
func (s *session) nounCounts(d, doc *document.Document, hit hit) bool {
	applied := false
	own := s.nouns(doc)
	for _, noun := range sortedKeys(own) {
		here := own[noun]
		var first counted
		said, agree, total := 0, true, false
		for _, other := range s.docs {
			if p := other.Kind.Phase(); p == 0 && other.Kind != document.Config || p >= d.Kind.Phase() {
				continue
			}
			there, ok := s.nouns(other)[noun]
			switch {
			case !ok:
			case said == 0:
				first, said = there, 1
			default:
				said++
				agree = agree && first.most == there.most
				if there.most > first.most {
					first.most = there.most
				}
			}
			total = total || ok && other.Kind == document.Brief && there.most > 2
		}
		if said == 0 {
			continue
		}
		applied = true
		switch {
		case here.most == first.most:
		case here.single && first.single && agree && (here.most >= 10 && first.most >= 10 || said > 1):
		case here.most > first.most && here.most >= 10 && (total || said > 1):
		case here.single && first.single && agree && population.MatchString(noun):
		case !here.single && here.most > first.most && here.known[first.most] && first.single && agree && here.most >= 10 && doc.Kind == document.Brief && !wholeOf(doc, here.at):
		default:
			continue
		}
		if here.most != first.most {
			hit(doc, here.at, itoa(here.most), itoa(first.most), noun)
		}
	}
	return applied
}

// wholeOf tells whether a number is the whole of which its sentence names a part.
func wholeOf(d *document.Document, at document.Span) bool {
	return partBefore.MatchString(d.Prose[max(0, at.Start-16):at.Start])
}

var partBefore = pattern.New(`(?i)(?:\b(?:of|from|to|out of)(?: the| all)?|[的中至到/-])\s*$`)

// nouns returns what a document counts, found once.
func (s *session) nouns(d *document.Document) map[string]counted {
	if found, known := s.counted[d]; known {
		return found
	}
	found, text := map[string]counted{}, d.Prose
	if d.Kind.JSON() {
		text = d.Text
	}
	take := func(m []int, noun, key string) {
		number := text[m[4]:m[5]]
		n, err := strconv.Atoi(number)
		if err != nil {
			n = hanNumber(number)
		}
		if unitNouns.MatchString(noun) || n < 2 || err != nil && n < 3 || n > 1900 && n < 2100 || someOf.MatchString(text[max(0, m[0]-18):m[4]]) {
			return
		}
		if population.MatchString(key) {
			if measuredWith.MatchString(text[max(0, m[0]-40):m[4]]) {
				return
			}
		} else if inTest.MatchString(around(text, m[4], m[1])) {
			return
		}
		known, again := found[key]
		one := counted{n, map[int]bool{n: true}, true, 1, document.Span{Start: m[4], End: m[1]}}
		if again {
			one.times, one.single = known.times+1, known.single && known.most == n
			maps.Copy(one.known, known.known)
			if known.most >= n {
				one.most, one.at = known.most, known.at
			}
		}
		found[key] = one
	}
	for _, m := range find(text, countedNoun, 200) {
		take(m, text[m[8]:m[9]], strings.ToLower(oneLine(text[m[6]:m[7]])))
	}
	for _, m := range find(text, countedHan, 200) {
		noun := text[m[8]:m[9]]
		take(m, noun, text[m[6]:m[9]])
	}
	s.counted[d] = found
	return found
}

// inAll is what stands before a number of all there is.
var inAll = pattern.New(`(?i)(?:\b(?:all|total(?: of)?|(?:package|session|plan|report) (?:holds|contains|has|lists|defines))\s*(?:the\s*)?|\b(?:plan|work|package|project|product|backlog|session|specification) (?:(?:is|was|has been) )?(?:consists? of|comprises?|(?:split|divided|broken down) into)\s*|(?:计划|工作|项目|产品|需求)(?:共|被)?(?:分为|拆分为|拆成)|共计?|总计|合计|全部)\s*$`)

// wordNumber reads a number in words, 0 when it cannot.
func wordNumber(word string) int {
	for n, name := range [...]string{2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve"} {
		if name != "" && strings.EqualFold(word, name) {
			return n
		}
	}
	return hanNumber(word)
}

// hanNumber reads 三, 十二 or 二十, 0 when it cannot.
func hanNumber(text string) int {
	digits := map[rune]int{'一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	n, last := 0, 0
	for _, r := range text {
		if r == '十' {
			n, last = max(last, 1)*10, 0
			continue
		}
		last = digits[r]
	}
	return n + last
}
