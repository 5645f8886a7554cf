package judge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"discussd/pipeline/bus"
	"discussd/pipeline/decision"
	"discussd/pipeline/durable"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Decide carries out what a person decided about a round: the file that the order
// names. It finds the consensus anew and asks nobody. A
// decision that does not count is noted in the verdict. It returns an error
// wrapping [session.ErrNoArtifact] when the file is gone.
func (j *Judge) Decide(ctx context.Context, order Order) (Outcome, error) {
	return overInbox(ctx, &j.Options, order, func(opened *openSession, dropped session.File) (Outcome, error) {
		return decideOver(ctx, opened, dropped)
	})
}

// decideOver carries out a decision over the session that it lies in, and notes how.
func decideOver(ctx context.Context, opened *openSession, dropped session.File) (Outcome, error) {
	name := dropped.Path
	answer := handoff.Answer{Path: name, SHA256: dropped.SHA256, Written: dropped.ModTime, AnsweredAt: time.Now().UTC().Truncate(time.Second)}
	var (
		outcome Outcome
		err     error
	)
	v, why := decided(opened, dropped)
	failpoint.Reach(failpoint.Decided)
	if why != nil {
		outcome, err = ignore(ctx, opened, name, why)
		answer.Outcome, answer.Failed, answer.Reason = "ignored", true, reason(why)
	} else {
		outcome, err = commit(ctx, opened, v)
		answer.Outcome, answer.Result = v.Decisions[len(v.Decisions)-1].Decision, handoff.VerdictPath(v.Round)
	}
	if err = failpoint.Fail(failpoint.DecisionDone, err); err != nil {
		return outcome, err
	}
	err = opened.folder.SetAnswered(answer)
	failpoint.Reach(failpoint.DecisionKept)
	return outcome, err
}

// longestReason bounds what is noted of why a decision does not count, in bytes: a note
// that is too long is not read again.
const longestReason = 4096

func reason(why error) string {
	text := why.Error()
	return strings.ToValidUTF8(text[:min(len(text), longestReason)], "")
}

// decided is the verdict after a decision; the error says why it does not count.
func decided(opened *openSession, dropped session.File) (verdict.Verdict, error) {
	content, info, err := decision.Read(opened.Root(), dropped.Path)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if fmt.Sprintf("%x", sha256.Sum256(content)) != dropped.SHA256 {
		return verdict.Verdict{}, errors.New("it changed while it was read")
	}
	d, err := decision.Parse(path.Base(dropped.Path), content)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if err := decision.Trust(info, os.Getuid(), opened.options.Deciders); err != nil {
		return verdict.Verdict{}, err
	}
	v, judged := opened.folder.Verdict(d.Round)
	if slices.ContainsFunc(v.Decisions, func(d verdict.Decision) bool { return string(d.SHA256) == dropped.SHA256 }) {
		return v, nil // and it could not be noted
	}
	v.Notes = unless(v.Notes, ignored(dropped.Path))
	return after(opened.options, v, judged, d, verdict.Decision{By: cmp.Or(d.By, decision.Owner(info)), SHA256: verdict.Hash(dropped.SHA256)})
}

// after is a verdict after a person's decision about it. The error says why there is
// nothing to decide.
func after(o *Options, v verdict.Verdict, judged bool, d decision.Decision, said verdict.Decision) (verdict.Verdict, error) {
	switch {
	case !judged:
		return v, fmt.Errorf("round %s has no verdict", d.Round)
	case v.Outcome == verdict.Failed:
		return v, fmt.Errorf("round %s has an error verdict, which nobody can accept", d.Round)
	case string(v.Artifact.Fingerprint) != d.Fingerprint:
		return v, fmt.Errorf("it is about other bytes than the verdict: its fingerprint is %s, the verdict's %s", d.Fingerprint, v.Artifact.Fingerprint)
	}
	if last := len(v.Decisions) - 1; v.Outcome == verdict.Reached && d.Choice == decision.Accept && last >= 0 && v.Decisions[last].Decision == verdict.Accept && v.Decisions[last].Fingerprint == v.Artifact.Fingerprint {
		earlier := v.Decisions[last] // to accept once more would take back what holds for these bytes alone
		return v, fmt.Errorf("nothing blocks round %s: %s accepted these bytes at %s: %s", d.Round, earlier.By, v.FinishedAt.Local().Format("2006-01-02 15:04"), earlier.Rationale)
	}
	said.Topic, said.Decision, said.Rationale = d.Round, string(d.Choice), d.Rationale
	decided := v.Decided(o.policy(v.Profile), said, time.Now())
	if v.Outcome == verdict.Reached && decided.Outcome == verdict.Reached {
		return v, fmt.Errorf("nothing blocks round %s", d.Round)
	}
	return decided, nil
}

