package main

import (
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

	"discussd/cmd/discussd/chain"
	"discussd/cmd/discussd/config"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
	"discussd/pipeline/timeline"
)

// request is what the flags ask for.
func (a *asker) request(s *session.Session, l session.Layout, feedback bool) (request.Request, error) {
	if a.kind != "" && !slices.Contains(kinds[:], a.kind) {
		return request.Request{}, fmt.Errorf("--type %q: must be one of %s", a.kind, strings.Join(kinds[:], ", "))
	}
	fields, round := map[string]any{}, a.round
	if a.artifact != "" {
		artifact, err := inside(s, a.artifact)
		if err != nil {
			return request.Request{}, err
		}
		fields["artifact"] = artifact
		if _, configured, ok := l.Route(filepath.Join(s.Dir(), artifact)); ok && round == "" && !a.own() {
			round = configured
		}
		if round == "" && a.kind == "" {
			return request.Request{}, errors.New("name the round with --round: its verdict goes by that name")
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
	text, err := json.Marshal(fields)
	if err != nil {
		return request.Request{}, err
	}
	r, err := request.Parse("flags.json", text)
	if problem, ok := errors.AsType[*request.Error](err); ok {
		err = errors.New(problem.Message) // its line is none the user wrote
	}
	return r, err
}

// kinds are the types of a discussion.
var kinds = [...]string{request.Initial, request.Deepen, request.DirectionAdjusted, request.SpecificQuestions}

// nextRound is the number after that of the last round of the session's discussion, also
// of one that is asked for and not written yet.
func nextRound(s *session.Session) int {
	last := timeline.Last(s.Root().FS())
	for _, job := range s.Inbox(session.OfRequest) {
		if letter, err := s.Dropped(job); err == nil {
			if r, err := request.Parse(path.Base(letter.Path), letter.Content); err == nil && r.Discussion != nil {
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
	configured := chain.Perspectives(c)
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
