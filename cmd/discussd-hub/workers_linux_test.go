package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

// steadyTime is how long the model of BenchmarkWorkers takes.
const steadyTime = 100 * time.Millisecond

// steady is a model that answers after a time that is always the same, and costs nothing.
type steady struct{}

func (steady) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	time.Sleep(steadyTime)
	return echo(ctx, p)
}

func (steady) Installed() error { return nil }

// BenchmarkWorkers has many asks answered by workers whose tool takes 100 ms, one ask at a
// time: so many asks a second, beside those that the tools could answer at most. Hub, workers
// and daemon are processes of their own, and what each takes of a processor stands beside.
// Where all together take what the machine has, more workers answer no more.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2, 4, 8, 16, 32} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			c := crowd{b, fmt.Sprintf("127.0.0.1:%d", free(b)), b.TempDir()}
			begin := func(role string) *exec.Cmd {
				cmd := c.command(b.Context(), role)
				must(b, cmd.Start())
				b.Cleanup(func() { kill(cmd) })
				return cmd
			}
			all := map[string][]int{"hub": {begin("hub").Process.Pid}, "daemon": {os.Getpid()}}
			for range workers {
				all["workers"] = append(all["workers"], begin("steady").Process.Pid)
			}
			link := hub.NewLink(hub.Options{URL: "nats://" + c.address, Host: "bench", Project: "default", WhenDown: hub.Wait})
			b.Cleanup(link.Close)
			tool := &hub.Tool{Name: "gemini", Link: link}
			number := 0
			ask := func(asks int) {
				var together sync.WaitGroup
				for range asks {
					number++
					text := fmt.Appendf(nil, "%d", number)
					together.Go(func() {
						if _, err := tool.Ask(b.Context(), cli.Prompt{Text: text}); err != nil {
							b.Error(err)
						}
					})
				}
				together.Wait()
			}
			ask(4 * workers) // until all are there
			before := map[string]time.Duration{}
			for who, pids := range all {
				before[who] = spent(b, pids)
			}
			began, asked := time.Now(), 0
			for b.Loop() {
				ask(10 * workers)
				asked += 10 * workers
			}
			took := time.Since(began)
			b.ReportMetric(float64(asked)/took.Seconds(), "asks/s")
			b.ReportMetric(float64(workers)*float64(time.Second/steadyTime), "asks/s-at-most")
			busy := 0.0
			for who, pids := range all {
				share := 100 * (spent(b, pids) - before[who]).Seconds() / took.Seconds()
				busy += share
				b.ReportMetric(share, "%cpu-"+who)
			}
			b.ReportMetric(busy/float64(runtime.NumCPU()), "%machine")
			b.ReportMetric(busy*10*took.Seconds()/float64(asked), "ms-cpu/ask")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// spent is how long processes have had a processor.
func spent(b *testing.B, pids []int) (all time.Duration) {
	b.Helper()
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		must(b, err)
		words := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		for _, word := range words[11:13] { // utime and stime, in hundredths of a second
			ticks, err := strconv.Atoi(string(word))
			must(b, err)
			all += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return all
}
