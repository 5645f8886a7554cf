package mention

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// coming says that a thing is to be made, stands for others, or is no longer there.
	coming = pattern.New(`(?i)\bwhether (?:to|or not)\b|\b(?:cri(?:ar|ad[oa]s?)|cr(?:é|e)er|créée?s?|creare|erstell(?:en|t)|anlegen|angelegt|neue?[rsn]?|nov[oa]s?|nouve(?:au|lle)s?|nuov[oaie])\b|\bbe (?:located|defined|found|placed|stored|kept) (?:at|in|under)\b|\bif (?:not|needed|necessary|wanted)\b|\b(?:not|never) (?:committed|checked in|tracked|in git)\b|\bgit-?ignored\b|\b(?:new|creat(?:e|es|ed|ing|ion)|will|shall|would|could|introduc\w*|scaffold\w*|planned|future|not exist|doesn't exist|no longer|propos(?:e|ed|es|ing)|to be|e\.g|example|such as|would-be|placeholder|TBD|instead|missing|absent|upstream|rather than|(?:if|whether) (?:it|they|the \w+|\w+)?\s?(?:already )?exists?)\b|場合のみ|検討|(?:如果|若)(?:已)?存在|\bnuev[oa]s?\b|\bcrea(?:r|rá|do|da)\b|\bagregar\b|\bañadir\b|\+\+|新增|新建|新規|创建|創建|建立|将(?:会|要|被|由|在|新|创|增|引|生|通|使|从|把)|会(?:被|在|新|创|生|自动)|未来|例如|比如|示例|不存在|可选|作成|新しい|テンプレ`)
	// gone says right before a path that it goes, or moves.
	gone = pattern.New(`(?i)(?:\b(?:extract(?:s|ed|ing)?|split\w*|mov(?:e|es|ed|ing)|renam\w*|delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|retir(?:e|es|ed|ing)|drop(?:s|ped)?|replac(?:e|es|ed|ing)|old|legacy|former\w*|obsolete|deprecated|optional\w*|template)\b[^.;]{0,32}|(?:迁移|移动|重命名|删除|移除|废弃|旧|替换|削除|移動)(?:至|到|了|的|现有|現有|旧|为|掉)*\s*|\.[a-z]{1,5}[\x60*]*\s*(?:→|->|=>)\s*|\b(?:not|no)\b(?:\s[\w-]+){0,2}\s*|\bno [\x60*]*[^\x60\s;]+[\x60*]* (?:or|nor|and)\s*|\bor an?\s*)$`)
	// going says so right behind it.
	going = pattern.New(`(?i)^[^|.;，、。；]{0,20}?(?:\b(?:extracted|split|moved|renamed|deleted|removed|retired|dropped|replaced|gone|absent|missing|deprecated|obsolete|optional|legacy|wrong|incorrect)\b|誤り|错误|有误|被?(?:迁移|移动|重命名|删除|移除|废弃|替换)|削除|移動)|^[\x60*]*\s*(?:→|->|=>)\s*[\x60*]*[\w.-]+/`)
	// made says right before a path that it is to be made, and marked right behind it.
	made   = pattern.New(`(?i)(?:\b(?:add(?:s|ed|ing)?|generat(?:e|es|ed|ing)|writ(?:e|es|ing|ten)|implement(?:s|ed|ing)?|produc(?:e|es|ed|ing)|emit(?:s|ted)?|outputs?|sav(?:e|es|ed) (?:to|as)|(?:written|output) to)\b[^.;]{0,24}|\b(?:extend\w*|enrich\w*|equip\w*)\b[^.;]{1,48}\b(?:with|by)\b[^.;]{0,24}|\b(?:gets?|gains?|receives?) an?\b[^.;]{0,24}|\b(?:should|must|needs? to|has to|have to) (?:also |then |now )?(?:expose|offer|provide|have|get|gain|support|introduce|serve|include|contain|accept)\b[^.;]{0,24}|(?:应当?|需要?|必须)(?:能够?|再|还)?(?:提供|暴露|支持|具备|包含|接受)[^。；]{0,8}|(?:增加|扩展出|添加|追加|加入|引入|注入|生成|实现|實作|编写|撰寫|输出|出力|実装)[^。；）)]{0,8})$`)
	marked = pattern.New(`(?i)^.?\s*(?:[(（\[—–:-]\s*)?(?:new\b|create\b|to add|to be|generated|(?:is|are|gets?) (?:then |newly )?(?:added|introduced)\b|被?(?:添加|加入|增加)[到至进]|を?(?:追加|作成|生成)|新(?:增|建|規|文件)?[)）\]])`)
	// there says that a thing is in the project today.
	there = pattern.New(`(?i)\b(?:existing|exists?|already|current(?:ly)?|today|as(?:-| )is|unchanged|reus(?:e|es|ed|ing)|leverag(?:e|es|ed|ing)|(?:(?:will|to|must|should|shall) (?:be )?)?(?:updat(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)|extend(?:s|ed|ing)?|refactor(?:s|ed|ing)?|edit(?:s|ed|ing)?|reused)|will be (?:re\w+|used|kept|called)|chang(?:e|es|ed) (?:in|to)|affected (?:code|files?|modules?|components?|tests?)|based on|follow(?:s|ing)? the pattern|see|defined in|lives? in|located|found in|implemented in|lines? \d+|implemented|verified|wired|passed|done)\b|[✅✓✔]|実装済み?(?:[。、|)）]|$)|已(?:经)?(?:实现|完成|存在|引入|配置)|\b(?:existentes?|actualmente|ya existe|modificar?|reutiliza\w*)\b|现有|已有|当前|目前|复用|修改|更新|扩展|重构|参考|位于|定义在|保持不变|既存|現在|修正|拡張`)
	// headed and ahead are headings of what is there, and of what is to come.
	headed = pattern.New(`(?i)^impact$|^context$|\bbackground\b|\bexisting|current|as-is|reuse|leverage|baseline|affected|verif|evidence|references?\b|root cause|modif|现有|当前|复用|影响|修改|参考|既存|現状`)
	ahead  = pattern.New(`(?i)new (?:files?|packages?|dependenc)|to create|deliverable|proposed|future|files? (?:to (?:create|add)|created)|新文件|新增|产出`)

	// cells of a row, other than the one of the path, begin with what is done to it.
	makes = pattern.New(`(?i)^[*_\x60\s]*(?:(?:(?:no\b|❌)\W{0,4})?w(?:ave )?\d|new\b|create|add(?:ed)?\b|planned|generate|implement|新增|新建|创建|添加|追加|作成|新規)`)
	takes = pattern.New(`(?i)^[*_\x60\s]*(?:❌|✗|missing|delete|remove|move|rename|replace|deprecat|删除|移除|迁移|削除)`)
	keeps = pattern.New(`(?i)^[*_\x60\s]*(?:exist|modif|updat|extend|edit|refactor|chang|reus|[✅✓✔]|already|verified|wired|pass|done|current|unchanged|keep|现有|已|修改|更新|复用|扩展|既存|修正)`)
	// newFiles heads a column of what is to come.
	newFiles = pattern.New(`(?i)\bnew (?:files?|modules?|components?)\b|新文件|新增`)
)

