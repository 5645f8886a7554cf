package judge

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// refuse drops an error verdict that says why a request is not carried out.
func refuse(ctx context.Context, opened *openSession, order Order, dropped session.File, why *inbox.Refusal) (Outcome, error) {
	o, now := opened.options, time.Now()
	to := replyTo(opened, dropped, why)
	name, profile := to.name, to.profile
	c := verdict.Case{
		Round: name, Label: "request", Session: filepath.Base(order.Dir), Profile: profile, Revision: 1,
		Artifact: file(dropped), PolicySHA256: o.PolicySHA256, Generator: o.Generator, Queued: order.Queued, StartedAt: now, FinishedAt: now,
	}
	if r := why.Without; r != nil {
		c.Label, c.Role, c.Task, c.Final, c.Artifact = r.Label, r.Caller, r.Task, r.Final, verdict.File{Path: r.Artifacts[0]}
	}
	_, noted := opened.folder.Answered(dropped.SHA256)
	if v, judged := opened.folder.Verdict(name); judged && !noted && says(v, dropped, why) {
		ended(ctx, opened, v)
		return Outcome{Verdict: v, Discussion: to.discussion, Skipped: true}, opened.folder.ClearPending(name)
	}
	if past := pastOf(opened.folder.Past(name)); len(past) > 0 {
		c.Revision = past[0].Revision + 1
	}
	profileLog(o, profile).Warn("request refused", "session", order.Dir, "request", dropped.Path, "code", why.Code, "reason", why.Message)
	if why.Without != nil { // the round's own, and not that of a file
		return commit(ctx, opened, verdict.NewError(c, critique.Report{}, why.Code, why.Message))
	}
	v := verdict.NewError(c, critique.Report{}, why.Code, why.Message)
	owe(opened, v)
	v, err := opened.folder.Refuse(v, func(v verdict.Verdict) { ended(ctx, opened, v) })
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	runHook(ctx, opened, v)
	return Outcome{Verdict: v, Discussion: to.discussion}, nil
}

// says tells whether a verdict is this very refusal of a request: whoever dropped it
// was killed before he could note that, or there was no room to.
func says(v verdict.Verdict, dropped session.File, why *inbox.Refusal) bool {
	if v.Error == nil || v.Error.Code != why.Code || v.Error.Message != why.Message {
		return false
	}
	if why.Without != nil {
		return v.Artifact.Path == why.Without.Artifacts[0]
	}
	return v.Artifact.Path == dropped.Path && string(v.Artifact.SHA256) == dropped.SHA256
}

// saysGone tells whether the verdict of a round says that its artifact was not found: it
// is the answer to a request, and no verdict on what is gone.
func saysGone(opened *openSession, round string) bool {
	v, judged := opened.folder.Verdict(round)
	return judged && v.Error != nil && v.Error.Code == verdict.ArtifactNotFound
}

// replyTo says under which name, and in the name of which profile, a request is
// refused: under the round it names, else under the name of its file, but never under
// one whose verdict this would displace.
func replyTo(opened *openSession, dropped session.File, why *inbox.Refusal) reply {
	r, err := inbox.Read(dropped)
	to := reply{name: replyName(dropped.Path), profile: opened.options.Profile}
	switch {
	case err == nil && r.Discussion != nil:
		number := number(opened, dropped, r)
		to = reply{timeline.Name(number), texts.Discussions, number}
	case why.Without != nil: // there is no verdict to displace
		to.name = r.Round
		return to
	case err == nil:
		to.name = r.Round
	}
	for _, next := range [...]string{replyName(dropped.Path), lastReplyName(dropped.Path)} {
		_, configured := opened.options.Layout.Round(to.name)
		if standing, judged := opened.folder.Verdict(to.name); configured || judged && !refuses(standing, dropped) {
			to.name, to.discussion = next, 0
		}
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
func refuses(v verdict.Verdict, dropped session.File) bool {
	return v.Outcome == verdict.Failed && v.Artifact.Path == dropped.Path
}

// retireRefusals moves to history what was said against a request that is answered now.
func retireRefusals(opened *openSession, dropped session.File) error {
	names := []string{replyName(dropped.Path), lastReplyName(dropped.Path)}
	if r, err := inbox.Read(dropped); err == nil && r.Discussion != nil {
		names = append(names, timeline.Name(number(opened, dropped, r)))
	}
	for _, name := range names {
		v, judged := opened.folder.Verdict(name)
		if _, begun := opened.folder.Pending(name); judged && !refuses(v, dropped) || !judged && !begun {
			continue
		}
		if _, err := opened.folder.Retire(name); err != nil {
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
