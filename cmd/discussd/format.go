package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// The words of --format.
const (
	formatText     = "text"
	formatReport   = "report"
	formatBrief    = "brief" // one line of JSON
	formatJSON     = "json"
	formatMarkdown = "md"
	formatRDJSON   = "rdjson"
	formatSARIF    = "sarif"
)

// formatFlag gives a command --format with words of its own, json among them, and
// --json for short. What format holds before is the default.
func formatFlag(cmd *cobra.Command, format *string, words ...string) {
	cmd.Flags().Var(&choice{format, words}, "format", "output `format`: "+strings.Join(words, ", "))
	cmd.Flags().BoolFunc("json", "the same as --format json", func(string) error {
		*format = formatJSON
		return nil
	})
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

func (f *choice) String() string { return *f.value }
func (f *choice) Type() string   { return "format" }

func (f *choice) Set(word string) error {
	if !slices.Contains(f.allowed, word) {
		return fmt.Errorf("must be one of %s", strings.Join(f.allowed, ", "))
	}
	*f.value = word
	return nil
}
