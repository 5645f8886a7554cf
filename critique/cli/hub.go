package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"time"

	"discussd/critique"
	"discussd/critique/cli/relay"
	"discussd/internal/process"
)

// MarkVariable tells discussd-hub-client the mark of a prompt: what is asked is the same without it.
const MarkVariable = "DISCUSSD_MARK"

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
	said, err := relay.ReadSaid(p.stdout)
	switch foreign := new(relay.VersionError); {
	case errors.As(err, &foreign):
		r.failure = fail(critique.Misconfigured, "%w", err)
	case err != nil:
		r.failure = noEnvelope("discussd-hub-client", p, err)
	default:
		return readAnswer(said)
	}
	return r
}

func readAnswer(said relay.Answer) (r reading) {
	r.text, r.model, r.cost = said.Text, said.Model, said.Cost
	if said.Class != critique.Answered {
		r.failure = fail(said.Class, "%s", said.Reason)
		r.failure.Final = said.Final
		if said.After > 0 {
			r.failure.Err = &LimitError{Delay: time.Duration(said.After * float64(time.Second)), Err: r.failure.Err}
		}
	}
	return r
}

// relayed asks the workers of a hub through the process that stays.
func (t *Tool) relayed(ctx context.Context, c *caller, p Prompt) (Answer, *critique.Failure) {
	command := relay.Command{
		Path: c.path, Args: append(t.Command[1:len(t.Command):len(t.Command)], "--stay"),
		Environ: c.environ(os.Environ(), process.Folder{Path: os.TempDir(), Work: "/"}, t.environment()),
	}
	said, err := t.Relay.Ask(ctx, command, relay.Question{
		Tool: t.Name, Model: t.Model, Seconds: t.timeout().Seconds(), Text: p.Text, Schema: p.Schema, Mark: p.Mark, Shared: p.Shared, Awaited: p.Awaited,
	})
	if ctx.Err() != nil && err != nil {
		return Answer{}, stopped(ctx, context.Cause(ctx))
	}
	if foreign := new(relay.VersionError); errors.As(err, &foreign) {
		return Answer{}, fail(critique.Misconfigured, "%w", err)
	}
	if err != nil {
		return Answer{}, fail(critique.Crashed, "%w", err)
	}
	reading := readAnswer(said)
	answer := Answer{Text: bytes.TrimSpace(reading.text), Raw: reading.text, Model: reading.model, Cost: reading.cost}
	if reading.failure == nil && len(answer.Text) == 0 {
		return answer, fail(critique.EmptyOutput, "the worker of the hub said nothing")
	}
	return answer, reading.failure
}
