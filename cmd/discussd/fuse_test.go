//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// remote is a read-only file system with one session in it, of which the kernel
// knows only what it asks: a change on the server is no event. Its folder
// discussions is there to be mounted over.
type remote struct {
	device *os.File
	mu     sync.Mutex
	brief  []byte
	wrote  time.Time
}

// The nodes of the file system. The kernel calls the first one 1.
const (
	remoteRoot = iota + 1
	remoteSpec
	remoteDiscussions
	remoteBrief
)

var remoteEntries = map[uint64]map[string]uint64{
	remoteRoot: {"spec": remoteSpec, "discussions": remoteDiscussions},
	remoteSpec: {"product-brief.md": remoteBrief},
}

// mountRemote mounts the file system on a folder until the test ends.
func mountRemote(t *testing.T, folder string) *remote {
	t.Helper()
	device, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no FUSE here: %v", err)
	}
	r := &remote{device: device}
	options := fmt.Sprintf("fd=%d,rootmode=40755,user_id=%d,group_id=%d", device.Fd(), os.Getuid(), os.Getgid())
	mount(t, "remote", folder, "fuse", unix.MS_NOSUID|unix.MS_NODEV, options)
	var serving sync.WaitGroup
	serving.Go(r.serve)
	t.Cleanup(func() {
		unix.Unmount(folder, unix.MNT_DETACH)
		device.Close()
		serving.Wait()
	})
	return r
}

// write is what somebody does on the server.
func (r *remote) write(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.brief, r.wrote = []byte(text), time.Now()
}

// serve answers the kernel until the file system is unmounted.
func (r *remote) serve() {
	request := make([]byte, 1<<20)
	for {
		n, err := r.device.Read(request)
		if errors.Is(err, syscall.EINTR) || errors.Is(err, syscall.ENOENT) {
			continue
		}
		if err != nil {
			return
		}
		opcode, unique, node := binary.LittleEndian.Uint32(request[4:]), request[8:16], binary.LittleEndian.Uint64(request[16:])
		if opcode == 2 || opcode == 42 { // forget: nobody waits for an answer
			continue
		}
		body, failure := r.answer(opcode, node, request[40:n])
		var out bytes.Buffer
		put(&out, uint32(16+len(body)), -int32(failure))
		out.Write(unique)
		out.Write(body)
		r.device.Write(out.Bytes())
	}
}

func (r *remote) answer(opcode uint32, node uint64, body []byte) ([]byte, syscall.Errno) {
	var out bytes.Buffer
	switch opcode {
	case 26: // init
		put(&out, uint32(7), uint32(31), uint32(0), uint32(0), uint16(1), uint16(1), uint32(4096), uint32(1), uint16(0), uint16(0), make([]uint32, 8))
	case 1: // lookup
		child, ok := remoteEntries[node][strings.TrimRight(string(body), "\x00")]
		if !ok {
			return nil, syscall.ENOENT
		}
		put(&out, child, make([]uint32, 8)) // nothing stays valid
		out.Write(r.attributes(child))
	case 3: // getattr
		put(&out, make([]uint32, 4))
		out.Write(r.attributes(node))
	case 14, 27: // open, opendir
		put(&out, make([]uint32, 4))
	case 15: // read
		r.mu.Lock()
		defer r.mu.Unlock()
		offset, size := binary.LittleEndian.Uint64(body[8:]), binary.LittleEndian.Uint32(body[16:])
		from := min(offset, uint64(len(r.brief)))
		return r.brief[from:min(from+uint64(size), uint64(len(r.brief)))], 0
	case 28: // readdir
		if offset := binary.LittleEndian.Uint64(body[8:]); offset == 0 {
			for name, child := range remoteEntries[node] {
				put(&out, child, uint64(1), uint32(len(name)), uint32(0), []byte(name), make([]byte, -len(name)&7))
			}
		}
	case 17: // statfs
		put(&out, make([]uint32, 20))
	case 18, 25, 29: // release, flush, releasedir
	default:
		return nil, syscall.ENOSYS
	}
	return out.Bytes(), 0
}

func (r *remote) attributes(node uint64) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	size, mode := 0, uint32(syscall.S_IFDIR|0o755)
	if node == remoteBrief {
		size, mode = len(r.brief), syscall.S_IFREG|0o644
	}
	seconds, nanoseconds := uint64(r.wrote.Unix()), uint32(r.wrote.Nanosecond())
	var out bytes.Buffer
	put(&out, node, uint64(size), uint64(0), seconds, seconds, seconds, nanoseconds, nanoseconds, nanoseconds,
		mode, uint32(1), uint32(os.Getuid()), uint32(os.Getgid()), uint32(0), uint32(4096), uint32(0))
	return out.Bytes()
}

func put(out *bytes.Buffer, values ...any) {
	for _, value := range values {
		binary.Write(out, binary.LittleEndian, value)
	}
}
