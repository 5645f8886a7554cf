//go:build failpoints

package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"discussd/pipeline/failpoint"
)

// Op is one step that was done to the disk.
type Op struct {
	Kind failpoint.Point
	Path string // absolute
	To   string // absolute; of what gives a file a name
	Data []byte // of a write
	At   int64  // where in the file it begins
}

var recorder atomic.Pointer[func(Op)]

// Record has do told of every step from now on, after it was done, by whichever
// goroutine did it.
func Record(do func(Op)) { recorder.Store(&do) }

// where is the path of an opened file or folder by now.
func where(file *os.File) string {
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", file.Fd()))
	if err != nil {
		panic(err)
	}
	return name
}

func inside(folder *os.Root, name string) string {
	file, err := folder.Open(".")
	if err != nil {
		return "" // the step meets it, too
	}
	defer file.Close()
	return filepath.Join(where(file), name)
}

func before(point failpoint.Point, folder *os.Root, name string) error {
	return failpoint.At(point, inside(folder, name))
}

func beforeIn(point failpoint.Point, folder *os.File, name string) error {
	return failpoint.At(point, filepath.Join(where(folder), name))
}

func beforeFile(point failpoint.Point, file *os.File) error {
	return failpoint.At(point, where(file))
}

func record(op Op) {
	if do := recorder.Load(); do != nil {
		(*do)(op)
	}
}

func after(err error, kind failpoint.Point, folder *os.Root, name, to string) {
	if err != nil {
		return
	}
	op := Op{Kind: kind, Path: inside(folder, name)}
	if to != "" {
		op.To = inside(folder, to)
	}
	record(op)
}

func afterIn(err error, kind failpoint.Point, folder *os.File, from, to string) {
	if err == nil {
		record(Op{Kind: kind, Path: filepath.Join(where(folder), from), To: filepath.Join(where(folder), to)})
	}
}

func afterWrite(file *os.File, content []byte) {
	info, err := file.Stat()
	if err != nil {
		panic(err)
	}
	record(Op{Kind: failpoint.DiskWrite, Path: where(file), Data: append([]byte{}, content...), At: info.Size() - int64(len(content))})
}

func afterSync(err error, file *os.File) {
	if err == nil {
		record(Op{Kind: failpoint.DiskSync, Path: where(file)})
	}
}
