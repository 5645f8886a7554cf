package watcher

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// sessions makes n sessions of five folders and six artifacts each.
func sessions(b *testing.B, n int) string {
	b.Helper()
	root := b.TempDir()
	for i := range n {
		s := fmt.Sprintf("%s/session-%05d/spec", root, i)
		for _, dir := range []string{"requirements", "architecture", "epics"} {
			mkdir(b, s+"/"+dir)
			write(b, s+"/"+dir+"/_index.md", "x")
		}
		for _, file := range []string{"brief", "report", "context"} {
			write(b, s+"/"+file+".md", "x")
		}
	}
	return root
}

// discard takes touches until the benchmark ends.
func discard(b *testing.B) chan<- touch {
	touches, done := make(chan touch), make(chan struct{})
	go func() {
		defer close(done)
		for range touches {
		}
	}()
	b.Cleanup(func() { close(touches); <-done })
	return touches
}

func BenchmarkScan(b *testing.B) {
	root := sessions(b, 200)
	touches := discard(b)
	const folders = 1001
	b.Run("first, 1000 folders", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			t := deafTree(b, touches, root)
			b.StartTimer()
			t.scan(t.known.top, true)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/folders, "µs/folder")
	})
	b.Run("again, 1000 folders", func(b *testing.B) {
		t := deafTree(b, touches, root)
		t.scan(t.known.top, true)
		b.ReportAllocs()
		for b.Loop() {
			t.scan(t.known.top, true)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/folders, "µs/folder")
	})
}

// BenchmarkMemory tells what a session of five folders and six artifacts costs,
// fsnotify's books included.
func BenchmarkMemory(b *testing.B) {
	const n = 1000
	root, touches := sessions(b, n), discard(b)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // the first one only empties pools
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		before := heap()
		t := deafTree(b, touches, root)
		t.scan(t.known.top, true)
		b.ReportMetric(float64(heap()-before)/n, "B/session")
		runtime.KeepAlive(t)
	}
}

// BenchmarkLatency is the time from a write to the settled change, without any
// quiet window.
func BenchmarkLatency(b *testing.B) {
	root := sessions(b, 200)
	changes := make(chan Change)
	w := New(Options{Roots: []string{root}, Route: route, Descend: descend})
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := w.Run(ctx, changes); err != nil {
			b.Error(err)
		}
	})
	defer func() { cancel(); wg.Wait() }()
	for range 200 * 6 { // what the first scan finds: a key for each artifact
		if c := <-changes; !c.Found {
			b.Fatalf("change %+v, want found", c)
		}
	}
	<-w.Ready()
	path := root + "/session-00100/spec/brief.md"
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var took []time.Duration
	for b.Loop() {
		begin := time.Now()
		if _, err := f.WriteString("x"); err != nil {
			b.Fatal(err)
		}
		for c := range changes {
			if c.Settled {
				if !strings.HasSuffix(c.Session, "session-00100") {
					b.Fatalf("change of %s", c.Session)
				}
				break
			}
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
