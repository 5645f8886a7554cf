package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"discussd/watcher"
)

// queue orders what is to be judged: within a session the lowest round first, what the
// rounds table does not know by name, sessions first come, first served, and in turn.
// It is a pure data structure.
type queue struct {
	sessions []string            // with rounds waiting, in the order of service
	rounds   map[string][]string // waiting rounds of a session, lowest first
	rank     map[string]int      // a round's place in the rounds table
}

func newQueue() *queue { return &queue{rounds: map[string][]string{}} }

// push adds a round; one that waits already stays where it is.
func (q *queue) push(key watcher.Key) {
	waiting := q.rounds[key.Session]
	if len(waiting) == 0 {
		q.sessions = append(q.sessions, key.Session)
	}
	at, found := slices.BinarySearchFunc(waiting, key.Round, func(a, b string) int {
		return cmp.Or(q.rank[a]-q.rank[b], byName(a, b)) // what the table does not know has no rank
	})
	if !found {
		q.rounds[key.Session] = slices.Insert(waiting, at, key.Round)
	}
}

// pop takes the next round of a session that is not busy; ok is false when there
// is none. A session with more rounds waiting goes to the end of the line.
func (q *queue) pop(busy func(session string) bool) (key watcher.Key, ok bool) {
	at := slices.IndexFunc(q.sessions, func(s string) bool { return !busy(s) })
	if at < 0 {
		return key, false
	}
	session := q.sessions[at]
	waiting := q.rounds[session]
	q.sessions = slices.Delete(q.sessions, at, at+1)
	if len(waiting) > 1 {
		q.sessions = append(q.sessions, session)
		q.rounds[session] = waiting[1:]
	} else {
		delete(q.rounds, session)
	}
	return watcher.Key{Session: session, Round: waiting[0]}, true
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

// digits are those that a text begins with.
func digits(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}
