package checks

import (
	"strings"

	"discussd/critique"
)

// rounds are the artifacts of a session, in order, with the folder of their members.
var rounds = [...]struct{ artifact, members string }{
	{"spec/discovery-context.json", ""},
	{"spec/product-brief.md", ""},
	{"spec/requirements/_index.md", "spec/requirements/"},
	{"spec/architecture/_index.md", "spec/architecture/"},
	{"spec/epics/_index.md", "spec/epics/"},
	{"spec/readiness-report.md", ""},
}

// subjects cuts a session's documents into its rounds.
func subjects(docs []critique.Document, exists func(string) bool) []critique.Subject {
	var found []critique.Subject
	for _, round := range rounds {
		subject := critique.Subject{Session: docs, Language: "auto", Surroundings: critique.Surroundings{Exists: exists}}
		for _, d := range docs {
			switch {
			case d.Path == round.artifact:
				subject.Artifact = d
			case round.members != "" && strings.HasPrefix(d.Path, round.members):
				subject.Members = append(subject.Members, d)
			}
		}
		if subject.Artifact.Path != "" {
			found = append(found, subject)
		}
	}
	return found
}
