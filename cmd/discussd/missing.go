package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/texts"
	"discussd/pipeline/verdict"
)

// noRound stands for the round of a path that names none.
const noRound = "none"

// absent is the error verdict of a round without its artifact.
func absent(dir string, round session.Round, l session.Layout) verdict.Verdict {
	path := round.Artifacts[0]
	if s, err := session.Open(dir, l); err == nil {
		path = filepath.ToSlash(filepath.Join(s.SpecDir(), s.Named(round)))
		s.Close()
	}
	c := failed(dir, path)
	c.Round, c.Label, c.Role, c.Task = round.ID, round.Label, round.Caller, round.Task
	return verdict.NewError(c, critique.Report{}, verdict.ArtifactNotFound, "Artifact not found: "+path)
}

// bare is the error verdict of a session without any artifact.
func bare(dir string) verdict.Verdict {
	return verdict.NewError(failed(dir, dir), critique.Report{}, verdict.ArtifactNotFound, "Artifact not found: the session holds none of any round yet")
}

// lost is the error verdict of a path that names nothing to judge: an artifact
// when the path lies in a session, else a session.
func lost(path string, cause error, l session.Layout) verdict.Verdict {
	code, message := verdict.SessionNotFound, "Session not found: "+path
	if dir, ok := around(path, l); ok {
		code, message = verdict.ArtifactNotFound, "Artifact not found: "+path
		if !errors.Is(cause, fs.ErrNotExist) {
			message += " belongs to no round; artifacts are " + strings.Join(artifacts(l), ", ")
		}
		return verdict.NewError(failed(dir, path), critique.Report{}, code, message)
	}
	if !errors.Is(cause, fs.ErrNotExist) { // it names the path
		message = fmt.Sprintf("Session not found: %v", cause)
	}
	return verdict.NewError(failed(path, path), critique.Report{}, code, message)
}

// around returns the session that a path lies in.
func around(path string, l session.Layout) (dir string, ok bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	for dir := filepath.Dir(abs); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if place, err := l.Locate(dir); err == nil && place.Session != "" {
			return place.Session, true
		}
	}
	return "", false
}

func artifacts(l session.Layout) []string {
	var names []string
	for _, round := range l.Rounds {
		names = append(names, round.Artifacts[0])
	}
	return names
}

func failed(dir, path string) verdict.Case {
	now := time.Now()
	return verdict.Case{
		Round: noRound, Label: noRound, Session: filepath.Base(dir), Profile: texts.Default, Role: "discuss", Generator: generator(),
		Artifact: verdict.File{Path: path}, StartedAt: now, FinishedAt: now,
	}
}
