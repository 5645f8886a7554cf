package agenthook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Rounds is how a hook gets to know what became of what was written.
type Rounds interface {
	// Route is the round that a file belongs to; ok is false for any other file.
	Route(path string) (place session.Place, ok bool)
	// Since lists the rounds below a folder of which a file was written after a time.
	Since(ctx context.Context, dir string, at time.Time) []session.Place
	// Verdict is that on the present bytes; nil while there is none. The error says that
	// there never will be one, as when the artifact is gone.
	Verdict(place session.Place) (*verdict.Verdict, error)
	// Done tells the daemons that the round's writer is done, and whether there is one.
	Done(place session.Place) (watched bool)
	// Watched tells whether a daemon watches the round's session.
	Watched(place session.Place) bool
	// Wrote notes who wrote a file of a round, or, where path is "", all of its files that
	// were written after a time.
	Wrote(place session.Place, path string, after time.Time, by critique.Writer) error
	// Judge judges the round here and now.
	Judge(ctx context.Context, place session.Place) error
}

// Hook answers the events of one agent.
type Hook struct {
	Dialect Dialect
	Rounds  Rounds
	Folder  string        // where notebooks are kept
	Wait    time.Duration // how long the end of a turn may be held up, in all
	OrRun   bool          // judge here where no daemon watches
	Say     func(format string, args ...any)
}

// The turns that may go on because of one artifact, from one prompt to the next. Claude
// alone would end a loop by itself.
const (
	mostRevisions = 3 // of what the agent may mend
	mostReports   = 1 // of what it is to report
)

// turnsFor is how many turns may go on because of an artifact with such a verdict.
func turnsFor(v verdict.Verdict) int {
	if v.CallerAction == verdict.CallerStops || v.Error != nil {
		return mostReports
	}
	return mostRevisions
}

// pollEvery is how often a verdict is looked for: a look is two small reads.
const pollEvery = 200 * time.Millisecond

// Answer does what an event asks for, and returns what is to be printed. It says what goes
// wrong and breaks nothing: the agent goes on as if there were no hook.
func (h *Hook) Answer(ctx context.Context, e Event) []byte {
	switch e.Moment {
	case AfterTool:
		return h.afterTool(e)
	case TurnEnds:
		return h.turnEnds(ctx, e)
	case PromptArrives:
		return h.promptArrives(e)
	case SessionEnds:
		if err := os.RemoveAll(filepath.Join(h.Folder, "told", h.Dialect.Name, digest(e.Session))); err != nil {
			h.Say("%v", err)
		}
	}
	return nil
}

