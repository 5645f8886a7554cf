package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"discussd/cmd/discussd-hub/client"
	"discussd/cmd/discussd-hub/hub"
)

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
	listen := ""
	cmd := &cobra.Command{
		Use:   "serve --dir DIR",
		Short: "Keep the queue between daemons and workers",
		Long: `serve keeps asks and answers on disk, in an embedded NATS server with JetStream. Daemons
and workers come in with keys (add-user). On an address that others reach it needs a
certificate, too. limits.toml in the folder bounds what all workers do together. With
--trial nobody needs a key, and it listens on this machine alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			running, err := serve(cmd.Context(), s, logger)
			if err != nil {
				return err
			}
			defer running.stop()
			if err := tell(cmd.Context(), listen, running.writeMetrics(cmd.Context()), logger); err != nil {
				return err
			}
			logger.Info("listens", "url", running.server.ClientURL(), "dir", s.dir, "trial", s.trial)
			return running.watch(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.dir, "dir", "", "the folder of the queue, of users.json and of limits.toml")
	flags.StringVar(&s.listen, "listen", "127.0.0.1:4222", "address and port")
	flags.StringVar(&s.prefix, "prefix", hub.DefaultPrefix, "of all subjects, as hub.prefix of the daemons")
	flags.StringVar(&s.certificate, "tls-cert", "", "PEM file of the certificate")
	flags.StringVar(&s.key, "tls-key", "", "PEM file of its key")
	flags.BoolVar(&s.trial, "trial", false, "nobody needs a key, on this machine alone")
	flags.Int64Var(&s.most, "most", 10<<30, "how many bytes the queue may take on disk")
	metricsFlag(cmd, &listen)
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
	known   string // how the files of the folder stood when they were read last
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
		pair, err := s.pair()
		if err != nil {
			return nil, err
		}
		h.options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		h.options.TLS = true
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	return h, h.run(ctx)
}

// pair is the certificate with its key. One whose time is over is refused: nobody would come in.
func (s settings) pair() (tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(s.certificate, s.key)
	if err != nil {
		return pair, fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	if time.Now().After(pair.Leaf.NotAfter) {
		return pair, fmt.Errorf("--tls-cert: %w", hub.OutOfTime(s.certificate, pair.Leaf))
	}
	return pair, nil
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
	if len(all) == 0 {
		h.logger.Warn("nobody may come in yet", "hint", "discussd-hub add-user lets the daemons of a project, or a worker, in", "dir", h.dir)
	}
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
	h.known = h.stand()
	all, err := users(h.dir)
	if err != nil {
		return nil, err
	}
	if h.trial {
		return []user{{Project: "default"}}, nil
	}
	o.Nkeys = []*server.NkeyUser{{Nkey: h.public}}
	for _, u := range all {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: u.Key, Permissions: u.permissions(h.names())})
	}
	return all, nil
}

func (h *served) names() hub.Names { return hub.Names{Prefix: h.prefix} }

func (h *served) setUp(ctx context.Context, all []user) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	limits, err := limitsOf(limitsFile(h.dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without the file there are none
		return err
	}
	js, done, err := h.own()
	if err != nil {
		return err
	}
	defer done()
	if err := h.names().SetUp(ctx, js); err != nil {
		return err
	}
	for _, project := range projects(all) {
		if err := h.names().SetUpProject(ctx, js, project); err != nil {
			return err
		}
	}
	return h.names().SetLimits(ctx, js, limits)
}

// own is the hub's way to itself, and what to call when it is needed no longer.
func (h *served) own() (js jetstream.JetStream, done func(), err error) {
	options := []nats.Option{nats.InProcessServer(h.server), nats.Name("discussd-hub")}
	if !h.trial {
		options = append(options, nats.Nkey(h.public, h.admin.Sign))
	}
	conn, err := nats.Connect("", options...)
	if err != nil {
		return nil, nil, err
	}
	if js, err = jetstream.New(conn); err != nil {
		conn.Close()
		return nil, nil, err
	}
	return js, conn.Close, nil
}

func limitsFile(dir string) string { return filepath.Join(dir, "limits.toml") }

func limitsOf(path string) (hub.Limits, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return hub.Limits{}, err
	}
	limits, err := hub.ReadLimits(text)
	if err != nil {
		return hub.Limits{}, fmt.Errorf("%s: %w", path, err)
	}
	return limits, nil
}

// stand is by what the files of the folder are known to be what they were.
func (h *served) stand() string {
	text := ""
	for _, path := range [...]string{usersFile(h.dir), limitsFile(h.dir)} {
		if info, err := os.Stat(path); err == nil {
			text += info.ModTime().String()
		}
		text += "\n"
	}
	return text
}

// watch applies changes of users.json and limits.toml and looks after the disk, until ctx ends.
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
		if h.known == h.stand() {
			continue
		}
		options := h.options.Clone()
		all, err := h.admit(options)
		if err == nil {
			err = errors.Join(h.server.ReloadOptions(options), h.setUp(ctx, all))
		}
		if err != nil {
			h.logger.Error("users.json or limits.toml is not taken; that of before stays", "error", err)
			continue
		}
		h.options = options
		h.logger.Info("knows its users and limits", "users", len(all))
	}
}

func (h *served) stop() {
	h.server.Shutdown()
	h.server.WaitForShutdown()
}

func newSetUp() *cobra.Command {
	var o hub.Options
	var projects []string
	var limits string
	cmd := &cobra.Command{
		Use:   "setup --hub URL",
		Short: "Prepare a NATS of your own, in place of serve",
		Long:  `setup makes the streams, and the object stores of projects, on a NATS server with JetStream.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			var bounds hub.Limits
			if limits != "" {
				if bounds, err = limitsOf(limits); err != nil {
					return err
				}
			}
			if err := hub.SetUp(cmd.Context(), o, projects, bounds); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is ready for %s\n", o.URL, strings.Join(projects, ", "))
			return nil
		},
	}
	client.Flags(cmd, &o)
	cmd.Flags().StringSliceVar(&projects, "project", []string{"default"}, "a project; may be given several times")
	cmd.Flags().StringVar(&limits, "limits", "", "a file of limits, as limits.toml of serve; without it there are none")
	return cmd
}

// lookAtDisk says when the disk is full. The queue does not recover from a failed write, so it is
// restarted when there is room; clients reconnect, and nothing that the hub confirmed is lost.
func (h *served) lookAtDisk(ctx context.Context) error {
	const least = 16 << 20 // how many bytes of the disk must be free: below it the hub warns before a write fails.
	var disk unix.Statfs_t
	if err := unix.Statfs(h.dir, &disk); err != nil {
		return fmt.Errorf("the disk of %s: %w", h.dir, err)
	}
	switch left := disk.Bavail * uint64(disk.Bsize); {
	case left < least && !h.full:
		h.full = true
		h.logger.Error("the disk is full: asks may be refused until there is room", "dir", h.dir, "bytes_left", left, "bytes_needed", 2*least)
	case left > 2*least && h.full:
		h.full = false
		h.logger.Info("the disk has room again; the queue is started anew", "dir", h.dir)
		h.stop()
		return h.run(ctx)
	}
	return nil
}
