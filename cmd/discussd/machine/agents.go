package machine

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"discussd/cmd/discussd/install"
)

// Agents says what is installed where for coding agents and for git, and whether what is
// called there is this program. Where nothing is installed there is nothing to say.
func Agents(home, project, program string) (rows []Row) {
	for _, agent := range install.Agents() {
		for _, scope := range []install.Scope{install.Project, install.User} {
			if scope == install.User && home == "" {
				continue
			}
			targets, err := install.Targets(agent, scope, home, project, program)
			if err != nil {
				continue // there is no such place
			}
			again := "discussd install " + agent
			if scope == install.User {
				again += " --user"
			}
			for _, target := range targets {
				rows = append(rows, installed(target, again)...)
			}
		}
	}
	return rows
}

// installed is what there is to say of one place; again is what installs it anew.
func installed(t install.Target, again string) []Row {
	what := t.Agent + " hooks"
	state, err := install.StateOf(t)
	switch {
	case err != nil && (!t.Hooks() || !mentioned(t.File)): // an explanation alone, or nothing of discussd's
		return nil
	case err != nil:
		return []Row{{Mark: Poor, What: what, Result: err.Error(), Hint: "mend it: " + t.Agent + " may not read it either"}}
	case state == install.Absent || !t.Hooks():
		return nil
	}
	programs, err := install.Programs(t)
	if err != nil || len(programs) == 0 {
		return []Row{{Mark: Poor, What: what, Result: t.File + " calls no discussd", Hint: again}}
	}
	for _, program := range programs {
		if wrong := stranger(program); wrong != "" {
			return []Row{{Mark: Poor, What: what, Result: t.File + " calls " + program + ", " + wrong, Hint: again}}
		}
	}
	if state == install.Another {
		return []Row{{Mark: Poor, What: what, Result: t.File + " is of another version of discussd", Hint: again}}
	}
	return []Row{{Mark: Fine, What: what, Result: t.File + " calls " + strings.Join(programs, ", ")}}
}

// mentioned tells whether a file that cannot be understood speaks of discussd.
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
