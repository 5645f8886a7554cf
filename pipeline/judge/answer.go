package judge

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// Answer answers a file in the requests inbox, which the order names: it judges what is asked for, brings a timeline up to date,
// or says in an error verdict why not. It returns an error wrapping
// [session.ErrNoArtifact] when the file is gone, and else what [Judge.Judge] does.
func (j *Judge) Answer(ctx context.Context, order Order) (Outcome, error) {
	desk, letter, err := j.sitOver(ctx, order)
	if errors.Is(err, errMoot) {
		return Outcome{Skipped: true}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	defer desk.Close()
	failpoint.Reach(failpoint.RequestRead)
	outcome, result, err := j.answer(ctx, desk, judgement{Order: order}, letter)
	var refused *refusal
	if errors.As(err, &refused) {
		outcome, err = j.refuse(ctx, desk, order, letter, refused)
		result = handoff.VerdictPath(outcome.Verdict.Round)
		failpoint.Reach(failpoint.Refused)
	}
	failpoint.Reach(failpoint.RequestDone)
	if err == nil && refused == nil {
		err = j.forgive(desk, letter)
	}
	if err != nil {
		return outcome, err
	}
	answer := handoff.Answer{
		Path: letter.Path, SHA256: letter.SHA256, Outcome: string(outcome.Verdict.Outcome), Result: result,
		Discussion: outcome.Discussion, Failed: refused != nil, Written: letter.ModTime, AnsweredAt: time.Now().UTC().Truncate(time.Second),
	}
	if v := outcome.Verdict; refused == nil && outcome.File == "" {
		if _, configured := j.Layout.Round(v.Round); !configured {
			answer.Artifact = v.Artifact.Path
			err = desk.folder.Hold(v.Round, answer)
			failpoint.Reach(failpoint.RequestHeld)
		}
	}
	err = cmp.Or(err, desk.folder.SetAnswered(answer))
	failpoint.Reach(failpoint.RequestNoted)
	return outcome, err
}

// errMoot says that somebody else has answered a file in an inbox, since it was queued.
var errMoot = errors.New("answered meanwhile")

// answer does what a request asks for, and returns where the result lies. The
// error is a [*refusal] when the request cannot be carried out.
func (j *Judge) answer(ctx context.Context, desk *desk, order judgement, letter session.File) (Outcome, string, error) {
	r, err := read(letter)
	if err != nil {
		return Outcome{}, "", err
	}
	if r.Discussion != nil {
		return j.discuss(ctx, desk, order, letter, r)
	}
	round, err := RoundOf(desk.Session, j.Layout, r)
	if err != nil {
		return Outcome{}, "", err
	}
	own, err := j.own(r)
	if err != nil {
		return Outcome{}, "", err
	}
	if other, artifact := j.takenBy(desk, round, letter); other != "" {
		return Outcome{}, "", refuse(verdict.RequestInvalid, "round %s is that of %s, which asks about %s: take another round, or remove that request", r.Round, other, artifact)
	}
	// What is asked for is judged as it is now, whatever becomes of the files.
	order.round, order.own, order.locked, order.Final, order.Started = round, own, true, true, nil
	outcome, err := j.round(ctx, order)
	if errors.Is(err, session.ErrNoArtifact) {
		round.Artifacts = []string{path.Join(desk.SpecDir(), round.Artifacts[0])}
		err = &refusal{verdict.ArtifactNotFound, "Artifact not found: " + round.Artifacts[0], &round}
	}
	return outcome, handoff.VerdictPath(round.ID), err
}

// takenBy names another request that has been answered under the same round, and the
// artifact it is about, when that is another one: whoever waits for the verdict on his
// own would be given that of a stranger's. What that request was is noted, as reading
// every other one for each would take ever longer.
func (j *Judge) takenBy(desk *desk, round session.Round, letter session.File) (request, artifact string) {
	holder, held := desk.folder.Holder(round.ID)
	if !held || holder.Path == letter.Path || holder.Artifact == path.Join(desk.SpecDir(), round.Artifacts[0]) {
		return "", ""
	}
	other, err := desk.Dropped(session.RequestJob(path.Base(holder.Path)))
	if err != nil || other.SHA256 != holder.SHA256 {
		return "", ""
	}
	return holder.Path, holder.Artifact
}

// refuse drops an error verdict that says why a request is not carried out.
func (j *Judge) refuse(ctx context.Context, desk *desk, order Order, letter session.File, why *refusal) (Outcome, error) {
	now := time.Now()
	to := j.reply(desk, letter, why)
	name, profile := to.name, to.profile
	c := verdict.Case{
		Round: name, Label: "request", Session: filepath.Base(order.Dir), Profile: profile, Revision: 1,
		Artifact: file(letter), PolicySHA256: j.PolicySHA256, Generator: j.Generator, Queued: order.Queued, StartedAt: now, FinishedAt: now,
	}
	if r := why.without; r != nil {
		c.Label, c.Role, c.Task, c.Final, c.Artifact = r.Label, r.Caller, r.Task, r.Final, verdict.File{Path: r.Artifacts[0]}
	}
	_, noted := desk.folder.Answered(letter.SHA256)
	if v, judged := desk.folder.Verdict(name); judged && !noted && says(v, letter, why) {
		j.tellEnd(ctx, desk, v)
		return Outcome{Verdict: v, Discussion: to.discussion, Skipped: true}, desk.folder.ClearPending(name)
	}
	if past := row(desk.folder.Past(name)); len(past) > 0 {
		c.Revision = past[0].Revision + 1
	}
	j.logger(profile).Warn("request refused", "session", order.Dir, "request", letter.Path, "code", why.code, "reason", why.message)
	if why.without != nil { // the round's own, and not that of a file
		return j.commit(ctx, desk, verdict.NewError(c, critique.Report{}, why.code, why.message))
	}
	v := verdict.NewError(c, critique.Report{}, why.code, why.message)
	j.owe(desk, v)
	v, err := desk.folder.Refuse(v, func(v verdict.Verdict) { j.tellEnd(ctx, desk, v) })
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	j.runHook(ctx, desk, v)
	return Outcome{Verdict: v, Discussion: to.discussion}, nil
}

// says tells whether a verdict is this very refusal of a request: whoever dropped it
// was killed before he could note that, or there was no room to.
func says(v verdict.Verdict, letter session.File, why *refusal) bool {
	if v.Error == nil || v.Error.Code != why.code || v.Error.Message != why.message {
		return false
	}
	if why.without != nil {
		return v.Artifact.Path == why.without.Artifacts[0]
	}
	return v.Artifact.Path == letter.Path && string(v.Artifact.SHA256) == letter.SHA256
}

// saysGone tells whether the verdict of a round says that its artifact was not found: it
// is the answer to a request, and no verdict on what is gone.
func saysGone(desk *desk, round string) bool {
	v, judged := desk.folder.Verdict(round)
	return judged && v.Error != nil && v.Error.Code == verdict.ArtifactNotFound
}

// reply says under which name, and in the name of which profile, a request is
// refused: under the round it names, else under the name of its file, but never under
// one whose verdict this would displace.
func (j *Judge) reply(desk *desk, letter session.File, why *refusal) reply {
	r, err := read(letter)
	to := reply{name: replyName(letter.Path), profile: j.Profile}
	switch {
	case err == nil && r.Discussion != nil:
		number := number(desk, letter, r)
		to = reply{timeline.Name(number), texts.Discussions, number}
	case why.without != nil: // there is no verdict to displace
		to.name = r.Round
		return to
	case err == nil:
		to.name = r.Round
	}
	_, configured := j.Layout.Round(to.name)
	if standing, judged := desk.folder.Verdict(to.name); configured || judged && !refuses(standing, letter) {
		to.name, to.discussion = lastReplyName(letter.Path), 0
	}
	return to
}

// reply is where it is said why a request is not carried out.
type reply struct {
	name       string // of the round that the error verdict is of
	profile    string
	discussion int // the number of the round of a discussion that name is that of; 0: none
}

// refuses tells whether a verdict says why this very file was refused.
func refuses(v verdict.Verdict, letter session.File) bool {
	return v.Outcome == verdict.Failed && v.Artifact.Path == letter.Path
}

// forgive moves to history what was said against a request that is answered now.
func (j *Judge) forgive(desk *desk, letter session.File) error {
	names := []string{replyName(letter.Path), lastReplyName(letter.Path)}
	if r, err := read(letter); err == nil && r.Discussion != nil {
		names = append(names, timeline.Name(number(desk, letter, r)))
	}
	for _, name := range names {
		v, judged := desk.folder.Verdict(name)
		if _, begun := desk.folder.Pending(name); judged && !refuses(v, letter) || !judged && !begun {
			continue
		}
		if _, err := desk.folder.Retire(name); err != nil {
			return err
		}
		failpoint.Reach(failpoint.Forgiven)
	}
	return nil
}

// longestReply bounds the name of a file that answers another one, in bytes: what
// is added to it must still fit into a file name.
const longestReply = 180

// replyName is the name under which a request without a round of its own is
// answered: that of its file, without its extension.
func replyName(name string) string {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	stem = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(stem, "_"))
	if len(stem) > longestReply {
		stem = strings.ToValidUTF8(stem[:longestReply], "")
	}
	return stem
}

