package schedule

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// timeline checks that every round of a discussion stands once in each of the files
// that discussd shares with others, and that what those wrote is there.
func (c *check) timeline() {
	rounds := map[string]bool{}
	for _, name := range c.names(ownFolder + "/discussion-round-*.json") {
		if !strings.HasSuffix(name, "-verdict.json") {
			rounds[strings.TrimSuffix(strings.TrimPrefix(name, ownFolder+"/discussion-round-"), ".json")] = true
		}
	}
	sections, entries := c.sections(), c.entries()
	for _, number := range slices.Sorted(maps.Keys(rounds)) {
		c.once(discussion, "section of round "+number, sections[number])
		c.once(memory, "entry of round "+number, entries["discussion-round-"+number])
	}
	if text, was := c.Before[discussion]; was && !bytes.HasPrefix(c.files[discussion], []byte(text)) {
		c.wrong(discussion, 1, "what others wrote there is not as it was")
	}
	if text, was := c.Before[memory]; was {
		c.remembered(text)
	}
}

func (c *check) once(file, what string, lines []int) {
	switch len(lines) {
	case 0:
		c.wrong(file, 0, "there is no %s", what)
	case 1:
	default:
		c.wrong(file, lines[1], "the %s is there %d times", what, len(lines))
	}
}

// sections are the lines with the headings of the rounds.
func (c *contents) sections() map[string][]int {
	found := map[string][]int{}
	for i, text := range strings.Split(string(c.files[discussion]), "\n") {
		if rest, ok := strings.CutPrefix(text, "### Round "); ok {
			number, _, _ := strings.Cut(rest, " ")
			found[number] = append(found[number], i+1)
		}
	}
	return found
}

// entries are the lines with the ids of the rounds.
func (c *contents) entries() map[string][]int {
	found := map[string][]int{}
	text, there := c.files[memory]
	var known struct {
		Discussions []struct {
			ID string `json:"id"`
		} `json:"discussions"`
	}
	if err := json.Unmarshal(text, &known); there && err != nil {
		c.wrong(memory, 1, "it is no JSON any more: %v", err)
	}
	for _, entry := range known.Discussions {
		before, _, _ := bytes.Cut(text, fmt.Appendf(nil, "%q", entry.ID))
		found[entry.ID] = append(found[entry.ID], 1+bytes.Count(before, []byte("\n")))
	}
	return found
}

// remembered checks that what was in the shared memory is still there.
func (c *check) remembered(text string) {
	var before, now map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &before) != nil || json.Unmarshal(c.files[memory], &now) != nil {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if key != "discussions" && key != "current_understanding" && !bytes.Equal(before[key], now[key]) {
			c.wrong(memory, line(c.files[memory], key), "what others wrote under %s is not as it was", key)
		}
	}
}
