package bus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Type is the kind of an event.
type Type string

// The types. All but progress end a round.
const (
	progress  Type = "impl_progress"
	ready     Type = "discussion_ready"
	blocked   Type = "discussion_blocked"
	processed Type = "discussion_processed"
	failed    Type = "error"
)

// recipient is who all messages are for.
const recipient = "coordinator"

// Message is what is said; the bus adds the id, the time and the key.
type Message struct {
	From    string // who says it: also the tag that the summary begins with
	Type    Type
	Summary string // one line
	Data    Data
}

// Data is what a program may want to know of an event. Paths are relative to the
// session folder.
type Data struct {
	Ref               string   `json:"ref,omitempty"` // of what there is to read: the record, or the artifact when a round begins
	Round             string   `json:"round"`
	Fingerprint       string   `json:"fingerprint,omitempty"`
	Revision          int      `json:"revision,omitempty"`
	Verdict           string   `json:"verdict,omitempty"`
	Severity          string   `json:"severity,omitempty"`
	Recommendation    string   `json:"recommendation,omitempty"`
	CoordinatorAction string   `json:"coordinator_action,omitempty"`
	Code              string   `json:"code,omitempty"`    // of an error
	Reason            string   `json:"reason,omitempty"`  // why there is no consensus
	Options           []Option `json:"options,omitempty"` // one for each divergence that is to be decided
	Dissent           []string `json:"dissent,omitempty"` // what speaks against letting the round pass
	Notes             []string `json:"notes,omitempty"`   // what was unclear or degraded in a discussion
}

// Option is what a coordinator can put before a person.
type Option struct {
	Label       string `json:"label"`
	Description string `json:"description"`
}

// longestLine bounds a line in bytes; the texts in it are bounded far below.
const longestLine = 64 << 10

// timeLayout is RFC 3339 with milliseconds and a numeric offset, as the log's
// other writers have it.
const timeLayout = "2006-01-02T15:04:05.000-07:00"

// line is the message as it stands in the file, with the id that follows last.
func (m Message) line(key Key, last int64, now time.Time) (id string, line []byte, err error) {
	if last >= lastID {
		return "", nil, fmt.Errorf("%s has no ids left after %s", fileName, formatID(last))
	}
	id = formatID(last + 1)
	m.Data.Round, m.Data.Fingerprint, m.Data.Revision = key.Round, key.Fingerprint, key.Revision
	var out bytes.Buffer
	encoder := json.NewEncoder(&out) // which ends the line, and puts no line break into it
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(struct {
		ID      string `json:"id"`
		Time    string `json:"ts"`
		From    string `json:"from"`
		To      string `json:"to"`
		Type    Type   `json:"type"`
		Summary string `json:"summary"`
		Data    Data   `json:"data"`
	}{id, now.UTC().Format(timeLayout), m.From, recipient, m.Type, m.Summary, m.Data})
	if err == nil && out.Len() > longestLine {
		err = fmt.Errorf("%d bytes, more than %d", out.Len(), longestLine)
	}
	if err != nil {
		return "", nil, fmt.Errorf("encode message: %w", err)
	}
	return id, out.Bytes(), nil
}

// idPrefix begins every id that counts. What follows are decimal digits, at least
// three when they are ours and at most as many as the log's other writers can
// count in.
const (
	idPrefix = "MSG-"
	idDigits = 15
	lastID   = 1e15 - 1
)

func formatID(number int64) string { return fmt.Sprintf("%s%03d", idPrefix, number) }

// parseID returns the number of an id, 0 for any other form.
func parseID(id string) (number int64) {
	digits, ok := strings.CutPrefix(id, idPrefix)
	n, err := strconv.ParseUint(digits, 10, 63)
	if !ok || err != nil || len(digits) > idDigits {
		return 0
	}
	return int64(n)
}
