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
// answered and why, that only some perspectives were answered, that some answers are those
// to an earlier revision, or that the checks alone were asked for. It is empty where models
// answered every perspective now and had something to criticise, and of an error.
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
		limit := fmt.Sprintf(say("%d of %d perspectives answered by models.", "%d/%d 个视角由模型作答。"), heard, all)
		if carried := carriedOver(v); carried != "" {
			limit += " " + carried
		}
		return limit
	case uncritical(v):
		return say("Every perspective rates 5/5 and none names a weakness: no review rather than praise.", "各视角均评 5/5 且无一指出不足: 应视为未经评审。")
	}
	return carriedOver(v)
}

// uncritical tells whether several models answered and none had anything to criticise.
func uncritical(v Verdict) bool {
	heard := slices.DeleteFunc(slices.Clone(v.Perspectives), func(p Perspective) bool { return !p.Heard() })
	return len(heard) > 1 && !slices.ContainsFunc(heard, func(p Perspective) bool {
		return p.Rating == nil || *p.Rating != 5 || len(p.Weaknesses) > 0
	})
}

// carriedOver says how many of the answers were given to an earlier revision; "" when all
// were given to this one.
func carriedOver(v Verdict) string {
	carried, heard := 0, 0
	for _, p := range v.Perspectives {
		if p.Heard() {
			heard++
		}
		if p.Carried != nil && p.Carried.Revision < v.Revision {
			carried++
		}
	}
	if carried == 0 {
		return ""
	}
	return fmt.Sprintf(say(v)("%d of %d answers carried over from an earlier revision: nothing that they read has changed.", "%d/%d 个回答沿用自先前版本: 其所读内容未变。"), carried, heard)
}

// spoken says who spoke: in the record, where there is room for those who did.
func spoken(v Verdict) string {
	if heard, all, tools := voices(v); heard > 0 {
		who := fmt.Sprintf(say(v)("%d of %d perspectives answered by models: %s", "%d/%d 个视角由模型作答: %s"), heard, all, markdown.Inline(strings.Join(tools, ", ")))
		if carried := carriedOver(v); carried != "" {
			who += ". " + carried
		}
		return who
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

// writtenBy names who wrote what was judged: "claude (anthropic), cursor"; "" when nobody
// is known.
func writtenBy(v Verdict) string {
	var names []string
	for _, w := range v.Writers {
		name := w.Agent
		if w.Family != "" {
			name += " (" + w.Family + ")"
		}
		names = append(names, name)
	}
	return markdown.OneLine(strings.Join(names, ", "))
}

// selfReview says how many of the models that answered are of the family that wrote what
// they judged, and what the ratings are worth then; "" when none is.
func selfReview(v Verdict) string {
	heard, own := 0, 0
	for _, p := range v.Perspectives {
		if p.Heard() {
			heard++
		}
		if p.SelfReview {
			own++
		}
	}
	if own == 0 {
		return ""
	}
	say := words(v)
	sentence := fmt.Sprintf(say("Self-review: %d of %d voices are of the model family that wrote it, %s.", "自评: %[2]d 个声音中有 %[1]d 个与作者 %[3]s 同属一个模型族。"), own, heard, writtenBy(v))
	if v.IndependentAverage != nil {
		sentence += fmt.Sprintf(say(" With their ratings counted half the average is %.2f/5.", " 其评分减半计入后平均为 %.2f/5。"), *v.IndependentAverage)
	}
	return sentence
}

// authorship says for the record who wrote what was judged, and whether they judged it
// themselves; "" when nobody is known.
func authorship(v Verdict) string {
	if said := selfReview(v); said != "" || len(v.Writers) == 0 {
		return said
	}
	say := words(v)
	sentence := fmt.Sprintf(say("Written by %s.", "作者: %s。"), writtenBy(v))
	if heard, _, _ := voices(v); heard > 0 && v.IndependentAverage != nil {
		sentence += say(" No voice is of that model family.", " 没有同一模型族的声音。")
	}
	return sentence
}
