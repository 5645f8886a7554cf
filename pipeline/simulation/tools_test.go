package simulation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"discussd/critique"
)

// tool is an LLM behind a CLI: it answers when that is granted, well, badly or never.
type tool struct {
	name string
	life *life
}

// limited is a failure that names when to ask again.
type limited struct{ error }

func (limited) RetryAfter() time.Duration { return 3 * time.Second }

// Analyze says what the grant says.
func (t tool) Analyze(ctx context.Context, r critique.Request) (critique.Critique, error) {
	l := t.life
	l.book.begins(l)
	defer l.book.ends(l)
	name := fmt.Sprintf("hears %s about %s of %s as %s", t.name, r.Round, titleOf(r.Artifact.Content), r.Perspective.Name)
	o := l.hall.wait(ctx, &step{by: l, name: name, session: titleOf(r.Artifact.Content).session, answers: true})
	switch {
	case o.undone && ctx.Err() == nil:
		return critique.Critique{}, critique.Failf(critique.Crashed, "the daemon is dead")
	case o.undone:
		return critique.Critique{}, critique.Failf(critique.Timeout, "%w", o.err)
	case o.err != nil:
		return critique.Critique{}, o.err
	}
	answer := critique.Critique{Rating: o.rating, Tool: t.name, ModelFamily: t.name, KeyFinding: "It says what it says."}
	if o.rating < 3 {
		answer.Weaknesses = []critique.Point{{Text: "The words are few", Category: "completeness", Severity: critique.High}}
	}
	return answer, nil
}

// answer is how a tool answers, drawn by lot.
func (w *world) answer() (o outcome, says string) {
	if n := w.random.IntN(100); !w.lots.badTools || w.calm || n < 60 {
		rating := []float64{4, 4, 4, 5, 3, 2, 1}[w.random.IntN(7)]
		return outcome{rating: rating}, fmt.Sprintf("it says %.0f", rating)
	}
	class := []critique.Class{critique.RateLimited, critique.Crashed, critique.Timeout, critique.Auth, critique.Quota, critique.InvalidJSON}[w.random.IntN(6)]
	err := critique.Failf(class, "as it was drawn")
	if class == critique.RateLimited || class == critique.Crashed { // a pause drawn by lot would be another one each time
		err = limited{err}
	}
	return outcome{err: err}, "it fails: " + string(class)
}

// checks stand in for the rules, which read documents and nothing else.
type checks struct{}

func (checks) Check(_ context.Context, s critique.Subject) critique.Report {
	return critique.Report{Applicable: 4, Passed: 4, Overall: 4}
}

// critic is the panel, and tells the book of what it does.
type critic struct {
	*critique.Panel
	life *life
}

func (c critic) Check(ctx context.Context, s critique.Subject) critique.Report {
	c.life.book.spends(c.life, titleOf(s.Artifact.Content))
	return c.Panel.Check(ctx, s)
}

func (c critic) Judge(ctx context.Context, policy critique.Policy, s critique.Subject, all []critique.Perspective, r critique.Report) (critique.Result, error) {
	end := c.life.book.judges(c.life, titleOf(s.Artifact.Content), s.Round)
	defer end()
	result, err := c.Panel.Judge(ctx, policy, s, all, r)
	if c.life.dead.Load() {
		err = errors.Join(err, errDead)
	}
	return result, err
}

// title is what every text begins with: which session it was written for, and which one
// it is of all texts. A session is known by it also when it is renamed.
type title struct{ session, text int }

func (t title) String() string { return fmt.Sprintf("session %d (text %d)", t.session, t.text) }

const titleForm = "session %d text %d "

func titleOf(content []byte) (t title) {
	if _, after, ok := strings.Cut(string(content[:min(len(content), 100)]), "session "); ok {
		fmt.Sscanf("session "+after, titleForm, &t.session, &t.text)
	}
	return t
}
