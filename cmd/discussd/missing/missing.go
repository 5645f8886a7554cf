// Package missing makes the error verdicts of what is not there to be judged: a round
// without its artifact, a session without any, a path that names nothing.
package missing

import (
	"cmp"
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

// Artifact is the error verdict of a round without its artifact.
func Artifact(by verdict.Generator, dir string, round session.Round, l session.Layout) verdict.Verdict {
	path, message := dir, ""
	if len(round.Artifacts) > 0 {
		path = round.Artifacts[0]
	}
	if s, err := session.Open(dir, l); err == nil {
		path = filepath.ToSlash(filepath.Join(s.SpecDir(), s.Named(round)))
		_, err = s.Fingerprint(round)
		if unwritten := (*session.Unwritten)(nil); errors.As(err, &unwritten) {
			path, message = unwritten.Path, unwritten.Error()
		}
		s.Close()
	}
	c := failed(by, dir, path)
	c.Round, c.Label, c.Role, c.Task = round.ID, round.Label, round.Caller, round.Task
	return verdict.NewError(c, critique.Report{}, verdict.ArtifactNotFound, cmp.Or(message, "Artifact not found: "+path))
}

// Session is the error verdict of a session without any artifact.
func Session(by verdict.Generator, dir string) verdict.Verdict {
	return verdict.NewError(failed(by, dir, dir), critique.Report{}, verdict.ArtifactNotFound, "Artifact not found: the session holds none of any round yet")
}

// Path is the error verdict of a path that names nothing to judge: an artifact
// when the path lies in a session, else a session.
func Path(by verdict.Generator, path string, cause error, l session.Layout) verdict.Verdict {
	code, message := verdict.SessionNotFound, "Session not found: "+path
	if dir, ok := Around(path, l); ok {
		code, message = verdict.ArtifactNotFound, "Artifact not found: "+path
		if !errors.Is(cause, fs.ErrNotExist) {
			message += " belongs to no round; artifacts are " + strings.Join(artifacts(dir, l), ", ")
		}
		return verdict.NewError(failed(by, dir, path), critique.Report{}, code, message)
	}
	if errors.Is(cause, fs.ErrNotExist) {
		message += ": there is no such file or folder"
	} else { // it names the path
		message = fmt.Sprintf("Session not found: %v", cause)
	}
	return verdict.NewError(failed(by, path, path), critique.Report{}, code, message)
}

// Around returns the session that a path lies in.
func Around(path string, l session.Layout) (dir string, ok bool) {
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

func artifacts(dir string, l session.Layout) []string {
	var names []string
	s, err := session.Open(dir, l)
	if err != nil {
		return nil
	}
	defer s.Close()
	for _, round := range l.Rounds {
		if s.Has(round.ID) {
			names = append(names, s.Named(round))
		}
	}
	return names
}

func failed(by verdict.Generator, dir, path string) verdict.Case {
	now := time.Now()
	return verdict.Case{
		Round: noRound, Label: noRound, Session: filepath.Base(dir), Profile: texts.Default, Role: "discuss", Generator: by,
		Artifact: verdict.File{Path: path}, StartedAt: now, FinishedAt: now,
	}
}
