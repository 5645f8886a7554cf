package client

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
)

// NewStatus is the command that shows a hub.
func NewStatus() *cobra.Command {
	var o hub.Options
	asJSON := false
	cmd := &cobra.Command{
		Use:   "status --hub URL",
		Short: "Show a hub: its workers, their tools, what waits, what is left of the limits",
		Long: `status asks a hub and its workers how they are. With a worker's key it shows everything;
with the key of a project, name that with --project: then it shows what concerns it. It
exits with 1 when the hub cannot be reached.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			state := hub.Look(cmd.Context(), o)
			if asJSON {
				if err := json.NewEncoder(cmd.OutOrStdout()).Encode(state); err != nil {
					return err
				}
			} else {
				for _, line := range state.Lines() {
					fmt.Fprintln(cmd.OutOrStdout(), line)
				}
			}
			if state.Problem != "" {
				return ErrSaid
			}
			return nil
		},
	}
	Flags(cmd, &o)
	cmd.Flags().StringVar(&o.Project, "project", "", "show what concerns this project")
	cmd.Flags().BoolVar(&asJSON, "json", false, "for programs")
	return cmd
}
