package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
)

func newAsk() *cobra.Command {
	var o hub.Options
	var tool hub.Tool
	var schema string
	var awaited bool
	cmd := &cobra.Command{
		Use:   "ask --hub URL --tool NAME <PROMPT",
		Short: "Ask a tool of a worker once; daemons call this",
		Long: `ask puts the prompt on standard input into the queue, waits for the answer and prints it
as JSON, with the class of its failure where there is none. A daemon calls it for tools
with via = "hub". When it is told to stop, it takes the ask back.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
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
			if o.Host, err = os.Hostname(); err != nil {
				return err
			}
			tool.Link = hub.NewLink(o)
			defer tool.Link.Close()
			answer, err := tool.Ask(cmd.Context(), prompt)
			said := cli.HubAnswer{Class: critique.Answered, Text: answer.Text, Model: answer.Model, Cost: answer.Cost}
			if err != nil {
				said.Class, said.Reason = critique.ClassOf(err), critique.Reason(err)
				if limit, ok := errors.AsType[*cli.LimitError](err); ok {
					said.Reason, said.After = limit.Err.Error(), limit.Delay.Seconds()
				}
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(said)
		},
	}
	hubFlags(cmd, &o)
	cmd.Flags().StringVar(&o.Project, "project", "default", "whose prompt it is")
	cmd.Flags().StringVar(&o.WhenDown, "when-down", hub.Fall, "fall: fail at once where no hub or worker is there; wait: until it is")
	cmd.Flags().StringVar(&tool.Name, "tool", "", "that is asked")
	cmd.Flags().StringVar(&tool.Model, "model", "", "that the worker shall ask for")
	cmd.Flags().StringVar(&schema, "schema", "", "file of the JSON Schema of the answer")
	cmd.Flags().BoolVar(&awaited, "awaited", false, "somebody waits for the answer: it goes before others")
	cmd.Flags().DurationVar(&tool.Timeout, "timeout", 4*time.Minute, "how long to wait")
	_ = cmd.MarkFlagRequired("tool")
	return cmd
}