// lastReplyName is the name under which it is answered when that is taken, which no
// other request has.
func lastReplyName(name string) string { return "request-" + replyName(name) + path.Ext(name) }

// lookInbox says what is to be done about a file in an inbox.
func (j *Judge) lookInbox(desk *desk, job session.Job) (RoundStatus, error) {
	letter, err := desk.Dropped(job)
	if errors.Is(err, fs.ErrNotExist) {
		return RoundStatus{Gone: true}, nil
	}
	if err != nil {
		return RoundStatus{}, err
	}
	return j.lookAt(desk, job, letter)
}

// lookAt says what is to be done about a file in an inbox that has been read.
func (j *Judge) lookAt(desk *desk, job session.Job, letter session.File) (RoundStatus, error) {
	answer, answered := desk.folder.Answered(letter.SHA256)
	if !answered {
		return RoundStatus{Pending: true, Written: letter.ModTime}, nil
	}
	again := !answer.Holds(letter.Path, letter.ModTime)
	status := RoundStatus{Judged: true, Fresh: !again, Failed: again, Written: letter.ModTime}
	if job.Kind() != session.OfRequest {
		return status, nil
	}
	asked, r, err := Requested(desk.Session, j.Layout, letter)
	if err != nil || !r.Watch {
		return status, nil
	}
	status.Subscribes = filepath.Join(desk.Dir(), desk.SpecDir(), asked.Artifacts[0])
	v, judged := desk.folder.Verdict(asked.ID)
	fingerprint, err := desk.Fingerprint(asked)
	switch {
	case errors.Is(err, session.ErrNoArtifact): // a verdict on what is gone goes to history
		status.Fresh = !judged || v.Error != nil
	case err != nil:
		return RoundStatus{}, err
	default:
		status.Fresh = judged && v.Fresh(fingerprint)
	}
	status.Failed = status.Failed && status.Fresh // without an artifact it fails again
	return status, nil
}
