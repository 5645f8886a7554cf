package main

import (
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
)

// reading is how the commands that judge nothing look at a discussions folder.
func reading() handoff.Options {
	return handoff.Options{Reading: true, Writers: presence.Writers()}
}
