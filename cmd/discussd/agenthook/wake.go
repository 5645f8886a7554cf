package agenthook

import (
	"context"
	"errors"
	"os"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// Wake waits for what comes after a turn of the main agent has ended, and returns what the
// agent's model is to be woken with: what blocks and was told nowhere else, also of what its
// sub-agents wrote. It is "" when nothing is awaited any more, when another call waits
// already, and when ctx ends.
func (h *Hook) Wake(ctx context.Context, e Event) (text string) {
	if e.Moment != TurnEnds {
		return ""
	}
	n, err := open(h.Folder, h.Dialect.Name, e)
	if err != nil {
		h.Say("%v", err)
		return ""
	}
	root, err := os.OpenRoot(n.dir)
	if err != nil {
		h.Say("remember what was written: %v", err)
		return ""
	}
	defer root.Close()
	release, err := durable.TryLock(root, "waits")
	if err != nil {
		if !errors.Is(err, durable.ErrLocked) {
			h.Say("%v", err)
		}
		return ""
	}
	defer release()
	for {
		if n.has("ended", "") { // until then the end of the turn itself waits
			late, awaited := h.afterTurns(e.Session)
			if len(late) > 0 {
				return describe(late)
			}
			if !awaited {
				return ""
			}
		}
		select {
		case <-ctx.Done():
			return ""
		case <-time.After(lateEvery):
		}
	}
}

// afterTurns claims what blocks and came after turns of an agent's session had ended.
// awaited tells whether a daemon is still to judge something that was written there.
func (h *Hook) afterTurns(session string) (late []verdict.Verdict, awaited bool) {
	for _, n := range ended(h.Folder, h.Dialect.Name, session) {
		for _, place := range n.written() { // before the look at verdicts, as one may come in between
			v, err := h.Rounds.Verdict(place)
			awaited = awaited || v == nil && err == nil && h.Rounds.Watched(place)
		}
		late = append(late, n.claimed(h.blocking(n))...)
	}
	return late, awaited
}

// lateEvery is how often late verdicts are looked for.
const lateEvery = 2 * time.Second

// Late tells, a line each and until ctx ends, what blocks in an agent's session and came
// after its turn had ended: what the end of a turn waited for is told there. What passes
// waits for the next prompt. It also ends when over says so. The error is that of tell.
func (h *Hook) Late(ctx context.Context, agentSession string, over func() bool, tell func(line string) error) error {
	for !over() {
		late, _ := h.afterTurns(agentSession)
		for _, v := range late {
			line := head(v)
			if v.Record != nil {
				line += " The full record: " + plain(v.SessionPath+"/"+v.Record.Path)
			}
			if err := tell(line); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lateEvery):
		}
	}
	return nil
}
