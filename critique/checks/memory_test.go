package checks

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"

	"discussd/critique"
	"discussd/internal/thorough"
)

// peak returns by how many bytes the live heap grew at most while f ran, as the
// collector saw it: it runs whenever the heap has grown by a fifth, which shows the same
// peaks within a tenth as a twentieth does, in a thorough run.
func peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(finely()))
	runtime.GC()
	before := live()
	var most atomic.Uint64
	var done atomic.Bool
	var watch func(*[16]byte)
	watch = func(*[16]byte) {
		most.Store(max(most.Load(), live()))
		if !done.Load() {
			runtime.SetFinalizer(&[16]byte{}, watch) // told of the next collection, too
		}
	}
	watch(nil)
	f()
	done.Store(true)
	return most.Load() - min(before, most.Load())
}

func finely() int {
	if thorough.Asked() {
		return 5
	}
	return 20
}

func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestMemory holds what a round takes at most against the size of its document,
// and what hostile texts take against a bound for all of them.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads megabytes under a busy collector: not in -short")
	}
	const (
		times = 20       // the size of a document
		most  = 64 << 20 // bytes, of a text that is none
		fixed = 12 << 20 // bytes, of a document that is not read whole here: the collector of a busy machine is late
	)
	const index, brief, seed = "spec/requirements/_index.md", "spec/product-brief.md", "spec/discovery-context.json"
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // at first the patterns are read
		c.Check(context.Background(), critique.Subject{Artifact: critique.Document{Path: index, Content: dense(50_000)}})
	}
	for name, test := range map[string]struct {
		path, text string
		hostile    bool
	}{
		"dense":     {path: index, text: string(dense(3_000_000))},
		"Chinese":   {path: index, text: strings.Repeat("## 功能需求\n\n系统必须快速响应 REQ-001 的请求，详见[链接](it.md)。\n\n| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-002 | 登录 | Must |\n\n- [ ] 尽量恢复\n\n", 10_000)},
		"prose":     {path: brief, text: strings.Repeat("The verifier reads each backup back and compares its checksum with the one in the catalogue.\n", 30_000)},
		"one list":  {path: brief, text: strings.Repeat("- the verifier reads each backup back\n  - and compares its checksum\n", 30_000)},
		"one table": {path: index, text: "| ID | Title | Priority |\n|---|---|---|\n" + strings.Repeat("| REQ-001 | each backup is read back | Must |\n", 40_000)},
		"context":   {path: seed, text: `{"seed_analysis": {"risks": [` + strings.Repeat("{\"name\": \"slow disks\", \"impact\": \"high\"},\n", 40_000) + `{}]}}`},

		"a long line":     {hostile: true, path: brief, text: strings.Repeat("a b ", 2_500_000)},
		"headings":        {hostile: true, path: brief, text: strings.Repeat("# a\n", 100_000)},
		"columns":         {hostile: true, path: brief, text: strings.Repeat("|a", 50_000) + "|\n" + strings.Repeat("|-", 50_000) + "|\n"},
		"quotes in items": {hostile: true, path: brief, text: strings.Repeat(strings.Repeat("- > ", 30)+"a\n", 10_000)},
		"keys":            {hostile: true, path: seed, text: "{" + strings.Repeat("\"k\":1,\n", 1_000_000) + `"z":2}`},
		"deep keys":       {hostile: true, path: seed, text: strings.Repeat(`{"`+strings.Repeat("k", 500)+"\":\n", 150) + "{" + strings.Repeat("\"k\":1,\n", 100_000) + `"z":2}` + strings.Repeat("}", 150)},
		"items":           {hostile: true, path: brief, text: strings.Repeat("- a\n", 100_000)},
		"empty cells":     {hostile: true, path: brief, text: "|a|b|\n|-|-|\n" + strings.Repeat("|a|\n", 100_000)},
		"short lines":     {hostile: true, path: brief, text: strings.Repeat("a\n", 300_000)},
		"many lines":      {hostile: true, path: brief, text: strings.Repeat("a\n", 1_000_000)},
		"ranges":          {hostile: true, path: brief, text: strings.Repeat("REQ-001..200 ", 10_000)},
	} {
		t.Run(name, func(t *testing.T) {
			more, limit := uint64(0), uint64(most)
			switch {
			case thorough.Asked():
			case !test.hostile: // a quarter, since the limit is in proportion
				test.text, more = test.text[:strings.LastIndexByte(test.text[:len(test.text)/4], '\n')+1], fixed
			case test.path == brief: // half, and so the limit
				test.text, limit = test.text[:len(test.text)/2], most/2
			}
			subject := critique.Subject{Artifact: critique.Document{Path: test.path, Content: []byte(test.text)}}
			if !test.hostile {
				limit = uint64(times*len(test.text)) + more
			}
			grown := uint64(0)
			for range 3 { // a collector that gets no processor counts what is long gone
				c.library = &library{}
				grown = peak(func() { c.Check(context.Background(), subject) })
				t.Logf("%d KB take %d KB, %.1f times as much", len(test.text)/1000, grown/1000, float64(grown)/float64(len(test.text)))
				if grown <= limit {
					return
				}
			}
			t.Errorf("%d KB take %d KB", len(test.text)/1000, grown/1000)
		})
	}
}
