// Package simulation runs whole daemons in a world that one seed decides.
package simulation

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unique"
)

var (
	oneSeed  = flag.Uint64("seed", 0, "live in this world alone, and in no other")
	oneDeeds = flag.Int("deeds", mostDeeds, "how many deeds are done in the world of -seed")
	howMany  = flag.Int("rounds", 1_000, "how many rounds are judged in all worlds together")
	from     = flag.Uint64("from", 1, "the first of the seeds; 0 draws one by lot")
)

// mostDeeds is how many deeds are done in a world.
const mostDeeds = 120

// outcome of a world.
type result struct {
	wrong   []string
	journal *journal
	rounds  int // that a dispatcher had judged, whatever came of them
	panels  int // that were asked about them
	grants  int
}

// simulate lives in the world of a seed.
func simulate(t *testing.T, seed uint64, deeds int) (r result) {
	t.Helper()
	dir, err := os.MkdirTemp(memory(), "discussd-simulation-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	synctest.Test(t, func(t *testing.T) {
		w, err := newWorld(seed, dir)
		if err != nil {
			t.Error(err)
			return
		}
		wrong := w.live(deeds)
		r = result{wrong, w.journal, w.book.runs, w.book.rounds, w.grants}
	})
	return r
}

// memory is a folder on a file system in memory, where there is one: a world syncs
// hundreds of files.
func memory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		if probe, err := os.MkdirTemp(shm, "discussd-"); err == nil {
			os.Remove(probe)
			return shm
		}
	}
	return os.TempDir()
}

// shrink finds the fewest of the deeds after which the world still goes wrong.
func shrink(t *testing.T, seed uint64, r result) (deeds int, smallest result) {
	low, high := 0, mostDeeds // with high it does
	smallest = r
	for high-low > 1 {
		middle := (low + high) / 2
		if shorter := simulate(t, seed, middle); len(shorter.wrong) > 0 {
			high, smallest = middle, shorter
		} else {
			low = middle
		}
	}
	return high, smallest
}

func (r result) report(t *testing.T, seed uint64, deeds int) {
	t.Errorf("in the world of seed %d this is wrong after %d rounds, %d grants and %d deeds:\n  %s\nthe last grants were\n%sto see it again: go test ./pipeline/simulation -run 'TestSimulation$' -seed %d -deeds %d -v",
		seed, r.rounds, r.grants, deeds, strings.Join(r.wrong, "\n  "), r.journal, seed, deeds)
}

// TestSimulation lives in one world after the other. Whatever is done in it, in the end
// every round that is there has one verdict, on the bytes that are there, and the rest
// of what is promised is kept.
func TestSimulation(t *testing.T) {
	unique.Make("outside")                            // whose helpers must not begin in a world
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // there is little to keep, and much to throw away
	if *oneSeed != 0 {
		if r := simulate(t, *oneSeed, *oneDeeds); len(r.wrong) > 0 {
			r.report(t, *oneSeed, *oneDeeds)
		} else {
			t.Logf("%d rounds, %d grants\n%s", r.rounds, r.grants, r.journal)
		}
		return
	}
	wanted := int64(*howMany)
	if testing.Short() {
		wanted = min(wanted, 300)
	}
	seeds := *from
	if seeds == 0 {
		seeds = rand.Uint64()
	}
	t.Logf("seeds from %d on", seeds)
	var rounds, panels, grants, worlds atomic.Int64
	began := time.Now()
	t.Run("worlds", func(t *testing.T) {
		for part := range 2 {
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				for rounds.Load() < wanted && !t.Failed() {
					seed := seeds + uint64(worlds.Add(1)) - 1
					r := simulate(t, seed, mostDeeds)
					rounds.Add(int64(r.rounds))
					panels.Add(int64(r.panels))
					grants.Add(int64(r.grants))
					if len(r.wrong) > 0 {
						deeds, smallest := shrink(t, seed, r)
						smallest.report(t, seed, deeds)
					}
				}
			})
		}
	})
	t.Logf("%d rounds and %d panels in %d grants and %d worlds, in %v", rounds.Load(), panels.Load(), grants.Load(), worlds.Load(), time.Since(began).Round(time.Millisecond))
}

// TestReplay lives in the same worlds twice: all that happens is the same. The race
// detector has goroutines run in an order drawn by lot, so that what is left to it shows.
func TestReplay(t *testing.T) {
	unique.Make("outside")
	seeds, worlds := rand.Uint64(), 5
	for seed := seeds; seed < seeds+uint64(worlds); seed++ {
		one, other := simulate(t, seed, mostDeeds), simulate(t, seed, mostDeeds)
		if one.journal.sum != other.journal.sum || one.grants != other.grants {
			t.Errorf("seed %d: %d grants, then %d; they part at\n%s", seed, one.grants, other.grants, one.journal.parting(other.journal))
		}
	}
}
