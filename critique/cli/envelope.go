package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strconv"

	"discussd/critique"
	"discussd/internal/process"
	"discussd/internal/text/pattern"
)

// Output of a CLI is hostile: every field of an envelope that can have an
// unexpected type is decoded by itself, so that one of them cannot hide the rest.

// event is a line of output that is a JSON object.
type event map[string]json.RawMessage

// eventsIn yields the events in out, or the error of a line that begins like one.
func eventsIn(out []byte) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		for line := range bytes.Lines(out) {
			if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' {
				continue
			}
			var e event
			if err := json.NewDecoder(bytes.NewReader(line)).Decode(&e); !yield(e, err) {
				return
			}
		}
	}
}

// stream is what the events of a CLI that prints them one after another came to.
type stream struct {
	done, failed bool   // the last event came; something failed
	began        bool   // there was any event
	problem      string // the last that was told
	decode       error  // why a line was no event
}

// failure is why a stream holds no answer, nil where it does.
func (s stream) failure(program string, p printed) *critique.Failure {
	switch {
	case s.done && !s.failed && p.exit == 0:
		return nil
	case s.failed, s.problem != "":
		return Failed(s.problem, statusIn(s.problem), "%s failed and exited with %d", program, p.exit)
	case s.began && p.exit == 0, errors.Is(s.decode, io.ErrUnexpectedEOF):
		return fail(critique.Truncated, "the output of %s ends before its result", program)
	}
	return noEnvelope(program, p, s.decode)
}

// object decodes the first JSON object that begins a line of out; without one it returns [io.EOF].
func object(out []byte, to any) error {
	for start := 0; start < len(out); {
		if out[start] == '{' {
			return json.NewDecoder(bytes.NewReader(out[start:])).Decode(to)
		}
		newline := bytes.IndexByte(out[start:], '\n')
		if newline < 0 {
			break
		}
		start += newline + 1
	}
	return io.EOF
}

// text decodes a JSON string; anything else is "".
func text(raw json.RawMessage) (value string) {
	_ = json.Unmarshal(raw, &value)
	return value
}

func fields(raw json.RawMessage) (values map[string]json.RawMessage) {
	_ = json.Unmarshal(raw, &values)
	return values
}

// count decodes a number of tokens; nil if it is none.
func count(raw json.RawMessage) *int64 {
	var value int64
	if len(raw) == 0 || json.Unmarshal(raw, &value) != nil || value < 0 || bytes.Equal(raw, []byte("null")) {
		return nil
	}
	return &value
}

// sum adds the counts that are known and below 2^40; nil without any.
func sum(counts ...*int64) (total *int64) {
	for _, c := range counts {
		if c != nil && *c <= 1<<40 {
			total = critique.Sum(total, c)
		}
	}
	return total
}

var statusPhrase = pattern.New(`(?i)(?:status(?: code)?:?|api error:?|error code:?|http)[ (]{1,2}(\d{3})\b`)

// statusIn finds the HTTP status that a message names; 0 if it names none.
func statusIn(message string) int {
	found := statusPhrase.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	status, err := strconv.Atoi(found[1])
	if err != nil || status < 400 || status > 599 {
		return 0
	}
	return status
}

// noEnvelope is the failure of a CLI without its envelope; decode is why, nil without any output.
func noEnvelope(program string, p printed, decode error) *critique.Failure {
	words := string(process.Ended{Stdout: p.stdout, Stderr: p.stderr}.Words())
	if p.exit != 0 {
		return Failed(words, statusIn(words), "%s exited with %d", program, p.exit)
	}
	if errors.Is(decode, io.ErrUnexpectedEOF) {
		return fail(critique.Truncated, "%s exited with 0 in the middle of its output, after %d bytes", program, len(p.stdout))
	}
	switch classOf(words, statusIn(words)) {
	case critique.Auth, critique.Quota, critique.RateLimited: // some say so and exit with 0
		return Failed(words, statusIn(words), "%s exited with 0", program)
	}
	if len(bytes.TrimSpace(p.stdout)) == 0 {
		return fail(critique.EmptyOutput, "%s exited with 0 and printed nothing%s", program, process.LastWords(p.stderr))
	}
	return fail(critique.InvalidJSON, "%s exited with 0, but its output is not the envelope it prints%s", program, process.LastWords(p.stdout))
}
