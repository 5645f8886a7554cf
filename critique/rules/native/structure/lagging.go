package structure

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// lagsBehind tells whether a file alone is said to be under way: below an index that is
// done, and among at least two others of its kind that all are. An index may be revised
// while later documents stand as they were.
func lagsBehind(s *model.Session, d *document.Document) bool {
	if !d.Kind.Member() || !model.Underway.MatchString(d.Front.Value("status")) {
		return false
	}
	for _, index := range s.Of(model.Indexes...) {
		if index.Kind.Phase() == d.Kind.Phase() && !model.Finished(index.Front.Value("status")) {
			return false
		}
	}
	done := 0
	for _, other := range s.Of(d.Kind) {
		switch status := other.Front.Value("status"); {
		case other == d || model.Superseded(status) || status == "":
		case !model.Finished(status):
			return false
		default:
			done++
		}
	}
	return done >= 2
}