// Undecidable is the error when a person's decision about a round has nothing to settle.
type Undecidable struct {
	Verdict *verdict.Verdict // of the bytes on disk, nil when there is none
	Reason  string
}

func (e *Undecidable) Error() string { return "nothing to decide: " + e.Reason }

// Prospect is what a decision would do.
type Prospect struct {
	Before, After verdict.Verdict
	Decision      decision.Decision // for the bytes on disk
}

// Foresee tells what a decision about a round's bytes on disk would do, and does nothing.
// The error is an [*Undecidable] when that is nothing, and wraps [session.ErrNoArtifact]
// when there is no session.
func (j *Judge) Foresee(dir string, round session.Round, choice decision.Choice, rationale string) (Prospect, error) {
	opened, err := open(&j.Options, dir, "foresee "+round.ID)
	if err != nil {
		return Prospect{}, err
	}
	defer opened.Close()
	fingerprint, err := opened.Fingerprint(round)
	if errors.Is(err, session.ErrNoArtifact) {
		return Prospect{}, &Undecidable{nil, fmt.Sprintf("round %s has no artifact", round.ID)}
	}
	v, judged := opened.folder.Verdict(round.ID)
	if err := cmp.Or(err, opened.folder.Unread()); err != nil {
		return Prospect{}, err
	}
	p := Prospect{Before: v, Decision: decision.Decision{Round: round.ID, Fingerprint: fingerprint, Choice: choice, Rationale: rationale}}
	switch {
	case judged && !v.Fresh(fingerprint):
		return p, &Undecidable{nil, fmt.Sprintf("the verdict on round %s is about other bytes than those on disk, which have none yet", round.ID)}
	case !judged:
		return p, &Undecidable{nil, fmt.Sprintf("round %s has no verdict yet", round.ID)}
	}
	if p.After, err = after(&j.Options, v, judged, p.Decision, verdict.Decision{}); err != nil {
		return p, &Undecidable{&v, err.Error()}
	}
	return p, nil
}

// ignored begins the note on a file's decision that does not count. There is one a
// file: that on what it said last.
func ignored(name string) string { return name + " was ignored: " }

func unless(notes []string, beginning string) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool { return strings.HasPrefix(note, beginning) })
}

// ignore notes in the verdict of its round, if there is one, that a decision does
// not count.
func ignore(ctx context.Context, opened *openSession, name string, why error) (Outcome, error) {
	if durable.Shortage(why) {
		return Outcome{}, why
	}
	if err := opened.folder.Unread(); err != nil { // the verdict may not have been read
		return Outcome{}, err
	}
	opened.options.Logger.Warn("decision ignored", "session", opened.Dir(), "decision", name, "reason", why)
	round := replyName(name)
	note := ignored(name) + why.Error()
	v, judged := opened.folder.Verdict(round)
	if !judged || slices.Contains(v.Notes, note) {
		var err error // the process that noted it may have left its mark
		if mark, marked := opened.folder.Pending(round); judged && marked && mark.State == verdict.Running && v.Fresh(string(mark.Fingerprint)) {
			err = opened.folder.ClearPending(round)
			endBegun(ctx, opened, v)
		}
		return Outcome{Verdict: v, Skipped: true, Notes: []string{note}}, err
	}
	v.Notes = append(unless(v.Notes, ignored(name)), note)
	written, err := opened.folder.Commit(v, nil)
	if err == nil {
		endBegun(ctx, opened, written)
	}
	return Outcome{Verdict: written, Skipped: true, Notes: []string{note}}, err
}

// endBegun ends on the bus what a killed daemon had begun and judged: the mark by which it
// was known is gone now that its verdict is written anew.
func endBegun(ctx context.Context, opened *openSession, v verdict.Verdict) {
	begun, err := opened.notices.bus.Unfinished()
	switch {
	case err != nil:
		opened.notices.unsaid(v.Round, err)
	case slices.ContainsFunc(begun, func(key bus.Key) bool { return key.Round == v.Round && key.Revision <= v.Revision }):
		ended(ctx, opened, v)
	}
}
