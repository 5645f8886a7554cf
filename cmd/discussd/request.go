package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/missing"
	"discussd/internal/text/identifier"
	"discussd/internal/text/printable"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/durable"
	"discussd/pipeline/handoff"
	"discussd/pipeline/inbox"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
	"discussd/pipeline/timeline"
)

// asker is one `discussd request`.
type asker struct {
	*console
	artifact, session, round, role, task, name string
	kind, topic, feedback                      string
	perspectives                               []string
	watch                                      bool
	format                                     string
}

// asked is what --json prints: absolute paths of the request and of the file that
// will answer it.
type asked struct {
	Request string `json:"request"`
	Verdict string `json:"verdict"`
}

func newRequest(c *console) *cobra.Command {
	a := &asker{console: c, format: formatText}
	cmd := &cobra.Command{
		Use:   "request (--artifact PATH | --session FOLDER)",
		Short: "Ask the daemon for a verdict, or to bring a discussion's timeline up to date",
		Long:  about("request"),
		Args:  none,
	}
	flags := cmd.Flags()
	flags.StringVar(&a.artifact, "artifact", "", "`path` of what is to be judged")
	flags.StringVar(&a.session, "session", "", "session `folder` (default: the one the artifact lies in)")
	flags.StringVar(&a.round, "round", "", "`id` of the round (default: the artifact's), or number of a discussion's round (default: the next)")
	flags.StringArrayVar(&a.perspectives, "perspective", nil, "who is asked: a configured `name`, or name:tool:role:focus; repeatable")
	flags.StringVar(&a.role, "role", "", "`role` of whoever asks")
	flags.StringVar(&a.task, "task", "", "`id` of the task it works on")
	flags.BoolVar(&a.watch, "watch", false, "judge again whenever the artifact changes")
	flags.StringVar(&a.kind, "type", "", "`type` of a discussion: "+strings.Join(kinds[:], ", "))
	flags.StringVar(&a.topic, "topic", "", "`text` the discussion is about")
	flags.StringVar(&a.feedback, "feedback", "", "`text` of the user's feedback on the discussion")
	flags.StringVar(&a.name, "name", "", "`stem` of the file's name (default: the round)")
	offer(cmd, "round", offerRounds(c))
	offer(cmd, "session", offerSessions(c))
	offer(cmd, "type", offered(kinds[:]...))
	formatFlag(cmd, &a.format, formatText, formatJSON)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		loaded, _, err := a.load()
		if err != nil {
			return err
		}
		return a.run(cmd, loaded)
	}
	return cmd
}

func (a *asker) run(cmd *cobra.Command, loaded config.Config) error {
	p, err := a.prepare(loaded, cmd.Flags().Changed("feedback"))
	if err != nil {
		return misused(cmd, err)
	}
	done, err := p.drop()
	if err != nil {
		return err
	}
	return a.end(done, p.dir)
}

// prepared is a request that can be answered and is not dropped yet.
type prepared struct {
	dir    string // of its session, absolute
	layout session.Layout
	stem   string      // of the file's name
	answer string      // relative to the session
	text   []byte      // of the file
	mode   fs.FileMode // that handoff.mode wants, and so of the inbox
}

// prepare makes the request that was asked for, and refuses one that nobody could
// answer. An empty feedback is told from none.
func (a *asker) prepare(loaded config.Config, feedback bool) (p prepared, err error) {
	p.layout, p.mode = layout(loaded), loaded.Handoff.FileMode()
	if p.dir, err = a.place(p.layout); err != nil {
		return p, err
	}
	s, err := session.Open(p.dir, p.layout)
	if err != nil {
		return p, fmt.Errorf("session not found: %s", p.dir)
	}
	defer s.Close()
	r, text, err := a.request(s, p.layout, feedback)
	if err == nil {
		err = answerable(r, loaded)
	}
	if err == nil && r.Discussion == nil {
		_, err = inbox.RoundOf(s, p.layout, r)
	}
	if err != nil {
		return p, err
	}
	p.text, p.stem, p.answer = text, r.Round, handoff.VerdictPath(r.Round)
	if r.Discussion != nil {
		p.stem, p.answer = timeline.Name(r.Discussion.Round), timeline.Path(r.Discussion.Round)
	}
	if a.name != "" {
		p.stem = a.name
	}
	if !identifier.Is(p.stem) {
		return p, fmt.Errorf("--name %q: write %s", p.stem, identifier.Form)
	}
	return p, nil
}

// drop writes the request into its session's inbox.
func (p prepared) drop() (asked, error) {
	s, err := session.Open(p.dir, p.layout)
	if err != nil {
		return asked{}, err
	}
	defer s.Close()
	digest := sha256.Sum256(p.text)
	inbox := path.Join(handoff.Dir, session.Requests)
	name := path.Join(inbox, p.stem+"-"+hex.EncodeToString(digest[:4])+".json")
	if err = durable.FolderFor(s.Root(), inbox, p.mode); err == nil {
		err = durable.Write(s.Root(), name, p.text)
	}
	return asked{filepath.Join(p.dir, name), filepath.Join(p.dir, p.answer)}, err
}

