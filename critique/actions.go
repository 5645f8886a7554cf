package critique

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique/themes"
)

// The kinds of action items, in the order in which items of one weight stand.
const (
	ItemReview     = "review"              // nobody has reviewed the round yet
	ItemMissing    = "missing_requirement" // what the discovery context asks for and the artifact lacks
	ItemWeakness   = "weakness"
	ItemRisk       = "risk"
	ItemFact       = "fact" // what the embedded checks found
	ItemSuggestion = "suggestion"
)

// ItemKinds is the closed list of what an action item answers.
var ItemKinds = [...]string{ItemReview, ItemMissing, ItemWeakness, ItemRisk, ItemFact, ItemSuggestion}

// task is one thing to do before those that say the same are merged.
type task struct {
	ActionItem
	category string
	mends    string // the text of the weakness that it came with
}

// actions lists what there is to do. First comes everything that keeps the round from
// consensus or that somebody calls grave, also what nobody has made a suggestion for:
// whoever works it all off has answered every reason to block. The wishes follow. What
// is merged keeps its wording.
func actions(policy Policy, opinions []Opinion, divergences []Divergence, findings []Finding) []ActionItem {
	tasks := slices.Concat(reviewTasks(policy, divergences), opinionTasks(policy, opinions, divergences))
	merged := mergeTasks(withRemedies(tasks))
	merged = append(merged, factTasks(findings, len(voices(opinions)) == 0)...)
	slices.SortStableFunc(merged, func(a, b task) int {
		return cmp.Or(
			rank(b.Blocks)-rank(a.Blocks), b.Severity.Weight()-a.Severity.Weight(),
			slices.Index(ItemKinds[:], a.Kind)-slices.Index(ItemKinds[:], b.Kind),
			len(b.Perspectives)-len(a.Perspectives), strings.Compare(a.Text, b.Text),
		)
	})
	list := make([]ActionItem, len(merged))
	for i, t := range merged {
		t.Priority, t.State = i+1, "new"
		list[i] = t.ActionItem
	}
	return list
}

func rank(first bool) int {
	if first {
		return 1
	}
	return 0
}

// reviewTasks asks for the review that a round lacks.
func reviewTasks(policy Policy, divergences []Divergence) []task {
	at := slices.IndexFunc(divergences, func(d Divergence) bool { return d.Type == Unreviewed && !d.Accepted })
	if at < 0 {
		return nil
	}
	text := policy.say("Have the round reviewed by a model: 'discussd doctor' says what each tool lacks", "请由模型评审本轮: discussd doctor 会指出各工具的问题")
	return []task{{ActionItem: ActionItem{Kind: ItemReview, Severity: Medium, Text: text, Blocks: true}}}
}

// opinionTasks lists what the perspectives want done.
func opinionTasks(policy Policy, opinions []Opinion, divergences []Divergence) []task {
	var tasks []task
	blocking := blockers(policy, opinions, divergences)
	open := func(kind, perspective string) bool { // no person has accepted it
		return slices.ContainsFunc(divergences, func(d Divergence) bool {
			return d.Type == kind && !d.Accepted && slices.Contains(d.Perspectives, perspective)
		})
	}
	wishes := slices.ContainsFunc(opinions, func(o Opinion) bool { return len(o.Suggestions) > 0 })
	for _, o := range opinions {
		add := func(kind string, severity Severity, blocks bool, p Point) {
			if p.Text != "" {
				t := task{
					ActionItem{Kind: kind, Severity: severity, Text: p.Text, Perspectives: []string{o.Perspective.Name}, Targets: p.Targets, Blocks: blocks}, p.Category, p.Mends,
				}
				if blocks && p.QuoteFound != nil && *p.QuoteFound {
					t.Path, t.Line = p.QuotePath, p.QuoteLine
				}
				tasks = append(tasks, t)
			}
		}
		if o.Perspective.reports(ReportMissingRequirements) {
			for _, missing := range o.MissingRequirements {
				add(ItemMissing, High, open(CoverageGap, o.Perspective.Name), Point{Text: policy.say("Cover what is missing: ", "补充缺失需求: ") + missing, Category: "completeness"})
			}
		}
		behind := slices.Contains(blocking, o.Perspective.Name)
		for _, w := range o.Weaknesses {
			if grave := w.Severity.Weight() >= High.Weight(); grave || behind || !wishes || o.mends(w) {
				add(ItemWeakness, w.Severity, grave || behind, w)
			}
		}
		for _, r := range o.graveRisks() {
			add(ItemRisk, High, open(HighRisk, o.Perspective.Name), Point{Text: r.mitigated(), Category: "risk"})
		}
		if behind && len(o.Weaknesses) == 0 && len(o.graveRisks()) == 0 {
			add(ItemWeakness, High, true, Point{Text: policy.reason(o), Category: "other"})
		}
		for _, s := range o.Suggestions {
			add(ItemSuggestion, s.Severity, false, s)
		}
	}
	return tasks
}

// blockers are the perspectives whose view as a whole keeps a round from consensus, or
// is so low that it could: whatever they fault has to be mended. Gaps, critical issues
// and facts are tasks by themselves.
func blockers(policy Policy, opinions []Opinion, divergences []Divergence) []string {
	var names []string
	for _, d := range divergences {
		whole := d.Type == HighRisk || d.Type == NoAgreement || d.Type == RatingSpread || d.Type == Contradicted
		if !d.Accepted && (d.Type == LowRating || whole && d.Severity == High) {
			names = append(names, d.Perspectives...)
		}
	}
	if low := average(opinions, 1); low != 0 && low < policy.MinAverage {
		for _, o := range byRating(opinions) {
			if o.Rating < policy.MinAverage {
				names = append(names, o.Perspective.Name)
			}
		}
	}
	return names
}

