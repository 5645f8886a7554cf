package pipelinetest

import (
	"github.com/hashicorp/go-hclog"
)

// Poison is a logger that panics when it is told At.
type Poison struct {
	hclog.Logger
	At string
}

// With returns the logger itself.
func (p Poison) With(...any) hclog.Logger { return p }

// Info panics when the message is the one.
func (p Poison) Info(message string, _ ...any) {
	if message == p.At {
		panic("poison")
	}
}
