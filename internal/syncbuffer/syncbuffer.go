// Package syncbuffer is for tests: what is written is read while it is written.
package syncbuffer

import (
	"bytes"
	"sync"
)

// Buffer is a bytes.Buffer that a logger may write to while a test reads. Its zero
// value is empty.
type Buffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

// Write adds to the end. It never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

// String is all that was written.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}
