package judge

import (
	"fmt"
	"slices"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// subjectOf is what the checks and the panel are shown of a round.
func subjectOf(opened *openSession, snapshot session.Snapshot, past []verdict.Verdict) critique.Subject {
	subject := critique.Subject{
		Round: snapshot.Round.ID, Label: snapshot.Round.Label, Final: snapshot.Round.Final,
		Artifact: document(snapshot.Artifact), Language: opened.options.Language, Rules: opened.Rules(),
		Past: before(past, snapshot.Fingerprint), Surroundings: critique.Surroundings{Exists: opened.Exists},
	}
	if code := session.CodeOf(opened.Session); code != nil {
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
	subject.Prior = prior(opened, snapshot.Round)
	if opened.options.Writers {
		sign(&subject, snapshot, handoff.Writers{Folder: opened.folder})
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
func prior(opened *openSession, round session.Round) *critique.Document {
	rounds, most := opened.options.Layout.Rounds, opened.options.Prior
	at := slices.IndexFunc(rounds, func(r session.Round) bool { return r.ID == round.ID })
	for i := at - 1; i >= 0 && most > 0; i-- {
		id := rounds[i].ID
		text, ok := opened.folder.Record(id)
		if !ok {
			continue
		}
		if characters := []rune(string(text)); len(characters) > most {
			text = []byte(string(characters[:most]))
		}
		return &critique.Document{Path: opened.folder.RecordPath(id), Content: text}
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

func document(f session.File) critique.Document {
	d := critique.Document{Path: f.Path, Kind: string(f.Kind), Content: f.Content, Shared: f.Shared}
	if f.Problem != nil {
		d.Problem = f.Problem.Message
	}
	return d
}
