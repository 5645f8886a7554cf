package hub

import (
	"context"

	"discussd/critique/cli"
)

// Near asks a CLI of this machine where it is installed, and the hub's workers where it is
// not.
type Near struct {
	*cli.Tool
	Far *Tool
}

// far tells whether the workers are asked now.
func (n *Near) far() bool { return n.Tool.Installed() != nil }

// Ask asks whoever is there.
func (n *Near) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	if n.far() {
		return n.Far.Ask(ctx, p)
	}
	return n.Tool.Ask(ctx, p)
}

// Installed says nothing against the tool: a worker may have it.
func (n *Near) Installed() error { return nil }

// Describe says who is asked now.
func (n *Near) Describe() cli.Description {
	if n.far() {
		return n.Far.Describe()
	}
	return n.Tool.Describe()
}
