package agenthook

import (
	"context"
	"time"
)

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
