package watcher

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

// deafTree returns a tree to which nobody passes the kernel's events on.
func deafTree(t testing.TB, touches chan<- touch, roots ...string) *tree {
	t.Helper()
	tr := newTree(New(Options{Route: route, Descend: descend}).options, roots, touches, nil)
	in := newIntake()
	notify, err := openNotify()
	tr.watches.use(notify, err, in)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		in.run()
	}()
	t.Cleanup(func() {
		tr.watches.close(in)
		<-drained
	})
	return tr
}

// touched empties the channel, and returns the sessions below root.
func touched(touches <-chan touch, root string) map[string]bool {
	sessions := make(map[string]bool)
	for len(touches) > 0 {
		sessions[strings.TrimPrefix((<-touches).Session, root+"/")] = true
	}
	return sessions
}

func TestLostEvents(t *testing.T) {
	needsEvents(t)
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
			for _, s := range []string{"same", "written", "removed", "moved", "replaced", "emptied", "unmounted"} {
				write(t, root+"/"+s+"/spec/A.md", "old")
			}
			touches := make(chan touch, 100)
			tree := deafTree(t, touches, root)
			tree.scan(tree.known.top, true)
			touched(touches, root)

			write(t, root+"/written/spec/A.md", "new text")
			write(t, root+"/same/spec/notes.txt", "no key")
			remove(t, root+"/removed")
			remove(t, root+"/emptied/spec/A.md")
			rename(t, root+"/moved", root+"/arrived")
			rename(t, root+"/replaced", root+"/away") // before its old name, in order of names
			write(t, root+"/replaced/spec/A.md", "other")
			// As a mount over the folder and its end would, unsaid.
			if err := tree.watches.notify.Remove(root + "/unmounted/spec"); err != nil {
				t.Fatal(err)
			}

			var b batch
			tt.lose(&b)
			b.add(fsnotify.Event{Name: root + "/written/spec/A.md", Op: fsnotify.Write})
			if len(b.paths) > 0 || !b.lost {
				t.Errorf("batch holds %d paths, lost %v", len(b.paths), b.lost)
			}
			tree.handle(b)
			want := map[string]bool{"written": true, "emptied": true, "removed": true, "moved": true, "arrived": true, "replaced": true, "away": true}
			if diff := cmp.Diff(want, touched(touches, root)); diff != "" {
				t.Errorf("sessions (-want +got):\n%s", diff)
			}
			for path := range want {
				f := tree.known.lookup(root + "/" + path + "/spec")
				if gone := path == "removed" || path == "moved"; gone != (f == nil) || f != nil && !f.attached {
					t.Errorf("%s: known %v, want %v and watched", path, f != nil, !gone)
				}
			}
			if !slices.Contains(tree.watches.notify.(inotify).WatchList(), root+"/unmounted/spec") {
				t.Error("a watch that was lost is not renewed")
			}
			tree.handle(b)
			if diff := cmp.Diff(map[string]bool{}, touched(touches, root)); diff != "" {
				t.Errorf("sessions, looking again (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFileThatCameAndWent(t *testing.T) {
	root := t.TempDir()
	mkdir(t, root+"/s/spec")
	touches := make(chan touch, 100)
	tree := deafTree(t, touches, root)
	tree.scan(tree.known.top, true)
	tree.handle(batch{paths: map[string]fsnotify.Op{root + "/s/spec/A.md": fsnotify.Create | fsnotify.Remove}})
	if diff := cmp.Diff(map[string]bool{"s": true}, touched(touches, root)); diff != "" {
		t.Errorf("sessions (-want +got):\n%s", diff)
	}
}
