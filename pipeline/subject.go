package pipeline

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/verdict"
)

// describe says for the verdict what is judged.
func (j *Judge) describe(desk *desk, order judgement, snapshot session.Snapshot, past []verdict.Verdict, started time.Time) verdict.Case {
	c := verdict.Case{
		Round: order.round.ID, Label: order.round.Label, Session: filepath.Base(order.Dir), SessionPath: desk.FromProject(), Profile: j.profile(order), Mode: j.Mode,
		Revision: 1, Role: order.round.Caller, Task: order.round.Task, Final: order.round.Final,
		Artifact: file(snapshot.Artifact), Fingerprint: snapshot.Fingerprint,
		PolicySHA256: j.PolicySHA256, Generator: j.Generator, Queued: order.Queued, StartedAt: started,
	}
	for _, m := range snapshot.Members {
		c.Members = append(c.Members, file(m))
	}
	if snapshot.Context != nil && slices.ContainsFunc(j.perspectives(order), comparesWithContext) {
		f := file(*snapshot.Context)
		c.Context = &f
	}
	c.Upstream = j.upstream(desk, order, snapshot.Upstream)
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
func (j *Judge) upstream(desk *desk, order judgement, before []session.Upstream) []verdict.Upstream {
	var all []verdict.Upstream
	for _, round := range j.Layout.Rounds {
		if round.ID == order.round.ID {
			break
		}
		at := slices.IndexFunc(before, func(u session.Upstream) bool { return u.Round == round.ID })
		switch v, judged := desk.folder.Verdict(round.ID); {
		case at < 0 && (!order.round.Final || !desk.Has(round.ID)):
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

// row reads a round's past verdicts, the latest first, up to and including the first
// that neither failed nor blocked HIGH. Those before it do not matter to the next one.
// Whole are the latest one and the latest that did not fail: of the others nothing but
// the outcome counts.
func row(past iter.Seq[verdict.Verdict]) (latest []verdict.Verdict) {
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

func names(perspectives []critique.Perspective) []string {
	var all []string
	for _, p := range perspectives {
		all = append(all, p.Name)
	}
	return all
}

func comparesWithContext(p critique.Perspective) bool {
	return slices.Contains(p.Reports, critique.ReportMissingRequirements)
}

// samePanel tells whether a verdict is that of the panel which a request brings. The
// configured one needs no look: the policy's digest is not part of being fresh.
func (o judgement) samePanel(v verdict.Verdict) bool {
	if o.own == nil {
		return true
	}
	judged := map[string]bool{}
	for _, p := range v.Perspectives {
		judged[p.Name] = true
	}
	for _, p := range o.own {
		if !judged[p.Name] {
			return false
		}
		delete(judged, p.Name)
	}
	return len(judged) == 0
}

// perspectives are who is asked: those that a request brings, else the round's.
func (j *Judge) perspectives(order judgement) []critique.Perspective {
	if order.own != nil {
		return order.own
	}
	var all []critique.Perspective
	for _, name := range order.round.Perspectives {
		all = append(all, j.Perspectives[name])
	}
	return all
}

func (j *Judge) subject(desk *desk, snapshot session.Snapshot, past []verdict.Verdict) critique.Subject {
	subject := critique.Subject{
		Round: snapshot.Round.ID, Label: snapshot.Round.Label, Final: snapshot.Round.Final,
		Artifact: document(snapshot.Artifact), Language: j.Language, Rules: desk.Rules(),
		Past: before(past, snapshot.Fingerprint), Exists: desk.Exists,
	}
	if code := session.CodeOf(desk.Session); code != nil {
		subject.Code = code
	}
	for _, m := range snapshot.Members {
		subject.Members = append(subject.Members, document(m))
	}
	grounds := map[string]bool{}
	for _, round := range snapshot.Upstream {
		for _, path := range round.Files {
			grounds[path] = true
		}
	}
	if snapshot.Context != nil {
		delete(grounds, snapshot.Context.Path) // which is shown as what it is
	}
	delete(grounds, snapshot.Artifact.Path)
	for _, m := range snapshot.Members {
		delete(grounds, m.Path)
	}
	for _, d := range snapshot.Documents {
		one := document(d)
		one.Ground = grounds[d.Path]
		subject.Session = append(subject.Session, one)
	}
	if snapshot.Context != nil && snapshot.Context.Problem == nil {
		d := document(*snapshot.Context)
		subject.Context = &d
	}
	subject.Prior = j.prior(desk, snapshot.Round)
	if j.Writers {
		sign(&subject, snapshot, handoff.Writers{Folder: desk.folder})
	}
	return subject
}

// sign says of what is judged which coding agent wrote it.
func sign(subject *critique.Subject, snapshot session.Snapshot, writers handoff.Writers) {
	subject.Artifact.Writer = writers.Of(snapshot.Artifact.Path, snapshot.Artifact.SHA256)
	for i, m := range snapshot.Members {
		subject.Members[i].Writer = writers.Of(m.Path, m.SHA256)
	}
}

// prior is the record of the nearest round before this one that has one, cut at
// the length that is to be shown.
func (j *Judge) prior(desk *desk, round session.Round) *critique.Document {
	at := slices.IndexFunc(j.Layout.Rounds, func(r session.Round) bool { return r.ID == round.ID })
	for i := at - 1; i >= 0 && j.Prior > 0; i-- {
		id := j.Layout.Rounds[i].ID
		text, ok := desk.folder.Record(id)
		if !ok {
			continue
		}
		if characters := []rune(string(text)); len(characters) > j.Prior {
			text = []byte(string(characters[:j.Prior]))
		}
		return &critique.Document{Path: desk.folder.RecordPath(id), Content: text}
	}
	return nil
}

// before is what came of a round's earlier verdicts, the latest first.
func before(past []verdict.Verdict, fingerprint string) critique.Past {
	p := critique.Past{High: priorHigh(past, fingerprint)}
	for _, v := range past {
		if v.Outcome == verdict.Failed {
			continue
		}
		if string(v.Artifact.Fingerprint) != fingerprint {
			for _, item := range v.ActionItems {
				if item.Kind == critique.ItemFact { // those of now stand beside it
					continue
				}
				p.Asked = append(p.Asked, fmt.Sprintf("%s %s", item.Severity, item.Text))
			}
		}
		break
	}
	return p
}

// priorHigh counts the consecutive HIGH verdicts before this one, latest first,
// each over other bytes. Error verdicts do not count, any other one ends the row.
func priorHigh(past []verdict.Verdict, fingerprint string) int {
	seen := map[string]bool{fingerprint: true}
	for _, v := range past {
		switch {
		case v.Outcome == verdict.Failed:
		case !v.BlockedAt(critique.High):
			return len(seen) - 1
		default:
			seen[string(v.Artifact.Fingerprint)] = true
		}
	}
	return len(seen) - 1
}

// file names a file's bytes; a file whose bytes could not be had has no digest.
func file(f session.File) verdict.File {
	v := verdict.File{Path: f.Path, Bytes: f.Bytes}
	if f.Content != nil {
		v.SHA256 = verdict.Hash(f.SHA256)
	}
	return v
}

func document(f session.File) critique.Document {
	d := critique.Document{Path: f.Path, Kind: string(f.Kind), Content: f.Content}
	if f.Problem != nil {
		d.Problem = f.Problem.Message
	}
	return d
}

// profile is the one whose rules decide.
func (j *Judge) profile(order judgement) string {
	if order.own != nil {
		return texts.Requests
	}
	return j.Profile
}

// policy is that of a profile.
func (j *Judge) policy(profile string) critique.Policy {
	if profile == texts.Requests {
		return j.OwnPolicy
	}
	return j.Policy
}
