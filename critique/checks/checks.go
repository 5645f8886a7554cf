// Package checks is a critic of whole specification sessions that needs no
// model: rules that read the documents themselves, in English and Chinese.
//
// A [critique.Subject] comes in, a [critique.Report] goes out: one finding a rule
// and severity, with every place where it fired, and a rating for each perspective. The
// panel asks it for facts before it asks any LLM, and for an opinion when no LLM
// answers ([Checks] is a [critique.Analyst]). Each rule is an entry in a file of package
// rules and a short function here. The package reads no file and starts no process.
package checks

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/nearest"
)

// Options configures the checks. The zero value runs every rule as catalogued.
type Options struct {
	Off      []string                     // rule IDs that are switched off
	Severity map[string]critique.Severity // other severities, by rule ID: High, Medium or Low
	Now      func() time.Time             // the clock for dates in the future; time.Now when nil
	Own      []Rule                       // of the user's files: each says how it looks
}

// Checks runs the rules. It is safe for concurrent use.
type Checks struct {
	rules   []native.Rule
	all     []native.Rule // also those that are switched off
	known   []string      // the IDs of all rules, also of those that are switched off
	now     func() time.Time
	library *library
	room    *semaphore.Weighted // for the files that are looked at just now, in bytes
}

var _ critique.Checks = (*Checks)(nil)

// New returns the checks. The error joins every unknown rule ID, with the
// nearest known one, and every unknown severity.
func New(o Options) (*Checks, error) {
	all := catalogue()
	o = o.renamed()
	var ids []string
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	own, problems := ownRules(o.Own, ids)
	for _, r := range own {
		all, ids = append(all, r), append(ids, r.ID)
	}
	for _, id := range slices.Concat(o.Off, slices.Sorted(maps.Keys(o.Severity))) {
		if !slices.Contains(ids, id) {
			problems = append(problems, fmt.Errorf("unknown rule %q (nearest: %s)", id, nearest.Of(id, ids)))
		}
		if s, set := o.Severity[id]; set && (s.Weight() == 0 || s == critique.Critical) {
			problems = append(problems, fmt.Errorf("rule %s: unknown severity %q", id, s))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	c := &Checks{all: all, known: ids, now: o.Now, library: &library{}, room: semaphore.NewWeighted(maxTogether)}
	if c.now == nil {
		c.now = time.Now
	}
	for _, r := range all {
		if slices.Contains(o.Off, r.ID) {
			continue
		}
		if s, set := o.Severity[r.ID]; set {
			r.Severity, r.Graded = s, true
		}
		c.rules = append(c.rules, r)
	}
	return c, nil
}

// retiredRules are the rules of earlier versions, one a line, each with the one that looks for
// the same now, if any: what was set for it holds for that one.
//
//go:embed retired.txt
var retiredRules string

// Retired returns the rule that looks today for what a rule of an earlier version looked
// for, "" where none does. It is false for an ID that was never retired.
func Retired(id string) (successor string, retired bool) {
	successor, retired = successors()[id]
	return successor, retired
}

// successors are those of retiredRules by the rule that went.
var successors = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(retiredRules) {
		old, now, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[old] = now
	}
	return all
})

// renamed returns the options with the names of today.
func (o Options) renamed() Options {
	now := Options{Now: o.Now, Own: o.Own, Severity: map[string]critique.Severity{}}
	for _, id := range o.Off {
		if successor, retired := Retired(id); !retired {
			now.Off = append(now.Off, id)
		} else if successor != "" {
			now.Off = append(now.Off, successor)
		}
	}
	for id, severity := range o.Severity {
		if successor, retired := Retired(id); !retired {
			now.Severity[id] = severity
		} else if successor != "" && o.Severity[successor] == "" {
			now.Severity[successor] = severity
		}
	}
	return now
}

// How many bytes of files are looked at together, of all subjects that are checked at
// the same time: parsed they can need thirty times as much. Beside a subject that has
// more than is heavy there is room for light ones, but not for another of its kind.
const (
	heavy       = 8 << 20
	maxTogether = heavy + heavy/2
)

// sizeOf is how much of that a subject takes.
func sizeOf(subject critique.Subject) int64 {
	files := subject.Session
	if len(files) == 0 {
		files = append(slices.Clone(subject.Members), subject.Artifact)
	}
	bytes := 0
	for _, d := range files {
		bytes += len(d.Content)
	}
	return int64(min(bytes, heavy))
}

