// Package hub asks the tools of other machines: a daemon puts a prompt into a queue on NATS JetStream, a worker
// that has the tool takes it, and the answer comes back.
//
// A [cli.Prompt] comes in and a [cli.Answer] or an error wrapping [*critique.Failure] goes out, as of a CLI:
// [Tool] is the daemon's side and [Worker] the other. Queue, redelivery and files are JetStream's.
package hub

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"discussd/critique"
	"discussd/critique/cli"
)

// Version is that of the two messages. Whoever reads another one says so and does nothing.
const Version = 1

// Names of what a hub holds. Subjects begin with a prefix, streams with the same in capitals, so that
// one NATS can serve several hubs.
const (
	DefaultPrefix = "discussd"

	asksOf    = "ask"    // PREFIX.ask.PROJECT.TOOL.HOST.LANE: work, which one worker takes
	bellsOf   = "bell"   // PREFIX.bell.PROJECT.TOOL.HOST.LANE: there is an ask, or a place for one
	heldOf    = "held"   // PREFIX.held.PROJECT: why asks of the project wait
	rollOf    = "roll"   // PREFIX.roll.TOOL: whether a worker takes asks for the tool
	runsOf    = "run"    // PREFIX.run.PROJECT.ID: whether a worker has the ask
	claimsOf  = "claim"  // PREFIX.claim.PROJECT.ID: which run has the ask
	statesOf  = "state"  // PREFIX.state.PROJECT: what workers say of themselves
	answersOf = "answer" // PREFIX.answer.PROJECT.ID: the last answer to an ask
	cancelsOf = "cancel" // PREFIX.cancel.PROJECT.ID: nobody waits for it any more
)

// How long things last.
const (
	keptAnswers = 24 * time.Hour   // for the next judge of the same bytes
	keptAsks    = 6 * time.Hour    // that no worker took
	ackWait     = 15 * time.Second // after such a silence the queue hands an ask out again
	deliveries  = 3                // runs that may try one ask
)

// inMessage is how many bytes of a prompt or an answer travel in a message, half of what NATS takes,
// for JSON makes text longer. What is longer goes through the object store.
const inMessage = 512 << 10

// ask is one prompt for one tool.
type ask struct {
	Version int      `json:"version"`
	ID      string   `json:"id"`      // what is asked, and of whom: [identity]
	Project string   `json:"project"` // whose it is
	Host    string   `json:"host"`    // of the daemon that asks first
	Tool    string   `json:"tool"`
	Model   string   `json:"model,omitempty"` // that is wanted; "" leaves it to the worker
	Seconds float64  `json:"seconds"`         // that a run may take; no clock of two machines is compared
	Shared  int      `json:"shared"`          // as in [cli.Prompt]
	Awaited bool     `json:"awaited"`         // somebody waits for what comes of it
	Prompt  contents `json:"prompt"`
	Schema  contents `json:"schema"`
}

// reply is what became of an ask.
type reply struct {
	Version  int            `json:"version"`
	ID       string         `json:"id"`
	Sequence uint64         `json:"sequence"` // of the ask in the queue: a failure answers no later one
	Worker   string         `json:"worker"`
	Text     contents       `json:"text"`
	Raw      contents       `json:"raw"`
	Stderr   []byte         `json:"stderr,omitempty"`
	Model    string         `json:"model,omitempty"`
	Family   string         `json:"family,omitempty"`
	Cost     critique.Cost  `json:"cost"`
	Seconds  float64        `json:"seconds"`
	Class    critique.Class `json:"class"` // [critique.Answered], or why there is no answer
	Reason   string         `json:"reason,omitempty"`
	Final    bool           `json:"final,omitempty"` // another try would fail as well
}

// contents are bytes in the message, or the name of an object that holds them.
type contents struct {
	Bytes  []byte `json:"bytes,omitempty"`
	Object string `json:"object,omitempty"`
}

// identity names what is asked of whom, without the random word that marks documents: whoever asks
// the same gets the same answer, and it is paid once.
func identity(project, tool, model string, p cli.Prompt) string {
	hash := sha256.New()
	what := p.Text
	if p.Mark != "" {
		what = bytes.ReplaceAll(what, []byte(p.Mark), nil)
	}
	for _, part := range [][]byte{[]byte(project), []byte(tool), []byte(model), what, p.Schema} {
		fmt.Fprintf(hash, "%d\n", len(part))
		hash.Write(part)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// versionError says that a message is of another version than this program's.
type versionError struct {
	what string // "an answer"
	got  int
	who  string // reads it: "daemon"
}

func (e *versionError) Error() string {
	return fmt.Sprintf("%s of version %d, and this %s knows %d: install one release of discussd and discussd-hub everywhere", e.what, e.got, e.who, Version)
}

// readAsk refuses what it does not understand whole. The error says why, in words.
func readAsk(data []byte) (ask, error) {
	var a ask
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("no ask: %w", err)
	}
	if a.Version != Version {
		return a, &versionError{"an ask", a.Version, "worker"}
	}
	if a.ID == "" || a.Project == "" || a.Tool == "" {
		return a, fmt.Errorf("an ask without id, project or tool")
	}
	return a, nil
}

// readReply refuses what is not the answer to the ask: a [*versionError] if another release wrote it.
func readReply(data []byte, id string) (reply, error) {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("no answer: %w", err)
	}
	if r.Version != Version {
		return r, &versionError{"an answer", r.Version, "daemon"}
	}
	if r.ID != id {
		return r, fmt.Errorf("an answer to something else")
	}
	return r, nil
}