// state is what the words around a path say of it.
type state int

const (
	unsaid  state = iota
	away          // it is gone, or an example: of something else that has its form
	planned       // it is to come
	listed        // a list of what is to be done names it, and says no more
	claimed       // it is there
)

// toCome tells whether a thing is not known to be there yet.
func (s state) toCome() bool { return s == planned || s == listed }

// line is one of a document's that is no code.
type line struct {
	text  string
	start int    // where it is in the document
	head  string // of the table that it is a row of
	task  byte   // the mark in the box of the task that it belongs to: ' ', 'x', or 0
	code  bool   // of a fence
	lives bool   // the document says what holds today
}

var box = pattern.New(`^\s*[-*]\s+\[([ xX~-])\]`)

// linesOf returns the lines of a document after its frontmatter.
func linesOf(d *document.Document) (prose, code []line) {
	at, next, deep := 0, 0, 0
	var task byte
	head := ""
	lives := living(d)
	for text := range strings.Lines(d.Text) {
		l := line{text: strings.TrimSuffix(text, "\n"), start: at, lives: lives}
		at += len(text)
		for next < len(d.Fences) && d.Fences[next].Body.End <= l.start && d.Fences[next].Open < l.start {
			next++
		}
		if next < len(d.Fences) && l.start >= d.Fences[next].Open && l.start <= d.Fences[next].Body.End {
			l.code = true
			code = append(code, l)
			continue
		}
		bare := strings.TrimLeft(l.text, " \t")
		indent := len(l.text) - len(bare)
		switch m := box.FindStringSubmatch(l.text); {
		case m != nil:
			if task, deep = ' ', indent; m[1] == "x" || m[1] == "X" {
				task = 'x'
			}
		case bare != "" && indent <= deep:
			task = 0
		}
		l.task = task
		if !strings.HasPrefix(bare, "|") {
			head = ""
		} else if head == "" {
			head = bare
		} else {
			l.head = head
		}
		prose = append(prose, l)
	}
	return prose, code
}

