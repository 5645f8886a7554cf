package judge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// ErrGoing is why nothing was done about a round.
var ErrGoing = fmt.Errorf("files of it are gone: %w", session.ErrNoArtifact)

// settled ends what needs no critique: an artifact that is gone, and bytes that
// are judged already. Without the session's lock it leaves alone what whoever holds
// that lock may be busy with.
func settled(ctx context.Context, opened *openSession, r judgement) (outcome Outcome, done bool, err error) {
	if r.Gone != RetireGone && going(opened, r.round, r.Gone == SpareGoneSeen) {
		return Outcome{}, true, ErrGoing
	}
	_, pending := opened.folder.Pending(r.round.ID)
	busy := pending && !r.dry
	if busy && !opened.locked() {
		return Outcome{}, false, nil
	}
	fingerprint, err := opened.Fingerprint(r.round)
	missing := errors.Is(err, session.ErrNoArtifact) && !r.dry
	if missing && !opened.locked() && opened.folder.Begun(r.round.ID) {
		return Outcome{}, false, nil
	}
	if missing && !(r.asked && saysGone(opened, r.round.ID)) {
		if failed := retire(ctx, opened, r); failed != nil {
			err = failed
		}
	}
	if err != nil {
		return Outcome{}, true, err
	}
	v, ok := opened.folder.Verdict(r.round.ID)
	if err := opened.folder.Unread(); err != nil {
		return Outcome{}, true, err
	}
	if !ok || !v.Fresh(fingerprint) || !samePanel(r, v) || wanted(opened.options, r.Again, v) {
		return Outcome{}, false, nil
	}
	if busy {
		ended(ctx, opened, v) // its writer may have been killed before that
		if err = opened.folder.Restore(v); err == nil {
			err = opened.folder.ClearPending(r.round.ID)
		}
	}
	return Outcome{Verdict: v, Skipped: true}, true, err
}

// retire moves the verdict of an artifact that is gone to history.
func retire(ctx context.Context, opened *openSession, r judgement) error {
	opened.notices.gone(ctx, r.round, opened.Named(r.round), r.profile) // while the mark is there: who is killed now says it again
	failpoint.Reach(failpoint.GoneTold)
	retired, err := opened.folder.Retire(r.round.ID)
	if err == nil && retired {
		opened.log(r.round.ID).Info("artifact is gone, verdict moved to history")
	}
	return err
}

// wanted tells whether a verdict on the present bytes is to be replaced.
// The checks alone never replace what models said, and a panel in which none answered only
// where that is asked for; a panel always replaces what the checks said alone.
func wanted(o *Options, again Again, v verdict.Verdict) bool {
	switch {
	case o.Mode == critique.ModeChecks && v.ByPanel():
		return v.Unreviewed() && (again == Always || again == WhenOtherChecks)
	case o.Mode != critique.ModeChecks && !v.ByPanel():
		return true
	}
	return again == Always || again == WhenUnreviewed && v.Unreviewed() || again == WhenOtherChecks && checkedOtherwise(o.Signature, v)
}

// checkedOtherwise tells whether a verdict rests on the checks alone, and those were
// of another version or configuration than today's.
func checkedOtherwise(today Signature, v verdict.Verdict) bool {
	return v.Basis == critique.BasisChecks && (v.Generator != today.Generator || string(v.PolicySHA256) != today.PolicySHA256)
}

// samePanel tells whether a verdict is that of the panel which a request brings. The
// configured one needs no look: the policy's digest is not part of being fresh.
func samePanel(r judgement, v verdict.Verdict) bool {
	if !r.own {
		return true
	}
	judged := map[string]bool{}
	for _, p := range v.Perspectives {
		judged[p.Name] = true
	}
	for _, p := range r.panel {
		if !judged[p.Name] {
			return false
		}
		delete(judged, p.Name)
	}
	return len(judged) == 0
}

// going tells whether a round has no artifact and is to be tidied up, lacks a file that
// its verdict names, or lacks the verdict though one was seen.
func going(opened *openSession, round session.Round, seen bool) bool {
	if opened.Written(round).IsZero() && gone(opened, round) {
		return seen || opened.folder.Begun(round.ID)
	}
	v, judged := opened.folder.Verdict(round.ID)
	return !judged && seen || judged && slices.ContainsFunc(v.Artifact.Members, func(member verdict.File) bool {
		_, err := opened.Root().Lstat(member.Path)
		return errors.Is(err, fs.ErrNotExist)
	})
}

func gone(opened *openSession, round session.Round) bool {
	_, err := opened.Fingerprint(round)
	return errors.Is(err, session.ErrNoArtifact)
}
