package judge

import (
	"iter"
	"path/filepath"
	"slices"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// read reads the bytes that are to be judged.
func read(opened *openSession, r judgement) (session.Snapshot, error) {
	snapshot, err := opened.Read(r.round)
	if err = failpoint.Fail(failpoint.ArtifactRead, err); err != nil {
		return session.Snapshot{}, err
	}
	if r.Started != nil {
		r.Started(snapshot.Fingerprint)
	}
	return snapshot, nil
}

// earlier is what was said of a round before.
type earlier struct {
	past     []verdict.Verdict // see [pastOf]
	standing *verdict.Verdict  // on disk, when it is of these very bytes; the latest of the past may lie in history alone
}

func lookBack(opened *openSession, snapshot session.Snapshot) earlier {
	e := earlier{past: pastOf(opened.folder.Past(snapshot.Round.ID))}
	if v, judged := opened.folder.Verdict(snapshot.Round.ID); judged && v.Fresh(snapshot.Fingerprint) {
		e.standing = &v
	}
	return e
}

// describe says for the verdict what is judged.
func describe(opened *openSession, r judgement, snapshot session.Snapshot, past []verdict.Verdict, started time.Time) verdict.Case {
	o := opened.options
	c := verdict.Case{
		Round: r.round.ID, Label: r.round.Label, Session: filepath.Base(r.Dir), SessionPath: opened.FromProject(), Profile: r.profile, Mode: o.Mode,
		Revision: 1, Role: r.round.Caller, Task: r.round.Task, Final: r.round.Final,
		Artifact: file(snapshot.Artifact), Fingerprint: snapshot.Fingerprint,
		PolicySHA256: o.PolicySHA256, Generator: o.Generator, Queued: r.Queued, StartedAt: started,
	}
	for _, m := range snapshot.Members {
		c.Members = append(c.Members, file(m))
	}
	if snapshot.Context != nil && slices.ContainsFunc(r.panel, comparesWithContext) {
		f := file(*snapshot.Context)
		c.Context = &f
	}
	c.Upstream = upstream(opened, r.round, snapshot.Upstream)
	for i, v := range past {
		if i == 0 {
			c.Revision = v.Revision + 1
		}
		if v.Outcome != verdict.Failed {
			c.Previous, c.Decisions = &v, verdict.Lasting(v.Decisions)
			break
		}
	}
	return c
}

// upstream tells how the rounds before this one stand. A round without an artifact is
// told of the sign-off round's only: elsewhere nobody may have planned to write it.
func upstream(opened *openSession, of session.Round, before []session.Upstream) []verdict.Upstream {
	var all []verdict.Upstream
	for _, round := range opened.options.Layout.Rounds {
		if round.ID == of.ID {
			break
		}
		at := slices.IndexFunc(before, func(u session.Upstream) bool { return u.Round == round.ID })
		switch v, judged := opened.folder.Verdict(round.ID); {
		case at < 0 && (!of.Final || !opened.Has(round.ID)):
		case at < 0:
			all = append(all, verdict.NewUpstream(round.ID, "", nil))
		case judged:
			all = append(all, verdict.NewUpstream(round.ID, before[at].Fingerprint, &v))
		default:
			all = append(all, verdict.NewUpstream(round.ID, before[at].Fingerprint, nil))
		}
	}
	return all
}

// pastOf reads a round's past verdicts, the latest first, up to and including the first
// that neither failed nor blocked HIGH. Those before it do not matter to the next one.
// Whole are the latest one and the latest that did not fail: of the others nothing but
// the outcome counts.
func pastOf(past iter.Seq[verdict.Verdict]) (latest []verdict.Verdict) {
	judged := false
	for v := range past {
		if len(latest) > 0 && (judged || v.Outcome == verdict.Failed) {
			v = verdict.Verdict{Outcome: v.Outcome, Severity: v.Severity, Revision: v.Revision, Artifact: verdict.Artifact{Fingerprint: v.Artifact.Fingerprint}}
		}
		latest, judged = append(latest, v), judged || v.Outcome != verdict.Failed
		if v.Outcome != verdict.Failed && !v.BlockedAt(critique.High) {
			break
		}
	}
	return latest
}

func comparesWithContext(p critique.Perspective) bool {
	return slices.Contains(p.Reports, critique.ReportMissingRequirements)
}

// file names a file's bytes; a file whose bytes could not be had has no digest.
func file(f session.File) verdict.File {
	v := verdict.File{Path: f.Path, Bytes: f.Bytes}
	if f.Content != nil {
		v.SHA256 = verdict.Hash(f.SHA256)
	}
	return v
}
