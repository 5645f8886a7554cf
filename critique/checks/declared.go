package checks

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
)

// templateParts are the rules that miss a part of a document which the template of its kind
// asks for. That a document follows the template is not known before most of it is there:
// of one with parts of its own, those of the template are not missing.
var templateParts = map[document.Kind][]string{
	document.Discovery:    {"DC-002", "DC-003", "DC-004"},
	document.Brief:        {"BR-001", "BR-002", "BR-003", "BR-004", "BR-005", "BR-006", "BR-007", "BR-013"},
	document.Requirements: {"RQ-001", "RQ-002", "RQ-003", "RQ-004"},
	document.Architecture: {"AR-001", "AR-002", "AR-003", "AR-005", "AR-006", "AR-007", "AR-008"},
}

// eachHas are the rules that miss a part of every one of several documents of a kind. Where
// most of these lack it, it is not how the session writes them.
var eachHas = []string{"AR-015", "AR-016"}

// ownParts is how many words and characters a document needs to have parts of its own: a
// short one that lacks everything is unfinished.
const ownParts = 60

// undeclared takes out what is missing only by a template that neither the document nor its
// siblings follow, and says so.
func (s *round) undeclared(results []*collector) {
	for _, d := range s.Own {
		parts := templateParts[d.Kind]
		var missing []*collector
		for _, found := range results {
			if found.fired > 0 && slices.Contains(parts, found.rule.ID) {
				missing = append(missing, found)
			}
		}
		if len(missing) > 0 && s.ownSubstance() >= ownParts && s.otherTemplate(d, parts) {
			s.leaveOut(d, missing)
		}
	}
	for _, found := range results {
		if slices.Contains(eachHas, found.rule.ID) && found.asked > 1 && found.fired*2 > found.asked {
			s.leaveOut(s.Own[0], []*collector{found})
		}
	}
}

// ofAnyDocument are rules for marks and IDs of any document, whatever its framework.
var ofAnyDocument = []string{"X-002", "X-006", "XD-020", "XD-021", "XD-022"}

// retold takes out what general rules say of a line of which a framework's own rule speaks:
// one cause, one finding.
func retold(results []*collector) {
	type line struct {
		path string
		line int
	}
	told := map[line]bool{}
	for _, found := range results {
		for _, p := range found.places {
			if found.rule.Named {
				told[line{p.Path, p.Line}] = true
			}
		}
	}
	for _, found := range results {
		if len(told) == 0 || !slices.Contains(ofAnyDocument, found.rule.ID) {
			continue
		}
		found.drop(func(p reported) bool { return told[line{p.Path, p.Line}] })
	}
}

// leftOver is the rule about words in which no other rule sees anything.
const leftOver = "XL-013"

// overlaid takes out what one rule says of words that are part of those which another speaks
// of: "appropriate" in "where appropriate".
func overlaid(results []*collector) {
	for _, inner := range results {
		for _, outer := range results {
			if inner == outer || inner.rule.Witness != rules.Words || outer.rule.Witness != rules.Words || outer.rule.ID == leftOver {
				continue
			}
			inner.drop(func(p reported) bool {
				return slices.ContainsFunc(outer.places, func(o reported) bool {
					part := o.span.Holds(p.span.Start) && o.span.Len() > p.span.Len()
					if inner.rule.ID == leftOver {
						part = o.span.Holds(p.span.Start) || p.span.Holds(o.span.Start)
					}
					return part && o.Path == p.Path
				})
			})
		}
	}
	for _, found := range results {
		found.regrade()
	}
}

// otherTemplate tells whether a document lacks more than a third of the parts that its kind
// has by the template, whether their rules are switched on or not.
func (s *round) otherTemplate(d *document.Document, parts []string) bool {
	applied, missing := 0, 0
	for i := range s.all {
		r := &s.all[i]
		if !slices.Contains(parts, r.ID) || s.missing(r.Needs) != "" {
			continue
		}
		fired := false
		if s.look(r, d, func(*document.Document, document.Span, ...model.Detail) { fired = true }) {
			applied++
		}
		if fired {
			missing++
		}
	}
	return missing*3 > applied
}

// ownSubstance counts what the sections of the round's documents hold together.
func (s *round) ownSubstance() int {
	n := 0
	for _, d := range s.Own {
		if d.JSON != nil {
			n += document.Units(d.Text)
		}
		for _, section := range d.Sections {
			if section.Parent == nil {
				n += d.Substance(section)
			}
		}
	}
	return n
}

// leaveOut counts rules as ones that had nothing to look at, and notes them.
func (s *round) leaveOut(d *document.Document, rules []*collector) {
	var ids []string
	for _, found := range rules {
		found.applied, found.fired, found.places, found.muted = false, 0, nil, nil
		ids = append(ids, found.rule.ID)
	}
	s.undemanded = append(s.undemanded, undemanded{d.Path, strings.Join(ids, ", ")})
}

// undemanded are rules that a document would break only by a template it does not follow.
type undemanded struct{ path, rules string }
