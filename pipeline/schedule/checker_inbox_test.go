package schedule

import (
	"encoding/json"
	"path"
	"strings"
)

// answer is what was noted of a file in an inbox.
type answer struct {
	SHA256     string `json:"sha256"`
	Outcome    string `json:"outcome"`
	Result     string `json:"result"`
	AnsweredAt string `json:"answered_at"`
}

// inboxes checks that every request was answered, and every decision carried out, once.
func (c *check) inboxes() {
	for _, name := range append(c.names(ownFolder+"/requests/*"), c.names(ownFolder+"/decisions/*")...) {
		if base := path.Base(name); strings.HasPrefix(base, ".") {
			continue
		}
		sum := digest(c.files[name])
		note := private + "/answered/" + sum + ".json"
		var a answer
		switch err := json.Unmarshal(c.files[note], &a); {
		case err != nil || a.SHA256 != sum:
			c.wrong(name, 0, "nobody has answered it")
			continue
		case strings.HasPrefix(a.AnsweredAt, "0001-"):
			c.wrong(note, line(c.files[note], "answered_at"), "the answer to %s was begun and not ended", name)
			continue
		case a.Result != "" && !c.has(a.Result) && len(c.chains[strings.TrimSuffix(path.Base(a.Result), "-verdict.json")]) == 0:
			c.wrong(note, line(c.files[note], "result"), "the answer %s is not there", a.Result)
		}
		if path.Base(path.Dir(name)) == "decisions" {
			c.decision(name, sum, a)
		}
	}
}

// decision checks that what a person decided came into the row of verdicts once.
func (c *check) decision(name, sum string, a answer) {
	round := strings.TrimSuffix(path.Base(name), path.Ext(name))
	came, before := 0, 0
	for _, v := range c.chains[round] {
		now := v.decided(sum)
		if now > 1 {
			c.wrong(v.name, line(c.files[v.name], "decisions"), "the decision in %s is in it %d times", name, now)
		}
		if now > before {
			came++
		}
		before = now
	}
	switch ignored := a.Outcome == "ignored"; {
	case ignored && came > 0:
		c.wrong(name, 0, "it is noted as ignored, and was carried out")
	case !ignored && came == 0:
		c.wrong(name, 0, "it is noted as %s, and no verdict knows of it", a.Outcome)
	case came > 1:
		c.wrong(name, 0, "it was carried out %d times", came)
	}
}
