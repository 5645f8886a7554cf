//go:build failpoints

package schedule

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"discussd/pipeline/durable/disk"
	"discussd/pipeline/failpoint"
)

// external is what others do to the disk. It outlives everything.
const external failpoint.Point = "external"

// TestPowerCut lets the power fail after everything that is done to the disk in a scene,
// and has discussd start over what may be left then: of what was not synced, nothing, or
// the names without the data, or the data without the names, or all but removals, or a
// choice by lot. When it has come to rest nothing is wrong with any session.
func TestPowerCut(t *testing.T) {
	random := rand.New(rand.NewPCG(*stormSeed, 1))
	cuts, trees := 0, 0
	for _, name := range slices.Sorted(maps.Keys(chosen())) {
		if scenes()[name].shared {
			continue // what is left is laid out elsewhere, and a seal is bound to its place
		}
		start := stageScene(t, name, scenes()[name])
		recorded := start.record(t)
		var lives errgroup.Group
		lives.SetLimit(atOnce)
		tried := map[string]bool{}
		for n := range len(recorded.Ops) + 1 {
			for _, way := range ways(random) {
				left := start.begins.after(recorded.Ops[:n], way.keeps)
				digest := left.digest()
				if cuts++; tried[digest] || testing.Short() && cuts%4 > 0 {
					continue
				}
				tried[digest] = true
				lives.Go(func() error {
					last := "at first"
					if n > 0 {
						last = fmt.Sprintf("after %s %s %s", recorded.Ops[n-1].Kind, recorded.Ops[n-1].Path, recorded.Ops[n-1].To)
					}
					start.restart(t, left, fmt.Sprintf("%s: power cut %d, %s, %s", name, n, last, way.name))
					return nil
				})
			}
		}
		lives.Wait()
		trees += len(tried)
	}
	t.Logf("%d power cuts, %d trees that they may leave", cuts, trees)
}

// restart starts discussd over a tree.
func (s start) restart(t *testing.T, left tree, where string) {
	top := s.place(t, left)
	defer os.RemoveAll(filepath.Dir(top))
	s.again(t, top, where, false)
}

// unsynced is what a power cut may leave or take.
type unsynced string

const (
	aName     unsynced = "name"    // that a file or folder was given
	aRemoval  unsynced = "removal" // of a name
	theData   unsynced = "data"    // of a file
	someBytes unsynced = "bytes"   // the first of them: asked where the data is not left
)

// way is how a power cut chooses. It is asked of everything that was not synced; outer is the
// first change of a folder, and its last.
type way struct {
	name  string
	keeps func(of unsynced, outer bool) bool
}

func ways(random *rand.Rand) []way {
	first, second := rand.New(rand.NewPCG(random.Uint64(), 0)), rand.New(rand.NewPCG(random.Uint64(), 0))
	return []way{
		{"nothing unsynced is left", func(unsynced, bool) bool { return false }},
		{"all of it is left", func(unsynced, bool) bool { return true }},
		{"names without data", func(of unsynced, _ bool) bool { return of == aName || of == aRemoval }},
		{"names with torn data", func(of unsynced, _ bool) bool { return of != theData }},
		{"data without names", func(of unsynced, _ bool) bool { return of == theData }},
		{"removals are lost", func(of unsynced, _ bool) bool { return of != aRemoval }},
		{"only removals are left", func(of unsynced, _ bool) bool { return of == aRemoval }},
		{"the first name and the last", func(_ unsynced, outer bool) bool { return outer }},
		{"by lot", func(unsynced, bool) bool { return first.IntN(2) == 0 }},
		{"by another lot", func(unsynced, bool) bool { return second.IntN(2) == 0 }},
	}
}

// node is a file or a folder.
type node struct {
	mode    fs.FileMode
	written time.Time        // by others
	now     string           // what a reader sees
	safe    string           // what is synced of it
	names   map[string]*node // of a folder, as a reader sees it
	synced  map[string]*node // as they are on the disk
	pending []change         // that are not, in order
}

// change is one change of the names in a folder: all of it is left, or none.
type change struct {
	kind  unsynced
	names map[string]*node // nil takes the name away
}

