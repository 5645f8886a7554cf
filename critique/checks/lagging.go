package checks

import (
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// underway is a status that says that its document is not done.
var underway = pattern.New(`(?i)^\W*(?:drafts?|drafting|in[ _-]?progress|wip|work in progress|pending|todo|to[ _-]do|started|not[ _-]started|incomplete|unfinished|open|outline|stub|草稿|草案|初稿|起草中?|进行中|编写中|撰写中|未完成|待完成|待编写|未开始)\W*$`)

// lagsBehind tells whether a file alone is said to be under way: below an index that is
// done, and among at least two others of its kind that all are. An index may be revised
// while later documents stand as they were.
func (s *session) lagsBehind(d *document.Document) bool {
	if !d.Kind.Member() || !underway.MatchString(d.Front.Value("status")) {
		return false
	}
	for _, index := range s.of(indexes...) {
		if index.Kind.Phase() == d.Kind.Phase() && !finished(index.Front.Value("status")) {
			return false
		}
	}
	done := 0
	for _, other := range s.of(d.Kind) {
		switch status := other.Front.Value("status"); {
		case other == d || superseded(status) || status == "":
		case !finished(status):
			return false
		default:
			done++
		}
	}
	return done >= 2
}
