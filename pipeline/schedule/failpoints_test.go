//go:build failpoints

package schedule

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"discussd/pipeline/failpoint"
)

// atOnce is how many lives run beside each other: most of their time they wait for the disk.
const atOnce = 6

var onlyScene = flag.String("scene", "", "the only scene of TestFailpoints and TestPowerCut")

// failing are the points at which a step can fail. Whatever is done to the disk can.
var failing = []failpoint.Point{
	failpoint.ArtifactRead, failpoint.Marked, failpoint.Answered, failpoint.Compared, failpoint.OldKept, failpoint.OldRecord,
	failpoint.GoneKept, failpoint.Telling, failpoint.DecisionDone, failpoint.SectionKept,
	failpoint.DiskCreate, failpoint.DiskWrite, failpoint.DiskSync, failpoint.DiskSyncFolder, failpoint.DiskRename,
	failpoint.DiskPublish, failpoint.DiskExchange, failpoint.DiskRemove, failpoint.DiskMkdir,
}

func onDisk(p failpoint.Point) bool {
	return slices.Index(failing, p) >= slices.Index(failing, failpoint.DiskCreate)
}

// TestFailpoints has discussd die, fail and be overtaken at every step of every scene, and
// start again. When it has come to rest nothing is wrong with any session. TestPowerCut has it die
// behind everything that is done to the disk.
func TestFailpoints(t *testing.T) {
	var mu sync.Mutex
	reached, runs, missed, offered := map[failpoint.Point]bool{}, 0, 0, 0
	for name, s := range chosen() {
		start := stageScene(t, name, s)
		recorded := start.record(t)
		var lives errgroup.Group
		lives.SetLimit(atOnce)
		for _, at := range recorded.Hits {
			mu.Lock()
			reached[at.Point] = true
			mu.Unlock()
			for _, deed := range deeds(at.Point) {
				if deed == kill && onDisk(at.Point) && !s.shared {
					continue // what is left then TestPowerCut starts from: all of what was done
				}
				if offered++; testing.Short() && offered%8 > 0 {
					continue
				}
				lives.Go(func() error {
					hit := start.try(t, deed, at)
					mu.Lock()
					defer mu.Unlock()
					if runs++; !hit {
						missed++
					}
					return nil
				})
			}
		}
		lives.Wait()
	}
	t.Logf("%d lives ended or were disturbed; %d did not come to their step", runs, missed)
	if *onlyScene != "" {
		return
	}
	for _, p := range failpoint.All() {
		if !reached[p] {
			t.Errorf("no scene comes to %q", p)
		}
	}
	if missed > runs/20 {
		t.Errorf("%d of %d lives did not come to their step", missed, runs)
	}
}

func chosen() map[string]scene {
	all := scenes()
	if *onlyScene != "" {
		maps.DeleteFunc(all, func(name string, _ scene) bool { return name != *onlyScene })
	}
	return all
}

// deeds are those that are done at a point.
func deeds(p failpoint.Point) []string {
	all := []string{kill}
	if p == failpoint.DiskRename {
		all = append(all, late)
	}
	if slices.Contains(failing, p) {
		all = append(all, fail)
	}
	if p == failpoint.DiskCreate || p == failpoint.DiskSyncFolder {
		all = append(all, starve)
	}
	if !onDisk(p) {
		all = append(all, rewrite, remove)
	}
	return all
}

// start is a scene with the sessions as they are before the life that ends.
type start struct {
	name string
	scene
	dir    string // of all trees of the scene
	begins tree
	mu     *sync.Mutex
	trees  *int
}

func stageScene(t *testing.T, name string, s scene) start {
	t.Helper()
	st := start{name, s, folder(t), nil, &sync.Mutex{}, new(int)}
	top := st.place(t, tree{})
	for file, text := range s.staged {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(top, home, file)), 0o755))
		must(t, os.WriteFile(filepath.Join(top, home, file), []byte(text), 0o644))
	}
	must(t, os.MkdirAll(filepath.Join(top, home, "spec"), 0o755))
	if s.shared {
		must(t, os.MkdirAll(filepath.Join(top, home, "discussions"), 0o755))
		must(t, os.Chmod(filepath.Join(top, home, "discussions"), 0o777))
	}
	if len(s.before) > 0 {
		if out, err := st.live(life{Top: top, Acts: s.before, CatchUp: time.Hour}); err != nil {
			t.Fatalf("%s: before: %v\n%s", name, err, out)
		}
	}
	for _, a := range s.meanwhile {
		must(t, os.Remove(filepath.Join(top, home, a.Path)))
	}
	var err error
	st.begins, err = readTree(top)
	must(t, err)
	return st
}

// folder is one in memory, where there is such a place: what is lost when the power fails
// is not left to the disk, and syncing takes most of the time.
func folder(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "failpoints")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// place puts a tree into a folder of its own, with nothing beside it.
func (s start) place(t *testing.T, of tree) (top string) {
	s.mu.Lock()
	*s.trees++
	top = filepath.Join(s.dir, fmt.Sprint(*s.trees), "top")
	s.mu.Unlock()
	if err := of.write(top); err != nil {
		t.Error(err)
	}
	return top
}

