package watcher

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"
)

func asNobody() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// ownLimits gives a child inotify limits of its own: those of a user namespace.
func ownLimits() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

func limit(t *testing.T, name string, value int) {
	t.Helper()
	if err := os.WriteFile("/proc/sys/user/"+name, fmt.Append(nil, value), 0o644); err != nil {
		t.Skipf("child skips: %v", err)
	}
}

func TestLimitOfWatches(t *testing.T) {
	if !inChild(t, ownLimits()) {
		return
	}
	root := t.TempDir()
	for i := range 20 {
		write(t, fmt.Sprintf("%s/%d/spec/A.md", root, i), "x")
	}
	limit(t, "max_inotify_watches", 15)
	testPolling(t, root, "fs.inotify.max_user_watches", func() { limit(t, "max_inotify_watches", 10000) })
}

func TestLimitOfInstances(t *testing.T) {
	if !inChild(t, ownLimits()) {
		return
	}
	root := t.TempDir()
	for i := range 20 {
		write(t, fmt.Sprintf("%s/%d/spec/A.md", root, i), "x")
	}
	limit(t, "max_inotify_instances", 0)
	testPolling(t, root, "fs.inotify.max_user_instances", func() { limit(t, "max_inotify_instances", 10) })
}

// testPolling checks that nothing is missed under a limit, and that polling ends
// when the limit does.
func testPolling(t *testing.T, root, sysctl string, lift func()) {
	var log syncBuffer
	r := start(t, Options{
		Roots: []string{root}, Poll: 10 * time.Millisecond,
		Logger: hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Debug}),
	})
	visit := func(text string) {
		t.Helper()
		for i := range 20 {
			s := fmt.Sprintf("%s/%d", root, i)
			write(t, s+"/spec/A.md", text)
			r.settled(Key{s, "A"})
			write(t, s+"/spec/B/"+text+"/member.md", text)
			r.settled(Key{s, "B"})
		}
	}
	visit("polled")
	rename(t, root+"/0", root+"/moved")
	r.settled(Key{root + "/moved", "A"})
	r.pass()
	rename(t, root+"/moved", root+"/0")
	r.settled(Key{root + "/0", "A"})
	r.pass()
	remove(t, root+"/0")
	r.settled(Key{root + "/0", "A"})
	if got := strings.Count(log.String(), sysctl); got != 1 || strings.Count(log.String(), "[WARN]") != 1 {
		t.Errorf("%d mentions of %s in the log, want one warning:\n%s", got, sysctl, log.String())
	}
	lift()
	visit("watched")
}

func TestLostEvents(t *testing.T) {
	tests := map[string]struct {
		lose func(b *batch)
	}{
		"overflow": {lose: func(b *batch) { b.fail(fmt.Errorf("wrapped: %w", fsnotify.ErrEventOverflow)) }},
		"full batch": {lose: func(b *batch) {
			for i := range maxBatch + 1 {
				b.add(fsnotify.Event{Name: fmt.Sprint("/", i), Op: fsnotify.Write})
			}
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for _, s := range []string{"same", "written", "removed", "moved", "replaced"} {
				write(t, root+"/"+s+"/spec/A.md", "old")
			}
			tree, touched := deafTree(t, root)
			write(t, root+"/written/spec/A.md", "new text")
			write(t, root+"/same/spec/notes.txt", "no key")
			remove(t, root+"/removed")
			rename(t, root+"/moved", root+"/arrived")
			rename(t, root+"/replaced", root+"/away") // before its old name, in order of names
			write(t, root+"/replaced/spec/A.md", "other")

			var b batch
			tt.lose(&b)
			b.add(fsnotify.Event{Name: root + "/written/spec/A.md", Op: fsnotify.Write})
			if len(b.paths) > 0 || !b.lost {
				t.Errorf("batch holds %d paths, lost %v", len(b.paths), b.lost)
			}
			tree.handle(b)
			want := map[string]bool{"written": true, "removed": true, "moved": true, "arrived": true, "replaced": true, "away": true}
			if diff := cmp.Diff(want, touched(root)); diff != "" {
				t.Errorf("sessions (-want +got):\n%s", diff)
			}
			for path := range want {
				f := tree.lookup(root + "/" + path + "/spec")
				if gone := path == "removed" || path == "moved"; gone != (f == nil) || f != nil && !f.attached {
					t.Errorf("%s: known %v, want %v and watched", path, f != nil, !gone)
				}
			}
			tree.handle(b)
			if diff := cmp.Diff(map[string]bool{}, touched(root)); diff != "" {
				t.Errorf("sessions, looking again (-want +got):\n%s", diff)
			}
		})
	}
}

// deafTree returns a tree that has looked at everything once, and to which no
// event is passed on, and a function that returns the sessions touched since.
func deafTree(t testing.TB, roots ...string) (*tree, func(root string) map[string]bool) {
	t.Helper()
	touches := make(chan touch, 100000)
	o := New(Options{Route: route, Descend: descend}).options
	tr := newTree(o, roots, touches, t.Context().Done())
	in := newIntake()
	notify, err := openNotify()
	tr.use(notify, err, in)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		in.run()
	}()
	t.Cleanup(func() {
		tr.close(in)
		<-drained
	})
	tr.scan(tr.top, true)
	touched := func(root string) map[string]bool {
		sessions := make(map[string]bool)
		for len(touches) > 0 {
			sessions[strings.TrimPrefix((<-touches).Session, root+"/")] = true
		}
		return sessions
	}
	touched("")
	return tr, touched
}
