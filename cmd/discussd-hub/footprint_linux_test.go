package main

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// BenchmarkFootprint measures what a connection, a host that asks, and an ask of 20 KB in the
// queue cost a hub, in memory and on disk. It is run once: -benchtime 1x.
func BenchmarkFootprint(b *testing.B) {
	const connections, flows, asks = 1000, 2000, 2000
	dir := b.TempDir()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	hub := exec.Command(os.Args[0], "-test.run=^$")
	hub.Env = append(os.Environ(), roleVariable+"=hub", hubVariable+"="+address, dirVariable+"="+dir)
	if err := hub.Start(); err != nil {
		b.Fatal(err)
	}
	defer kill(hub)
	var conn *nats.Conn
	for end := time.Now().Add(20 * time.Second); conn == nil; {
		if conn, err = nats.Connect("nats://" + address); err != nil && time.Now().After(end) {
			b.Fatal(err)
		}
	}
	js, err := jetstream.New(conn)
	if err != nil {
		b.Fatal(err)
	}
	for _, err := js.Stream(b.Context(), "DISCUSSD_ASKS"); err != nil; _, err = js.Stream(b.Context(), "DISCUSSD_ASKS") {
	}
	before := rss(b, hub.Process.Pid)
	for range connections {
		one, err := nats.Connect("nats://" + address)
		if err != nil {
			b.Fatal(err)
		}
		defer one.Close()
		if _, err := one.Subscribe("discussd.held.default", func(*nats.Msg) {}); err != nil {
			b.Fatal(err)
		}
	}
	connected := rss(b, hub.Process.Pid)
	for i := range flows {
		if _, err := js.CreateOrUpdateConsumer(b.Context(), "DISCUSSD_ASKS", jetstream.ConsumerConfig{
			Durable: fmt.Sprint("default+gemini+", i, "+other"), FilterSubject: fmt.Sprint("discussd.ask.default.gemini.", i, ".other"), AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1, MaxAckPending: -1,
		}); err != nil {
			b.Fatal(err)
		}
	}
	flowing, disk := rss(b, hub.Process.Pid), size(b, dir)
	text := []byte(strings.Repeat("The courier opens a locker with a code of six digits, which the clerk gave him. ", 250))
	for i := range asks {
		if _, err := js.Publish(b.Context(), fmt.Sprint("discussd.ask.default.gemini.", i%flows, ".other"), append(text, fmt.Sprint(i)...)); err != nil {
			b.Fatal(err)
		}
	}
	asked := rss(b, hub.Process.Pid)
	began := time.Now()
	stream, err := js.Stream(b.Context(), "DISCUSSD_ASKS")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := stream.Info(b.Context(), jetstream.WithSubjectFilter("discussd.ask.*.gemini.*.*")); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms/look")
	b.ReportMetric(float64(before)/1024, "MiB/hub")
	b.ReportMetric(float64(connected-before)/connections, "KiB/connection")
	b.ReportMetric(float64(flowing-connected)/flows, "KiB/host")
	b.ReportMetric(float64(asked-flowing)/asks, "KiB/ask")
	b.ReportMetric(float64(size(b, dir)-disk)/asks/1024, "KiB-disk/ask")
}

// rss is the memory of a process, in KiB.
func rss(b *testing.B, pid int) (kib int) {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	if _, err := fmt.Sscan(after, &kib); err != nil {
		b.Fatal(err)
	}
	return kib
}

// size is what the files below a folder take, in bytes.
func size(b *testing.B, dir string) (all int64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			all += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return all
}
