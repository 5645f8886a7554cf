//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRemoteFileSystem: on a file system that tells nothing of what others write
// the daemon looks for itself.
func TestRemoteFileSystem(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	s := newStage(t, "poll = \"50ms\"\n"+oneJudge(1), "codex")
	server := mountRemote(t, s.session)
	server.write(firstText)
	mount(t, "disk", filepath.Join(s.session, "discussions"), "tmpfs", 0, "mode=755")
	s.background(s.root)
	s.await("DISCUSS-002")
	if !strings.Contains(s.log(), "file system does not report what others write") {
		t.Error("the log does not say that it is a remote file system")
	}
	server.write(finalText)
	s.finish()
}

// TestWrittenUnheard changes a file in ways that are no event anywhere. The regular
// look at everything finds it.
func TestWrittenUnheard(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, file string){
		"through mapped memory": func(t *testing.T, file string) {
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			must(t, err)
			defer f.Close()
			memory, err := unix.Mmap(int(f.Fd()), 0, len(finalText), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
			must(t, err)
			copy(memory, finalText)
			must(t, unix.Msync(memory, unix.MS_SYNC))
			must(t, unix.Munmap(memory))
		},
		"through another hard link": func(t *testing.T, file string) {
			outside := filepath.Join(t.TempDir(), "outside")
			must(t, os.Link(file, outside)) // no event either
			must(t, os.WriteFile(outside, []byte(finalText), 0o644))
		},
	}
	for name, write := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "rescan = \"200ms\"\n"+oneJudge(1), "codex")
			s.begin()
			write(t, s.brief())
			s.finish()
		})
	}
}

// TestBelowAnOverlay writes into the upper layer of an overlay, as a container's
// host does: no event, either.
func TestBelowAnOverlay(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	s := newStage(t, "rescan = \"200ms\"\n"+oneJudge(1), "codex")
	layers := t.TempDir()
	for _, layer := range []string{"lower", "upper/spec", "work"} {
		must(t, os.MkdirAll(filepath.Join(layers, layer), 0o755))
	}
	mount(t, "overlay", s.session, "overlay", 0, fmt.Sprintf("lowerdir=%s/lower,upperdir=%[1]s/upper,workdir=%[1]s/work", layers))
	s.begin()
	must(t, os.WriteFile(filepath.Join(layers, "upper/spec/product-brief.md"), []byte(finalText), 0o644))
	s.finish()
}

// TestQueueOverflow stops the daemon while more happens than the kernel keeps
// for it. The artifact is written when nothing can be told any more.
func TestQueueOverflow(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_queued_events")
	must(t, err)
	longest, err := strconv.Atoi(strings.TrimSpace(string(text)))
	must(t, err)
	if longest > 1<<18 {
		t.Skipf("the kernel keeps %d events", longest)
	}
	s := newStage(t, oneJudge(1), "codex")
	daemon := s.begin()
	var others []string
	for i := range 2 {
		others = append(others, filepath.Join(s.session, "spec", fmt.Sprint("other ", i)))
		must(t, os.WriteFile(others[i], nil, 0o644))
	}
	must(t, daemon.Process.Signal(syscall.SIGSTOP))
	for range longest { // the same event twice in a row would be one; stopping takes a moment
		must(t, os.Chmod(others[0], 0o644))
		must(t, os.Chmod(others[1], 0o644))
	}
	must(t, os.WriteFile(s.brief(), []byte(finalText), 0o644))
	must(t, daemon.Process.Signal(syscall.SIGCONT))
	s.finish()
	if !strings.Contains(s.log(), "events came too fast and were lost") || !strings.Contains(s.log(), "fs.inotify.max_queued_events") {
		t.Error("the log does not tell of lost events, and what to raise")
	}
}

// TestUnmounted takes a root's disk away and brings another one.
func TestUnmounted(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	s := newStage(t, "rescan = \"200ms\"\n"+oneJudge(1), "codex")
	mount(t, "first disk", s.root, "tmpfs", 0, "")
	must(t, os.MkdirAll(filepath.Dir(s.brief()), 0o755))
	s.begin()
	must(t, unix.Unmount(s.root, 0)) // fails as long as somebody keeps a file open
	mount(t, "second disk", s.root, "tmpfs", 0, "")
	must(t, os.MkdirAll(filepath.Dir(s.brief()), 0o755))
	must(t, os.WriteFile(s.brief(), []byte(firstText), 0o644))
	s.await("DISCUSS-002")
	must(t, os.WriteFile(s.brief(), []byte(finalText), 0o644))
	s.finish()
}

func (s *stage) brief() string { return filepath.Join(s.session, "spec/product-brief.md") }

// begin has the first text of the brief judged.
func (s *stage) begin() *exec.Cmd {
	s.t.Helper()
	must(s.t, os.WriteFile(s.brief(), []byte(firstText), 0o644))
	daemon := s.background(s.root)
	s.await("DISCUSS-002")
	return daemon
}

// finish waits for the second verdict, which must be on the final text.
func (s *stage) finish() {
	s.t.Helper()
	if v := s.await("DISCUSS-002"); v.Revision != 2 || s.judgedText(v) != finalText {
		s.t.Errorf("revision %d over %q", v.Revision, s.judgedText(v))
	}
	s.sound("DISCUSS-002")
}
