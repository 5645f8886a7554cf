package judge

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/pipeline/bus"
	"discussd/pipeline/durable"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/inbox"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// discuss brings a session's timeline up to date, and returns where the round
// lies. The error is a [*inbox.Refusal] when the request cannot be carried out.
func discuss(ctx context.Context, opened *openSession, order Order, dropped session.File, r request.Request) (Outcome, string, error) {
	if err := inbox.Here(opened.Session, r); err != nil {
		return Outcome{}, "", err
	}
	asks := r.Discussion.Type != request.Initial
	if asks {
		if err := spend(opened, order, opened.options.Discussant); err != nil {
			return Outcome{}, "", err
		}
	}
	round := number(opened, dropped, r)
	if r.Discussion.Round == 0 { // a process killed from here on goes on with the same round
		if err := opened.folder.SetAnswered(handoff.Answer{Path: dropped.Path, SHA256: dropped.SHA256, Result: timeline.Path(round), Discussion: round, Written: dropped.ModTime}); err != nil {
			return Outcome{}, "", err
		}
		failpoint.Reach(failpoint.RoundNumber)
	}
	key := bus.Key{Round: timeline.Name(round), Fingerprint: dropped.SHA256, Revision: 1}
	begun := bus.Round{Profile: texts.Discussions, ID: key.Round, Label: r.Discussion.Topic, Artifact: dropped.Path}
	if asks {
		begun.Perspectives = 1
	}
	_, err := opened.notices.bus.Begin(ctx, key, bus.Started(begun))
	opened.notices.unsaid(key.Round, err)
	failpoint.Reach(failpoint.RoundStarted)
	asked := *r.Discussion
	asked.Round = round
	outcome, err := timeline.Process(ctx, timeline.Options{
		Root: opened.Root(),
		Discuss: func(ctx context.Context, q timeline.Question) (critique.Understanding, error) {
			return understand(ctx, opened.options, dropped, key.Round, q)
		},
	}, asked)
	if err != nil {
		_, broken := errors.AsType[*timeline.FormatError](err)
		if broken || errors.Is(err, timeline.ErrDiscussed) || errors.Is(err, durable.ErrRefused) {
			err = inbox.Refuse(verdict.RequestInvalid, "%v", err)
		}
		return Outcome{}, "", err
	}
	discussed := outcome.Round
	_, err = opened.notices.bus.End(context.WithoutCancel(ctx), key, told(r.Discussion.Topic, outcome))
	opened.notices.unsaid(key.Round, err)
	profileLog(opened.options, texts.Discussions).Info("discussion processed", "session", order.Dir, "round", discussed.Round, "type", discussed.Type, "notes", outcome.Notes)
	return Outcome{File: outcome.Path, Discussion: discussed.Round, Notes: outcome.Notes}, outcome.Path, nil
}

// told says what came of a round.
func told(topic string, o timeline.Outcome) bus.Message {
	u := o.Round.Understanding
	return bus.Told(bus.Discussion{
		Profile: texts.Discussions, Topic: topic, Number: o.Round.Round, Kind: o.Round.Type, Ref: o.Path,
		NewInsights: len(u.NewInsights), Corrected: len(u.Corrected), OpenQuestions: len(o.Round.NewQuestions), Empty: o.Empty, Notes: o.Notes,
	})
}

// tellDiscussed ends a round of a discussion that began on the bus, if its request is
// answered: its writer could not note that.
func tellDiscussed(ctx context.Context, opened *openSession, key bus.Key) error {
	answer, answered := opened.folder.Answered(key.Fingerprint)
	if number := answer.Discussion; !answered || answer.Failed || number == 0 || key.Round != timeline.Name(number) {
		return nil
	}
	written, err := timeline.Read(opened.Root(), answer.Discussion)
	if err == nil {
		_, err = opened.notices.bus.End(ctx, key, told("", written))
	}
	return err
}

// number is the round that a request is about. One that does not say is about the next,
// and stays with it when it is tried again.
func number(opened *openSession, dropped session.File, r request.Request) int {
	if r.Discussion.Round > 0 {
		return r.Discussion.Round
	}
	last := timeline.Last(opened.Root().FS())
	if begun, ok := opened.folder.Answering(dropped.SHA256); ok {
		if round := begun.Discussion; round > 0 && (begun.AnsweredAt.IsZero() || round == last) {
			return round
		}
	}
	return last + 1
}

// profileLog is where to log what is done in the name of a profile: every line carries its
// tag where the profile wants that.
func profileLog(o *Options, profile string) hclog.Logger {
	named := texts.Builtin().Of(profile)
	if !named.TagsLog || o.Profile == profile { // whose logger is named already
		return o.Logger
	}
	return o.Logger.Named("[" + named.Tag + "]")
}

// understand puts a question of the timeline before the discussant's tools. The request
// is shown as it was dropped: the topic and the feedback in it are data.
func understand(ctx context.Context, o *Options, dropped session.File, round string, q timeline.Question) (critique.Understanding, error) {
	perspective := o.Discussant
	perspective.Tasks = append(slices.Clone(perspective.Tasks), direction[q.Type])
	subject := critique.Subject{
		Round: round, Label: markdown.OneLine(q.Topic), Language: o.Language,
		Artifact: critique.Document{Path: dropped.Path, Content: dropped.Content},
	}
	for _, source := range q.Sources {
		subject.Members = append(subject.Members, critique.Document{Path: source.Path, Content: source.Content})
	}
	if len(q.Memory) > 0 {
		subject.Prior = &critique.Document{Path: "shared-memory.json", Content: q.Memory}
	}
	answer, err := o.Critic.Ask(ctx, critique.Request{Subject: subject, Perspective: perspective})
	return answer.Understanding, err
}

// direction is what the discussant is told of a type of round.
var direction = map[string]string{
	request.Deepen:            "Go on in the present direction and look deeper than the analyses did",
	request.DirectionAdjusted: "Arrange the findings anew around the direction that the user's feedback gives, and name the patterns that come to light",
	request.SpecificQuestions: "Answer the questions in the user's feedback one by one, from the analyses",
}
