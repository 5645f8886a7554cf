package speckit

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// openChecklist is about a checklist with open items where tasks are done: the gate before them was passed by.
func openChecklist(s *model.Session, d *document.Document, hit native.Hit) bool {
	tasks := frameworks.One(s, "tasks.md")
	if tasks == nil {
		return false
	}
	all, done := tasksOf(tasks), 0
	for _, t := range all {
		if t.done {
			done++
		}
	}
	if done == 0 {
		return false
	}
	var open []*document.Item
	items := 0
	for _, item := range d.Items {
		if item.Box != 0 {
			items++
		}
		if item.Box == ' ' {
			open = append(open, item)
		}
	}
	if len(open) > 0 && (len(open) < items || d.Path == "checklists/requirements.md") { // what was never begun may be kept for later
		hit(d, open[0].Span, model.Note(open[0].Text), model.Note(strconv.Itoa(len(open))), model.Note(strconv.Itoa(items)), model.Note(strconv.Itoa(done)), model.Note(strconv.Itoa(len(all))))
	}
	return items > 0
}

var (
	gate       = pattern.New(`(?i)constitution|章程|宪法|宪章`)
	failed     = pattern.New(`(?i)(?:^|[:：|>=—–])[\s*_]*(?:[✗❌]|(?:FAIL(?:S|ED)?|VIOLAT(?:ES|ED|ION))\b(?:[^-]|$)|不通过|未通过|违反)|\bviolates (?:the )?(?:principle|constitution)|违反了?(?:原则|章程|宪法)`)
	notFailed  = pattern.New(`(?i)(?:\b(?:no|not|none|nothing|without|zero|0|any|if|must|should|never|avoid\w*|would|could|unless|until|potential(?:ly)?|possible)\b|n't|[无不未若]|没有|如果)[^.;,。；，|]{0,30}$`)
	settled    = pattern.New(`(?i)[✅✔]|\b(?:justified|resolved|fixed|accepted|waived|addressed|mitigated)\b|已|豁免`)
	complexity = pattern.New(`(?i)complexity|复杂(?:度|性)`)
	noEntry    = pattern.New(`(?i)^[\s|>*_-]*(?:$|fill only|violation|none|n/?a\b|no\b|\[e\.g|违规|违反|仅当|无|没有|不适用)`)
)

// failedGate is about a plan whose check against the constitution says that it fails, where nothing says why that
// has to be.
func failedGate(_ *model.Session, d *document.Document, hit native.Hit) bool {
	var verdicts []frameworks.Line
	checked := false
	for _, section := range d.Sections {
		title := frameworks.Raw(d, section)
		switch lines := frameworks.LinesOf(d, document.Span{Start: section.Body, End: section.Deep}); {
		case !frameworks.IsHeading(section):
		case gate.MatchString(title):
			checked = true
			for _, l := range lines {
				if m := failed.FindStringIndex(l.Text); m != nil && !notFailed.MatchString(l.Text[:m[0]]) && !settled.MatchString(l.Text+further(d, l)) {
					verdicts = append(verdicts, l)
				}
			}
		case complexity.MatchString(title):
			for _, l := range lines {
				if !noEntry.MatchString(l.Text) {
					return true
				}
			}
		}
	}
	for _, l := range verdicts {
		hit(d, l.Span, model.Note(strings.TrimSpace(l.Text)))
	}
	return checked
}

var goesOn = pattern.New(`^(?:\n[ \t]+[^\s*+|#-][^\n]*)+`)

// further returns the lines that an item goes on with.
func further(d *document.Document, l frameworks.Line) string {
	return strings.ReplaceAll(goesOn.FindString(d.Text[l.End:]), "\n", " ")
}

var (
	measured = pattern.New(`(?i)\d|%|\b(?:surveys?|scores?|ratings?|rated?|NPS|percent|than|half|majority|questionnaires?)\b|问卷|评分|调查|[一二三四五六七八九十百]`)
	hollow   = pattern.New(`(?i)\b(?:delight(?:ed|s)?|happ(?:y|ier)|satisfied|pleased|impressed|excited|thrilled|loves?|enjoys?|enjoyable)\b|满意|开心|高兴|喜欢|愉快|惊喜|` +
		`^\W*(?:the |this |our |all |every )?(?:[\w-]+ ){1,3}(?:works?|functions?|(?:is|are) (?:implemented|done|complete|working|successful|good|ready|improved))(?: (?:well|correctly|properly|fine|as (?:expected|intended|designed)))?\W*$|` +
		`^[^，。；\d]{0,10}(?:可以|能够|能)?(?:正常|良好)(?:地)?(?:工作|运行|使用)\P{L}*$`)
)

// hollowCriteria is about success criteria that say no more than that people like it or that it works.
func hollowCriteria(_ *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for m := range frameworks.Definitions(requirement, frameworks.Lines(d)) {
		if m.Kind() != "SC" || m.Retold() {
			continue
		}
		applied = true
		if text := m.Line.Text[m.End:] + further(d, m.Line); hollow.MatchString(text) && !measured.MatchString(text) {
			hit(d, m.Line.Span, model.Target(m.Written()))
		}
	}
	return applied
}

var (
	place  = pattern.New("`[^`\n]+`|\\b[A-Za-z]+[a-z][A-Z]\\w+|[\\w@.-]+/[\\w@.*-]+|\\b[\\w-]+\\.[a-z][a-z0-9]{0,4}\\b")
	noFile = pattern.New(`(?i)^[^\p{L}]*(?:run|re-?run|verify|test|validate|check|commit|review|manual|confirm|ensure|measure|deploy|conduct|perform|demo|execute|observe|monitor|install|运行|验证|测试|检查|确认|提交|部署|执行|手动)`)
)

// placeless is about tasks of stories that name neither a file nor a name of the code, where most others do or none does.
func placeless(s *model.Session, d *document.Document, hit native.Hit) bool {
	tasks := tasksOf(d)
	var bare []string
	var at document.Span
	placed := 0
	for i, t := range tasks {
		mark := storyMark.FindStringIndex(t.line.Text)
		if mark == nil {
			continue
		}
		end := len(d.Text)
		if i+1 < len(tasks) {
			end = tasks[i+1].line.Start
		}
		text, _, _ := strings.Cut(d.Text[t.line.Start+mark[1]:end], "\n\n")
		switch {
		case place.MatchString(text):
			placed++
		case t.done, noFile.MatchString(text):
		default:
			if bare = append(bare, t.id); len(bare) == 1 {
				at = t.line.Span
			}
		}
	}
	if len(bare) > 0 && (placed >= 4*len(bare) || placed == 0 && len(bare) > 1) {
		hit(d, at, model.Note(frameworks.Several(bare)))
	}
	return placed+len(bare) > 0
}
