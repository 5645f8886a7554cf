package main

import (
	"github.com/spf13/cobra"

	"discussd/pipeline/verdict"
)

func newSchema(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of verdicts",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			_, err := c.stdout.Write(verdict.Schema())
			return err
		},
	}
}
