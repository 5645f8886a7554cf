package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// noNamespaces begins the reason of every skip for want of a namespace.
const noNamespaces = "no namespaces here"

// inNamespaces runs the calling test once more, as a process that may make networks and
// mount, and reports whether this is that process. The parent passes on how it did.
func inNamespaces(t *testing.T) bool {
	t.Helper()
	const marker = "HUB_TEST_CHILD"
	if os.Getenv(marker) != "" {
		return true
	}
	own := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	}
	child := exec.CommandContext(t.Context(), "/proc/self/exe", append(os.Args[1:], "-test.run=^"+t.Name()+"$", "-test.count=1", "-test.v")...)
	child.Env = append(os.Environ(), marker+"=1")
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET, UidMappings: own(os.Getuid()), GidMappings: own(os.Getgid()), Pdeathsig: syscall.SIGKILL,
	}
	child.Stdout, child.Stderr = t.Output(), t.Output()
	err := child.Run()
	if child.Process == nil {
		t.Skipf("%s: %v", noNamespaces, err)
	}
	if err != nil {
		t.Errorf("in namespaces: %v", err)
	}
	return false
}

// network joins hosts, each in a network namespace of its own. What goes from one to
// another passes through this process, which can delay it, lose it or cut a host off.
type network struct {
	t     *testing.T
	hosts []*host
}

// host is one machine of a network.
type host struct {
	address netip.Addr
	space   int      // the network namespace
	wire    *os.File // a TUN device: whole IP packets
	cut     atomic.Bool
	delay   atomic.Int64 // nanoseconds, each way
	loss    atomic.Int64 // packets of a thousand
}

func newNetwork(t *testing.T, hosts int) *network {
	t.Helper()
	n := &network{t: t}
	for i := range hosts {
		h := &host{address: netip.AddrFrom4([4]byte{10, 77, 0, byte(i + 1)})}
		made := make(chan error)
		go func() {
			runtime.LockOSThread() // it ends with this goroutine: nobody else gets into the namespace by chance
			made <- h.build()
		}()
		if err := <-made; err != nil {
			t.Skipf("%s: %v", noNamespaces, err)
		}
		n.hosts = append(n.hosts, h)
		t.Cleanup(func() { _ = h.wire.Close(); _ = unix.Close(h.space) })
	}
	for _, h := range n.hosts {
		go n.carry(h)
	}
	return n
}

// build makes the namespace and its device. The calling thread is in it then.
func (h *host) build() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("a network namespace: %w", err)
	}
	var err error
	if h.space, err = unix.Open(fmt.Sprintf("/proc/self/task/%d/ns/net", unix.Gettid()), unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
		return err
	}
	wire, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("/dev/net/tun: %w", err)
	}
	device, err := unix.NewIfreq("wire")
	if err != nil {
		return err
	}
	device.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(wire, unix.TUNSETIFF, device); err != nil {
		return fmt.Errorf("a TUN device: %w", err)
	}
	h.wire = os.NewFile(uintptr(wire), "wire")
	control, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(control)
	for _, set := range []struct {
		request uint
		address netip.Addr
	}{{unix.SIOCSIFADDR, h.address}, {unix.SIOCSIFNETMASK, netip.AddrFrom4([4]byte{255, 255, 255, 0})}} {
		if err := device.SetInet4Addr(set.address.AsSlice()); err != nil {
			return err
		}
		if err := unix.IoctlIfreq(control, set.request, device); err != nil {
			return fmt.Errorf("address of the device: %w", err)
		}
	}
	return errors.Join(up(control, "wire"), up(control, "lo"))
}

// carry hands over what a host sends, until the host is no more.
func (n *network) carry(from *host) {
	for {
		packet := make([]byte, 2048)
		size, err := from.wire.Read(packet)
		if err != nil {
			return
		}
		if size < 20 || packet[0]>>4 != 4 {
			continue
		}
		at := int(packet[19]) - 1
		if at < 0 || at >= len(n.hosts) {
			continue
		}
		to := n.hosts[at]
		if from.cut.Load() || to.cut.Load() || rand.Int64N(1000) < from.loss.Load()+to.loss.Load() {
			continue
		}
		hand := func() { _, _ = to.wire.Write(packet[:size]) }
		if delay := time.Duration(from.delay.Load() + to.delay.Load()); delay > 0 {
			time.AfterFunc(delay, hand)
			continue
		}
		hand()
	}
}

// start starts a program on a host.
func (h *host) start(cmd *exec.Cmd) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // a thread of its own, which ends: no parent-death signal can be bound to it
		if err := unix.Setns(h.space, unix.CLONE_NEWNET); err != nil {
			done <- err
			return
		}
		done <- cmd.Start()
	}()
	return <-done
}

// loopback brings up the loopback device of this process's own network.
func loopback(t *testing.T) {
	t.Helper()
	control, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	must(t, err)
	defer unix.Close(control)
	must(t, up(control, "lo"))
}

// up brings up a device of the calling thread's network.
func up(control int, name string) error {
	device, err := unix.NewIfreq(name)
	if err != nil {
		return err
	}
	device.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(control, unix.SIOCSIFFLAGS, device); err != nil {
		return fmt.Errorf("%s up: %w", name, err)
	}
	return nil
}
