package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/texts"
)

// Heard tells whether a model answered for the perspective.
func (p Perspective) Heard() bool {
	return p.Source == critique.SourceCLI || p.Source == critique.SourceFallback
}

// ByPanel tells whether the verdict is that of a panel, whether or not somebody in it
// answered: models were to be asked. Verdicts of versions that did not say so are taken
// for it when a model spoke.
func (v Verdict) ByPanel() bool {
	return v.Mode == critique.ModePanel || v.Mode == "" && v.Basis != critique.BasisChecks
}

// Unreviewed tells whether models were to be asked and none answered.
func (v Verdict) Unreviewed() bool {
	return v.Outcome != Failed && v.Mode == critique.ModePanel && v.Basis == critique.BasisChecks
}

// voices counts the perspectives that took part and those that models answered, and
// names their tools.
func voices(v Verdict) (heard, all int, tools []string) {
	for _, p := range v.Perspectives {
		if p.TookPart() {
			all++
		}
		if p.Heard() {
			heard++
			if !slices.Contains(tools, p.Tool) {
				tools = append(tools, p.Tool)
			}
		}
	}
	return heard, all, tools
}

// Limit says who spoke where that limits what the verdict may claim: that no model
// answered and why, that only some perspectives were answered, or that the checks
// alone were asked for. It is empty where models answered every perspective, and of an
// error.
func (v Verdict) Limit() string {
	heard, all, _ := voices(v)
	say := say(v)
	switch {
	case v.Outcome == Failed:
		return ""
	case v.Mode == critique.ModeChecks:
		return say("Checks only: no model was asked.", "仅内置检查: 未询问任何模型。")
	case heard == 0:
		why := cmp.Or(critique.Silence(opinionsOf(v)), say("no tool could be asked", "没有可用的工具"))
		return fmt.Sprintf(say("NO MODEL ANSWERED (%s): facts only.", "没有模型作答 (%s): 仅有事实检查。"), markdown.OneLine(why))
	case heard < all:
		return fmt.Sprintf(say("%d of %d perspectives answered by models.", "%d/%d 个视角由模型作答。"), heard, all)
	}
	return ""
}

// spoken says who spoke: in the record, where there is room for those who did.
func spoken(v Verdict) string {
	if heard, all, tools := voices(v); heard > 0 {
		return fmt.Sprintf(say(v)("%d of %d perspectives answered by models: %s", "%d/%d 个视角由模型作答: %s"), heard, all, markdown.Inline(strings.Join(tools, ", ")))
	}
	return markdown.Inline(v.Limit())
}

// say picks the words of the profile's own language: the headings and labels of records
// and messages are fixed by it.
func say(v Verdict) func(english, chinese string) string {
	return func(english, chinese string) string {
		if texts.Builtin().Of(v.Profile).Chinese {
			return chinese
		}
		return english
	}
}

// words picks the words of the session's own language, for what is no heading or label.
func words(v Verdict) func(english, chinese string) string {
	if v.Language == Chinese {
		return func(_, chinese string) string { return chinese }
	}
	return say(v)
}

// opinionsOf are the perspectives as far as a consensus rests on them.
func opinionsOf(v Verdict) []critique.Opinion {
	var opinions []critique.Opinion
	for _, p := range v.Perspectives {
		opinions = append(opinions, p.opinion())
	}
	return opinions
}

func (p Perspective) opinion() critique.Opinion {
	o := critique.Opinion{Perspective: critique.Perspective{Name: p.Name}, Source: p.Source}
	if p.Rating != nil {
		o.Rating = *p.Rating
	}
	for _, a := range p.Attempts {
		o.Attempts = append(o.Attempts, critique.Attempt{Tool: a.Tool, Outcome: a.Outcome})
	}
	return o
}
