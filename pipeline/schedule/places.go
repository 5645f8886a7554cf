package schedule

import "discussd/pipeline/hook"

// places are where rounds are judged: so many at once, one in a session, and none where
// too many hooks wait to tell of verdicts.
type places struct {
	most    int
	running int
	busy    map[string]bool // sessions with a running round
	hooks   hook.Queue      // tells people of verdicts
}

// full tells whether a round of the session would have to wait: one that starts
// at once marks itself as running.
func (p *places) full(session string) bool {
	return p.running >= p.most || p.busy[session] || p.hooks.Full(session)
}

func (p *places) take(session string) {
	p.running++
	p.busy[session] = true
}

func (p *places) leave(session string) {
	p.running--
	delete(p.busy, session)
}
