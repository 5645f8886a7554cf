package leftout

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	// plan is a document of work, by its path, or a table of it, by its title.
	plan = pattern.New(`(?i)task|plan|todo|stor(?:y|ies)|epic|release|component|module|任务|故事|史诗|计划|组件|模块`)
	// unit is the heading of a piece of work or of a part of the product.
	unit = pattern.New(`(?i)^\W*(?:user )?(?:story|epic|task|feature|component|service|screen|module|page|endpoint)\b|^(?:用户)?(?:故事|任务|组件|功能|模块|史诗|页面|接口)|^\W*(?:STORY|EPIC|TASK|FEAT|US)-?\d|^\W*(?:POST|GET|PUT|DELETE|PATCH) /`)
	// numbered is a task by its number, counted one of a plan that has no boxes, and labelled a
	// title of work in a line of its own.
	numbered = pattern.New(`^\W*T\d{2,}\b`)
	counted  = pattern.New(`^\W*(?:\d+\.\d+|[A-Z]{1,5}\d*-\d+(?:[-.]\d+)?)\b`)
	labelled = pattern.New(`(?m)^[ \t]*(?:<name>|\*\*(?:STORY|Task|Story|US)\b)[^\n]*`)
	// besides is a column that does not say what is built.
	besides = pattern.New(`(?i)status|priority|notes?\b|risk|reason|why|depend|rationale|alternative|estimate|状态|优先级|备选|理由|原因|风险|依赖|备注`)
	// undone is a text that says that something is not done, not now, or not here.
	undone = pattern.New(`(?i)\b(?:no|not|nor|non|none|never|without|neither|later|future|defer\w*|postpone\w*|backlog|v[2-9]|phase [2-9]|out of scope|exclud\w*|won'?t|cannot|can't|doesn't|don't|isn't|except|remov\w*|reject\w*|refus\w*|drop(?:ped|s)?|prevent\w*|forbid\w*|disabl\w*|instead of|rather than|avoid\w*|nothing|nobody|skip\w*|mock\w*|stub\w*|fake\w*|existing|legacy|migrat\w*|deprecat\w*|strip\w*|ban\w*|block\w*|hid(?:e|den)|omit\w*|ignor\w*|clean\w*|delet\w*|eliminat\w*)\b|不|无|非|未|没有|以后|后续|下期|二期|排除|禁止|拒绝|取消|放弃|否决|跳过|忽略|移除|删除|清理|替换`)
	// roadmap is a plan of several releases: what one leaves out another has.
	roadmap = pattern.New(`(?i)road-?map|\bphases\b|\bbacklog\b|under consideration|\bideas?\b|路线图|规划`)
)

// longest is how much of a title is read.
const longest = 240

// Titles returns what a document says is worked on: the titles of its tasks, stories and parts.
func Titles(d *document.Document) (all []document.Span) {
	if roadmap.MatchString(d.Path) {
		return nil
	}
	planned := plan.MatchString(d.Path) || d.Kind == document.Epics || d.Kind == document.Epic || d.Kind == document.Tasks
	add := func(at document.Span) {
		if end := strings.IndexAny(d.Slice(at), "(（\n"); end > 0 {
			at.End = at.Start + end
		}
		at.End = min(at.End, at.Start+longest)
		if at.Len() > 0 && Positive(d, at) && !roadmap.MatchString(titles(d.SectionAt(at.Start))) {
			all = append(all, at)
		}
	}
	for _, section := range d.Sections {
		if section.Level > 0 && unit.MatchString(section.Title) {
			add(d.LineAt(section.Start))
		}
	}
	for _, item := range d.Items {
		if planned && (item.Box != 0 || counted.MatchString(item.Text)) || numbered.MatchString(item.Text) {
			add(item.Span)
		}
	}
	for _, t := range d.Tables {
		if !planned && !plan.MatchString(titles(t.Section)) {
			continue
		}
		for _, row := range t.Rows {
			for i, cell := range row {
				if !besides.MatchString(t.Header[i].Text) {
					add(cell.Span)
				}
			}
		}
	}
	for _, m := range labelled.FindAllStringIndex(d.Text, 200) {
		add(document.Span{Start: m[0], End: m[1]})
	}
	return all
}

// Says returns the words at a place, without code unless there is nothing else.
func Says(d *document.Document, at document.Span) string {
	if text := d.Prose[at.Start:at.End]; strings.TrimSpace(text) != "" {
		return Spell(text)
	}
	return Spell(d.Slice(at))
}

// Positive tells whether the line of a place says that something is so, or is done.
func Positive(d *document.Document, at document.Span) bool {
	return !undone.MatchString(d.Slice(d.LineAt(at.Start))) && !leavesOut(d.SectionAt(at.Start)) && !d.SectionAt(at.Start).Under(document.Alternatives, document.OpenQuestions, document.Risks, document.Problem)
}

// titles joins the titles of a section and of those around it.
func titles(section *document.Section) string {
	var all []string
	for ; section != nil; section = section.Parent {
		all = append(all, section.Title)
	}
	return strings.Join(all, " ")
}
