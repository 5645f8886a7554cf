//go:build !portable

package watcher

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// remoteKind names the file systems that somebody else can write to without the
// local kernel noticing, by their statfs type; "" is any other. virtiofs calls
// itself FUSE.
func remoteKind(magic uint32) string {
	switch magic {
	case unix.AFS_FS_MAGIC, unix.AFS_SUPER_MAGIC:
		return "afs"
	case unix.CEPH_SUPER_MAGIC:
		return "ceph"
	case unix.CODA_SUPER_MAGIC:
		return "coda"
	case unix.FUSE_SUPER_MAGIC:
		return "fuse"
	case unix.NCP_SUPER_MAGIC:
		return "ncp"
	case unix.NFS_SUPER_MAGIC:
		return "nfs"
	case unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.SMB_SUPER_MAGIC:
		return "smb"
	case unix.V9FS_MAGIC:
		return "9p"
	case 0x0BD00BD0:
		return "lustre"
	case 0x19830326:
		return "beegfs"
	case 0x47504653:
		return "gpfs"
	case 0x786F4256:
		return "vboxsf"
	case 0xBACBACBC:
		return "vmhgfs"
	}
	return ""
}

// remoteFileSystem names the file system that a path lies on, if it is one that others
// change unseen, else "".
func remoteFileSystem(path string) (kind string, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return "", err
	}
	return remoteKind(uint32(st.Type)), nil
}

// lookUp tells which directory is at a path: in four numbers, which no other one has, and
// the device it is on.
func lookUp(path string, follow bool) (numbers [4]uint64, device uint32, err error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	var st unix.Statx_t
	err = unix.Statx(unix.AT_FDCWD, path, flags, unix.STATX_TYPE|unix.STATX_INO|unix.STATX_BTIME, &st)
	if err == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		err = unix.ENOTDIR
	}
	if err != nil {
		return numbers, 0, &fs.PathError{Op: "statx", Path: path, Err: err}
	}
	device = uint32(unix.Mkdev(st.Dev_major, st.Dev_minor)) // the kernel's own dev_t has 32 bits
	return [4]uint64{uint64(device), st.Ino, uint64(st.Btime.Sec), uint64(st.Btime.Nsec)}, device, nil
}
