package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/mcp"
	"discussd/critique/checks"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

func newMCP(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Answer a coding agent's questions over the Model Context Protocol",
		Long:  about("mcp"),
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			err = c.serve(cmd.Context(), loaded)
			if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
				return nil // the client has gone
			}
			return err
		},
	}
}

func (c *console) serve(ctx context.Context, loaded config.Config) error {
	server := mcp.New(mcp.Options{Version: generator().Version, Rounds: newMCPRounds(c, loaded), Rules: append(checks.Rules(), loaded.Checks.Own...), User: os.Geteuid()})
	if err := server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(c.stdin), Writer: unclosed{c.stdout}}); err != nil {
		return fmt.Errorf("answer over standard input and output: %w", err)
	}
	return nil
}

// unclosed is standard output, which is not a transport's to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// mcpRounds is what the server asks about rounds, as wait, request and status see them.
type mcpRounds struct{ rounds }

func newMCPRounds(c *console, loaded config.Config) *mcpRounds {
	quiet := *c
	quiet.stdout, quiet.stderr = io.Discard, io.Discard // standard output is the protocol's
	return &mcpRounds{rounds{&quiet, loaded, layout(loaded)}}
}

func (d *mcpRounds) Locate(path string) (session.Place, error) { return d.layout.Locate(path) }

func (d *mcpRounds) Named(dir, round string) (session.Place, error) {
	return askedFor(session.Place{Session: dir, Round: round}, d.layout)
}

func (d *mcpRounds) Last(place session.Place) (*verdict.Verdict, error) {
	if now, err := current(place, d.layout); err == nil && now.verdict != nil {
		return now.verdict, nil
	}
	var last *verdict.Verdict
	err := d.look(place, func(f *handoff.Folder) error {
		if v, ok := f.Verdict(place.Round); ok {
			last = &v
		}
		return f.Foreign(place.Round)
	})
	return last, err
}

func (d *mcpRounds) Record(place session.Place) (text string, err error) {
	err = d.look(place, func(f *handoff.Folder) error {
		round := place.Round
		if now, err := current(place, d.layout); err == nil && now.verdict != nil {
			round = now.verdict.Round // of a request that has a round of its own
		}
		record, ok := f.Record(round)
		if text = string(record); !ok {
			return fmt.Errorf("there is no record of %s in %s yet", round, place.Session)
		}
		return nil
	})
	return text, err
}

// look opens the discussions folder of a session, for as long as somebody looks at it.
func (d *mcpRounds) look(place session.Place, see func(*handoff.Folder) error) error {
	_, folder, done, err := look(place.Session, d.layout)
	if err != nil {
		return err
	}
	defer done()
	return see(folder)
}

func (d *mcpRounds) Obstacle(place session.Place) string {
	l := newObstacle(d.console, d.config, place)
	l.look()
	return l.reason
}

func (d *mcpRounds) Ask(review mcp.Review) (string, error) {
	a := &asker{console: d.console, artifact: review.Path, round: review.Round, perspectives: review.Perspectives}
	p, err := a.prepare(d.config, false)
	if err != nil {
		return "", err
	}
	done, err := p.drop()
	return done.Request, err
}

func (d *mcpRounds) Status(dir string) any { return statusOf(d.layout, dir) }

var _ mcp.Rounds = (*mcpRounds)(nil)
