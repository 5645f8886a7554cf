package main

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/metrics"
)

func metricsFlag(cmd *cobra.Command, listen *string) {
	cmd.Flags().StringVar(listen, "metrics", "", "where to answer /metrics for Prometheus: 127.0.0.1:PORT or unix:/PATH (default: nowhere)")
}

// tell answers /metrics until the context ends; without an address it does nothing.
func tell(ctx context.Context, listen string, write func(io.Writer), logger hclog.Logger) error {
	if listen == "" {
		return nil
	}
	if at, err := netip.ParseAddrPort(listen); !strings.HasPrefix(listen, "unix:/") && (err != nil || !at.Addr().IsLoopback()) {
		return fmt.Errorf("--metrics: it must be an address of this machine alone, such as 127.0.0.1:9755, or unix:/path (got %s)", listen)
	}
	listener, err := metrics.Listen(config.Metrics{Listen: listen}.Address())
	if err != nil {
		return fmt.Errorf("--metrics: %w", err)
	}
	logger.Info("tells its numbers", "address", listener.Addr())
	go func() {
		if err := metrics.Serve(ctx, listener, write); err != nil {
			logger.Error("numbers are told no more", "error", err)
		}
	}()
	return nil
}

// writeMetrics tells how the hub stands. What cannot be read is left out.
func (h *served) writeMetrics(ctx context.Context) func(io.Writer) {
	return func(w io.Writer) {
		size := hub.Size{Connections: h.server.NumClients(), Most: uint64(h.most)}
		if usage, err := h.server.Jsz(nil); err == nil {
			size.Bytes = usage.Store
		}
		js, done, err := h.own()
		if err != nil {
			h.logger.Warn("the queue cannot be counted", "error", err)
			return
		}
		defer done()
		state, err := h.names().Numbers(ctx, js)
		if err != nil {
			h.logger.Warn("the queue cannot be counted", "error", err)
			return
		}
		hub.WriteMetrics(w, size, state)
	}
}
