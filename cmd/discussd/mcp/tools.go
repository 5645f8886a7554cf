package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/cmd/discussd/rulebook"
	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// The states that a call finds a round in.
const (
	judged    = "judged"    // there is a verdict on the present bytes
	stale     = "stale"     // there is one, and the bytes have changed since
	pending   = "pending"   // there is none on the present bytes
	unwatched = "unwatched" // nor will there be: no daemon watches the session
)

// object is what has a schema of its own elsewhere. It is no interface: a field of such
// has the schema "true", for which clients refuse all tools.
type object = map[string]any

// plain is a value as it is encoded.
func plain(value any) (o object, err error) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return o, nil
}

// Standing is how a round stands. A client's model reads it, so that it is short: the
// whole verdict can be asked for.
type Standing struct {
	State       string   `json:"state" jsonschema:"judged, stale, pending, or unwatched when no daemon is there to judge it"`
	Session     string   `json:"session"`
	Round       string   `json:"round"`
	Fingerprint string   `json:"fingerprint,omitempty" jsonschema:"of the bytes that were judged"`
	Brief       any      `json:"brief,omitempty" jsonschema:"verdict, severity, recommendation, caller_action, average_rating and message"`
	Summary     string   `json:"summary,omitempty"`
	Resources   []string `json:"resources,omitempty" jsonschema:"where the whole verdict and its record can be read"`
	Why         string   `json:"why,omitempty" jsonschema:"what keeps it from a verdict"`
	Verdict     any      `json:"verdict,omitempty" jsonschema:"all of it"`
}

func standing(place session.Place, state string, v *verdict.Verdict) Standing {
	found := Standing{State: state, Session: place.Session, Round: place.Round}
	if v != nil {
		brief := v.Brief()
		found.Fingerprint, found.Brief, found.Summary = string(v.Artifact.Fingerprint), &brief, v.Summary
		found.Resources = []string{address("verdict", place), address("record", place)}
	}
	return found
}

// submit tells the daemons that an artifact is written.
func (s *server) submit(_ context.Context, _ call, in Place) (Standing, error) {
	place, err := s.place(in)
	if err != nil {
		return Standing{}, err
	}
	v, err := s.Rounds.Verdict(place)
	switch {
	case err != nil:
		return Standing{}, err
	case v != nil:
		return standing(place, judged, v), nil
	}
	return s.submitted(place), nil
}

func (s *server) submitted(place session.Place) Standing {
	state := pending
	if !s.Rounds.Done(place) {
		state = unwatched
	}
	found := standing(place, state, nil)
	found.Why = s.Rounds.Obstacle(place)
	return found
}

// The time that a call may wait: less than any client was seen to allow.
const (
	longestWait = 45 * time.Second
	lookEvery   = 200 * time.Millisecond
	tellEvery   = time.Second
)

// Wait is what wait_verdict is given.
type Wait struct {
	Place
	Seconds *int `json:"seconds,omitempty" jsonschema:"how long to wait, 0 to 45; 45 when it is left out"`
}

// wait waits for the verdict on the present bytes, and says once for each state of them
// that their writer is done.
func (s *server) wait(ctx context.Context, c call, in Wait) (Standing, error) {
	most := longestWait
	if in.Seconds != nil {
		if most = time.Duration(*in.Seconds) * time.Second; *in.Seconds < 0 || *in.Seconds > int(longestWait/time.Second) {
			return Standing{}, fmt.Errorf("seconds must be 0 to 45 (got %d): call again to go on waiting", *in.Seconds)
		}
	}
	place, err := s.place(in.Place)
	if err != nil {
		return Standing{}, err
	}
	began, told := time.Now(), time.Time{}
	found := standing(place, pending, nil)
	for {
		v, err := s.Rounds.Verdict(place)
		switch {
		case errors.Is(err, session.ErrNoArtifact):
			found = standing(place, pending, nil)
			found.Why = err.Error()
		case err != nil:
			return Standing{}, err
		case v != nil:
			return standing(place, judged, v), nil
		case time.Since(told) >= tellEvery:
			found = s.submitted(place)
		}
		waited := time.Since(began)
		if time.Since(told) >= tellEvery {
			told = time.Now()
			c.progress(ctx, waited.Seconds(), most.Seconds(), cmp.Or(found.Why, place.Round+" is being judged"))
		}
		if waited >= most || found.State == unwatched {
			return found, nil
		}
		select {
		case <-ctx.Done():
			return Standing{}, ctx.Err()
		case <-time.After(min(lookEvery, most-waited)):
		}
	}
}

// Get is what get_verdict is given.
type Get struct {
	Place
	Full bool `json:"full,omitempty" jsonschema:"the whole verdict as well, which is long"`
}

func (s *server) get(_ context.Context, _ call, in Get) (Standing, error) {
	place, v, err := s.last(in.Place)
	if err != nil {
		return Standing{}, err
	}
	if v == nil {
		return standing(place, pending, nil), nil
	}
	state := stale
	if now, err := s.Rounds.Verdict(place); err == nil && now != nil {
		state, v = judged, now
	}
	found := standing(place, state, v)
	if in.Full {
		found.Verdict, err = plain(v)
	}
	return found, err
}