// living tells whether a document says what holds today, and not what a change makes of it:
// its requirements are under that title, and no heading says what becomes of them.
func living(d *document.Document) bool {
	return slices.ContainsFunc(d.Sections, func(s *document.Section) bool {
		return s.Parent != nil && s.Parent.Title == "Requirements" && strings.HasPrefix(s.Title, "Requirement:")
	})
}

// clause returns where the sentence, or the cell of a table, that holds a place begins and
// ends.
func (l *line) clause(from, to int) (start, end int) {
	end = len(l.text)
	if l.row() {
		start = strings.LastIndexByte(l.text[:from], '|') + 1
		if at := strings.IndexByte(l.text[to:], '|'); at >= 0 {
			end = to + at
		}
		return start, end
	}
	for i := from - 1; i > 1; i-- {
		if breaks(l.text, i) {
			start = i + 1
			break
		}
	}
	for i := to; i < len(l.text); i++ {
		if breaks(l.text, i) {
			return start, i
		}
	}
	return start, end
}

// breaks tells whether a sentence ends at a byte: "e.g." ends none.
func breaks(text string, i int) bool {
	switch text[i] {
	case ';':
		return true
	case '.':
		return i+1 < len(text) && text[i+1] == ' ' && i > 1 && text[i-2] != '.'
	case 0x82: // the last of 。
		return i > 1 && text[i-2:i+1] == "。"
	case 0x9b: // the last of ；
		return i > 1 && text[i-2:i+1] == "；"
	}
	return false
}

func (l *line) row() bool { return strings.HasPrefix(strings.TrimLeft(l.text, " \t"), "|") }

// cue is what the nearest word says that speaks of a place: before it, else behind.
func (l *line) cue(from, to int) state {
	said := l.nearest(from, to)
	if said == planned && l.leaves(from, to) {
		return away
	}
	return said
}

