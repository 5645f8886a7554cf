package pipeline

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"discussd/pipeline/decision"
	"discussd/pipeline/durable"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Decide carries out what a person decided about a round: the file that the order
// names (see [session.Dropped]). It finds the consensus anew and asks nobody. A
// decision that does not count is noted in the verdict. It returns an error
// wrapping [session.ErrNoArtifact] when the file is gone.
func (j *Judge) Decide(ctx context.Context, order Order) (Outcome, error) {
	desk, letter, err := j.sitOver(ctx, order)
	if errors.Is(err, errMoot) {
		return Outcome{Skipped: true}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	defer desk.Close()
	name := letter.Path
	answer := handoff.Answer{Path: name, SHA256: letter.SHA256, Written: letter.ModTime, AnsweredAt: time.Now().UTC().Truncate(time.Second)}
	var outcome Outcome
	decided, why := j.decided(desk, letter)
	if why != nil {
		outcome, err = j.ignore(ctx, desk, name, why)
		answer.Outcome, answer.Failed = "ignored", true
	} else {
		outcome, err = j.commit(ctx, desk, decided)
		answer.Outcome, answer.Result = decided.Decisions[len(decided.Decisions)-1].Decision, handoff.VerdictPath(decided.Round)
	}
	if err != nil {
		return outcome, err
	}
	return outcome, desk.folder.SetAnswered(answer)
}

// decided is the verdict after a decision; the error says why it does not count.
func (j *Judge) decided(desk *desk, letter session.File) (verdict.Verdict, error) {
	content, info, err := decision.Read(desk.Root(), letter.Path)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if digest := sha256.Sum256(content); hex.EncodeToString(digest[:]) != letter.SHA256 {
		return verdict.Verdict{}, errors.New("it changed while it was read")
	}
	d, err := decision.Parse(path.Base(letter.Path), content)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if err := decision.Trust(info, os.Getuid(), j.Deciders); err != nil {
		return verdict.Verdict{}, err
	}
	v, judged := desk.folder.Verdict(d.Round)
	switch {
	case !judged:
		return v, fmt.Errorf("round %s has no verdict", d.Round)
	case v.Outcome == verdict.Failed:
		return v, fmt.Errorf("round %s has an error verdict, which nobody can accept", d.Round)
	case string(v.Artifact.Fingerprint) != d.Fingerprint:
		return v, fmt.Errorf("it is about other bytes than the verdict: its fingerprint is %s, the verdict's %s", d.Fingerprint, v.Artifact.Fingerprint)
	case slices.ContainsFunc(v.Decisions, func(d verdict.Decision) bool { return string(d.SHA256) == letter.SHA256 }):
		return v, nil // and it could not be noted
	}
	said := verdict.Decision{
		Topic: d.Round, Decision: string(d.Choice), Rationale: d.Rationale,
		By: cmp.Or(d.By, decision.Owner(info)), SHA256: verdict.Hash(letter.SHA256),
	}
	v.Notes = unless(v.Notes, ignored(letter.Path))
	decided := v.Decided(j.policy(v.Profile), said, time.Now())
	if v.Outcome == verdict.Reached && decided.Outcome == verdict.Reached {
		return v, fmt.Errorf("nothing blocks round %s", d.Round)
	}
	return decided, nil
}

// ignored begins the note on a file's decision that does not count. There is one a
// file: that on what it said last.
func ignored(name string) string { return name + " was ignored: " }

// unless returns the notes that do not begin so.
func unless(notes []string, beginning string) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool { return strings.HasPrefix(note, beginning) })
}

// ignore notes in the verdict of its round, if there is one, that a decision does
// not count.
func (j *Judge) ignore(ctx context.Context, desk *desk, name string, why error) (Outcome, error) {
	if durable.Shortage(why) {
		return Outcome{}, why
	}
	if err := desk.folder.Blind(); err != nil { // who has seen no verdict
		return Outcome{}, err
	}
	j.Logger.Warn("decision ignored", "session", desk.Dir(), "decision", name, "reason", why)
	round := replyName(name)
	note := ignored(name) + why.Error()
	v, judged := desk.folder.Verdict(round)
	if !judged || slices.Contains(v.Notes, note) {
		return Outcome{Verdict: v, Skipped: true, Notes: []string{note}}, nil
	}
	v.Notes = append(unless(v.Notes, ignored(name)), note)
	written, err := desk.folder.Commit(v, nil)
	return Outcome{Verdict: written, Skipped: true, Notes: []string{note}}, err
}