func newFolder(mode fs.FileMode) *node {
	return &node{mode: mode, names: map[string]*node{}, synced: map[string]*node{}}
}

// change changes the names of a folder.
func (n *node) change(kind unsynced, names map[string]*node) {
	n.pending = append(n.pending, change{kind, names})
	apply(n.names, names)
}

func apply(names, change map[string]*node) {
	for name, is := range change {
		if is == nil {
			delete(names, name)
		} else {
			names[name] = is
		}
	}
}

// find returns the node of a path, and the folder it is in.
func (n *node) find(name string) (found, folder *node) {
	if name == "." {
		return n, nil
	}
	above, _ := n.find(path.Dir(name))
	if above == nil {
		return nil, nil
	}
	return above.names[path.Base(name)], above
}

// after is what is left of a tree to which something was done when the power failed.
func (t tree) after(ops []disk.Op, keeps func(of unsynced, outer bool) bool) tree {
	top := newFolder(fs.ModeDir | 0o755)
	for _, name := range slices.Sorted(maps.Keys(t)) {
		top.settle(name, &node{mode: t[name].mode, written: t[name].written, now: t[name].text, safe: t[name].text, names: map[string]*node{}, synced: map[string]*node{}})
	}
	for _, op := range ops {
		top.do(op)
	}
	left := tree{}
	top.left(".", keeps, left)
	return left
}

// settle puts a node where nothing takes it away, with the folders to it.
func (n *node) settle(name string, is *node) {
	above, _ := n.find(path.Dir(name))
	if above == nil {
		above = newFolder(fs.ModeDir | 0o755)
		n.settle(path.Dir(name), above)
	}
	above.names[path.Base(name)], above.synced[path.Base(name)] = is, is
}

// do does what was done.
func (n *node) do(op disk.Op) {
	there, folder := n.find(op.Path)
	base, to := path.Base(op.Path), path.Base(op.To)
	switch op.Kind {
	case external:
		if len(op.Data) > 0 {
			n.settle(op.Path, &node{mode: 0o644, written: time.Unix(0, op.At), now: string(op.Data), safe: string(op.Data)})
		} else if folder != nil {
			delete(folder.names, base)
			delete(folder.synced, base)
		}
	case failpoint.DiskCreate:
		if there == nil {
			folder.change(aName, map[string]*node{base: {mode: 0o644}})
		}
	case failpoint.DiskMkdir:
		folder.change(aName, map[string]*node{base: newFolder(fs.ModeDir | 0o755)})
	case failpoint.DiskWrite:
		there.now = there.now[:op.At] + string(op.Data)
	case failpoint.DiskSync:
		if there == nil {
			return // of a file that has lost its name
		}
		there.safe, there.pending = there.now, nil
		there.synced = maps.Clone(there.names)
	case failpoint.DiskRename, failpoint.DiskPublish:
		folder.change(aName, map[string]*node{base: nil, to: there})
	case failpoint.DiskExchange:
		folder.change(aName, map[string]*node{base: folder.names[to], to: there})
	case failpoint.DiskRemove:
		if folder != nil {
			folder.change(aRemoval, map[string]*node{base: nil})
		}
	default:
		panic(op.Kind)
	}
}

// left notes what is left of a node, and of what is in it.
func (n *node) left(name string, keeps func(of unsynced, outer bool) bool, into tree) {
	of := leaf{mode: n.mode, text: n.safe, written: n.written}
	if !n.mode.IsDir() && n.now != n.safe {
		switch {
		case keeps(theData, true):
			of.text = n.now
		case keeps(someBytes, true):
			of.text = n.now[:(len(n.safe)+len(n.now))/2]
		}
	}
	if name != "." {
		into[name] = of
	}
	if !n.mode.IsDir() {
		return
	}
	names := maps.Clone(n.synced)
	for i, c := range n.pending {
		if keeps(c.kind, i == 0 || i == len(n.pending)-1) {
			apply(names, c.names)
		}
	}
	for _, base := range slices.Sorted(maps.Keys(names)) {
		names[base].left(path.Join(name, base), keeps, into)
	}
}
