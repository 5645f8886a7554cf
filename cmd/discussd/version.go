package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"discussd/pipeline/verdict"
)

// version is the release this code is of; CHANGELOG.md says what each holds.
const version = "0.1.0"

func generator() verdict.Generator { return verdict.Generator{Name: "discussd", Version: version} }

func newVersion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			c.printf("%s\n", versionLine())
			return nil
		},
	}
}

// versionLine names the program, its version and the compiler.
func versionLine() string {
	line := "discussd " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		line += " (" + info.GoVersion + ")"
	}
	return line
}

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
