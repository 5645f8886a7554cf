package watcher

// isRemote tells whether a folder's events are not the whole truth, and logs it
// once a mount. A folder on its parent's device is on its parent's file system.
func (t *tree) isRemote(f *folder) bool {
	if f.parent != nil && f.parent.device == f.device {
		return f.parent.remote
	}
	kind, err := remoteFileSystem(f.path)
	if err != nil {
		return false // about to vanish, or met again when the folder is listed
	}
	if kind != "" && f.inside {
		t.log.Info("file system does not report what others write, polling it too",
			"folder", f.path, "type", kind, "every", t.options.Poll.String())
	}
	return kind != ""
}
