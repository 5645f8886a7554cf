package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd-hub/hub"
)

// settings are how a hub is served.
type settings struct {
	dir          string // of the queue's files and of users.json
	listen       string // address and port
	prefix       string
	certificate  string // PEM files; "" without TLS
	key          string
	trial        bool  // nobody needs a key, on this machine alone
	most         int64 // bytes that the queue may take
	lookForUsers time.Duration
}

func newServe(logger hclog.Logger) *cobra.Command {
	s := settings{lookForUsers: 2 * time.Second}
	cmd := &cobra.Command{
		Use:   "serve --dir DIR",
		Short: "Keep the queue between daemons and workers",
		Long: `serve keeps asks and answers on disk, in an embedded NATS server with JetStream. Daemons
and workers come in with keys (add-user). On an address that others reach it needs a
certificate, too. With --trial nobody needs a key, and it listens on this machine alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			running, err := serve(cmd.Context(), s, logger)
			if err != nil {
				return err
			}
			defer running.stop()
			logger.Info("listens", "url", running.server.ClientURL(), "dir", s.dir, "trial", s.trial)
			return running.watch(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.dir, "dir", "", "the folder of the queue and of users.json")
	flags.StringVar(&s.listen, "listen", "127.0.0.1:4222", "address and port")
	flags.StringVar(&s.prefix, "prefix", hub.DefaultPrefix, "of all subjects, as hub.prefix of the daemons")
	flags.StringVar(&s.certificate, "tls-cert", "", "PEM file of the certificate")
	flags.StringVar(&s.key, "tls-key", "", "PEM file of its key")
	flags.BoolVar(&s.trial, "trial", false, "nobody needs a key, on this machine alone")
	flags.Int64Var(&s.most, "most", 10<<30, "how many bytes the queue may take on disk")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	_ = cmd.MarkFlagRequired("dir")
	return cmd
}

// served is a hub that runs.
type served struct {
	settings
	logger  hclog.Logger
	server  *server.Server
	admin   nkeys.KeyPair // of this process alone
	public  string
	known   time.Time // when users.json was changed last
	options *server.Options
	full    bool // the disk
}

// serve starts a hub. It is ready when serve returns.
func serve(ctx context.Context, s settings, logger hclog.Logger) (*served, error) {
	host, port, err := s.address()
	if err != nil {
		return nil, err
	}
	h := &served{settings: s, logger: logger}
	if h.admin, err = nkeys.CreateUser(); err != nil {
		return nil, err
	}
	if h.public, err = h.admin.PublicKey(); err != nil {
		return nil, err
	}
	h.options = &server.Options{
		Host: host, Port: port, ServerName: "discussd-hub", JetStream: true, StoreDir: filepath.Join(s.dir, "queue"), JetStreamMaxStore: s.most,
		MaxPayload: 8 << 20, NoSigs: true, NoLog: true,
	}
	if s.certificate != "" {
		pair, err := tls.LoadX509KeyPair(s.certificate, s.key)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
		h.options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		h.options.TLS = true
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	return h, h.run(ctx)
}

// run starts the server, with the users of the folder.
func (h *served) run(ctx context.Context) error {
	options := h.options.Clone()
	all, err := h.admit(options)
	if err != nil {
		return err
	}
	if h.server, err = server.NewServer(options); err != nil {
		return err
	}
	h.options = options
	h.server.Start()
	if !h.server.ReadyForConnections(20 * time.Second) {
		h.stop()
		return fmt.Errorf("nothing listens on %s: is the port taken, and %s free of another hub?", h.listen, h.dir)
	}
	if err := h.setUp(ctx, all); err != nil {
		h.stop()
		return err
	}
	return nil
}

// address refuses what would let strangers in.
func (s settings) address() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(s.listen)
	if err != nil {
		return "", 0, fmt.Errorf("--listen: %w", err)
	}
	if port, err = strconv.Atoi(text); err != nil {
		return "", 0, fmt.Errorf("--listen: %q is no port", text)
	}
	ip := net.ParseIP(host)
	own := host == "localhost" || ip != nil && ip.IsLoopback()
	switch {
	case s.trial && !own:
		return "", 0, fmt.Errorf("--trial lets everybody in, so it listens on this machine alone: 127.0.0.1:%d (got %s)", port, s.listen)
	case !own && s.certificate == "":
		return "", 0, fmt.Errorf("others reach %s, and prompts would go there in the clear: give --tls-cert and --tls-key", s.listen)
	}
	return host, port, nil
}

// admit puts the users of the hub's folder into options, beside this process itself.
func (h *served) admit(o *server.Options) ([]user, error) {
	all, err := users(h.dir)
	if err != nil {
		return nil, err
	}
	if h.trial {
		return []user{{Project: "default"}}, nil
	}
	if info, err := os.Stat(usersFile(h.dir)); err == nil {
		h.known = info.ModTime()
	}
	o.Nkeys = []*server.NkeyUser{{Nkey: h.public}}
	for _, u := range all {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: u.Key, Permissions: u.permissions(h.names())})
	}
	return all, nil
}

func (h *served) names() hub.Names { return hub.Names{Prefix: h.prefix} }

// setUp makes streams and the projects' object stores.
func (h *served) setUp(ctx context.Context, all []user) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	options := []nats.Option{nats.InProcessServer(h.server), nats.Name("discussd-hub")}
	if !h.trial {
		options = append(options, nats.Nkey(h.public, h.admin.Sign))
	}
	conn, err := nats.Connect("", options...)
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	if err := h.names().SetUp(ctx, js); err != nil {
		return err
	}
	for _, project := range projects(all) {
		if err := h.names().SetUpProject(ctx, js, project); err != nil {
			return err
		}
	}
	return nil
}

// watch lets in whom users.json names, and looks after the disk, until the context ends.
func (h *served) watch(ctx context.Context) error {
	again := time.NewTicker(h.lookForUsers)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-again.C:
		}
		if err := h.lookAtDisk(ctx); err != nil {
			return err
		}
		info, err := os.Stat(usersFile(h.dir))
		if h.trial || err != nil || info.ModTime().Equal(h.known) {
			continue
		}
		options := h.options.Clone()
		all, err := h.admit(options)
		if err == nil {
			err = errors.Join(h.server.ReloadOptions(options), h.setUp(ctx, all))
		}
		if err != nil {
			h.logger.Error("users.json is not taken; the users of before stay", "error", err)
			continue
		}
		h.options = options
		h.logger.Info("knows its users", "users", len(all))
	}
}

func (h *served) stop() {
	h.server.Shutdown()
	h.server.WaitForShutdown()
}

func newSetUp() *cobra.Command {
	var o hub.Options
	var projects []string
	cmd := &cobra.Command{
		Use:   "setup --hub URL",
		Short: "Prepare a NATS of your own, in place of serve",
		Long:  `setup makes the streams, and the object stores of projects, on a NATS server with JetStream.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return hub.SetUp(cmd.Context(), o, projects)
		},
	}
	hubFlags(cmd, &o)
	cmd.Flags().StringSliceVar(&projects, "project", []string{"default"}, "a project; may be given several times")
	return cmd
}

// hubFlags are those by which a hub is found.
func hubFlags(cmd *cobra.Command, o *hub.Options) {
	cmd.Flags().StringVar(&o.URL, "hub", "", "where the hub is: tls://HOST:PORT, or nats://127.0.0.1:4222")
	cmd.Flags().StringVar(&o.Creds, "creds", "", "the file of the key (add-user writes it) or of NATS credentials")
	cmd.Flags().StringVar(&o.CA, "ca", "", "a PEM file of certificates to trust beside the system's")
	cmd.Flags().StringVar(&o.Prefix, "prefix", hub.DefaultPrefix, "of all subjects")
	_ = cmd.MarkFlagRequired("hub")
}
