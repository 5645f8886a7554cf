package checks

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/invisible"
)

const maxQuote = 200 // characters

// collector gathers the places of one rule.
type collector struct {
	*round
	rule    *native.Rule
	applied bool // whether it had anything to look at
	asked   int  // in how many documents it had
	places  []reported
	fired   int // places, including those above maxPlaces
	gravest critique.Severity
	muted   []critique.Mute // no more than maxPlaces
	same    map[string]int  // how often an identity was given
}

// reported is a place with all that its rule said of it.
type reported struct {
	critique.Place
	span     document.Span
	details  []model.Detail
	severity critique.Severity
}

// hit is the reporter a rule is given. Places in documents of other rounds do not count,
// unless the rule says that they may, nor do those in templates nobody filled; those in
// documents that ignore the rule are muted.
func (c *collector) hit(d *document.Document, at document.Span, details ...model.Detail) {
	if !slices.Contains(c.Own, d) && !slices.Contains(c.lent, d) && !model.Marked(details, model.Elsewhere) || c.Skeleton[d] && c.rule.ID != model.SkeletonRule || model.Marked(details, model.Hinted) {
		return
	}
	details = c.written(d, details)
	severity := c.severity(c.rule, d, at, details)
	if mark := c.Ignores[d].Of(c.rule.ID); mark != nil {
		c.mute(d, c.place(d, at, details), severity, details, mark)
		return
	}
	if severity.Weight() > c.gravest.Weight() {
		c.gravest = severity
	}
	if c.fired++; len(c.places) >= model.MaxPlaces {
		return
	}
	c.places = append(c.places, reported{c.place(d, at, details), at, details, severity})
}

// written returns details in the characters of the document, or of another one of the session.
func (c *collector) written(d *document.Document, details []model.Detail) []model.Detail {
	if !document.Traditional(d) {
		return details
	}
	told := slices.Clone(details)
	for i, detail := range told {
		switch detail := detail.(type) {
		case model.Target:
			told[i] = model.Target(c.inCharacters(d, string(detail)))
		case model.Note:
			told[i] = model.Note(c.inCharacters(d, string(detail)))
		}
	}
	return told
}

// inCharacters returns a text as it was written before its characters were made simple.
func (c *collector) inCharacters(d *document.Document, text string) string {
	words := strings.TrimSuffix(text, "…") // it may be cut
	for _, doc := range append([]*document.Document{d}, c.Docs...) {
		if was := document.AsWritten(doc, words); was != words {
			return strings.Replace(text, words, was, 1)
		}
	}
	return text
}

// regrade says how grave the gravest of the places is that are left.
func (c *collector) regrade() {
	if c.fired > len(c.places) {
		return // some were never kept
	}
	c.gravest = ""
	for _, p := range c.places {
		if p.severity.Weight() > c.gravest.Weight() {
			c.gravest = p.severity
		}
	}
}

// drop takes places out of what the rule found.
func (c *collector) drop(which func(reported) bool) {
	before := len(c.places)
	c.places = slices.DeleteFunc(c.places, which)
	c.fired -= before - len(c.places)
}

// mute notes a place that a mark in its document keeps out of the findings.
func (c *collector) mute(d *document.Document, p critique.Place, severity critique.Severity, details []model.Detail, mark *model.Ignore) {
	if len(c.muted) >= model.MaxPlaces {
		return
	}
	line, _ := d.Position(mark.At.Start)
	c.muted = append(c.muted, critique.Mute{
		Rule: c.rule.ID, Severity: severity, Message: c.rule.Say(c.Chinese, 1, details), Path: p.Path, Line: p.Line,
		Quote: p.Quote, Reason: model.Clip(model.OneLine(mark.Reason), maxQuote), MarkLine: line, Identity: p.Identity,
	})
}

func (c *collector) place(d *document.Document, at document.Span, details []model.Detail) critique.Place {
	place := critique.Place{Path: d.Path, Targets: named(details)}
	heading := ""
	if at != (document.Span{}) {
		place.Line, place.Column = d.Position(at.Start)
		place.Quote = quoted(d, at)
		if s := d.SectionAt(at.Start); s != nil {
			heading = document.AsWritten(d, s.Title)
		}
	}
	place.Identity = c.identity(place, heading)
	place.Related = related(details)
	return place
}