// reason is why a perspective that names no weakness and no risk keeps a round from consensus, as far
// as it says; "" where it does not: that it is content, or that it gives no rating, is nothing to do.
func (p Policy) reason(o Opinion) string {
	low := o.Rating != 0 && (o.Rating <= p.LowRating || o.Rating < p.MinAverage)
	switch {
	case o.KeyFinding != "":
		return o.KeyFinding
	case low:
		return p.rates(o)
	case o.ratesHighRisk():
		return fmt.Sprintf(p.say("%s names no risk behind its %s", "%s 未写明%s的原因"), o.Perspective.Name, p.riskLevel(o))
	}
	return ""
}

// mends tells whether a suggestion came with a weakness.
func (o Opinion) mends(w Point) bool {
	return slices.ContainsFunc(o.Suggestions, func(s Point) bool { return s.Mends == w.Text && w.Text != "" })
}

// graveRisks are the risks behind a risk level that blocks: those of a high impact, and all where none
// has one.
func (o Opinion) graveRisks() []Risk {
	if !o.ratesHighRisk() {
		return nil
	}
	grave := slices.DeleteFunc(slices.Clone(o.Extra.Risks), func(r Risk) bool {
		level := strings.ToLower(r.Impact)
		return level != "high" && level != "critical"
	})
	if len(grave) == 0 {
		return o.Extra.Risks
	}
	return grave
}

// mitigated is a risk with what is done about it.
func (r Risk) mitigated() string {
	if r.Mitigation == "" {
		return r.Description
	}
	return unended(r.Description) + " → " + r.Mitigation
}

// factTasks lists the HIGH findings with their places, and, where nobody else spoke,
// the MEDIUM ones as well.
func factTasks(findings []Finding, alone bool) []task {
	var tasks []task
	for _, f := range findings {
		if f.Severity.Weight() < High.Weight() && !(alone && f.Severity == Medium) {
			continue
		}
		tasks = append(tasks, task{ActionItem: ActionItem{
			Kind: ItemFact, Severity: f.Severity, Text: f.String(), Perspectives: []string{checksVoice}, Targets: f.Targets,
			Path: f.Path, Line: f.Line, Blocks: f.Severity == High,
		}})
	}
	return tasks
}

// String is the finding in a line, without its place.
func (f Finding) String() string { return f.Rule + ": " + f.Message }

// withRemedies puts a suggestion beneath the weakness that it mends: the one that it came with, else the only
// one of the same perspective that is aimed at the same thing. Whose aim is shared by several stays.
func withRemedies(tasks []task) []task {
	tasks = slices.Clone(tasks)
	for _, s := range tasks {
		if w := mendedBy(tasks, s); w != nil {
			w.Wordings = append(slices.Clone(w.Wordings), Wording{Perspective: s.Perspectives[0], Kind: s.Kind, Text: s.Text})
		}
	}
	return slices.DeleteFunc(slices.Clone(tasks), func(t task) bool { return mendedBy(tasks, t) != nil })
}

// mendedBy is the only weakness that a suggestion can be meant for, nil where there is none.
func mendedBy(tasks []task, s task) (only *task) {
	if s.Kind != ItemSuggestion {
		return nil
	}
	for i := range tasks {
		w := &tasks[i]
		if w.Kind != ItemWeakness || !slices.Equal(w.Perspectives, s.Perspectives) || s.mends == "" && !sharesTarget(w.Targets, s.Targets) {
			continue
		}
		if s.mends == w.Text {
			return w
		}
		if s.mends != "" {
			continue
		}
		if only != nil {
			return nil
		}
		only = w
	}
	return only
}

func sharesTarget(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool { return strings.EqualFold(x, y) })
	})
}

// mergeTasks makes one task of those that say the same. The heaviest gives its words,
// the others keep theirs beneath it.
func mergeTasks(tasks []task) []task {
	points := make([]themes.Point, len(tasks))
	for i, t := range tasks {
		points[i] = themes.Point{Voice: strings.Join(append(t.Perspectives, t.Kind), "\x00"), Text: t.Text, Category: t.category, Targets: t.Targets}
	}
	var merged []task
	for _, group := range themes.Merge(points) {
		lead := slices.MaxFunc(group, func(a, b int) int {
			return cmp.Or(
				rank(tasks[a].Blocks)-rank(tasks[b].Blocks), tasks[a].Severity.Weight()-tasks[b].Severity.Weight(), b-a, // the first of equals
			)
		})
		one := tasks[lead]
		one.Wordings = slices.Clone(one.Wordings)
		one.Targets = group.Targets(points)
		one.Perspectives = nil
		for _, i := range group {
			for _, name := range tasks[i].Perspectives {
				if !slices.Contains(one.Perspectives, name) {
					one.Perspectives = append(one.Perspectives, name)
				}
				if i != lead && !strings.EqualFold(tasks[i].Text, one.Text) {
					one.Wordings = append(one.Wordings, Wording{Perspective: name, Kind: tasks[i].Kind, Text: tasks[i].Text})
				}
			}
			if i != lead {
				one.Wordings = append(one.Wordings, tasks[i].Wordings...)
			}
		}
		merged = append(merged, one)
	}
	return merged
}
