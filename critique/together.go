package critique

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// member is a perspective on its way to an opinion.
type member struct {
	at      int // among the opinions
	request Request
	plan    Plan
}

// cohort are perspectives that one call is to answer for.
type cohort []*member

// cohorts groups perspectives by their first tool and by what they read: others cannot share a prompt. Who
// carries a discussion on is asked alone.
func cohorts(members []*member) (all []cohort) {
	at := map[string]int{}
	for _, m := range members {
		key := ""
		if len(m.plan.Links) > 0 && !m.request.Perspective.reports(ReportUnderstanding) {
			key = fmt.Sprintf("%q %q", m.plan.Links[0].Tool, m.request.Perspective.Reads)
		}
		where, known := at[key]
		if !known || key == "" {
			where = len(all)
			at[key], all = where, append(all, nil)
		}
		all[where] = append(all[where], m)
	}
	return all
}

// asking is the asking of one panel.
type asking struct {
	recall func(tool string, request Request) (Critique, error)
	tell   func(at int, answer Critique, err error) // takes what came of the perspective at a place, from several goroutines
}

// together asks each tool once for all perspectives that it is the first one for.
func (a asking) together(ctx context.Context, members []*member) {
	members = slices.DeleteFunc(slices.Clone(members), func(m *member) bool {
		if len(m.plan.Links) == 0 {
			return false
		}
		kept, err := a.recall(m.plan.Links[0].Tool, m.request)
		if err != nil {
			return false
		}
		kept.Attempts, kept.PutOff = m.plan.Tried, m.plan.PutOff
		a.tell(m.at, kept, nil)
		return true
	})
	var wg sync.WaitGroup
	for _, group := range cohorts(members) {
		wg.Go(func() { a.cohort(ctx, group) })
	}
	wg.Wait()
}

// cohort asks once for a cohort. Who is not answered is asked alone; where the tool failed as such, the
// next tools are asked, again together as far as they agree.
func (a asking) cohort(ctx context.Context, group cohort) {
	if len(group) == 1 {
		m := group[0]
		answer, err := guarded{m.plan}.Analyze(ctx, m.request)
		a.tell(m.at, answer, err)
		return
	}
	link := group[0].plan.Links[0]
	answer, err := a.link(ctx, link, group)
	if err == nil {
		a.handOut(ctx, group, answer)
		return
	}
	for _, m := range group {
		m.plan.Tried = append(slices.Clone(m.plan.Tried), answer.Attempts...)
		if !aboutTheAnswer(ClassOf(err)) {
			m.plan.Links = m.plan.Links[1:]
		}
	}
	stuck := func(m *member) bool { return len(m.plan.Links) == 0 || m.plan.hung() == mostHung }
	if ctx.Err() == nil && !aboutTheAnswer(ClassOf(err)) && !slices.ContainsFunc(group, stuck) {
		a.together(ctx, group)
		return
	}
	a.alone(ctx, group)
}

// link asks one tool for a cohort. The critique has the attempts, also beside an error.
func (a asking) link(ctx context.Context, link Link, group cohort) (Critique, error) {
	request := group[0].request
	for _, m := range group {
		request.Together = append(request.Together, m.request.Perspective)
	}
	started := time.Now()
	answer, err := guarded{link.Analyst}.Analyze(ctx, request)
	answer.Attempts = tried(link.Tool, answer.Attempts, err, time.Since(started))
	if err == nil && len(answer.Parts) != len(group) {
		err = Failf(Unusable, "%s answered for %d of %d perspectives", link.Tool, len(answer.Parts), len(group))
	}
	return answer, err
}

// handOut gives each of a cohort its part of an answer and of the cost. Who has none is asked alone.
func (a asking) handOut(ctx context.Context, group cohort, answer Critique) {
	var alone cohort
	answered := 0
	for _, part := range answer.Parts {
		if part.Err == nil {
			answered++
		}
	}
	nth := 0
	for i, m := range group {
		part := answer.Parts[i]
		attempts := slices.Concat(m.plan.Tried, answer.Attempts)
		if part.Err != nil {
			last := &attempts[len(attempts)-1]
			last.Outcome, last.Err = ClassOf(part.Err), Reason(part.Err)
			m.plan.Tried = attempts
			alone = append(alone, m)
			continue
		}
		said := part.Critique
		said.Tool, said.Model, said.ModelFamily = answer.Tool, answer.Model, answer.ModelFamily
		said.Notes = slices.Concat(said.Notes, answer.Notes)
		said.Attempts, said.PutOff = attempts, m.plan.PutOff
		said.Cost = answer.Cost.Share(nth, answered)
		said.AnsweredWith = group.besides(i)
		nth++
		a.tell(m.at, said, nil)
	}
	a.alone(ctx, alone)
}

func (a asking) alone(ctx context.Context, group cohort) {
	var wg sync.WaitGroup
	for _, m := range group {
		wg.Go(func() { a.cohort(ctx, cohort{m}) })
	}
	wg.Wait()
}

func (g cohort) besides(at int) (names []string) {
	for i, m := range g {
		if i != at {
			names = append(names, m.request.Perspective.Name)
		}
	}
	return names
}

// aboutTheAnswer tells whether a failure is that of one answer and not of the tool.
func aboutTheAnswer(class Class) bool {
	return slices.Contains([]Class{InvalidJSON, Truncated, Contradictory, Unusable, OffTopic, Refused, OutputTooLarge, PromptTooLarge}, class)
}

// Share is the nth of so many parts of a cost; together they are the whole.
func (c Cost) Share(nth, of int) Cost {
	whole := func(n *int64) *int64 {
		if n == nil {
			return nil
		}
		part := *n / int64(of)
		if nth == 0 {
			part += *n % int64(of)
		}
		return &part
	}
	var usd *float64
	if c.USD != nil {
		usd = new(*c.USD / float64(of))
	}
	return Cost{USD: usd, InputTokens: whole(c.InputTokens), OutputTokens: whole(c.OutputTokens), CachedTokens: whole(c.CachedTokens)}
}

// togetherRemark says in words which perspectives one call answered for.
func togetherRemark(policy Policy, opinions []Opinion) (notes []string) {
	said := map[string]bool{}
	for _, o := range opinions {
		if o.Carried != nil || len(o.AnsweredWith) == 0 || !o.Heard() || said[o.Perspective.Name] {
			continue
		}
		names := []string{o.Perspective.Name}
		for _, other := range opinions {
			if slices.Contains(o.AnsweredWith, other.Perspective.Name) && slices.Contains(other.AnsweredWith, o.Perspective.Name) && other.Tool == o.Tool && other.Carried == nil {
				names = append(names, other.Perspective.Name)
			}
		}
		for _, name := range names {
			said[name] = true
		}
		if len(names) > 1 {
			notes = append(notes, fmt.Sprintf(policy.say("%s answered for %s in one call", "%s 一次调用回答了 %s"), o.Tool, strings.Join(names, policy.say(", ", "、"))))
		}
	}
	return notes
}