// live runs a life to its end.
func (s start) live(l life) (output []byte, err error) {
	l.Scene = s.name
	orders, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	temporary := filepath.Join(filepath.Dir(l.Top), "tmp")
	if err := os.MkdirAll(temporary, 0o755); err != nil {
		return nil, err
	}
	child := exec.Command(os.Args[0], "-test.run=^TestLife$", "-test.timeout=60s")
	child.Env = append(os.Environ(), asLife+"="+string(orders), "TMPDIR="+temporary)
	return child.CombinedOutput()
}

// record lets a life end by itself and tells what it came to.
func (s start) record(t *testing.T) (of journal) {
	t.Helper()
	top := s.place(t, s.begins)
	log := filepath.Join(filepath.Dir(top), "log")
	if out, err := s.live(life{Top: top, Acts: s.acts, CatchUp: time.Hour, Log: log}); err != nil {
		t.Fatalf("%s: %v\n%s", s.name, err, out)
	}
	text, err := os.ReadFile(log)
	must(t, err)
	must(t, json.Unmarshal(text, &of))
	for _, wrong := range s.wrong(top, false, false) {
		t.Errorf("%s, undisturbed: %s", s.name, wrong)
	}
	s.again(t, top, s.name+": undisturbed", false)
	return of
}

// try has a deed done at a step, and starts discussd again where the life did not come to
// rest by itself, or had to make good for a failure. It tells whether the life came to
// that step.
func (s start) try(t *testing.T, deed string, at step) (hit bool) {
	top := s.place(t, s.begins)
	defer os.RemoveAll(filepath.Dir(top))
	log := filepath.Join(filepath.Dir(top), "log")
	where, unsaid := fmt.Sprintf("%s: %s at %s", s.name, deed, at), deed == fail || deed == starve
	out, err := s.live(life{Top: top, Acts: s.acts, CatchUp: time.Hour, Deed: deed, Step: at, Log: log})
	if killed := wasKilled(err); err != nil && !(killed && (deed == kill || deed == late)) {
		t.Errorf("%s: %v\n%s", where, err, out)
		return true
	} else if hit = killed; !killed {
		var of journal
		text, _ := os.ReadFile(log)
		_ = json.Unmarshal(text, &of)
		hit = of.Reached
		for _, wrong := range s.wrong(top, false, unsaid) {
			t.Errorf("%s: %s", where, wrong)
		}
	}
	if deed != rewrite && deed != remove { // that one is at rest like one that nobody disturbed
		s.again(t, top, where, unsaid)
	}
	return hit
}

// again starts discussd over sessions that a life has left, and checks them.
func (s start) again(t *testing.T, top, where string, unsaid bool) {
	// What was begun is ended, however old it is; what was not, when it is not too old.
	for _, within := range []time.Duration{0, time.Hour} {
		if out, err := s.live(life{Top: top, CatchUp: within}); err != nil {
			t.Errorf("%s: started again: %v\n%s", where, err, out)
			return
		}
		wrong := s.wrong(top, within == 0, unsaid)
		for _, w := range wrong {
			t.Errorf("%s, started again: %s", where, w)
		}
		if len(wrong) > 0 {
			return
		}
		if len(s.wrong(top, false, unsaid)) == 0 {
			return
		}
	}
}

func wasKilled(err error) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
}

// wrong is what the checker says of the sessions.
func (s start) wrong(top string, unbegun, unsaid bool) (wrong []string) {
	for _, name := range []string{home, neighbour} {
		dir := filepath.Join(top, name)
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		c := Session{Dir: dir, Outside: s.outside(name), Before: s.beforehand(name), Unbegun: unbegun, Unsaid: unsaid, Rounds: []Round{
			{ID: "R1", Artifact: "spec/discovery-context.json"},
			{ID: "R2", Artifact: brief},
			{ID: "R3", Artifact: requirements, Members: "spec/requirements/*.md"},
		}}
		for _, v := range c.Violations() {
			// A record whose hash could not be kept is copied before the next one takes its
			// place, where others could have written it: nothing is lost by that.
			if kept := s.shared && unsaid && strings.Contains(v.String(), "/foreign-") && strings.Contains(v.String(), ".md: "); !kept {
				wrong = append(wrong, v.String())
			}
		}
	}
	return wrong
}

// outside are the files that belong to others, with all that those may have made of them.
func (s start) outside(session string) map[string][]string {
	files := map[string][]string{}
	for name, of := range s.begins {
		rel, inside := strings.CutPrefix(name, session+"/")
		inner, discussions := strings.CutPrefix(rel, "discussions/")
		dropped := strings.HasPrefix(inner, "requests/") || strings.HasPrefix(inner, "decisions/")
		if inside && of.mode.IsRegular() && (!discussions || dropped) && !slices.Contains([]string{".msg/messages.jsonl", "discussion.md", "shared-memory.json"}, rel) {
			files[rel] = append(files[rel], sha256Of(of.text))
		}
	}
	for _, a := range append(slices.Clone(s.acts), s.delayed) {
		of := a.Session
		if of == "" {
			of = home
		}
		if of == session {
			if len(files[a.Path]) == 0 {
				files[a.Path] = []string{""}
			}
			files[a.Path] = append(files[a.Path], sha256Of(a.Text))
			if a.Text == "" || a == s.delayed {
				files[a.Path] = append(files[a.Path], "")
			}
		}
	}
	return files
}

func (s start) beforehand(session string) map[string]string {
	before := map[string]string{}
	for _, name := range []string{"discussion.md", "shared-memory.json"} {
		if of, there := s.begins[filepath.Join(session, name)]; there {
			before[name] = of.text
		}
	}
	return before
}
