package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"discussd/internal/process/supervisor"
)

// Tidy ends what is left of the runs of daemons that were killed, and removes the
// folders that these left in the temporary folder. A supervisor that outlived its
// daemon ends its run by itself, and is waited for, until ctx ends; the errors say what could not be
// ended.
func Tidy(ctx context.Context) error {
	var failed []error
	records, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"+recordSuffix))
	var mu sync.Mutex
	var ending sync.WaitGroup
	for _, name := range records {
		r, err := takeRecord(name)
		if err != nil {
			continue // its daemon lives, or it is not ours
		}
		ending.Go(func() {
			if err := r.tidy(ctx); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, fmt.Errorf("%s: %w", strings.TrimSuffix(name, recordSuffix), err))
			}
		})
	}
	ending.Wait()
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, path := range left {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid()) {
			continue
		}
		lock, err := claim(path)
		if err == nil {
			supervisor.Remove(path)
		}
		lock.Close() // a nil one, too
	}
	return errors.Join(failed...)
}

// tidy ends what is left of one run, and removes its record. What cannot be ended keeps
// it, for the next life.
func (r *record) tidy(ctx context.Context) error {
	defer r.file.Close()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for limit := time.After(stopLimit); r.ending(isSupervisor); {
		select {
		case <-tick.C:
			continue
		case <-ctx.Done():
			return nil // it goes on without us
		case <-limit:
		}
		break
	}
	if err := r.end(RunVariable + "=" + strings.TrimSuffix(r.name, recordSuffix)); err != nil {
		return err
	}
	if err := os.Remove(r.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func isSupervisor(pid int) bool {
	argv, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && bytes.HasSuffix(argv, []byte("\x00"+supervisor.Argument+"\x00"))
}