// nearest is the cue, where what is gone and what is an example are no other than what is to
// come.
func (l *line) nearest(from, to int) state {
	start, end := l.clause(from, to)
	before := strings.TrimRight(l.text[start:from], "`*_ (（:：")
	behind := l.text[to:end]
	switch {
	case orAlike.MatchString(behind), wished.MatchString(behind), askedIf.MatchString(before):
		return away
	case isKept(before):
		return claimed
	case done.MatchString(before) && !marked.MatchString(behind):
		return unsaid
	}
	if said := l.object(before, behind); said != unsaid {
		return said
	}
	if is, comes := last(there, before), last(coming, before); is > 0 || comes > 0 {
		return either(is >= comes)
	}
	behind = near(behind)
	is, comes := there.FindStringIndex(behind), coming.FindStringIndex(behind)
	if is != nil || comes != nil {
		return either(comes == nil || is != nil && is[0] <= comes[0])
	}
	if !l.row() {
		return unsaid
	}
	if newFiles.MatchString(l.head) {
		return planned
	}
	said := unsaid
	for cell := range strings.SplitSeq(l.text[:start]+l.text[end:], "|") {
		switch {
		case said != unsaid: // the first cell that says so is about the file, another about what is in it
		case makes.MatchString(cell):
			said = planned
		case takes.MatchString(cell):
			said = away
		case keeps.MatchString(cell):
			said = claimed
		}
	}
	return said
}

// askedIf asks of the next name whether it is there.
var askedIf = pattern.New(`(?i)\b(?:check|verify|see|ask|unclear|know) (?:if|whether)(?: the)?$`)

// done begins what a report says of the work behind it.
var done = pattern.New(`(?i)^[\s\d.*_+~✅✓✔|>-]*(?:(?:we|i) )?(?:added|created|implemented|introduced|wrote|built|fixed)\b[^.;]{0,60}$|^[\s\d.*_+✅✓✔|>-]*(?:已|新)?(?:实现|创建|添加|新增)了[^。；]{0,24}$`)

// orAlike says right behind a name that another will do as well: it stands for what is there.
var orAlike = pattern.New(`(?i)^[\x60*]*\s*[(（]?(?:or (?:an? |the )?(?:similar|equivalent|comparable|inline|alike)\b|o (?:similar|equivalente)\b|或(?:类似|等效|同等)|等类似)`)

// wished says right behind a name that it has to be there, or is made when the program runs.
var wished = pattern.New(`(?i)^[\x60*]*[^.;|\x60]{0,24}?(?:\b(?:must|should|shall|needs? to|has to)\s+(?:already\s+)?(?:exist|be there|be present)\b|\b(?:at|on) run-?time\b)|^[\x60*]*[^。；|\x60]{0,8}?(?:必须|应当?|须)(?:已)?存在|^[\x60*]*[^。；|\x60]{0,8}?运行时(?:创建|生成)`)

// kept says of the very next name that it is there, whatever is then said of it: "the
// existing middleware `a`". Two words may stand between, or a short phrase in Chinese.
var kept = pattern.New(`(?i)(?:\b(?:existing|current|today's|already (?:has|have|uses?|contains?|provides?|exports?|defines?)(?: an?| the)?)(?:\s+[\w/-]+){0,2}|\b(?:see|defined in|implemented in|lives? in|located (?:in|at)|found in|declared in)(?: also| the)?|\bimports?\b[^.;]{1,80}\bfrom|(?:现有|已有|既有|目前|当前|沿用|复用)[^\s，。；、,;|]{0,10}(?:[，,]?\s*(?:见|参见))?|(?:见|参见|详见|参照|参考|位于|定义在|定义于)|(?:既存|現在)の?[^\s、。]{0,8})\s*$`)

// isKept tells whether a text ends by saying that the next name is there. Of what is
// removed, or made from it, it says nothing.
func isKept(before string) bool {
	m := kept.FindStringIndex(before)
	if m == nil || coming.MatchString(before[m[0]:]) {
		return false
	}
	if toBe.MatchString(before[:m[0]]) {
		return false
	}
	return !gone.MatchString(before[:m[0]]) || out.MatchString(strings.TrimRight(before[:m[0]], " "))
}

// toBe ends what is said of a place where something is to be.
var toBe = pattern.New(`(?i)\bbe\s+$`)

