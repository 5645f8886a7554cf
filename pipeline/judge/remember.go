package judge

import (
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// memory is what was answered before, as one judgement knows it.
type memory struct {
	opened  *openSession
	of      verdict.Case
	marking *marking
	reading bool // nothing is kept
	anew    bool // nothing is recalled
}

// remember gives a judgement its memory. Who orders that a round is judged again in any
// case wants new answers; a dry run leaves none.
func remember(opened *openSession, r judgement, of verdict.Case, marking *marking) critique.Memory {
	return memory{opened, of, marking, r.dry, r.Again == Always}
}

// Recall returns what was answered to a question.
func (m memory) Recall(key string) (critique.Kept, bool) {
	if m.anew {
		return critique.Kept{}, false
	}
	kept, ok := m.opened.folder.KeptAnswer(key, time.Now())
	kept.Same = ok && kept.Revision == m.of.Revision && kept.Fingerprint == m.of.Fingerprint
	return kept, ok
}

// Keep keeps an answer, once the round is marked: before that its folder may not be there.
func (m memory) Keep(key string, kept critique.Kept) {
	if m.reading {
		return
	}
	if <-m.marking.marked; m.marking.failed != nil {
		return
	}
	kept.Carried = critique.Carried{Revision: m.of.Revision, Fingerprint: m.of.Fingerprint, At: time.Now()}
	if err := m.opened.folder.KeepAnswer(m.of.Round, key, kept); err != nil {
		m.opened.log(m.of.Round).Warn("answer not kept", "tool", kept.Tool, "error", err)
	}
}
