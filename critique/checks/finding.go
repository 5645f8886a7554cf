package checks

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/rules"
	"discussd/internal/text/invisible"
)

const (
	maxPlaces = 200 // of one finding; the message counts them all
	maxQuote  = 200 // characters
)

// collector gathers the places of one rule.
type collector struct {
	*round
	rule    *rule
	applied bool // whether it had anything to look at
	asked   int  // in how many documents it had
	places  []reported
	fired   int // places, including those above maxPlaces
	gravest critique.Severity
	muted   []critique.Mute // no more than maxPlaces
	same    map[string]int  // how often an identity was given
}

// reported is a place with the targets its rule gave, notes included.
type reported struct {
	critique.Place
	args     []string
	severity critique.Severity
}

// hit is the reporter a rule is given. Places in documents of other rounds and in
// templates nobody filled do not count; those in documents that ignore the rule are
// muted.
func (c *collector) hit(d *document.Document, at document.Span, targets ...string) {
	if !slices.Contains(c.own, d) || c.skeleton[d] && c.rule.ID != skeletonRule {
		return
	}
	if mark := c.ignores[d].of(c.rule.ID); mark != nil {
		c.mute(d, c.place(d, at, targets), targets, mark)
		return
	}
	severity := c.rule.severityOf(targets)
	if severity.Weight() > c.gravest.Weight() {
		c.gravest = severity
	}
	if c.fired++; len(c.places) >= maxPlaces {
		return
	}
	c.places = append(c.places, reported{c.place(d, at, targets), targets, severity})
}

// mute notes a place that a mark in its document keeps out of the findings.
func (c *collector) mute(d *document.Document, p critique.Place, args []string, mark *ignore) {
	if len(c.muted) >= maxPlaces {
		return
	}
	line, _ := d.Position(mark.at.Start)
	c.muted = append(c.muted, critique.Mute{
		Rule: c.rule.ID, Severity: c.rule.severityOf(args), Message: c.rule.message(c.chinese, 1, args), Path: p.Path, Line: p.Line,
		Quote: p.Quote, Reason: clip(oneLine(mark.reason), maxQuote), MarkLine: line, Identity: p.Identity,
	})
}

// place is one place where the rule fired.
func (c *collector) place(d *document.Document, at document.Span, targets []string) critique.Place {
	place := critique.Place{Path: d.Path, Targets: named(targets)}
	heading := ""
	if at != (document.Span{}) {
		place.Line, place.Column = d.Position(at.Start)
		line := d.LineAt(at.Start)
		quote := strings.TrimSpace(d.Slice(document.Span{Start: at.Start, End: max(at.Start, min(at.End, line.End))}))
		place.Quote = clip(invisible.Marked(clip(quote, maxQuote)), maxQuote)
		if s := d.SectionAt(at.Start); s != nil {
			heading = s.Title
		}
	}
	place.Identity = c.identity(place, heading)
	return place
}

// identity survives moved lines and new words around the place. The second of
// two places that are alike in all it knows gets a number.
func (c *collector) identity(p critique.Place, heading string) string {
	key := strings.Join([]string{c.rule.ID, p.Path, strings.Join(p.Targets, ","), normal(heading), normal(p.Quote)}, "\x00")
	if c.same == nil {
		c.same = map[string]int{}
	}
	if c.same[key]++; c.same[key] > 1 {
		key += "\x00" + itoa(c.same[key])
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:8])
}

// finding returns what the rule has to say, if it fired at all. It is as grave as
// its gravest place, which comes first.
func (c *collector) finding() critique.Finding {
	if c.fired == 0 {
		return critique.Finding{}
	}
	slices.SortStableFunc(c.places, func(a, b reported) int {
		if n := b.severity.Weight() - a.severity.Weight(); n != 0 {
			return n
		}
		if n := strings.Compare(a.Path, b.Path); n != 0 {
			return n
		}
		return a.Line - b.Line
	})
	first := c.places[0]
	targets := []string{}
	seen := map[string]bool{}
	places := make([]critique.Place, 0, len(c.places))
	for _, p := range c.places {
		p.Message = c.rule.message(c.chinese, 1, p.args)
		places = append(places, p.Place)
		for _, t := range p.Targets {
			if !seen[t] {
				seen[t] = true
				targets = append(targets, t)
			}
		}
	}
	identity := sha256.Sum256([]byte(c.rule.ID + "\x00" + first.Identity))
	return critique.Finding{
		Rule: c.rule.ID, Severity: c.gravest, Perspective: c.rule.Perspective,
		Message: c.rule.message(c.chinese, c.fired, first.args),
		Path:    first.Path, Line: first.Line, Column: first.Column, Quote: first.Quote,
		Targets: targets, Identity: hex.EncodeToString(identity[:8]), Places: places,
	}
}

// unwitnessed, among the targets of a place, says that no text bears the place out:
// it is about something that is missing, or that may be whole.
const unwitnessed = "\x00unwitnessed"

// note marks a target that is only for the message: it names nothing, or it
// changes without the finding becoming another one.
func note(text string) string { return "\x00" + text }

// say is a note in the round's language.
func (s *session) say(en, zh string) string {
	return note(rules.Text{EN: en, ZH: zh}.In(s.chinese))
}

// named leaves out notes and mere numbers.
func named(targets []string) []string {
	kept := []string{}
	for _, t := range targets {
		if _, err := strconv.ParseFloat(strings.TrimRight(t, "%"), 64); err != nil && t != "" && t[0] != 0 {
			kept = append(kept, clip(oneLine(t), maxQuote))
		}
	}
	return kept
}

// normal reduces a text to its letters and digits, in lower case.
func normal(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

func itoa(n int) string { return strconv.Itoa(n) }
