package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/critique/cli/relay"
)

// NewAsk is the command that asks a tool of a worker.
func NewAsk() *cobra.Command {
	var o hub.Options
	var tool hub.Tool
	var schema string
	var awaited, stays bool
	cmd := &cobra.Command{
		Use:   "ask --hub URL --tool NAME <PROMPT",
		Short: "Ask a tool of a worker once; daemons call this",
		Long: `ask puts the prompt on standard input into the queue, waits for the answer and prints it
as JSON, with the class of its failure where there is none. A daemon calls it for tools
with via = "hub". When it is told to stop, it takes the ask back.

With --stay it keeps its connection, reads ask after ask from standard input, each a line
of JSON, and prints answers likewise. It ends with its input; what it was asked goes on.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Host, err = os.Hostname(); err != nil {
				return err
			}
			if stays {
				return stay(cmd.Context(), o, cmd.InOrStdin(), cmd.OutOrStdout())
			}
			text, err := io.ReadAll(cmd.InOrStdin())
			if err != nil {
				return err
			}
			prompt := cli.Prompt{Text: text, Mark: os.Getenv(cli.MarkVariable), Awaited: awaited}
			if schema != "" {
				if prompt.Schema, err = os.ReadFile(schema); err != nil {
					return err
				}
			}
			tool.Link = hub.NewLink(o)
			defer tool.Link.Close()
			return json.NewEncoder(cmd.OutOrStdout()).Encode(relay.Said{Version: relay.Version, Answer: answerOf(tool.Ask(cmd.Context(), prompt))})
		},
	}
	Flags(cmd, &o)
	cmd.Flags().StringVar(&o.Project, "project", "default", "whose prompt it is")
	cmd.Flags().StringVar(&o.WhenDown, "when-down", hub.Fall, "fall: fail at once where no hub or worker is there; wait: until it is")
	cmd.Flags().StringVar(&tool.Name, "tool", "", "that is asked")
	cmd.Flags().StringVar(&tool.Model, "model", "", "that the worker shall ask for")
	cmd.Flags().StringVar(&schema, "schema", "", "file of the JSON Schema of the answer")
	cmd.Flags().BoolVar(&awaited, "awaited", false, "somebody waits for the answer: it goes before others")
	cmd.Flags().BoolVar(&stays, "stay", false, "take ask after ask, as lines of JSON")
	cmd.Flags().DurationVar(&tool.Timeout, "timeout", 4*time.Minute, "how long to wait")
	cmd.MarkFlagsOneRequired("tool", "stay")
	cmd.MarkFlagsMutuallyExclusive("tool", "stay")
	return cmd
}

// answerOf is what became of an ask, as it is printed.
func answerOf(answer cli.Answer, err error) relay.Answer {
	all := relay.Answer{Class: critique.Answered, Text: answer.Text, Model: answer.Model, Cost: answer.Cost}
	if err != nil {
		all.Class, all.Reason, all.Final = critique.ClassOf(err), critique.Reason(err), critique.Final(err)
		if limit, ok := errors.AsType[*cli.LimitError](err); ok {
			all.Reason, all.After = limit.Err.Error(), limit.Delay.Seconds()
		}
	}
	return all
}

// stay asks what it reads, and prints what is said, until its input or the context ends. What
// nobody has taken back is left with the hub: the daemon that died may ask it again.
func stay(ctx context.Context, o hub.Options, in io.Reader, out io.Writer) error {
	link := hub.NewLink(o)
	defer link.Close()
	lines, broken := make(chan relay.Asked), make(chan error, 1)
	go func() {
		for from := json.NewDecoder(in); ; {
			var line relay.Asked
			if err := from.Decode(&line); err != nil {
				broken <- err
				return
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	a := &asks{link: link, to: json.NewEncoder(out), running: map[uint64]*asked{}}
	defer a.leaving.Wait()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-broken:
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("this is no ask: %w", err)
		case line := <-lines:
			a.take(context.WithoutCancel(ctx), line)
		}
	}
}

// asks are those of a process that stays.
type asks struct {
	link    *hub.Link
	leaving sync.WaitGroup // those that nobody waits for any more, until the hub is told

	mu      sync.Mutex
	to      *json.Encoder
	running map[uint64]*asked
}

type asked struct {
	cancel context.CancelFunc
	ended  chan struct{} // closed then
}

// take begins an ask, or takes one back.
func (a *asks) take(ctx context.Context, line relay.Asked) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if line.Version != relay.Version { // the answer has this version, so who asks knows what is wrong
		foreign := &relay.VersionError{Got: line.Version}
		_ = a.to.Encode(relay.Said{Version: relay.Version, Number: line.Number, Answer: answerOf(cli.Answer{}, critique.Failf(critique.Misconfigured, "%w", foreign))})
		return
	}
	if q := line.Question; q != nil {
		ctx, cancel := context.WithCancel(ctx)
		one := &asked{cancel, make(chan struct{})}
		a.running[line.Number] = one
		go a.ask(ctx, line.Number, *q, one)
		return
	}
	if one := a.running[line.Number]; one != nil {
		one.cancel()
		a.leaving.Go(func() { <-one.ended })
	}
}

func (a *asks) ask(ctx context.Context, number uint64, q relay.Question, one *asked) {
	defer close(one.ended)
	defer one.cancel()
	tool := hub.Tool{Name: q.Tool, Model: q.Model, Timeout: time.Duration(q.Seconds * float64(time.Second)), Link: a.link}
	answer := answerOf(tool.Ask(ctx, cli.Prompt{Text: q.Text, Schema: q.Schema, Mark: q.Mark, Shared: q.Shared, Awaited: q.Awaited}))
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.running, number)
	_ = a.to.Encode(relay.Said{Version: relay.Version, Number: number, Answer: answer}) // nobody reads on: the input ends as well
}