// place is the session that the command line names. A folder that is named with
// --session need not be one yet: the request makes it one.
func (a *asker) place(l session.Layout) (dir string, err error) {
	switch {
	case a.session != "":
		place, err := l.Locate(a.session)
		if err != nil {
			return "", fmt.Errorf("session not found: %s", a.session)
		}
		return cmp.Or(place.Session, place.Folder), nil
	case a.artifact == "":
		return "", errors.New("name an artifact with --artifact, or a session with --session")
	}
	if place, err := l.Locate(a.artifact); err == nil && place.Session != "" {
		return place.Session, nil
	}
	if dir, ok := missing.Around(a.artifact, l); ok {
		return dir, nil
	}
	return "", fmt.Errorf("%s lies in no session: name one with --session", a.artifact)
}

func (a *asker) end(done asked, dir string) error {
	if daemons, err := presence.Watching(dir); err == nil && len(daemons) == 0 {
		a.tell("no daemon watches %s: start 'discussd run'", dir)
	}
	if a.format == formatJSON {
		return printJSON(a.console, done)
	}
	a.printf("%s\nanswer: %s\n", printable.Line(done.Request), printable.Line(done.Verdict))
	return nil
}

// request is what the flags ask for, and the file that says so. When it was made is part
// of it: the same bytes are answered once, and whoever asks a second time means what the
// artifact has become.
func (a *asker) request(s *session.Session, l session.Layout, feedback bool) (r request.Request, text []byte, err error) {
	if a.kind != "" && !slices.Contains(kinds[:], a.kind) {
		return r, nil, fmt.Errorf("--type %q: must be one of %s", a.kind, strings.Join(kinds[:], ", "))
	}
	fields, round := map[string]any{"requested_at": time.Now()}, a.round
	if a.artifact != "" {
		artifact, err := inside(s, a.artifact)
		if err != nil {
			return r, nil, err
		}
		fields["artifact"] = artifact
		if _, configured, ok := l.Route(filepath.Join(s.Dir(), artifact)); ok && round == "" && !a.own() {
			round = configured
		}
		if round == "" && a.kind == "" {
			return r, nil, errors.New("name the round with --round: its verdict goes by that name")
		}
	}
	if a.kind != "" && round == "" {
		round = strconv.Itoa(nextRound(s))
	}
	for key, value := range map[string]string{"round": round, "role": a.role, "task": a.task, "topic": a.topic, "type": a.kind} {
		if value != "" {
			fields[key] = value
		}
	}
	if feedback {
		fields["user_feedback"] = a.feedback
	}
	if a.watch {
		fields["watch"] = true
	}
	if a.perspectives != nil {
		fields["perspectives"] = a.panel()
	}
	if text, err = json.MarshalIndent(fields, "", "  "); err != nil {
		return r, nil, err
	}
	text = append(text, '\n')
	r, err = request.Parse("flags.json", text)
	if problem, ok := errors.AsType[*request.Error](err); ok {
		err = errors.New(problem.Message) // its line is none the user wrote
	}
	return r, text, err
}

// kinds are the types of a discussion.
var kinds = [...]string{request.Initial, request.Deepen, request.DirectionAdjusted, request.SpecificQuestions}

// nextRound is the number after that of the last round of the session's discussion, also
// of one that is asked for and not written yet.
func nextRound(s *session.Session) int {
	last := timeline.Last(s.Root().FS())
	for _, job := range s.Inbox(session.OfRequest) {
		if file, err := s.Dropped(job); err == nil {
			if r, err := request.Parse(path.Base(file.Path), file.Content); err == nil && r.Discussion != nil {
				last = max(last, r.Discussion.Round)
			}
		}
	}
	return last + 1
}

// own tells whether a perspective is defined on the command line.
func (a *asker) own() bool {
	return slices.ContainsFunc(a.perspectives, func(p string) bool { return strings.Contains(p, ":") })
}

// panel is who is asked: names, and objects that define one.
func (a *asker) panel() []any {
	var panel []any
	for _, p := range a.perspectives {
		parts := strings.SplitN(p, ":", 4)
		if len(parts) == 1 {
			panel = append(panel, p)
			continue
		}
		parts = append(parts, "", "")
		panel = append(panel, map[string]string{"name": parts[0], "tool": parts[1], "role": parts[2], "focus": parts[3]})
	}
	return panel
}

// inside is the path of an artifact relative to the session. It must exist.
func inside(s *session.Session, name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rel, err := s.Inside(abs)
	if err != nil {
		return "", fmt.Errorf("%s does not lie in the session %s", name, s.Dir())
	}
	rel = path.Join(s.SpecDir(), rel)
	if _, err := s.Root().Lstat(rel); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("artifact not found: %s", name)
	}
	return rel, nil
}

// answerable refuses what the daemon would refuse, if its configuration is this
// one.
func answerable(r request.Request, c config.Config) error {
	configured := c.PerspectivesByName()
	for _, p := range r.Perspectives {
		_, known := configured[p.Name]
		if _, tool := c.Tools[p.Tool]; p.Own && !tool {
			return fmt.Errorf("perspective %q: unknown tool %q (known: %s)", p.Name, p.Tool, strings.Join(slices.Sorted(maps.Keys(c.Tools)), ", "))
		}
		if !p.Own && !known {
			return fmt.Errorf("unknown perspective %q (known: %s); define it as name:tool:role:focus", p.Name, strings.Join(slices.Sorted(maps.Keys(configured)), ", "))
		}
	}
	l := layout(c)
	if _, known := l.Round(r.Round); r.Discussion == nil && !known && (len(r.Perspectives) == 0 || r.Artifact == "") {
		return fmt.Errorf("unknown round %q (known: %s); one of your own needs --artifact and --perspective", r.Round, l.Known())
	}
	return nil
}
