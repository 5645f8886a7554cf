//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
)

// asProfiled makes the test binary the program itself, which leaves profiles in a
// folder, with the process id in their names.
const asProfiled = "TEST_AS_PROFILED_DISCUSSD"

// profiled is main with profiles of the CPU over its life and of the heap at its end.
func profiled(dir string) int {
	profile := func(kind string) *os.File {
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%d.prof", kind, os.Getpid())))
		if err != nil {
			panic(err)
		}
		return file
	}
	cpu, heap := profile("cpu"), profile("heap")
	if err := pprof.StartCPUProfile(cpu); err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	written, running := make(chan error), context.WithoutCancel(ctx)
	running, end := context.WithCancel(running)
	context.AfterFunc(ctx, func() {
		runtime.GC()
		err := pprof.WriteHeapProfile(heap) // while what the daemon knows is still there
		end()
		written <- err
	})
	code := runHere(running, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err := <-written; err != nil {
		panic(err)
	}
	pprof.StopCPUProfile()
	return code
}
