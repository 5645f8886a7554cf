package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/overview"
	"discussd/internal/text/printable"
	"discussd/pipeline/handoff"
	"discussd/pipeline/verdict"
)

// followEvery is how often verdicts are looked for, and findEvery how often new sessions.
const (
	followEvery = time.Second
	findEvery   = 10 * time.Second
)

// followed is one new verdict, as `discussd status --follow --json` prints it in one line.
type followed struct {
	At          time.Time       `json:"finished_at"`
	Session     string          `json:"session"` // the folder
	Round       string          `json:"round"`
	Revision    int             `json:"revision"`
	Fingerprint verdict.Hash    `json:"fingerprint"`
	Outcome     verdict.Outcome `json:"verdict"`
	Severity    string          `json:"severity"` // "" unless blocked
	Average     *float64        `json:"average_rating"`
	Unreviewed  bool            `json:"unreviewed"`
	Reviewed    bool            `json:"reviewed"`
	Caller      string          `json:"caller_action"`
}

// follower prints a line for each verdict that comes.
type follower struct {
	*console
	config config.Config
	paths  []string
	json   bool
	seen   map[string]fs.FileInfo // verdict files as they were, by path
}

// run follows until ctx ends. What is there when it begins is not told.
func (f *follower) run(ctx context.Context) error {
	f.seen = map[string]fs.FileInfo{}
	var sessions []string
	looked := time.Time{}
	for first := true; ; first = false {
		if time.Since(looked) >= findEvery {
			found, err := f.sessions(ctx)
			if err != nil {
				return err
			}
			sessions, looked = found, time.Now()
		}
		for _, dir := range sessions {
			if err := f.look(dir, first); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil // the user has ended it
		case <-time.After(followEvery):
		}
	}
}

func (f *follower) sessions(ctx context.Context) (dirs []string, err error) {
	report, err := survey(ctx, f.config, f.paths)
	for _, s := range report.Sessions {
		dirs = append(dirs, s.Path)
	}
	return dirs, err
}

// look prints the verdicts of a session whose files are others than they were. A session
// that cannot be read now is looked at again.
func (f *follower) look(dir string, first bool) error {
	entries, _ := os.ReadDir(filepath.Join(dir, handoff.Dir))
	var changed []string // rounds
	for _, entry := range entries {
		round, ok := strings.CutSuffix(entry.Name(), "-verdict.json")
		info, err := entry.Info()
		if !ok || err != nil {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		old, known := f.seen[file]
		if f.seen[file] = info; known && os.SameFile(old, info) && old.ModTime().Equal(info.ModTime()) || first {
			continue
		}
		changed = append(changed, round)
	}
	if len(changed) == 0 {
		return nil
	}
	_, folder, done, err := look(dir, layout(f.config))
	if err != nil {
		return nil
	}
	defer done()
	for _, round := range changed {
		if v, ok := folder.Verdict(round); ok {
			if err := f.print(dir, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *follower) print(dir string, v verdict.Verdict) error {
	shown := overview.Of(v)
	line := followed{
		At: v.FinishedAt, Session: dir, Round: v.Round, Revision: v.Revision, Fingerprint: v.Artifact.Fingerprint,
		Outcome: v.Outcome, Severity: string(shown.Severity), Average: v.AverageRating, Unreviewed: shown.Unheard, Reviewed: shown.Reviewed, Caller: string(v.CallerAction),
	}
	if f.json {
		text, err := json.Marshal(line)
		if err != nil {
			return fmt.Errorf("print a verdict: %w", err)
		}
		_, err = f.stdout.Write(append(text, '\n'))
		return err
	}
	words := shown.String()
	if v.AverageRating != nil {
		words += fmt.Sprintf(", rated %.2f", *v.AverageRating)
	}
	_, err := fmt.Fprintf(f.stdout, "%s %s %s %s\n", v.FinishedAt.Local().Format(time.TimeOnly), printable.Line(v.Round), words, printable.Line(dir))
	return err
}