// last is the last verdict of a round that may be looked at.
func (s *server) last(in Place) (session.Place, *verdict.Verdict, error) {
	place, err := s.place(in)
	if err != nil {
		return place, nil, err
	}
	v, err := s.Rounds.Last(place)
	return place, v, err
}

// Findings is what findings is given.
type Findings struct {
	Place
	Severity string `json:"severity,omitempty" jsonschema:"HIGH, MEDIUM or LOW alone; all of them when it is left out"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
	Limit    int    `json:"limit,omitempty" jsonschema:"findings on a page, 1 to 100; 20 when it is left out"`
}

// Page is some of the findings of a verdict.
type Page struct {
	Round       string             `json:"round"`
	Fingerprint string             `json:"fingerprint"`
	Total       int                `json:"total"`
	Findings    []critique.Finding `json:"findings"`
	Next        string             `json:"next_cursor,omitempty"`
}

const mostOnPage, usualOnPage = 100, 20

func (s *server) findings(_ context.Context, _ call, in Findings) (Page, error) {
	severity := critique.Severity(strings.ToUpper(in.Severity))
	switch {
	case in.Severity != "" && !slices.Contains([]critique.Severity{critique.High, critique.Medium, critique.Low}, severity):
		return Page{}, fmt.Errorf("severity must be HIGH, MEDIUM or LOW (got %q)", in.Severity)
	case in.Limit < 0 || in.Limit > mostOnPage:
		return Page{}, fmt.Errorf("limit must be 1 to %d (got %d)", mostOnPage, in.Limit)
	}
	place, v, err := s.last(in.Place)
	if err != nil {
		return Page{}, err
	}
	if v == nil {
		return Page{}, fmt.Errorf("there is no verdict on %s of %s yet: call wait_verdict", place.Round, place.Session)
	}
	all := slices.DeleteFunc(v.Checks.Present(), func(f critique.Finding) bool { return in.Severity != "" && f.Severity != severity })
	slices.SortStableFunc(all, func(a, b critique.Finding) int { return cmp.Compare(b.Severity.Weight(), a.Severity.Weight()) })
	mark := fmt.Sprintf("%s/%d/%s/", v.Artifact.Fingerprint, v.Revision, severity)
	from := 0
	if in.Cursor != "" {
		rest, ours := strings.CutPrefix(in.Cursor, mark)
		if from, err = strconv.Atoi(rest); !ours || err != nil || from < 0 || from > len(all) {
			return Page{}, errors.New("the cursor is not one of this verdict's and severity's: begin again without it")
		}
	}
	to := min(len(all), from+cmp.Or(in.Limit, usualOnPage))
	page := Page{Round: v.Round, Fingerprint: string(v.Artifact.Fingerprint), Total: len(all), Findings: slices.Clip(append([]critique.Finding{}, all[from:to]...))}
	if to < len(all) {
		page.Next = mark + strconv.Itoa(to)
	}
	return page, nil
}

// Explain is what explain_rule is given.
type Explain struct {
	Rule string `json:"rule" jsonschema:"id of the rule, such as X-001"`
}

// Explained is a rule in words.
type Explained struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

func (s *server) explain(_ context.Context, _ call, in Explain) (Explained, error) {
	if err := proper(in.Rule); err != nil {
		return Explained{}, err
	}
	rule, ok := rulebook.Find(s.Rules, in.Rule)
	if !ok {
		return Explained{}, fmt.Errorf("unknown rule %q (nearest: %s, %s)", in.Rule, rule.ID, rule.Title)
	}
	return Explained{rule.ID, rulebook.Text(rule)}, nil
}

// Ask is what request_review is given.
type Ask struct {
	Path         string   `json:"path" jsonschema:"the artifact, in a session"`
	Round        string   `json:"round,omitempty" jsonschema:"id of a round of its own, needed with perspectives"`
	Perspectives []string `json:"perspectives,omitempty" jsonschema:"names of configured perspectives"`
}

// Asked is where a request went.
type Asked struct {
	Request string `json:"request" jsonschema:"path for wait_verdict"`
}

func (s *server) review(_ context.Context, _ call, in Ask) (Asked, error) {
	for _, name := range append([]string{in.Round}, in.Perspectives...) {
		if err := proper(name); err != nil {
			return Asked{}, err
		}
		if strings.Contains(name, ":") { // would define one, and name the tool that is asked
			return Asked{}, fmt.Errorf("%q is no name of a configured perspective", name)
		}
	}
	if _, err := s.folder(in.Path); err != nil {
		return Asked{}, err
	}
	path, err := s.Rounds.Ask(Review(in))
	return Asked{path}, err
}

// Folder is what session_status is given.
type Folder struct {
	Session string `json:"session" jsonschema:"session folder, or a path in its spec folder"`
}

// Stand is how a session stands, as `discussd status --format json` says it.
type Stand struct {
	Status object `json:"status"`
}

func (s *server) status(_ context.Context, _ call, in Folder) (Stand, error) {
	dir, err := s.folder(in.Session)
	if err != nil {
		return Stand{}, err
	}
	stands, err := plain(s.Rounds.Status(dir))
	return Stand{stands}, err
}