// object is what verbs say whose object a place is: that it is made, or goes. Of what they
// do in it, or take from it, it is the place.
func (l *line) object(before, behind string) state {
	from := out.MatchString(before)
	switch {
	case marked.MatchString(behind), !from && went(behind):
		return planned
	case made.MatchString(before) && !into.MatchString(before):
		return planned
	case goes(before) && l.task == 'x' && into.MatchString(before):
		return claimed // where it went
	case goes(before) && !from:
		return planned
	}
	return unsaid
}

// out ends what is said of a place in which, or from which, something is taken.
var out = pattern.New(`(?i)(?:\b(?:in|inside|within|of|from|via|using|with)|从|從|在|于|於)$`)

// near is the beginning of a text, without what it has in code spans.
func near(text string) string {
	var b strings.Builder
	inside := false
	for part := range strings.SplitSeq(strings.TrimPrefix(text, "`"), "`") {
		if !inside {
			b.WriteString(part)
		}
		inside = !inside
	}
	plain := b.String()
	return plain[:min(len(plain), 40)]
}

// goes tells whether the next name, or each of some that it is one of, is said to go or to move.
func goes(before string) bool {
	return gone.MatchString(before) || gone.MatchString(spans.ReplaceAllString(before, "_"))
}

// went tells whether the name before, or each of some that it is one of, is said to go.
func went(behind string) bool { return going.MatchString(behind) || going.MatchString(near(behind)) }

var spans = pattern.New("`[^`]*`")

// into ends what is said of a place that something goes into: it may be there.
var into = pattern.New(`(?i)\b(?:to|into|in|inside|within|of|for|from|via|using|with)$|(?:从|從|在|于|於|到|至|向|往)$`)

func either(there bool) state {
	if there {
		return claimed
	}
	return planned
}

// last is where the last match ends, 0 when there is none.
func last(p *pattern.Pattern, text string) int {
	at := p.FindAllStringIndex(text, -1)
	if len(at) == 0 {
		return 0
	}
	return at[len(at)-1][1]
}

// stateOf tells what a line says of a place in it.
func stateOf(d *document.Document, l *line, from, to int, list bool) state {
	said := l.cue(from, to)
	switch {
	case l.lives && said == planned: // its demands are met
		return unsaid
	case l.task == 'x' && said != away:
		return claimed
	case said != unsaid:
		return said
	case under(d, l.start, ahead):
		return planned
	case (l.task == ' ' || list && !strings.HasPrefix(l.text, "@")) && !l.runs(from):
		return listed
	case under(d, l.start, headed):
		return claimed
	}
	return unsaid
}

// runs tells whether a place is part of a command: what is run is there, or another task
// makes it.
func (l *line) runs(from int) bool {
	open := strings.LastIndexByte(l.text[:from], '`')
	return open >= 0 && strings.Count(l.text[:from], "`")%2 == 1 && strings.Contains(l.text[open:from], " ")
}

// leaves tells whether what is said to come of a place is not that it is made: that it goes,
// stands for others, or is what nobody has.
func (l *line) leaves(from, to int) bool {
	start, end := l.clause(from, to)
	before := strings.TrimRight(l.text[start:from], "`*_ (（:：")
	behind := l.text[to:end]
	return goes(before) && !out.MatchString(before) && !into.MatchString(before) || went(behind) || example.MatchString(l.text[start:end])
}

var example = pattern.New(`(?i)\bwhether\b[^.;]{0,40}\b(?:to|or)\b|\b(?:e\.g|example|such as|or (?:an? |the )?(?:similar|equivalent|comparable|inline)|instead|rather than|no longer|not exist|doesn't exist|if (?:it|they) exist\w*|would|could|future|propos(?:e|ed|es|ing)|missing|absent|placeholder|upstream)\b|例如|比如|示例|不存在|可选|未来`)

// under tells whether a heading above a place fits.
func under(d *document.Document, at int, title *pattern.Pattern) bool {
	for s := d.SectionAt(at); s != nil; s = s.Parent {
		if s.Level > 1 && title.MatchString(s.Title) {
			return true
		}
	}
	return false
}
