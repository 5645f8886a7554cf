//go:build !failpoints

package disk

import (
	"os"

	"discussd/pipeline/failpoint"
)

func before(failpoint.Point, *os.Root, string) error   { return nil }
func beforeIn(failpoint.Point, *os.File, string) error { return nil }
func beforeFile(failpoint.Point, *os.File) error       { return nil }

func after(error, failpoint.Point, *os.Root, string, string)   {}
func afterIn(error, failpoint.Point, *os.File, string, string) {}
func afterWrite(*os.File, []byte)                              {}
func afterSync(error, *os.File)                                {}
