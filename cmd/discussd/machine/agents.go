package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"discussd/cmd/discussd/install"
)

// Installations is where agents' settings are looked for, and what is known of them.
type Installations struct {
	Home    string                       // the user's, "" without one
	Project string                       // the project's folder
	Program string                       // how agents are to call this program
	Called  func(agent string) time.Time // when an agent has called its hook last; the zero time when it has not for days
	Live    bool                         // the hooks are called, and codex is asked which of them it trusts
}

// Rows says what is installed where for coding agents, spec-kit and git, whether what is
// called there is this program, and whether it is called. Where nothing is installed there
// is nothing to say.
func (i Installations) Rows(ctx context.Context) (rows []Row) {
	there := map[string]bool{}
	for _, agent := range install.Agents() {
		for _, scope := range []install.Scope{install.Project, install.User} {
			if scope == install.User && i.Home == "" {
				continue
			}
			targets, err := install.Targets(agent, scope, i.Home, i.Project, i.Program)
			if err != nil {
				continue // there is no such place
			}
			again := "discussd install " + agent
			if scope == install.User {
				again += " --user"
			}
			for _, target := range targets {
				for _, row := range installed(target, again) {
					if there[agent] = true; row.Mark == Fine {
						row = i.fires(ctx, target, row)
					}
					rows = append(rows, row)
				}
			}
		}
	}
	return append(rows, plugins(i.Home, there)...)
}

// fires adds to a row of what is installed whether it is called, and what would keep it
// from that.
func (i Installations) fires(ctx context.Context, t install.Target, row Row) Row {
	switch t.Agent {
	case "git":
		return row
	case "spec-kit":
		if _, err := os.Stat(filepath.Join(i.Project, ".specify", "extensions", "discussd")); err != nil {
			row.Mark, row.Result, row.Hint = Warn, row.Result+"; spec-kit has not added it", t.Then
		}
		return row
	}
	row.Result += ", " + since(i.Called(t.Agent), time.Now())
	if !i.Live {
		return row
	}
	took, wrong := answers(ctx, t, i.Project)
	if wrong != "" {
		return Row{Mark: Warn, What: row.What, Result: row.Result + "; called now: " + wrong, Hint: "call it yourself: discussd hook " + t.Agent + " < /dev/null"}
	}
	row.Result += fmt.Sprintf("; called now it answers in %d ms", took.Milliseconds())
	if t.Agent != "codex" {
		return row
	}
	switch skipped, err := untrusted(ctx, i.Project); {
	case errors.Is(err, exec.ErrNotFound):
		row.Result += "; codex is not there to be asked whether it trusts it"
	case err != nil:
		row.Mark, row.Result = Warn, row.Result+"; "+err.Error()
	case len(skipped) > 0:
		row.Mark, row.Result, row.Hint = Warn, row.Result+"; codex skips it without a word: "+strings.Join(skipped, ", "), t.Then
	default:
		row.Result += "; codex trusts it"
	}
	return row
}

// installed is what there is to say of one place; again is what installs it anew.
func installed(t install.Target, again string) []Row {
	what := t.Agent + " hooks"
	state, err := install.StateOf(t)
	switch {
	case err != nil && (!t.Hooks() || !mentioned(t.File)): // an explanation alone, or nothing of discussd's
		return nil
	case err != nil:
		return []Row{{Mark: Warn, What: what, Result: err.Error(), Hint: "mend it: " + t.Agent + " may not read it either"}}
	case state == install.Absent || !t.Hooks():
		return nil
	}
	programs, err := install.Programs(t)
	if err != nil || len(programs) == 0 {
		return []Row{{Mark: Warn, What: what, Result: t.File + " calls no discussd", Hint: again}}
	}
	for _, program := range programs {
		if wrong := stranger(program); wrong != "" {
			return []Row{{Mark: Warn, What: what, Result: t.File + " calls " + program + ", " + wrong, Hint: again}}
		}
	}
	if state == install.Another {
		return []Row{{Mark: Warn, What: what, Result: t.File + " is of another version of discussd", Hint: again}}
	}
	return []Row{{Mark: Fine, What: what, Result: t.File + " calls " + strings.Join(programs, ", ")}}
}

func mentioned(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && bytes.Contains(text, []byte("discussd"))
}

// stranger says why a program that is called is not this one; "" when it is.
func stranger(program string) string {
	found, err := exec.LookPath(program)
	if err != nil {
		return "which is not there"
	}
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	one, err := os.Stat(found)
	if err != nil {
		return fmt.Sprintf("which cannot be looked at: %v", err)
	}
	if other, err := os.Stat(self); err == nil && !os.SameFile(one, other) {
		return "which is another program than this one"
	}
	return ""
}
