package metrics

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// patience is how long somebody who asks may take.
const patience = 10 * time.Second

// Listen opens an address: of a "unix" socket, which the daemon's group may use, or of
// "tcp". A socket that a dead daemon left is replaced.
func Listen(network, address string) (net.Listener, error) {
	if network != "unix" {
		return net.Listen(network, address)
	}
	if entry, err := os.Lstat(address); err == nil && entry.Mode().Type() == os.ModeSocket {
		if conn, err := net.Dial(network, address); err == nil {
			conn.Close()
		} else if err := os.Remove(address); err != nil {
			return nil, err
		}
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(address, 0o660); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// Serve answers /metrics and /healthz until ctx ends, and returns nil then.
func (m *Metrics) Serve(ctx context.Context, listener net.Listener) error {
	return Serve(ctx, listener, m.Write)
}

// Serve answers /metrics with what is written, and /healthz, until ctx ends, and returns nil
// then.
func Serve(ctx context.Context, listener net.Listener, write func(io.Writer)) error {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		write(w)
	})
	pages.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "ok\n")
	})
	server := &http.Server{Handler: pages, ReadTimeout: patience, WriteTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
