package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/played"
	"discussd/cmd/discussd/screen"
	"discussd/critique/cli"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// sample is a session as agents would write it; its requirements are flawed, and
// sample/revision repairs them.
//
//go:embed all:sample
var sample embed.FS

// demoLimit bounds the whole demo.
const demoLimit = 30 * time.Second

func newDemo(c *console) *cobra.Command {
	d := &demo{console: c}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show discussd at work on three sample sessions, in a few seconds",
		Long:  about("demo"),
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return d.run(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&d.live, "live", false, "ask the LLM CLIs found on PATH too (this may cost money)")
	return cmd
}

// demo is one `discussd demo`.
type demo struct {
	*console
	live   bool
	dir    string // the session
	layout session.Layout
}

// scene is one artifact, with what is written before it.
type scene struct {
	round string
	agent string
	files []string // prefixes below spec/, the artifact last: its members come before it
}

// act is a session of one layout: where it lies below the root, and where the samples of
// its files and of their revisions are.
type act struct {
	layout, dir, from, revision string
	scenes                      []scene
}

// performance is what one daemon gets to see.
type performance struct {
	dir    string // of the daemon's root, below that of the demo
	panel  bool   // models judge, or who plays them
	judges string // who does, in a sentence
	acts   []act
}

var performances = [...]performance{
	{"facts", false, "No model is asked: the facts of the embedded checks are the only judge, and a HIGH one blocks.", []act{
		{"lifecycle", "parcel-room", "sample", "sample/revision", scenes[:]},
		{"spec-kit", "rowing-club/specs/001-boat-bookings", "sample/spec-kit", "sample/spec-kit-revision", []scene{
			{"DISCUSS-003", "writer", []string{"spec.md"}},
			{"DISCUSS-005", "writer", []string{"tasks.md"}},
		}},
	}},
	{"panel", true, "A panel judges here. No model is asked: its answers were written beforehand, for these documents.", []act{
		{"lifecycle", "tool-shed", "sample/panel", "sample/panel-revision", scenes[:2]},
	}},
}

// scenes are the sample session in the order in which agents write it.
var scenes = [...]scene{
	{"DISCUSS-001", "analyst", []string{"spec/spec-config.json", "spec/discovery-context.json"}},
	{"DISCUSS-002", "writer", []string{"spec/product-brief.md"}},
	{"DISCUSS-003", "writer", []string{"spec/requirements/"}},
	{"DISCUSS-004", "writer", []string{"spec/architecture/"}},
	{"DISCUSS-005", "writer", []string{"spec/epics/"}},
	{"DISCUSS-006", "reviewer", []string{"spec/readiness-report.md"}},
}

func (d *demo) run(ctx context.Context) (err error) {
	root, err := os.MkdirTemp("", "discussd-demo-")
	if err != nil {
		return err
	}
	var total tally
	started := time.Now()
	for _, p := range performances {
		if err := d.perform(ctx, filepath.Join(root, p.dir), p, &total); err != nil {
			return err
		}
	}
	d.printf("\n%d artifacts in %d sessions, %d revised (%s), %.1f s.\n", total.written, total.sessions, len(total.revised), strings.Join(total.revised, ", "), time.Since(started).Seconds())
	d.printf("What lands beside them, for people and for agents:\n")
	for _, name := range []string{"DISCUSS-002-discussion.md", "DISCUSS-002-verdict.json"} {
		d.printf("  %s\n", filepath.Join(root, "panel", "tool-shed", "discussions", name))
	}
	d.printf("On a project of your own: discussd init PATH, then discussd run PATH\n")
	return nil
}

// tally is what a demo has shown.
type tally struct {
	sessions, written int
	revised           []string // the rounds
}

