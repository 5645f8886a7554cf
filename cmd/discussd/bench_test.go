//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/fakecli"
	"discussd/pipeline/judge"
	"discussd/pipeline/session"
)

// bench is a judge over a sample session with a brief of 20 KB. Its three tools
// are shell commands that print an answer after the pause (in seconds, for
// sleep), or at once when that is "".
func bench(b *testing.B, pause string) (dir string, j *judge.Judge, round session.Round) {
	b.Helper()
	s := newStage(b, "")
	must(b, s.demo.write("sample", "spec/discovery-context.json"))
	must(b, s.demo.write("sample", "spec/product-brief.md"))
	brief := filepath.Join(s.session, "spec", "product-brief.md")
	must(b, os.WriteFile(brief, pad20KB(b, brief), 0o644))
	answer := filepath.Join(s.dir, "answer.json")
	must(b, os.WriteFile(answer, fakecli.Answer([]byte("BEGIN artifact x\nA resident is told within 60 s of the scan\n=== ")), 0o644))

	c := config.Default()
	for name, tool := range c.Tools {
		tool.Via, tool.Command = "command", []string{"/bin/cat", answer}
		if pause != "" {
			tool.Command = []string{"/bin/sh", "-c", "sleep " + pause + "; cat '" + answer + "'"}
		}
		c.Tools[name] = tool
	}
	engine, err := build(c, settings{logger: hclog.NewNullLogger()})
	must(b, err)
	round, _ = engine.judge.Layout.Round("DISCUSS-002")
	return s.session, engine.judge, round
}

// pad20KB is a document with a line appended until it has 20 KB.
func pad20KB(b *testing.B, path string) []byte {
	b.Helper()
	text, err := os.ReadFile(path)
	must(b, err)
	for len(text) < 20<<10 {
		text = append(text, "\n"+briefLine+"\n"...)
	}
	return text
}

func once20KB(b *testing.B, dir string, j *judge.Judge, round session.Round) time.Duration {
	started := time.Now()
	outcome, err := j.Judge(b.Context(), judge.Order{Target: judge.Target{Dir: dir, Job: session.RoundJob(round)}, Mode: judge.Mode{Again: judge.Always}})
	if err != nil {
		b.Fatal(err)
	}
	if basis := outcome.Verdict.Basis; basis != "panel" {
		b.Fatalf("basis %s: %q", basis, strings.Join(outcome.Verdict.Notes, "; "))
	}
	return time.Since(started)
}

// BenchmarkRound is what a round of four perspectives costs beside its models:
// from the order to the verdict on disk, with CLIs that answer at once. It is for
// profiles; BenchmarkRoundFloor measures the whole daemon.
func BenchmarkRound(b *testing.B) {
	dir, j, round := bench(b, "")
	for b.Loop() {
		once20KB(b, dir, j, round)
	}
}

// BenchmarkPerspectives compares a round of four slow CLIs with one of them:
// "ones" is how many times as long it takes.
func BenchmarkPerspectives(b *testing.B) {
	dir, j, four := bench(b, "0.5")
	one := four
	one.Perspectives = four.Perspectives[:1]
	var alone, together time.Duration
	for b.Loop() {
		alone += once20KB(b, dir, j, one)
		together += once20KB(b, dir, j, four)
	}
	b.ReportMetric(float64(together)/float64(alone), "ones")
}
