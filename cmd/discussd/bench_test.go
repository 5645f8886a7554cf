package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/config"
	"discussd/pipeline"
	"discussd/pipeline/session"
)

// bench is a judge over a stage's session, with a brief of 20 KB and fake CLIs.
func bench(b *testing.B) (*stage, *pipeline.Judge, session.Round) {
	b.Helper()
	s := newStage(b, "", "gemini", "codex", "claude")
	for _, pair := range s.environment {
		name, value, _ := strings.Cut(pair, "=")
		b.Setenv(name, value)
	}
	must(b, s.demo.write("sample", "spec/discovery-context.json"))
	must(b, s.demo.write("sample", "spec/product-brief.md"))
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	text, err := os.ReadFile(brief)
	must(b, err)
	for n := 0; len(text) < 20<<10; n++ {
		text = append(text, "\nA resident is told within 60 s of the scan, by the channel they chose.\n"...)
	}
	must(b, os.WriteFile(brief, text, 0o644))
	engine, err := build(config.Default(), settings{budget: pipeline.NewBudget(0), logger: hclog.NewNullLogger()})
	must(b, err)
	round, _ := engine.judge.Layout.Round("DISCUSS-002")
	return s, engine.judge, round
}

// BenchmarkRound is what a round costs beside its models: four CLIs that answer
// at once, from the order to the verdict on disk. "floors" counts how often the
// bare floor fits in: fork and exec of four small programs and four renames with
// fsync, measured in the same run.
func BenchmarkRound(b *testing.B) {
	s, judge, round := bench(b)
	var floor time.Duration
	for b.Loop() {
		if _, err := judge.Judge(b.Context(), pipeline.Order{Dir: s.session, Round: round, Force: true}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		floor += bareFloor(b, len(round.Perspectives))
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(floor), "floors")
}

func bareFloor(b *testing.B, n int) time.Duration {
	dir := b.TempDir()
	started := time.Now()
	for range n {
		must(b, exec.Command("/bin/true").Run())
		file, err := os.Create(filepath.Join(dir, "a"))
		must(b, err)
		must(b, file.Sync())
		must(b, file.Close())
		must(b, os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")))
	}
	return time.Since(started)
}

// BenchmarkPerspectives compares a round of four slow CLIs with one of them:
// "ones" is how many times as long it takes.
func BenchmarkPerspectives(b *testing.B) {
	s, judge, round := bench(b)
	for _, tool := range []string{"gemini", "codex", "claude"} {
		s.direct(tool, "mode", "slow")
	}
	alone := round
	alone.Perspectives = round.Perspectives[:1]
	timed := func(r session.Round) time.Duration {
		started := time.Now()
		if _, err := judge.Judge(b.Context(), pipeline.Order{Dir: s.session, Round: r, Force: true}); err != nil {
			b.Fatal(err)
		}
		return time.Since(started)
	}
	var one, four time.Duration
	for b.Loop() {
		one += timed(alone)
		four += timed(round)
	}
	b.ReportMetric(float64(four)/float64(one), "ones")
}
