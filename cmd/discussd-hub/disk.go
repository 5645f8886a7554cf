package main

import (
	"context"
	"fmt"

	"golang.org/x/sys/unix"
)

// least is how many bytes of the disk must be free: below it the hub warns before a write fails.
const least = 16 << 20

// lookAtDisk says when the disk is full. The queue does not recover from a failed write, so it is
// restarted when there is room; clients reconnect, and nothing that the hub confirmed is lost.
func (h *served) lookAtDisk(ctx context.Context) error {
	var disk unix.Statfs_t
	if err := unix.Statfs(h.dir, &disk); err != nil {
		return fmt.Errorf("the disk of %s: %w", h.dir, err)
	}
	switch left := disk.Bavail * uint64(disk.Bsize); {
	case left < least && !h.full:
		h.full = true
		h.logger.Error("the disk is full: asks may be refused until there is room", "dir", h.dir, "bytes_left", left, "bytes_needed", 2*least)
	case left > 2*least && h.full:
		h.full = false
		h.logger.Info("the disk has room again; the queue is started anew", "dir", h.dir)
		h.stop()
		return h.run(ctx)
	}
	return nil
}
