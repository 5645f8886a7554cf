package cli

import (
	"encoding/json"
	"time"

	"discussd/critique"
)

// MarkVariable tells discussd-hub the mark of a prompt: what is asked is the same without it.
const MarkVariable = "DISCUSSD_MARK"

// HubAnswer is what discussd-hub prints of an ask: what a worker's tool said.
type HubAnswer struct {
	Class  critique.Class `json:"class"`  // [critique.Answered], or why there is no answer
	Reason string         `json:"reason"` // in words, with a failure
	After  float64        `json:"after"`  // seconds until it is worth another try, where somebody knows
	Text   []byte         `json:"text"`
	Model  string         `json:"model"`
	Cost   critique.Cost  `json:"cost"`
}

// overHub asks the workers of a hub, through the program that knows how.
func overHub(t *Tool) adapter {
	return adapter{
		program: t.Command[0],
		family:  natives()[t.Name].family,
		dialect: dialect{
			arguments: func(t *Tool, c call) ([]string, map[string]string, error) {
				args := append(t.Command[1:len(t.Command):len(t.Command)], "--tool", t.Name, "--timeout", t.timeout().String())
				if c.awaited {
					args = append(args, "--awaited")
				}
				if t.Model != "" {
					args = append(args, "--model", t.Model)
				}
				if c.schema != nil {
					schema, err := c.run.Write("schema.json", c.schema)
					if err != nil {
						return nil, nil, err
					}
					args = append(args, "--schema", schema)
				}
				return args, map[string]string{MarkVariable: c.mark}, nil
			},
			read: readHub,
		},
	}
}

func readHub(p printed) (r reading) {
	var said HubAnswer
	if err := json.Unmarshal(p.stdout, &said); err != nil {
		r.failure = noEnvelope("discussd-hub", p, err)
		return r
	}
	r.text, r.model, r.cost = said.Text, said.Model, said.Cost
	if said.Class != critique.Answered {
		r.failure = fail(said.Class, "%s", said.Reason)
		if said.After > 0 {
			r.failure.Err = &LimitError{Delay: time.Duration(said.After * float64(time.Second)), Err: r.failure.Err}
		}
	}
	return r
}
