// Package client is what daemons call of a hub: it asks the tools of its workers, and looks how
// they are. The program discussd-hub-client is this alone, without the server: a daemon keeps
// one while it asks, and its memory is the daemon's cost. discussd-hub has the same commands.
package client

import (
	"context"
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
