package watcher

import "golang.org/x/sys/unix"

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

// isRemote tells whether a folder's events are not the whole truth, and logs it
// once a mount. A folder on its parent's device is on its parent's file system.
func (t *tree) isRemote(f *folder) bool {
	if f.parent != nil && f.parent.device == f.device {
		return f.parent.remote
	}
	var st unix.Statfs_t
	if err := unix.Statfs(f.path, &st); err != nil {
		return false // about to vanish, or met again when the folder is listed
	}
	kind := remoteKind(uint32(st.Type))
	if kind != "" && f.inside {
		t.log.Info("file system does not report what others write, polling it too",
			"folder", f.path, "type", kind, "every", t.options.Poll.String())
	}
	return kind != ""
}
