package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/difference"
	"discussd/internal/text/markdown"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// settle notes of the documents that are judged which of them the verdict before was given
// on, and what was found in them. Nothing is settled where somebody is to speak now who did
// not then, or who could not be heard, or who asks for everything anew.
func settle(subject *critique.Subject, r judgement, snapshot session.Snapshot, previous *verdict.Verdict) {
	if previous == nil || r.Again == Always || previous.Status != verdict.Complete || string(previous.Artifact.Fingerprint) == snapshot.Fingerprint {
		return
	}
	for _, p := range r.panel {
		heard := slices.ContainsFunc(previous.Perspectives, func(o verdict.Perspective) bool {
			return o.Name == p.Name && (o.Heard() || o.Source == critique.SourceSkipped)
		})
		if !heard {
			return
		}
	}
	judged := map[string]verdict.Hash{previous.Artifact.Path: previous.Artifact.SHA256}
	for _, m := range previous.Artifact.Members {
		judged[m.Path] = m.SHA256
	}
	settled := map[string]bool{}
	note := func(d *critique.Document, f session.File) {
		if f.Content != nil && judged[f.Path] == verdict.Hash(f.SHA256) {
			d.Settled, settled[f.Path] = true, true
		}
	}
	note(&subject.Artifact, snapshot.Artifact)
	for i, m := range snapshot.Members {
		note(&subject.Members[i], m)
	}
	for _, d := range upstreamAsThen(snapshot, *previous) {
		if subject.Context != nil && subject.Context.Path == d {
			context := *subject.Context
			context.Settled = true
			subject.Context = &context
		}
		if at := slices.IndexFunc(subject.Session, func(s critique.Document) bool { return s.Ground && s.Path == d }); at >= 0 {
			subject.Session[at].Settled = true
		}
	}
	subject.Past.Stands = standing(*previous, settled)
}

// standing are the weaknesses that a verdict names in documents, by perspective: those whose
// quote stands there. What was accepted, or is about what is missing, has no place.
func standing(v verdict.Verdict, in map[string]bool) map[string][]critique.Point {
	found := map[string][]critique.Point{}
	for _, p := range v.Perspectives {
		for _, w := range p.Weaknesses {
			if w.QuoteFound != nil && *w.QuoteFound && in[w.QuotePath] {
				found[p.Name] = append(found[p.Name], w)
			}
		}
	}
	return found
}

// upstreamAsThen are the files of the rounds before this one that had these very bytes when
// a verdict was given.
func upstreamAsThen(snapshot session.Snapshot, v verdict.Verdict) (files []string) {
	for _, now := range snapshot.Upstream {
		same := slices.ContainsFunc(v.Upstream, func(then verdict.Upstream) bool {
			return then.Round == now.Round && then.Fingerprint != "" && string(then.Fingerprint) == now.Fingerprint
		})
		if same {
			files = append(files, now.Files...)
		}
	}
	return files
}

// mostChanges bounds the differences that a prompt shows, in bytes: a rewritten document is
// better read than compared.
const mostChanges = 8 << 10

// changes are the differences between what a round was judged on before and what it is now,
// as [difference.Of] says them below the path of each document; "" where nobody can tell, or where they are too long to help.
func changes(opened *openSession, snapshot session.Snapshot, previous *verdict.Verdict) string {
	if previous == nil || string(previous.Artifact.Fingerprint) == snapshot.Fingerprint {
		return ""
	}
	before, ok := opened.folder.Judged(snapshot.Round.ID)
	if !ok || before.Fingerprint != string(previous.Artifact.Fingerprint) {
		return ""
	}
	var all strings.Builder
	files := judgedFiles(snapshot)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		now := files[path]
		old, was := before.Files[path]
		switch {
		case !was:
			fmt.Fprintf(&all, "%s is new\n", markdown.OneLine(path))
		case old != now && len(old)+len(now) <= 256<<10:
			fmt.Fprintf(&all, "%s\n%s", markdown.OneLine(path), difference.Of(old, now))
		}
		delete(before.Files, path)
		if all.Len() > mostChanges {
			return ""
		}
	}
	for _, path := range slices.Sorted(maps.Keys(before.Files)) {
		fmt.Fprintf(&all, "%s is gone\n", markdown.OneLine(path))
	}
	return all.String()
}

// judgedFiles are the files of a round that could be read, by path.
func judgedFiles(snapshot session.Snapshot) map[string]string {
	files := map[string]string{}
	for _, f := range append([]session.File{snapshot.Artifact}, snapshot.Members...) {
		if f.Content != nil {
			files[f.Path] = string(f.Content)
		}
	}
	return files
}

// keepJudged keeps what a round was judged on, for the next revision to be compared with.
func keepJudged(opened *openSession, snapshot session.Snapshot) {
	judged := handoff.Judged{Fingerprint: snapshot.Fingerprint, Files: judgedFiles(snapshot)}
	if err := opened.folder.KeepJudged(snapshot.Round.ID, judged); err != nil {
		opened.log(snapshot.Round.ID).Warn("judged bytes not kept", "error", err)
	}
}
