package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/agenthook"
	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/critique/cli"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// agentNames lists the agents that have hooks here.
func agentNames() (names []string) {
	for _, d := range agenthook.Dialects() {
		names = append(names, d.Name)
	}
	return names
}

func newHook(c *console) *cobra.Command {
	wait, orRun, late, wake := 4*time.Minute, false, false, false
	cmd := &cobra.Command{
		Use:   "hook AGENT",
		Short: "Tell a coding agent the verdict on what it wrote (called by its own hooks)",
		Long:  about("hook") + " " + strings.Join(agentNames(), ", ") + ".",
		Args:  arguments(cobra.ExactArgs(1)), ValidArgsFunction: offered(agentNames()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			dialect, ok := agenthook.Named(args[0])
			if !ok {
				return misused(cmd, fmt.Errorf("unknown agent %q (known: %s)", args[0], strings.Join(agentNames(), ", ")))
			}
			h := agenthook.Hook{Dialect: dialect, Wait: wait, OrRun: orRun, Say: c.tell}
			switch {
			case late:
				tellLate(cmd.Context(), c, h)
			case wake:
				return wakeAgent(cmd.Context(), c, h)
			default:
				c.answerAgent(cmd.Context(), h)
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&wait, "wait", wait, "how long the end of a turn may be held up; less than the limit that the agent has for the hook")
	cmd.Flags().BoolVar(&orRun, "or-run", false, "judge here when no daemon watches the session")
	cmd.Flags().BoolVar(&late, "late", false, "print a line for each verdict that blocks and came after the turn had ended, until stopped (a monitor of claude's plugin)")
	cmd.Flags().BoolVar(&wake, "wake", false, "wait in the background for what comes after the turn has ended, and wake the model with it: exit code 2, and the text on standard error (claude in a terminal; elsewhere it ends at once)")
	cmd.MarkFlagsMutuallyExclusive("late", "wake")
	return cmd
}

// tellLate prints what comes after the end of a turn of the claude session that this runs in.
func tellLate(ctx context.Context, c *console, h agenthook.Hook) {
	own := os.Getenv("CLAUDE_CODE_SESSION_ID")
	if own == "" || os.Getenv(cli.HookSwitch) == "off" {
		c.tell("hook %s --late: $CLAUDE_CODE_SESSION_ID does not say which session this is", h.Dialect.Name)
		return
	}
	if err := equip(c, &h); err != nil {
		c.tell("hook %s: %v", h.Dialect.Name, err)
		return
	}
	parent := os.Getppid()
	orphaned := func() bool { return os.Getppid() != parent } // claude was killed, and nobody reads this
	if err := h.Late(ctx, own, orphaned, func(line string) error { _, err := fmt.Fprintln(c.stdout, line); return err }); err != nil {
		c.tell("hook %s: %v", h.Dialect.Name, err)
	}
}

// equip gives a hook what it knows of rounds, and where it makes its notes.
func equip(c *console, h *agenthook.Hook) error {
	loaded, _, err := c.load()
	if err != nil {
		return err
	}
	h.Rounds = &rounds{c, loaded, layout(loaded)}
	h.Folder, err = presence.Folder()
	return err
}

// answerAgent answers one event. An agent takes an exit code for a decision, so there is
// none for what goes wrong.
func (c *console) answerAgent(ctx context.Context, h agenthook.Hook) {
	defer survive(c, h)
	event, ok := called(c, &h)
	if !ok {
		return
	}
	h.Note(event)
	if text := h.Answer(ctx, event); text != nil {
		_, _ = c.stdout.Write(text)
	}
}

// longestWake is how long a verdict is waited for after the turn has ended: as long as a
// panel may take, and less than claude lets the hook run.
const longestWake = 14 * time.Minute

// wakeAgent waits for what comes after a turn. The error stands for exit code 2, with which
// claude wakes its model with what standard error says; in any other case there is none, and
// nothing is said: claude runs a background hook in the foreground where it has no terminal.
func wakeAgent(ctx context.Context, c *console, h agenthook.Hook) (woken error) {
	defer survive(c, h)
	if os.Getenv("CLAUDE_CODE_ENTRYPOINT") != "cli" {
		return nil
	}
	event, ok := called(c, &h)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, longestWake)
	defer cancel()
	text := h.Wake(ctx, event)
	if text == "" {
		return nil
	}
	fmt.Fprintln(c.stderr, text)
	return &exit{code: 2}
}

// survive has an agent's hook end well when it panics.
func survive(c *console, h agenthook.Hook) {
	if p := recover(); p != nil {
		c.tell("internal error in the hook of %s: %v", h.Dialect.Name, p)
	}
}

// called reads the event that the hook is called with; ok is false when there is nothing to
// be done for it, and somebody was told why.
func called(c *console, h *agenthook.Hook) (event agenthook.Event, ok bool) {
	if os.Getenv(cli.HookSwitch) == "off" {
		return event, false // it is one of discussd's own judges
	}
	event, err := h.Dialect.Read(c.stdin)
	if err == nil {
		err = equip(c, h)
	}
	if err != nil {
		c.tell("hook %s: %v", h.Dialect.Name, err)
	}
	return event, err == nil
}

// rounds is what hooks ask about rounds, as wait sees them.
type rounds struct {
	*console
	config config.Config
	layout session.Layout
}

func (r *rounds) Route(path string) (session.Place, bool) {
	dir, round, ok := r.layout.Route(path)
	if ok && os.Geteuid() != 0 { // root judges for others, too
		if owner, foreign := strange(dir); foreign {
			r.tell("%s belongs to user %d, and its verdicts are not told to others", dir, owner)
			return session.Place{}, false
		}
	}
	return session.Place{Session: dir, Round: round}, ok
}

// strange tells whether a folder belongs to another user than this one, and to whom.
func strange(dir string) (owner int, foreign bool) {
	info, err := os.Stat(dir)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return int(stat.Uid), ok && int(stat.Uid) != os.Geteuid()
}

// findTime is how long sessions may be looked for below an agent's working folder.
const findTime = 2 * time.Second

func (r *rounds) Since(ctx context.Context, dir string, at time.Time) (places []session.Place) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	sessions, _ := r.layout.Find(ctx, []string{dir}, r.config.Watch.Depth)
	for _, found := range sessions {
		if _, foreign := strange(found); foreign && os.Geteuid() != 0 {
			continue
		}
		s, err := session.Open(found, r.layout)
		if err != nil {
			continue
		}
		for _, round := range r.layout.Rounds {
			if !s.Written(round).Before(at) { // the clock of files is coarse: one moment may be both
				places = append(places, session.Place{Session: found, Round: round.ID})
			}
		}
		_ = s.Close()
	}
	return places
}

