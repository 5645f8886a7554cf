package critique

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says who was to speak of a subject.
type Mode string

// The modes of a panel.
const (
	ModePanel  Mode = "panel"  // models, through their tools; the checks report facts beside them
	ModeChecks Mode = "checks" // nobody but the embedded checks, because the user chose so
)

// Heard tells whether a model answered for the perspective.
func (o Opinion) Heard() bool { return o.Source == SourceCLI || o.Source == SourceFallback }

func voices(opinions []Opinion) []Opinion {
	return slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool { return !o.Heard() })
}

// unreviewed says that models were to be asked and none answered.
func unreviewed(policy Policy, opinions []Opinion) []Divergence {
	if policy.ChecksAlone || len(voices(opinions)) > 0 {
		return nil
	}
	d := Divergence{
		Type: Unreviewed, Topic: policy.say("unreviewed", "未经评审"),
		Description: policy.say("no model answered", "没有模型作答"), Grounds: []string{UnreviewedGround},
	}
	for _, o := range opinions {
		if o.Source != SourceSkipped {
			d.Perspectives = append(d.Perspectives, o.Perspective.Name)
		}
	}
	if why := Silence(opinions); why != "" {
		d.Description += " (" + why + ")"
	}
	return []Divergence{d}
}

// Silence says by tool with what failure it ended last, "" where no tool was tried.
func Silence(opinions []Opinion) string {
	var tools []string
	why := map[string]Class{}
	for _, o := range opinions {
		for _, a := range o.Attempts {
			if o.Heard() || a.Outcome == Answered {
				continue
			}
			if _, known := why[a.Tool]; !known {
				tools = append(tools, a.Tool)
			}
			why[a.Tool] = a.Outcome
		}
	}
	for i, tool := range tools {
		tools[i] = fmt.Sprintf("%s: %s", tool, why[tool])
	}
	return strings.Join(tools, ", ")
}

// remarks says in words, those of the policy's language, what was degraded.
func remarks(policy Policy, opinions []Opinion, partial bool) []string {
	var notes []string
	note := func(english, chinese string, args ...any) {
		notes = append(notes, fmt.Sprintf(policy.say(english, chinese), args...))
	}
	families, weaknesses, fives, answered := map[string]bool{}, 0, 0, 0
	for _, o := range opinions {
		name := o.Perspective.Name
		tried := failures(slices.DeleteFunc(slices.Clone(o.Attempts), func(a Attempt) bool { return a.Tool == o.Tool })) // whoever answered in the end did not fail
		switch o.Source {
		case SourceSkipped:
			note("%s skipped: the session has no discovery context to compare with", "%s 已跳过: 会话中没有可对照的 discovery context", name)
		case SourceFallback:
			if o.passedOver() {
				note("%[1]s answered by %[2]s before %[3]s, whose family wrote the artifact%[4]s", "%[1]s 由 %[2]s 先于 %[3]s 回答, 后者的模型族写了此文档%[4]s", name, o.Tool, o.Perspective.Tool, tried)
				break
			}
			if !slices.ContainsFunc(o.Attempts, func(a Attempt) bool { return a.Tool == o.Perspective.Tool }) {
				tried = policy.say(", which is switched off", " (未启用)") + tried
			}
			note("%[1]s answered by %[2]s instead of %[3]s%[4]s", "%[1]s 由 %[2]s 代替 %[3]s 回答%[4]s", name, o.Tool, o.Perspective.Tool, tried)
		case SourceChecks:
			if tried != "" && len(voices(opinions)) > 0 {
				note("%s answered by no model%s", "没有模型为 %s 作答%s", name, tried)
			}
		}
		for _, n := range o.Notes {
			notes = append(notes, name+": "+n)
		}
		if tells, ok := ticked(policy, o); ok {
			notes = append(notes, tells)
		}
		if o.Heard() {
			answered++
			families[o.ModelFamily] = true
			weaknesses += len(o.Weaknesses)
			if o.Rating == 5 {
				fives++
			}
		}
	}
	notes = append(notes, togetherRemark(policy, opinions)...)
	notes = append(notes, carriedRemark(policy, opinions)...)
	if why := Silence(opinions); answered == 0 && why != "" {
		note("no model answered (%s)", "没有模型作答 (%s)", why)
	}
	if answered > 1 && len(families) == 1 && !families[""] {
		note("the %d answers came from one model family: where they agree, count one vote", "%d 个回答都来自同一模型族: 意见一致时只算一票", answered)
	}
	if same := alike(opinions); same > 1 {
		note("%d answers are the same word for word: count them as one", "%d 个回答逐字相同: 只算一个", same)
	}
	if answered > 1 && fives == answered && weaknesses == 0 {
		note("every perspective rates 5/5 and none names a weakness: read this as no review rather than praise", "各视角均评 5/5 且无一指出不足: 应视为未经评审, 而非好评")
	}
	if partial {
		note("PARTIAL: the panel's deadline passed before every perspective was answered", "PARTIAL: 已过截止时间, 并非所有视角都已作答")
	}
	return notes
}

// alike is how many perspectives got the very same answer as another one, of those that say something.
func alike(opinions []Opinion) int {
	given, most := map[string]int{}, 0
	for _, o := range opinions {
		if !o.Heard() || len(o.Strengths)+len(o.Weaknesses)+len(o.Suggestions) == 0 {
			continue
		}
		said := fmt.Sprint(o.Rating, o.KeyFinding)
		for _, p := range slices.Concat(o.Strengths, o.Weaknesses, o.Suggestions) {
			said += "\x00" + p.Text
		}
		given[said]++
		most = max(most, given[said])
	}
	return most
}

// failures lists what the attempts of a perspective failed with: " (gemini: timeout, codex: auth)".
func failures(attempts []Attempt) string {
	var list []string
	for _, a := range attempts {
		failed := a.Tool + ": " + string(a.Outcome)
		if a.Outcome != Answered && !slices.Contains(list, failed) { // a second try that ended alike says nothing new
			list = append(list, failed)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
