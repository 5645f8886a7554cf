// Command discussd-hub-client is discussd-hub without the server and the worker: daemons keep one while they ask,
// and it takes half the memory.
package main

import (
	"os"
	"runtime/debug"

	"discussd/cmd/discussd-hub/client"
)

func main() {
	const collect = 25 // by how many percent the memory in use may grow before a collection.
	debug.SetGCPercent(collect)
	os.Exit(client.Main(client.New("discussd-hub-client", "Ask the workers of a hub, as daemons do", client.NewAsk(), client.NewStatus())))
}
