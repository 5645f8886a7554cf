package watcher

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// answer is how long a file system is waited for where something else could be done.
	answer = 5 * time.Second
	// hung is from when on a look at one folder is said to hang.
	hung = 30 * time.Second
)

// apart groups the roots that may hang together: all on local disks are together,
// each other one is alone, with those below it.
func (w *Watcher) apart(roots []string) [][]string {
	var local []string
	var groups [][]string
	remote := w.remote(roots)
	for _, root := range roots { // sorted: an outer one comes first
		at := slices.IndexFunc(groups, func(g []string) bool { return isBelow(g[0], root) })
		switch {
		case at >= 0:
			groups[at] = append(groups[at], root)
		case slices.Contains(remote, root) && !slices.ContainsFunc(local, func(outer string) bool { return isBelow(outer, root) }):
			groups = append(groups, []string{root})
		default:
			local = append(local, root)
		}
	}
	if len(local) > 0 || len(groups) == 0 {
		groups = append([][]string{local}, groups...)
	}
	return groups
}

// remote lists the roots that lie on the file systems of others, or on one that does not
// even say what it is. One that does not exist yet lies where its nearest folder does.
func (w *Watcher) remote(roots []string) (remote []string) {
	type told struct {
		root   string
		remote bool
	}
	answers := make(chan told, len(roots))
	for _, root := range roots {
		go func() { // may never end
			kind := ""
			for path := root; ; path = filepath.Dir(path) {
				if w.options.looking != nil {
					w.options.looking(path)
				}
				var err error
				if kind, err = remoteFileSystem(path); err == nil || path == "/" {
					break
				}
			}
			answers <- told{root, kind != ""}
		}()
	}
	silent := slices.Clone(roots)
	patience := time.After(w.options.answer)
	for len(silent) > 0 {
		select {
		case t := <-answers:
			silent = slices.DeleteFunc(silent, func(root string) bool { return root == t.root })
			if t.remote {
				remote = append(remote, t.root)
			}
		case <-patience:
			return append(remote, silent...)
		}
	}
	return remote
}

// getReady closes Ready when every tree has looked at everything once, except those
// that hang.
func (w *Watcher) getReady(ctx context.Context) {
	tick := time.NewTicker(w.options.answer)
	defer tick.Stop()
	for _, t := range w.trees { // all are there
		for looked := false; !looked; {
			select {
			case <-t.progress.ready:
				looked = true
			case <-tick.C:
				looked = t.progress.hangs(w.options.answer)
				if looked {
					w.options.Logger.Warn("file system does not answer, its changes are not seen", "roots", t.known.roots)
				}
			case <-ctx.Done():
				return
			}
		}
	}
	close(w.ready)
}

// Alive returns an error when the watcher hangs: when it is busy with one folder of a
// local disk for longer than any disk takes. Of file systems that others serve it is
// known that they may.
func (w *Watcher) Alive() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, t := range w.trees {
		if t.progress.hangs(hung) && i == 0 {
			return fmt.Errorf("the watcher is busy with one folder below %s for more than %s", strings.Join(t.known.roots, ", "), hung)
		}
	}
	return nil
}

// hanging are the roots that do not answer.
func (w *Watcher) hanging() (roots []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.trees {
		if t.progress.hangs(0) {
			roots = append(roots, t.known.roots...)
		}
	}
	return roots
}

// progress is how far a tree is, which any goroutine may ask: one that waits for the
// disk answers nobody.
type progress struct {
	looking func(path string) // called before a folder is looked at; nil but in tests
	rescan  chan struct{}     // holds one token while a rescan is due
	ready   chan struct{}     // closed when everything was looked at once
	since   atomic.Int64      // when the look that is under way began, in Unix nanoseconds; 0 when none is
}

// again has everything looked at.
func (p *progress) again() {
	select {
	case p.rescan <- struct{}{}:
	default: // one is due already
	}
}

// looks notes that a folder is looked at from now on.
func (p *progress) looks(path string) {
	p.since.Store(time.Now().UnixNano())
	if p.looking != nil {
		p.looking(path)
	}
}

func (p *progress) hangs(limit time.Duration) bool {
	since := p.since.Load()
	return since != 0 && time.Since(time.Unix(0, since)) >= limit
}