// perform starts a daemon on a root, and writes what it is to see.
func (d *demo) perform(ctx context.Context, root string, p performance, total *tally) (err error) {
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	c := d.config(root)
	d.layout = layout(c)
	limit := demoLimit
	r := &runner{console: d.console, logger: hclog.NewNullLogger(), checksOnly: !d.live && !p.panel, standing: cli.Stand()}
	switch {
	case d.live:
		limit = time.Duration(2*len(scenes)) * time.Duration(c.Panel.Deadline)
	case p.panel:
		r.played = played.Tool
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stopped := make(chan error, 1)
	serving, stop := context.WithCancel(ctx)
	go func() { stopped <- r.run(serving, false, r.configuration(c, config.Source{}), nil) }()
	defer func() {
		stop()
		if ended := <-stopped; err == nil {
			err = ended
		}
	}()
	return d.play(ctx, root, p, total)
}

// config is the default with short windows. With models, facts gate as well: the sample
// holds flaws that only code is sure to see.
func (d *demo) config(root string) config.Config {
	c := config.Default()
	c.Watch.Roots = []string{root}
	c.Watch.Quiet, c.Watch.QuietMembers = config.Duration(200*time.Millisecond), config.Duration(400*time.Millisecond)
	c.Watch.CatchUp = config.CatchUpAll
	c.Panel.Facts = "gate"
	return c
}

func (d *demo) play(ctx context.Context, root string, p performance, total *tally) error {
	if total.sessions > 0 {
		d.printf("\n")
	}
	d.printf("A daemon watches %s. Agents write specifications into it.\n", root)
	if d.live {
		d.printf("A HIGH fact blocks here (panel.facts = \"gate\"); beside models it only advises by default.\n")
	} else {
		d.printf("%s\n", p.judges)
	}
	for _, act := range p.acts {
		total.sessions++
		d.printf("\n%s, a session of %s\n", act.dir, act.layout)
		d.dir = filepath.Join(root, filepath.FromSlash(act.dir))
		for _, scene := range act.scenes {
			total.written++
			revised, err := d.playScene(ctx, act, scene)
			if err != nil {
				return err
			}
			if revised {
				total.revised = append(total.revised, scene.round)
			}
		}
	}
	return nil
}

// playScene has an artifact written and judged, and revised when it is blocked.
func (d *demo) playScene(ctx context.Context, act act, scene scene) (revised bool, err error) {
	last := scene.files[len(scene.files)-1]
	d.printf("\n%s writes %s\n", scene.agent, last)
	for _, prefix := range scene.files {
		if err := d.write(act.from, prefix); err != nil {
			return false, err
		}
	}
	v, err := d.await(ctx, scene.round)
	if err != nil {
		return false, err
	}
	if d.show(v); !v.BlockedAt("HIGH") {
		return false, nil
	}
	d.printf("\nThe coordinator has it revised; %s writes %s again\n", scene.agent, last)
	if err := d.write(act.revision, last); err != nil {
		return true, err
	}
	if v, err = d.await(ctx, scene.round); err != nil {
		return true, err
	}
	if d.show(v); v.BlockedAt("HIGH") {
		return true, fmt.Errorf("%s is still blocked after its revision", scene.round)
	}
	return true, nil
}

// write plays an agent: it writes the sample's files below a prefix, the
// artifact last, as agents do.
func (d *demo) write(from, prefix string) error {
	var names []string
	err := fs.WalkDir(sample, path.Join(from, strings.TrimSuffix(prefix, "/")), func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, index := range []bool{false, true} {
		for _, name := range names {
			if (path.Base(name) == "_index.md") != index {
				continue
			}
			text, err := sample.ReadFile(name)
			if err != nil {
				return err
			}
			target := filepath.Join(d.dir, filepath.FromSlash(strings.TrimPrefix(name, from+"/")))
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(target, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// await waits until the round has a verdict for the bytes just written.
func (d *demo) await(ctx context.Context, id string) (verdict.Verdict, error) {
	for {
		now, err := current(session.Place{Session: d.dir, Round: id}, d.layout)
		if err != nil {
			return verdict.Verdict{}, err
		}
		if now.verdict != nil {
			return *now.verdict, nil
		}
		select {
		case <-ctx.Done():
			return verdict.Verdict{}, fmt.Errorf("no verdict on %s: %w", id, errors.Join(ctx.Err(), context.Cause(ctx)))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (d *demo) show(v verdict.Verdict) { d.printf("%s", screen.Verdict(v, false)) }
