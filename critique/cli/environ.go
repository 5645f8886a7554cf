package cli

import (
	"maps"
	"slices"
	"strings"
)

// withheld is what a CLI must not inherit: variables by which CLIs recognise
// that they run inside one another, what systemd says to its service alone, and
// everything of discussd's own.
func withheld(name string) bool {
	switch name {
	case "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "NOTIFY_SOCKET", "PWD", "OLDPWD":
		return true
	}
	for _, prefix := range []string{"WATCHDOG_", "LISTEN_", "DISCUSSD_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// environ is the environment of a run: what is inherited, less what is
// withheld, with the run's own folders, what the adapter sets and last what the
// tool's configuration sets. It is sorted.
func environ(inherited []string, run folder, layers ...map[string]string) []string {
	values := map[string]string{}
	for _, entry := range inherited {
		if name, value, found := strings.Cut(entry, "="); found && !withheld(name) {
			values[name] = value
		}
	}
	values["PWD"] = run.file("work")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		values[name] = run.path
	}
	values["NO_COLOR"] = "1"
	for _, layer := range layers {
		for name, value := range layer {
			values[name] = value
			if value == "" {
				delete(values, name)
			}
		}
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, name+"="+values[name])
	}
	return all
}