// related returns what a place is held against.
func related(details []model.Detail) (all []critique.Location) {
	for _, detail := range details {
		if other, ok := detail.(model.Other); ok {
			line, column := other.Doc.Position(other.At.Start)
			all = append(all, critique.Location{Path: other.Doc.Path, Line: line, Column: column, Quote: quoted(other.Doc, other.At)})
		}
	}
	return all
}

// quoted is the first line of a place, as it is written.
func quoted(d *document.Document, at document.Span) string {
	line := d.LineAt(at.Start)
	quote := strings.TrimSpace(d.Written(document.Span{Start: at.Start, End: max(at.Start, min(at.End, line.End))}))
	return model.Clip(invisible.Marked(model.Clip(quote, maxQuote)), maxQuote)
}

// identity survives moved lines and new words around the place. The second of
// two places that are alike in all it knows gets a number.
func (c *collector) identity(p critique.Place, heading string) string {
	key := strings.Join([]string{c.rule.ID, p.Path, strings.Join(p.Targets, ","), model.Normal(heading), model.Normal(p.Quote)}, "\x00")
	if c.same == nil {
		c.same = map[string]int{}
	}
	if c.same[key]++; c.same[key] > 1 {
		key += "\x00" + model.Itoa(c.same[key])
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:8])
}

// findings returns what the rule has to say: a finding for each severity that its places
// have, the gravest first.
func (c *collector) findings() []critique.Finding {
	slices.SortStableFunc(c.places, func(a, b reported) int {
		return cmp.Or(b.severity.Weight()-a.severity.Weight(), first(b)-first(a), strings.Compare(a.Path, b.Path), a.Line-b.Line)
	})
	var all []critique.Finding
	for from := 0; from < len(c.places); {
		to, severity := from, c.places[from].severity
		for to < len(c.places) && c.places[to].severity == severity {
			to++
		}
		unkept := 0
		if to == len(c.places) {
			unkept = c.fired - to // above MaxPlaces
		}
		all = append(all, c.finding(c.places[from:to], unkept))
		from = to
	}
	return all
}

// first is 1 for a place that is to be named before the others.
func first(p reported) int {
	if model.Marked(p.details, model.Foremost) {
		return 1
	}
	return 0
}

// finding returns what the rule has to say of places of one severity.
func (c *collector) finding(of []reported, unkept int) critique.Finding {
	first := of[0]
	targets := []string{}
	places := make([]critique.Place, 0, len(of))
	for _, p := range of {
		p.Message = c.rule.Say(c.Chinese, 1, p.details)
		places = append(places, p.Place)
		for _, t := range p.Targets {
			if !slices.Contains(targets, t) {
				targets = append(targets, t)
			}
		}
	}
	identity := sha256.Sum256([]byte(c.rule.ID + "\x00" + first.Identity))
	return critique.Finding{
		Rule: c.rule.ID, Severity: first.severity, Perspective: c.rule.Perspective,
		Message: c.rule.Say(c.Chinese, len(of)+unkept, first.details),
		Path:    first.Path, Line: first.Line, Column: first.Column, Quote: first.Quote,
		Targets: targets, Identity: hex.EncodeToString(identity[:8]), Places: places,
	}
}

// named returns what a place is about, without mere numbers.
func named(details []model.Detail) []string {
	kept := []string{}
	for _, detail := range details {
		target, ok := detail.(model.Target)
		if _, err := strconv.ParseFloat(strings.TrimRight(string(target), "%"), 64); ok && err != nil && target != "" {
			kept = append(kept, model.Clip(model.OneLine(string(target)), maxQuote))
		}
	}
	return kept
}

// severity returns how grave one place of a rule is. What stands in the text counts as the
// rule says. That something is missing counts as much only where the session's own layout
// asks for it, and how something is worded only where a demand is worded so: elsewhere it is
// a remark, which a reader may take or leave.
func (s *round) severity(r *native.Rule, d *document.Document, at document.Span, details []model.Detail) critique.Severity {
	severity := r.SeverityOf(details)
	switch {
	case r.Graded:
		return severity
	case r.Witness == rules.Words && model.WeightAt(d, at) < model.Demand:
		return critique.Low
	case (r.Witness == rules.Absence || model.Marked(details, model.Unwitnessed)) && s.Framed && !r.Named:
		return critique.Low
	}
	return severity
}
