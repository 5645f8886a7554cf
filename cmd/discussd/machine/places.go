package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"discussd/cmd/discussd/config"
	"discussd/internal/text/printable"
	"discussd/pipeline/daemon"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/decision"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
)

// Places looks at the folders that discussd and its CLIs need: the roots and
// the sessions below them, and those of the machine. Nothing is written into a
// session: somebody may be watching.
func Places(ctx context.Context, watch daemon.Watch, paths []string) []Row {
	var rows []Row
	folders := 0 // to be watched
	roots, err := watch.Expand(paths)
	switch {
	case len(paths)+len(watch.Roots) == 0:
		rows = append(rows, Row{Mark: Fine, What: "roots", Result: "none configured: 'discussd run PATH' names them, or watch.roots"})
	case err != nil:
		rows = append(rows, Row{Mark: Broken, What: "roots", Result: err.Error()})
	}
	home, _ := os.UserHomeDir()
	for _, pattern := range watch.Roots {
		if matches, err := session.Roots([]string{pattern}, home); err == nil && len(matches) == 0 {
			rows = append(rows, Row{Mark: Fine, What: pattern, Result: "matches no folder yet; one that comes is seen"})
		}
	}
	l := watch.Layout
	for _, root := range roots {
		r, n := rootRow(ctx, l, root, watch.Depth)
		rows, folders = append(rows, r), folders+n
	}
	return slices.Concat(rows, inotifyRows(folders), folderRows())
}

// rootRow looks at a root, and counts the folders to be watched at and below it.
func rootRow(ctx context.Context, l session.Layout, root string, depth int) (r Row, folders int) {
	r = Row{Mark: Fine, What: root}
	if _, err := os.ReadDir(root); errors.Is(err, fs.ErrNotExist) {
		r.Mark, r.Result, r.Hint = Warn, "does not exist", "it is waited for; create it, or mend watch.roots"
		return r, 0
	} else if err != nil {
		r.Mark, r.Result, r.Hint = Broken, err.Error(), "give the daemon's user the right to read it"
		return r, 0
	}
	sessions, err := l.Find(ctx, []string{root}, depth)
	if err != nil {
		r.Mark, r.Result = Broken, err.Error()
		return r, 0
	}
	r.Result = fmt.Sprintf("%s, %s", fileSystem(root), printable.Counted(len(sessions), "session", "sessions"))
	if len(sessions) == 0 {
		r.Hint = "discussd looks for\n" + strings.Join(l.LookedFor(), "\n")
	} else {
		r.Result += " (" + l.Recognised(sessions) + ")"
	}
	var refused []string
	for _, dir := range sessions {
		if err := takesVerdicts(l, dir); err != nil {
			refused = append(refused, printable.Line(fmt.Sprintf("%s: %v", dir, err)))
		}
	}
	if len(refused) > 0 {
		const most = 5
		r.Mark, r.Hint = Broken, "no verdict can be written there: give the daemon's user the right to, or remove what is in the way"
		r.Result += fmt.Sprintf(", %d without a way to write\n%s", len(refused), strings.Join(refused[:min(most, len(refused))], "\n"))
	}
	filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return nil
		case ctx.Err() != nil || dir != root && !l.Descend(root, filepath.Dir(dir), depth)(entry.Name()):
			return fs.SkipDir
		}
		folders++
		return nil
	})
	return r, folders
}

// takesVerdicts returns why no verdict can be written into a session.
func takesVerdicts(l session.Layout, dir string) error {
	s, err := session.Open(dir, l)
	if err != nil {
		return err
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), handoff.Options{Reading: true, Writers: presence.Writers()})
	if err != nil {
		return err
	}
	defer folder.Close()
	return makeable(filepath.Join(dir, handoff.Dir))
}

// writable returns why files cannot be made in a folder. It writes nothing.
func writable(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	if err == nil {
		err = unix.Access(dir, unix.W_OK|unix.X_OK)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", dir, err)
	}
	return nil
}

// makeable is writable for a folder that is made, with those above, when it is needed.
func makeable(dir string) error {
	for err := fs.ErrNotExist; errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); {
		if _, err = os.Stat(dir); err != nil {
			dir = filepath.Dir(dir)
		}
	}
	return writable(dir)
}

// folderRows looks at the folders outside of the sessions.
func folderRows() []Row {
	runtime, err := presence.Folder()
	if err == nil {
		err = makeable(runtime)
	}
	rows := []Row{folderRow("runtime folder", runtime, err, "set XDG_RUNTIME_DIR to a folder that can be written; without it status and wait do not see the daemon")}
	if machine, err := presence.Machine(); machine != "" {
		rows = append(rows, folderRow("the machine's daemon", machine, err, "its user lets a group see it and ask it: root can put you into that group, then log in anew"))
	}
	home, err := os.UserHomeDir()
	if err == nil {
		err = writable(home)
	}
	rows = append(rows, folderRow("home folder", home, err, "gemini hangs and codex fails where they cannot write their own files"))
	return append(rows, temporaryRow())
}

func folderRow(what, dir string, err error, hint string) Row {
	if err != nil {
		return Row{Mark: Warn, What: what, Result: err.Error(), Hint: hint}
	}
	return Row{Mark: Fine, What: what, Result: dir}
}

// temporaryRow makes a folder as every run of a CLI does: a full disk or a quota
// shows itself in no other way.
func temporaryRow() Row {
	dir, err := os.MkdirTemp("", "discussd-doctor-")
	if err == nil {
		err = cmp.Or(os.WriteFile(filepath.Join(dir, "prompt"), []byte(Question), 0o600), os.RemoveAll(dir))
	}
	if err != nil {
		return Row{Mark: Broken, What: "temporary folder", Result: err.Error(), Hint: "no CLI can run without: make room, or set TMPDIR to a folder that can be written"}
	}
	return Row{Mark: Fine, What: "temporary folder", Result: os.TempDir()}
}

// Handoff looks at the program and the users that [handoff] names. What is
// wrong with them keeps no verdict from being written.
func Handoff(c config.Handoff) []Row {
	var rows []Row
	if len(c.OnVerdict) > 0 {
		r := Row{Mark: Fine, What: "hook"}
		var err error
		if r.Result, err = exec.LookPath(c.OnVerdict[0]); err != nil {
			r.Mark, r.Result, r.Hint = Warn, err.Error(), "nobody is told of verdicts: install it, or mend handoff.on_verdict"
		}
		rows = append(rows, r)
	}
	for _, decider := range c.TrustedDeciders {
		if _, err := decision.UserID(decider); err != nil {
			rows = append(rows, Row{Mark: Warn, What: "decider", Result: err.Error(), Hint: "no decision of theirs counts: mend handoff.trusted_deciders"})
		}
	}
	return rows
}
