package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"discussd/internal/text/nearest"
)

// unknown is the error of a command that there is not.
func unknown(parent *cobra.Command, name string) error {
	what := fmt.Sprintf("unknown command %q", name)
	if parent.HasParent() {
		what += fmt.Sprintf(" for %q", parent.CommandPath())
	}
	parent.SuggestionsMinimumDistance = 2
	if near := parent.SuggestionsFor(name); len(near) > 0 {
		what += fmt.Sprintf(", did you mean %q?", near[0])
	}
	return misused(parent, errors.New(what))
}

// misflagged is the error of flags that cannot be read. Of one that there is not it
// names the one that was meant.
func misflagged(cmd *cobra.Command, err error) error {
	missing, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return misused(cmd, err)
	}
	word, dashes := missing.GetSpecifiedName(), "--"
	if letters := missing.GetSpecifiedShortnames(); letters != "" {
		word, dashes = letters, "-"
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	what := fmt.Sprintf("unknown flag %s%s", dashes, word)
	if near := nearest.Meant(word, known); near != "" {
		what += fmt.Sprintf(", did you mean --%s?", near)
	}
	return misused(cmd, errors.New(what))
}
