package main

import (
	"context"
	"fmt"

	"golang.org/x/sys/unix"
)

// least is how many bytes of a hub's disk have to be free. With fewer it says so, before the
// queue itself meets the end of the disk.
const least = 16 << 20

// lookAtDisk says when the disk is full. The queue does not get over a write that failed, so
// it is started again when there is room: clients come back by themselves, and all that the
// hub has said to have is there.
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
