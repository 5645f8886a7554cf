package judge

import (
	"cmp"
	"context"
	"errors"
	"path"
	"time"

	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Answer answers a file in the requests inbox, which the order names: it judges what is asked for, brings a timeline up to date,
// or says in an error verdict why not. It returns an error wrapping
// [session.ErrNoArtifact] when the file is gone, and else what [Judge.Judge] does.
func (j *Judge) Answer(ctx context.Context, order Order) (Outcome, error) {
	return overInbox(ctx, &j.Options, order, func(opened *openSession, dropped session.File) (Outcome, error) {
		return answerOver(ctx, opened, order, dropped)
	})
}

// answerOver answers a file over the session that it lies in, and notes how.
func answerOver(ctx context.Context, opened *openSession, order Order, dropped session.File) (Outcome, error) {
	failpoint.Reach(failpoint.RequestRead)
	outcome, result, err := answer(ctx, opened, order, dropped)
	refused, _ := errors.AsType[*inbox.Refusal](err)
	if refused != nil {
		outcome, err = refuse(ctx, opened, order, dropped, refused)
		result = handoff.VerdictPath(outcome.Verdict.Round)
		failpoint.Reach(failpoint.Refused)
	}
	failpoint.Reach(failpoint.RequestDone)
	if err == nil && refused == nil {
		err = retireRefusals(opened, dropped)
	}
	if err != nil {
		return outcome, err
	}
	note := handoff.Answer{
		Path: dropped.Path, SHA256: dropped.SHA256, Outcome: string(outcome.Verdict.Outcome), Result: result,
		Discussion: outcome.Discussion, Failed: refused != nil, Written: dropped.ModTime, AnsweredAt: time.Now().UTC().Truncate(time.Second),
	}
	if v := outcome.Verdict; refused == nil && outcome.File == "" {
		if _, configured := opened.options.Layout.Round(v.Round); !configured {
			note.Artifact = v.Artifact.Path
			err = opened.folder.Hold(v.Round, note)
			failpoint.Reach(failpoint.RequestHeld)
		}
	}
	err = cmp.Or(err, opened.folder.SetAnswered(note))
	failpoint.Reach(failpoint.RequestNoted)
	return outcome, err
}

// errAnswered says that somebody else has answered a file in an inbox, since it was queued.
var errAnswered = errors.New("answered meanwhile")

// answer does what a request asks for, and returns where the result lies. The
// error is a [*inbox.Refusal] when the request cannot be carried out.
func answer(ctx context.Context, opened *openSession, order Order, dropped session.File) (Outcome, string, error) {
	r, err := inbox.Read(dropped)
	if err != nil {
		return Outcome{}, "", err
	}
	if r.Discussion != nil {
		return discuss(ctx, opened, order, dropped, r)
	}
	round, err := inbox.RoundOf(opened.Session, opened.options.Layout, r)
	if err != nil {
		return Outcome{}, "", err
	}
	o := opened.options
	panel, err := inbox.Perspectives(r, o.Perspectives, o.Tools, o.OwnFallback)
	if err != nil {
		return Outcome{}, "", err
	}
	if _, known := o.Layout.Round(round.ID); known {
		panel = nil // its own are asked, as they are configured
	}
	if other, artifact := takenBy(opened, round, dropped); other != "" {
		return Outcome{}, "", inbox.Refuse(verdict.RequestInvalid, "round %s is that of %s, which asks about %s: take another round, or remove that request", r.Round, other, artifact)
	}
	// What is asked for is judged as it is now, whatever becomes of the files.
	order.Final, order.Started = true, nil
	asked := newJudgement(o, order, round, panel)
	asked.asked = true
	outcome, err := judge(ctx, opened, asked)
	if errors.Is(err, session.ErrNoArtifact) {
		round.Artifacts = []string{path.Join(opened.SpecDir(), round.Artifacts[0])}
		err = &inbox.Refusal{Code: verdict.ArtifactNotFound, Message: "Artifact not found: " + round.Artifacts[0], Without: &round}
	}
	return outcome, handoff.VerdictPath(round.ID), err
}

// takenBy names another request that has been answered under the same round, and the
// artifact it is about, when that is another one: whoever waits for the verdict on his
// own would be given that of a stranger's. What that request was is noted, as reading
// every other one for each would take ever longer.
func takenBy(opened *openSession, round session.Round, dropped session.File) (request, artifact string) {
	holder, held := opened.folder.Holder(round.ID)
	if !held || holder.Path == dropped.Path || holder.Artifact == path.Join(opened.SpecDir(), round.Artifacts[0]) {
		return "", ""
	}
	other, err := opened.Dropped(session.RequestJob(path.Base(holder.Path)))
	if err != nil || other.SHA256 != holder.SHA256 {
		return "", ""
	}
	return holder.Path, holder.Artifact
}
