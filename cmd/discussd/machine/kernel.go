package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"discussd/pipeline/daemon/presence"
)

// instances is how many inotify instances a daemon opens: one for the sessions,
// one for what wait tells it.
const instances = 2

// inotifyRows compare the limits of this user with what is in use and what a
// daemon will need besides.
func inotifyRows(folders int) []Row {
	usedInstances, usedWatches := inotifyInUse()
	return []Row{
		inotifyRow("inotify instances", "max_user_instances", usedInstances, instances),
		inotifyRow("inotify watches", "max_user_watches", usedWatches, folders),
	}
}

func inotifyRow(what, limit string, used, needed int) Row {
	text, err := os.ReadFile("/proc/sys/fs/inotify/" + limit)
	allowed, syntax := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || syntax != nil {
		return Row{Mark: Warn, What: what, Result: "the limit is not known", Hint: "what cannot be watched is polled"}
	}
	r := Row{Mark: Fine, What: what, Result: fmt.Sprintf("%d allowed, %d in use, %d needed", allowed, used, needed)}
	if used+needed > allowed {
		r.Mark, r.Hint = Warn, fmt.Sprintf("raise the sysctl fs.inotify.%s: what cannot be watched is polled, which is slower", limit)
	}
	return r
}

// inotifyInUse counts what the processes of this user hold, except daemons of
// discussd, which are what the limits are wanted for.
func inotifyInUse() (instances, watches int) {
	ours := map[string]bool{}
	if daemons, err := presence.Daemons(); err == nil {
		for _, d := range daemons {
			ours[strconv.Itoa(d.PID)] = true
		}
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // those of other users cannot be listed
	for _, link := range links {
		target, err := os.Readlink(link)
		parts := strings.Split(link, "/") // "", proc, pid, fd, number
		if err != nil || target != "anon_inode:inotify" || ours[parts[2]] {
			continue
		}
		instances++
		text, _ := os.ReadFile(filepath.Join("/proc", parts[2], "fdinfo", parts[4])) // gone: counts none
		watches += strings.Count(string(text), "inotify wd:")
	}
	return instances, watches
}

// fileSystem names the kind of file system that a path lies on: "ext4".
func fileSystem(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "unknown file system"
	}
	return mountedAt(path, string(text))
}

// mountedAt finds the file system of an absolute path in a mountinfo file (see
// proc_pid_mountinfo(5)): that of the longest mount point above, the last of equals.
func mountedAt(path, mountinfo string) string {
	unescape := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	kind, longest := "unknown file system", -1
	for line := range strings.Lines(mountinfo) {
		mount, source, found := strings.Cut(line, " - ")
		fields := strings.Fields(mount)
		if !found || len(fields) < 5 || len(strings.Fields(source)) == 0 {
			continue
		}
		point := strings.TrimSuffix(unescape.Replace(fields[4]), "/")
		if len(point) >= longest && (path == point || strings.HasPrefix(path, point+"/")) {
			kind, longest = strings.Fields(source)[0], len(point)
		}
	}
	return kind
}
