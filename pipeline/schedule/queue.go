package schedule

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"discussd/pipeline/hook"
	"discussd/watcher"
)

// queue orders what is to be judged: the most urgent first, within a session the lowest
// round first, what the rounds table does not know in the order it was written, sessions
// first come, first served, and in turn. It is a pure data structure.
type queue struct {
	sessions []string             // with rounds waiting, in the order of service
	rounds   map[string][]waiting // of a session, in the order of service
	rank     map[string]int       // a round's place in the rounds table
}

// waiting is a round that waits.
type waiting struct {
	round   string
	urgency Urgency
	written time.Time // its file
}

func newQueue() *queue { return &queue{rounds: map[string][]waiting{}} }

// push adds a round; one that waits already stays where it is, unless it has become
// more urgent.
func (q *queue) push(key watcher.Key, urgency Urgency, written time.Time) {
	all := q.rounds[key.Session]
	if len(all) == 0 {
		q.sessions = append(q.sessions, key.Session)
	}
	if at := slices.IndexFunc(all, func(w waiting) bool { return w.round == key.Round }); at >= 0 {
		if all[at].urgency <= urgency {
			return
		}
		all = slices.Delete(all, at, at+1)
	}
	one := waiting{key.Round, urgency, written}
	at, _ := slices.BinarySearchFunc(all, one, func(a, b waiting) int {
		// What the table does not know has no rank.
		return cmp.Or(int(a.urgency-b.urgency), q.rank[a.round]-q.rank[b.round], a.written.Compare(b.written), byName(a.round, b.round))
	})
	q.rounds[key.Session] = slices.Insert(all, at, one)
}

// pop takes the most urgent round of the sessions that are not busy; ok is false when
// there is none. A session with more rounds waiting goes to the end of the line.
func (q *queue) pop(busy func(session string) bool) (key watcher.Key, ok bool) {
	at := -1
	for i, session := range q.sessions {
		if first := q.rounds[session][0].urgency; (at < 0 || first < q.rounds[q.sessions[at]][0].urgency) && !busy(session) {
			at = i
		}
	}
	if at < 0 {
		return key, false
	}
	session := q.sessions[at]
	all := q.rounds[session]
	q.sessions = slices.Delete(q.sessions, at, at+1)
	if len(all) > 1 {
		q.sessions = append(q.sessions, session)
		q.rounds[session] = all[1:]
	} else {
		delete(q.rounds, session)
	}
	return watcher.Key{Session: session, Round: all[0].round}, true
}

// inOrder is the keys of a map by session and round: what is done for all of them is
// done in an order that does not change from one time to the next.
func inOrder[V any](of map[watcher.Key]V) []watcher.Key {
	return slices.SortedFunc(maps.Keys(of), byKey)
}

func byKey(a, b watcher.Key) int {
	return cmp.Or(strings.Compare(a.Session, b.Session), byName(a.Round, b.Round))
}

// byName compares names as people count: the second round of a discussion comes before
// the tenth.
func byName(a, b string) int {
	inA, inB := a, b
	for inA != "" && inB != "" {
		numberA, numberB := digits(inA), digits(inB)
		if numberA == "" || numberB == "" {
			if inA[0] != inB[0] {
				break
			}
			inA, inB = inA[1:], inB[1:]
			continue
		}
		inA, inB = inA[len(numberA):], inB[len(numberB):]
		numberA, numberB = strings.TrimLeft(numberA, "0"), strings.TrimLeft(numberB, "0")
		if by := cmp.Or(len(numberA)-len(numberB), strings.Compare(numberA, numberB)); by != 0 {
			return by
		}
	}
	return cmp.Or(strings.Compare(inA, inB), strings.Compare(a, b))
}

func digits(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

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
