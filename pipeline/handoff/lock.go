package handoff

import (
	"context"
	"fmt"
	"path"

	"discussd/pipeline/durable"
)

// Lock waits until no other process judges a round of the session and returns
// what gives the lock back. The lock dies with its process. What a killed writer
// left unfinished goes.
func (f *Folder) Lock(ctx context.Context) (unlock func(), err error) {
	if err := f.make(); err != nil {
		return nil, fmt.Errorf("make %s: %w", Dir, err)
	}
	if err := f.makeAll(private); err != nil {
		return nil, err
	}
	unlockFile, err := durable.Lock(ctx, f.root, path.Join(private, "lock"))
	if err != nil {
		return nil, err
	}
	// Whoever deletes the lock file meanwhile lets nobody else in.
	unlockFolder, err := durable.LockFolder(ctx, f.root)
	if err != nil {
		unlockFile()
		return nil, err
	}
	f.sweep(".")
	return func() { unlockFolder(); unlockFile() }, nil
}

// Busy tells whether some process judges a round of the session now.
func (f *Folder) Busy() bool { return f.root != nil && durable.Locked(f.root) }