// Wrote notes in the session who wrote a file. Where nobody asks who did, nothing is noted.
func (r *rounds) Wrote(place session.Place, path string, after time.Time, by critique.Writer) error {
	if _, foreign := strange(place.Session); foreign || r.config.Panel.Independence == "off" {
		return nil // a note of root's its owner could not replace
	}
	return sign(place, r.layout, path, after, by)
}

func (r *rounds) Verdict(place session.Place) (*verdict.Verdict, error) {
	now, err := current(place, r.layout)
	if err != nil || now.verdict == nil || (&waiter{console: r.console}).overdue(place, now) {
		return nil, err
	}
	return now.verdict, nil
}

func (r *rounds) Done(place session.Place) bool {
	return (&waiter{console: r.console}).settle(place)
}

func (r *rounds) Watched(place session.Place) bool {
	daemons, err := presence.Watching(place.Session)
	return err == nil && len(daemons) > 0
}

// errUnjudged says that judging ended without an error and without a verdict.
var errUnjudged = errors.New("no verdict was written")

func (r *rounds) Judge(ctx context.Context, place session.Place) error {
	quiet := *r.console
	quiet.stdout = io.Discard // what is printed there the agent would read
	w := &waiter{console: &quiet, orRun: true, format: formatText}
	var ended *exit
	if err := w.judgeHere(ctx, r.config, place); err != nil && (!errors.As(err, &ended) || ended.err != nil) {
		return err
	}
	if v, err := r.Verdict(place); v == nil {
		return errors.Join(err, errUnjudged)
	}
	return nil
}

// sign notes in a session who wrote a file of a round, or, where path is "", all of the
// round's files that were written after a time. What is gone already nobody wrote.
func sign(place session.Place, layout session.Layout, path string, after time.Time, by critique.Writer) error {
	s, err := session.Open(place.Session, layout)
	if err != nil {
		return unlessGone(err)
	}
	defer s.Close()
	round, ok := layout.Round(place.Round)
	if !ok {
		return nil
	}
	files, err := session.FilesOf(s, round)
	if err != nil {
		return unlessGone(err)
	}
	folder, err := handoff.Open(s.Root(), handoff.Options{})
	if err != nil {
		return fmt.Errorf("note who wrote %s of %s: %w", place.Round, place.Session, err)
	}
	defer folder.Close()
	inner, err := filepath.Rel(place.Session, path)
	for _, file := range files {
		named := path != "" && err == nil && file.Path == filepath.ToSlash(inner)
		found := path == "" && !file.ModTime.Before(after)
		if file.Problem != nil || !named && !found {
			continue
		}
		if err := (handoff.Writers{Folder: folder}).Note(file.Path, file.SHA256, by); err != nil {
			return err
		}
	}
	return nil
}

func unlessGone(err error) error {
	if errors.Is(err, session.ErrNoArtifact) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

var _ agenthook.Rounds = (*rounds)(nil)
