package watcher

// attach makes sure that the folder at f's path is the one that is watched. It
// reports whether f is there to be scanned, and whether it was not watched, or
// was another one, until now, so that anything may have changed below it.
// Again renews a watch that is held, since a mount takes it away unsaid.
func (t *tree) attach(f *folder, again bool) (fresh, ok bool) {
	id, device, err := f.look(t.known.seed)
	if err != nil {
		t.unreadable(f, err)
		return false, false
	}
	f.link = f.step && isLink(f.path)
	if id != f.id {
		fresh = true
		t.watches.detach(f)
		f.id, f.device = id, device
		f.remote = t.isRemote(f)
	}
	if !f.attached || again {
		fresh = t.watches.add(f) || fresh
	}
	return fresh, true
}

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
