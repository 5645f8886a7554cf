// Package process starts programs and sees to it that nothing is left of them: no
// process, whatever they do, and no file. A [Command] with a [Folder] of its own comes in,
// how it [Ended] goes out; [Tidy] ends what daemons that were killed have left. It knows
// nothing of what the programs are for. critique/cli and pipeline/hook call it; supervisor,
// cgroup and procs are its parts.
package process

import (
	"os"
	"path/filepath"
)

// RunVariable is set in the environment of everything a run starts, to the
// run's folder. A program that finds it set was started by a critique and must
// not ask for one itself: users hang discussd into the hooks of their CLIs.
const RunVariable = "DISCUSSD_RUN"

// LookPath finds program in path's absolute folders, "" when it is in none. Only
// PATH counts, never the working directory.
func LookPath(program, path string) string {
	executable := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
	}
	if filepath.IsAbs(program) {
		if executable(program) {
			return program
		}
		return ""
	}
	for _, dir := range filepath.SplitList(path) {
		if name := filepath.Join(dir, program); filepath.IsAbs(dir) && filepath.Base(program) == program && executable(name) {
			return name
		}
	}
	return ""
}
