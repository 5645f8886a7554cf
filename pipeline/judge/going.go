package judge

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// ErrGoing is why nothing was done about a round.
var ErrGoing = fmt.Errorf("files of it are gone: %w", session.ErrNoArtifact)

// going tells whether a round has no artifact and is to be tidied up, lacks a file that
// its verdict names, or lacks the verdict though one was seen.
func going(desk *desk, round session.Round, seen bool) bool {
	if desk.Written(round).IsZero() && gone(desk, round) {
		return seen || desk.folder.Begun(round.ID)
	}
	v, judged := desk.folder.Verdict(round.ID)
	return !judged && seen || judged && slices.ContainsFunc(v.Artifact.Members, func(member verdict.File) bool {
		_, err := desk.Root().Lstat(member.Path)
		return errors.Is(err, fs.ErrNotExist)
	})
}
