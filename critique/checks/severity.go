package checks

import (
	"slices"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// severity returns how grave one place of a rule is. What stands in the text counts as the
// rule says. That something is missing counts as much only where the session's own layout
// asks for it, and how something is worded only where a demand is worded so: elsewhere it is
// a remark, which a reader may take or leave.
func (s *round) severity(r *native.Rule, d *document.Document, at document.Span, targets []string) critique.Severity {
	severity := r.SeverityOf(targets)
	switch {
	case r.Graded:
		return severity
	case r.Witness == rules.Words && !model.DemandedAt(s.Session, d, at):
		return critique.Low
	case (r.Witness == rules.Absence || slices.Contains(targets, native.Unwitnessed)) && s.Framed && !r.Named:
		return critique.Low
	}
	return severity
}
