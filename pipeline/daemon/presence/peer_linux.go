//go:build !portable

package presence

import (
	"net"
	"unsafe"

	"golang.org/x/sys/unix"
)

// peer is the user at the other end of a connection, as the kernel knows him.
func peer(conn *net.UnixConn) (who asker, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return who, err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		var credentials *unix.Ucred
		if credentials, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); failed == nil {
			who.uid = credentials.Uid
			who.groups, failed = peerGroups(fd)
			who.groups = append(who.groups, credentials.Gid)
		}
	})
	if err == nil {
		err = failed
	}
	return who, err
}

// peerGroups are the groups beside his first one.
func peerGroups(fd uintptr) ([]uint32, error) {
	groups := make([]uint32, 64)
	for {
		size := uint32(len(groups)) * 4
		_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, fd, unix.SOL_SOCKET, unix.SO_PEERGROUPS,
			uintptr(unsafe.Pointer(&groups[0])), uintptr(unsafe.Pointer(&size)), 0)
		switch {
		case errno == 0:
			return groups[:size/4], nil
		case errno != unix.ERANGE || int(size/4) <= len(groups):
			return nil, errno
		}
		groups = make([]uint32, size/4)
	}
}
