package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"discussd/critique"
	"discussd/critique/cli/relay"
	"discussd/internal/process"
)

// MarkVariable tells discussd-hub-client the mark of a prompt: what is asked is the same without it.
const MarkVariable = "DISCUSSD_MARK"

// relayed asks the workers of a hub through the daemon's standing process, else one for this ask.
func (t *Tool) relayed(ctx context.Context, c *caller, p Prompt) (Answer, *critique.Failure) {
	hubs := t.Relay
	if hubs == nil {
		hubs = relay.New()
		alone, end := context.WithCancel(context.Background())
		var ended sync.WaitGroup
		ended.Go(func() { hubs.StandBy(alone) })
		defer ended.Wait()
		defer end()
	}
	args, _, _ := c.arguments(t, call{})
	command := relay.Command{Path: c.path, Args: args, Environ: c.environ(os.Environ(), process.Folder{Path: os.TempDir(), Work: "/"}, t.environment())}
	said, err := hubs.Ask(ctx, command, relay.Question{
		Tool: t.Name, Model: t.Model, Seconds: t.timeout().Seconds(), Text: p.Text, Schema: p.Schema, Mark: p.Mark, Shared: p.Shared, Awaited: p.Awaited,
	})
	foreign := new(relay.VersionError)
	switch {
	case err != nil && ctx.Err() != nil:
		return Answer{}, stopped(ctx, context.Cause(ctx))
	case errors.As(err, &foreign):
		return Answer{}, fail(critique.Misconfigured, "%w", err)
	case err != nil:
		return Answer{}, fail(critique.Crashed, "%w", err)
	}
	answer := Answer{Text: bytes.TrimSpace(said.Text), Raw: said.Text, Model: said.Model, Cost: said.Cost}
	switch {
	case said.Class != critique.Answered:
		failure := fail(said.Class, "%s", said.Reason)
		failure.Final = said.Final
		if said.After > 0 {
			failure.Err = &LimitError{Delay: time.Duration(said.After * float64(time.Second)), Err: failure.Err}
		}
		return answer, failure
	case len(answer.Text) == 0:
		return answer, fail(critique.EmptyOutput, "the worker of the hub said nothing")
	}
	return answer, nil
}
