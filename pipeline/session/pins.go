package session

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"discussd/pipeline/durable"
)

// Pins are the roots below which a daemon opens sessions. The user has named them, so
// a root may be a link, or lie behind one. What lies between a root and a session was
// made by anyone who works there: it must not be a link.
//
// Where a root leads is kept when it is first opened. Later it may lead elsewhere only
// through links of the daemon's own user or of root's. No pins at all are those of a
// command: a person named the very path just now. They are safe for concurrent use.
type Pins struct {
	mu    sync.Mutex
	roots []string
	led   map[string]string // where a root led, without links
}

// NewPins returns pins of the roots, which are absolute and clean.
func NewPins(roots []string) *Pins {
	p := &Pins{led: map[string]string{}}
	p.Set(roots)
	return p
}

// Set says which roots there are from now on. Those that were there keep their pins.
func (p *Pins) Set(roots []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.roots = slices.Clone(roots)
}

// Renew has every root pinned anew when it is opened next: the user asks for it.
func (p *Pins) Renew() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.led)
}

// open opens a folder, by an absolute path, and tells its path without links. The
// error wraps [durable.ErrRefused] when a link leads there that nobody may follow, and
// [fs.ErrNotExist] when there is no such folder.
func (p *Pins) open(dir string) (*os.Root, string, error) {
	seen, err := p.see(dir)
	if err != nil {
		return nil, "", plain(err)
	}
	real := seen.Name()
	defer seen.Close()
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, "", err
	}
	there, err := seen.Stat()
	if err == nil {
		var opened fs.FileInfo
		if opened, err = root.Stat("."); err == nil && !os.SameFile(there, opened) {
			err = fmt.Errorf("%w: %s was replaced while it was opened", durable.ErrRefused, real)
		}
	}
	if err != nil {
		root.Close()
		return nil, "", err
	}
	return root, real, nil
}

// see opens a folder by its path without links, which is the file's name.
func (p *Pins) see(dir string) (*os.File, error) {
	root, inner := p.rootOf(dir)
	if root == "" {
		return nil, fmt.Errorf("%w: %s lies below no root", durable.ErrRefused, dir)
	}
	if seen, err := direct(dir); err == nil {
		p.note(root, inner)
		return seen, nil
	}
	real, err := p.real(dir, root, inner)
	if err != nil {
		return nil, err
	}
	return follow(real, func(link string, _ uint32) error {
		return fmt.Errorf("%w: %s is a link, nothing is read or written through it", durable.ErrRefused, link)
	})
}

// note keeps that no link leads to a root, as none leads to what lies in it.
func (p *Pins) note(root, inner string) {
	if p == nil || strings.HasPrefix(inner, "../") {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.led[root] = root
}

// real is the path of a folder without the links of its root. There may be others in it.
func (p *Pins) real(dir, root, inner string) (string, error) {
	if p == nil {
		there, err := follow(dir, func(string, uint32) error { return nil })
		if err != nil {
			return "", err
		}
		defer there.Close()
		return there.Name(), nil
	}
	led, err := p.pinned(root)
	if err != nil {
		return "", err
	}
	if inner, above := strings.CutPrefix(inner, "../"); above { // a root in a session
		outer, ok := strings.CutSuffix(led, "/"+inner)
		if !ok {
			return "", fmt.Errorf("%w: the root %s leads to %s, which is no part of %s", durable.ErrRefused, root, led, dir)
		}
		return cmp.Or(outer, "/"), nil
	}
	return filepath.Join(led, inner), nil
}

// rootOf is the nearest root that a folder lies in, and the way down to it. Of a
// folder that a root lies in it is that root, and "../" with the way from the folder
// to the root.
func (p *Pins) rootOf(dir string) (root, inner string) {
	if p == nil {
		return dir, ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, candidate := range p.roots {
		if way, ok := below(candidate, dir); ok && len(candidate) > len(root) {
			root, inner = candidate, way
		}
	}
	for _, candidate := range p.roots {
		if way, ok := below(dir, candidate); ok && root == "" {
			root, inner = candidate, "../"+way
		}
	}
	return root, inner
}

// Root is the nearest root that a folder lies in, or that lies in it; "" of one that has
// none, and the folder itself where there are no pins.
func (p *Pins) Root(dir string) string {
	root, _ := p.rootOf(dir)
	return root
}

// below is the way from a folder down to another one, both absolute and clean.
func below(outer, dir string) (way string, ok bool) {
	if outer == dir {
		return "", true
	}
	return strings.CutPrefix(dir, strings.TrimSuffix(outer, "/")+"/")
}

// pinned is where a root leads.
func (p *Pins) pinned(root string) (string, error) {
	strange := ""
	there, err := follow(root, func(link string, owner uint32) error {
		if owner != 0 && int64(owner) != int64(os.Geteuid()) {
			strange = link
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	defer there.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	led, known := p.led[root]
	if known && led != there.Name() && strange != "" {
		return "", fmt.Errorf("%w: the root %s led to %s and leads to %s now, through %s, a link of another user; if that is right, reload or restart discussd", durable.ErrRefused, root, led, there.Name(), strange)
	}
	p.led[root] = there.Name()
	return there.Name(), nil
}

// plain takes the path off an error that names it itself.
func plain(err error) error {
	if inside, ok := err.(*fs.PathError); ok && errors.Is(inside.Err, durable.ErrRefused) {
		return inside.Err
	}
	return err
}
