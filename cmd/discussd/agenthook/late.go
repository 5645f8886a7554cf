package agenthook

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// lateEvery is how often late verdicts are looked for.
const lateEvery = 2 * time.Second

// Late tells, a line each and until ctx ends, what blocks in an agent's session and came
// after its turn had ended: what the end of a turn waited for is told there. What passes
// waits for the next prompt. It also ends when over says so. The error is that of tell.
func (h *Hook) Late(ctx context.Context, agentSession string, over func() bool, tell func(line string) error) error {
	for !over() {
		for _, n := range h.ended(agentSession) {
			for _, t := range h.untold(n) {
				if t.v.ExitCode() == 0 || !n.may(t.place, turnsFor(t.v)) || !n.claim("told", key(t.v)) {
					continue
				}
				line := head(t.v)
				if t.v.Record != nil {
					line += " The full record: " + plain(t.v.SessionPath+"/"+t.v.Record.Path)
				}
				if err := tell(line); err != nil {
					return err
				}
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

// ended lists the notebooks of an agent's session whose turn has ended.
func (h *Hook) ended(agentSession string) (all []notebook) {
	of := filepath.Join(h.Folder, "told", h.Dialect.Name, digest(agentSession))
	entries, _ := os.ReadDir(of)
	for _, entry := range entries {
		if n := (notebook{filepath.Join(of, entry.Name())}); n.has("ended", "") {
			all = append(all, n)
		}
	}
	return all
}