// afterTool remembers what was written. It is called for every file, so that a file of no
// session costs nothing more.
func (h *Hook) afterTool(e Event) []byte {
	var places []session.Place
	for _, path := range e.Paths {
		place, ok := h.Rounds.Route(path)
		if !ok {
			continue
		}
		if err := h.Rounds.Wrote(place, path, time.Time{}, h.writer(e)); err != nil {
			h.Say("%v", err)
		}
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	if len(places) == 0 && !e.Shell && !h.Dialect.late {
		return nil
	}
	n, err := open(h.Folder, h.Dialect.Name, e)
	if err != nil {
		h.Say("%v", err)
		return nil
	}
	n.since()
	if e.Shell {
		n.claim("shell", "")
	}
	for _, place := range places {
		if err := n.wrote(place); err != nil {
			h.Say("%v", err)
		}
	}
	if h.Dialect.late && len(places) == 0 {
		return h.tell(e, n, h.pending(n))
	}
	return nil
}

// promptArrives tells what came after the last turn had ended, or did not hold it up.
func (h *Hook) promptArrives(e Event) []byte {
	n, err := open(h.Folder, h.Dialect.Name, e)
	if err != nil {
		h.Say("%v", err)
		return nil
	}
	n.since()
	n.drop("ended")
	if !automatic(e.Prompt) {
		n.drop("turn")
	}
	return h.tell(e, n, h.pending(n))
}

// automatic tells whether a prompt is none of a person's: what the hook itself has said, or
// what claude's monitors and sub-agents report.
func automatic(prompt string) bool {
	return strings.HasPrefix(strings.TrimSpace(prompt), "discussd:") || strings.Contains(prompt, "<task-notification>")
}

// pending lists the verdicts on present bytes that the worker has not been told of.
func (h *Hook) pending(n notebook) (verdicts []told) {
	for _, place := range n.written() {
		if v, err := h.Rounds.Verdict(place); err == nil && v != nil && !n.has("told", key(*v)) {
			verdicts = append(verdicts, told{place, *v})
		}
	}
	return verdicts
}

// told is a verdict and where it is from.
type told struct {
	place session.Place
	v     verdict.Verdict
}

// key tells verdicts apart that are told once each: those on other bytes.
func key(v verdict.Verdict) string {
	return v.SessionPath + "\n" + v.Round + "\n" + string(v.Artifact.Fingerprint)
}

// blocking lists what the worker has not been told of and must be told for: what blocks,
// and has not had its turns.
func (h *Hook) blocking(n notebook) (blocked []told) {
	for _, t := range h.pending(n) {
		if t.v.ExitCode() != 0 && n.may(t.place, turnsFor(t.v)) {
			blocked = append(blocked, t)
		}
	}
	return blocked
}

// tell prints those verdicts that nobody else has claimed meanwhile.
func (h *Hook) tell(e Event, n notebook, all []told) []byte {
	mine := n.claimed(all)
	if len(mine) == 0 {
		return nil
	}
	return h.Dialect.reply(e, describe(mine))
}

// turnEnds waits for the verdicts on what the worker wrote, and has the turn go on for
// those that block. What lets a round pass is told with the next prompt.
func (h *Hook) turnEnds(ctx context.Context, e Event) []byte {
	ctx, cancel := context.WithTimeout(ctx, h.Wait)
	defer cancel()
	n, err := open(h.Folder, h.Dialect.Name, e)
	if err != nil {
		h.Say("%v", err)
		return nil
	}
	n.drop("ended")
	defer n.claim("ended", "")
	places := h.places(ctx, e, n)
	if len(places) == 0 {
		return nil
	}
	if e.Leaving {
		for _, place := range places {
			h.Rounds.Done(place)
		}
		return nil
	}
	missing := h.await(ctx, places)
	if text := h.tell(e, n, h.blocking(n)); text != nil {
		return text
	}
	if missing != "" && n.claim("missing", missing) {
		h.Say("%s", missing)
		return h.Dialect.aside("discussd: " + missing)
	}
	return nil
}

// places lists the rounds whose files the worker wrote, also those that its shell did.
func (h *Hook) places(ctx context.Context, e Event, n notebook) []session.Place {
	since := n.since()
	if e.Dir != "" && (h.Dialect.silent || n.has("shell", "")) {
		for _, place := range h.Rounds.Since(ctx, e.Dir, since) {
			if err := errors.Join(n.wrote(place), h.Rounds.Wrote(place, "", since, h.writer(e))); err != nil {
				h.Say("%v", err)
			}
		}
	}
	return n.written()
}

// await waits until every round has a verdict on its present bytes, or time is up. It
// returns why some will have none: once per session somebody should know.
func (h *Hook) await(ctx context.Context, places []session.Place) (missing string) {
	done := map[session.Place]bool{}
	for waiting := true; waiting; {
		waiting = false
		for _, place := range places {
			v, err := h.Rounds.Verdict(place)
			if v != nil || err != nil {
				continue
			}
			if !done[place] {
				done[place] = true
				if !h.Rounds.Done(place) {
					missing = h.unwatched(ctx, place)
					continue
				}
			} else if missing != "" {
				continue
			}
			waiting = true
		}
		if !waiting {
			break
		}
		select {
		case <-ctx.Done():
			return missing
		case <-time.After(pollEvery):
		}
	}
	return missing
}

// unwatched judges a round that no daemon watches, or says how it would be.
func (h *Hook) unwatched(ctx context.Context, place session.Place) string {
	if !h.OrRun {
		return fmt.Sprintf("no daemon watches %s, so nobody judges what is written there. Start one: discussd run %[1]s", place.Session)
	}
	if err := h.Rounds.Judge(ctx, place); err != nil {
		return fmt.Sprintf("%s of %s is not judged: %v", place.Round, place.Session, err)
	}
	return ""
}
