// Package client is what daemons call of a hub: it asks the tools of its workers, and looks how they are.
// discussd-hub has these commands, and discussd-hub-client nothing else.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
	"discussd/internal/quiet"
)

// Version is the release this code is of, as discussd's.
const Version = "0.1.0"

// ErrSaid ends a program with 1 after it has printed what is wrong.
var ErrSaid = errors.New("it stands above")

// New is a program of that name with commands.
func New(name, short string, commands ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs, Version: Version, SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(commands...)
	return root
}

// Main runs a program until it ends or is told to, and returns its exit code.
func Main(root *cobra.Command) int {
	log.SetOutput(quiet.Before)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(err, context.Canceled) {
		return 0
	}
	if !errors.Is(err, ErrSaid) {
		fmt.Fprintln(os.Stderr, root.Name()+":", err)
	}
	return 1
}

// Flags are those by which a hub is found.
func Flags(cmd *cobra.Command, o *hub.Options) {
	cmd.Flags().StringVar(&o.URL, "hub", "", "where the hub is: tls://HOST:PORT, or nats://127.0.0.1:4222")
	cmd.Flags().StringVar(&o.Creds, "creds", "", "the file of the key (add-user writes it) or of NATS credentials")
	cmd.Flags().StringVar(&o.CA, "ca", "", "a PEM file of certificates to trust beside the system's")
	cmd.Flags().StringVar(&o.Prefix, "prefix", hub.DefaultPrefix, "of all subjects")
	_ = cmd.MarkFlagRequired("hub")
}

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
