package frameworks

import (
	"slices"
	"strings"

	"discussd/critique/document"
)

func otherStatus(s Session, d *document.Document, hit Hit) bool {
	sprints := s.find(matching(`(?:^|/)sprint-status\.ya?ml$`))
	name := strings.TrimSuffix(base(d.Path), ".md")
	if len(sprints) != 1 || !bmStoryFile.MatchString(base(d.Path)) {
		return false
	}
	status := ""
	for _, m := range bmSprintLine.FindAllStringSubmatch(sprints[0].Text, 2000) {
		if m[1] == name {
			status = m[2]
		}
	}
	if status == "" {
		return false
	}
	for _, l := range linesOf(d, document.Span{Start: 0, End: min(len(d.Text), 2000)}) {
		m := bmStatus.FindStringSubmatchIndex(strings.TrimRight(l.text, " "))
		if m == nil {
			continue
		}
		said := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(l.text[m[2]:m[3]])), " ", "-")
		if said != status && slices.Contains(bmStatuses[:], said) && slices.Contains(bmStatuses[:], status) {
			hit(d, l.Span, note(said), note(status))
		}
		return true
	}
	return false
}

var bmStatuses = [...]string{"backlog", "ready-for-dev", "in-progress", "review", "done", "blocked"}
