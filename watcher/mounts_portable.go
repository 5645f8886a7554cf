//go:build !linux || portable

package watcher

import (
	"context"
	"sync"
)

// heedMounts does nothing: polling meets them too.
func (w *Watcher) heedMounts(context.Context, *sync.WaitGroup) {}
