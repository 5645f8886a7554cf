package schedule

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// message is a line of the message bus.
type message struct {
	ID   string `json:"id"`
	From string `json:"from"`
	Type string `json:"type"`
	Data struct {
		Round       string `json:"round"`
		Fingerprint string `json:"fingerprint"`
		Revision    int    `json:"revision"`
	} `json:"data"`

	line int
}

// starts is the type of a line that begins a round; ends are those that end one.
const starts = "impl_progress"

var ends = []string{"discussion_ready", "discussion_blocked", "discussion_processed", "error"}

// messages reads the bus. What is torn is passed over: the power failed while it was
// appended, and whoever appended it says it again.
func (c *contents) messages() (all []message) {
	for i, text := range bytes.Split(c.files[busFile], []byte("\n")) {
		m := message{line: i + 1}
		if json.Unmarshal(text, &m) == nil && m.Data.Round != "" {
			all = append(all, m)
		}
	}
	return all
}

// begun tells whether the last line about a round begins it.
func (c *contents) begun(round string) bool {
	last := ""
	for _, m := range c.messages() {
		if m.Data.Round == round {
			last = m.Type
		}
	}
	return last == starts
}

// bus checks that every round that began ended once, and that every verdict was told.
func (c *check) bus() {
	if _, there := c.files[busFile]; !there {
		return
	}
	open := map[string]int{}  // rounds that began, and the line that said so
	said := map[string]bool{} // keys that were ended since their round began last
	told := map[string]int{}  // by round and revision
	last := 0                 // number of an id
	for _, m := range c.messages() {
		round := m.Data.Round
		key := fmt.Sprint(round, " ", m.Data.Fingerprint, " ", m.Data.Revision)
		if n, err := strconv.Atoi(strings.TrimPrefix(m.ID, "MSG-")); err != nil || n <= last {
			c.wrong(busFile, m.line, "the id %s does not continue those before it", m.ID)
		} else {
			last = n
		}
		switch {
		case m.Type == starts && open[round] > 0:
			c.wrong(busFile, m.line, "%s begins again, and has begun in line %d and not ended", round, open[round])
		case m.Type == starts:
			open[round] = m.line
			clear(said)
		case slices.Contains(ends, m.Type):
			if said[key] {
				c.wrong(busFile, m.line, "%s is ended twice", round)
			}
			delete(open, round)
			said[key] = true
			told[fmt.Sprint(round, " ", m.Data.Revision)]++
		}
	}
	for round, begun := range open {
		c.wrong(busFile, begun, "%s began here and never ended", round)
	}
	for _, chain := range c.chains {
		if c.Unsaid {
			break
		}
		for _, v := range chain {
			if told[fmt.Sprint(v.Round, " ", v.Revision)] == 0 {
				c.wrong(busFile, 0, "nobody was told of revision %d of %s", v.Revision, v.Round)
			}
		}
	}
}