// Check reads the subject's documents once and runs every rule that applies to
// the round's files. A cancelled context ends it early: the report then holds
// the rules that ran.
func (c *Checks) Check(ctx context.Context, subject critique.Subject) critique.Report {
	var report critique.Report
	weight := sizeOf(subject)
	if c.room.Acquire(ctx, weight) != nil {
		report.NotAssessed = append(report.NotAssessed, "the checks were interrupted")
		return report
	}
	defer c.room.Release(weight)
	s := c.open(subject)
	s.Lock()
	defer s.Unlock()
	var results []*collector
	for i := range c.rules {
		if ctx.Err() != nil {
			report.NotAssessed = append(report.NotAssessed, "the checks were interrupted")
			break
		}
		results = append(results, s.run(&c.rules[i]))
	}
	s.undeclared(results)
	retold(results)
	overlaid(results)
	var score tally
	for _, found := range results {
		if !found.applied {
			continue
		}
		report.Applicable++
		report.Muted = append(report.Muted, found.muted...)
		score.add(found.rule, found.gravest, found.fired)
		switch {
		case found.fired > 0:
			report.Findings = append(report.Findings, found.findings()...)
		case len(found.muted) == 0:
			report.Passed++
		}
	}
	slices.SortStableFunc(report.Findings, func(a, b critique.Finding) int {
		return b.Severity.Weight() - a.Severity.Weight()
	})
	slices.SortStableFunc(report.Muted, func(a, b critique.Mute) int {
		return b.Severity.Weight() - a.Severity.Weight()
	})
	report.Chinese = s.Chinese
	report.NotAssessed = append(report.NotAssessed, s.gaps()...)
	report.Overall = score.rating()
	return report
}

// run applies one rule to every document of the round it is about.
func (s *round) run(r *native.Rule) *collector {
	found := &collector{round: s, rule: r}
	docs := s.Own
	if r.Shared {
		docs = slices.Concat(s.Own, s.lent)
	}
	for _, d := range docs {
		if !s.judges(r, d) {
			continue
		}
		if missing := s.missing(r.Needs); missing != "" {
			s.miss(missing, r.ID)
			continue
		}
		if s.look(r, d, found.hit) {
			found.applied = true
			found.asked++
		}
	}
	return found
}

// judges tells whether a rule is about a document. Of a file that cannot be
// read, and of a template nobody filled in, nothing else can be said.
func (s *round) judges(r *native.Rule, d *document.Document) bool {
	unread := s.Problems[d] != ""
	switch {
	case unread || r.ID == model.UnreadRule:
		return unread && r.ID == model.UnreadRule
	case s.Skeleton[d]:
		return r.ID == model.SkeletonRule
	}
	return s.allows(r) && r.About(d.Kind) && (!d.Foreign || r.ReadsMarks() || familiar(d) && (r.Named || slices.Contains(templateParts[d.Kind], r.ID)))
}

// allows tells whether a rule is right in the session's layout: the last glob that matches
// its ID says so, and one that begins with "!" says that it is not. The user's own are right
// in every layout that does not say so.
func (s *round) allows(r *native.Rule) bool {
	allowed := len(s.right) == 0 && !r.Named || r.Own
	for _, glob := range s.right {
		inner, not := strings.CutPrefix(glob, "!")
		if match, err := path.Match(inner, r.ID); err == nil && match {
			allowed = !not
		}
	}
	return allowed
}

// look asks a rule about one document. A rule that breaks on it must not break
// the round: it counts as one that had nothing to look at, and that is said.
func (s *round) look(r *native.Rule, d *document.Document, hit native.Hit) (applied bool) {
	if illegible(d) {
		report := hit
		unseen := false
		hit = func(doc *document.Document, at document.Span, details ...model.Detail) {
			if unseen = unseen || at == (document.Span{}); at != (document.Span{}) {
				report(doc, at, details...)
			}
		}
		defer func() { applied = applied && !unseen }()
	}
	defer func() {
		if problem := recover(); problem != nil {
			why, _ := problem.(faulty)
			s.broken = append(s.broken, broken{r.ID, d.Path, string(why)})
		}
	}()
	return r.Look(s.Session, d, hit)
}

// illegible tells whether a document has its headings in a language that no rule
// knows: of what it lacks nothing can be said.
func illegible(d *document.Document) bool {
	return d.Foreign && !(model.Identified(d) && familiar(d))
}

// familiar tells whether a third of the headings below the title say what they are about.
func familiar(d *document.Document) bool {
	all, known := 0, 0
	for _, section := range d.Sections {
		if section.Level > 1 && section.Level <= 6 {
			if all++; section.Topic != "" {
				known++
			}
		}
	}
	return known*3 >= all
}

// missing returns the first kind of which the session has no document, or "".
func (s *round) missing(needs []document.Kind) document.Kind {
	for _, kind := range needs {
		if s.Index(kind) == nil {
			return kind
		}
	}
	return ""
}
