package watcher

// review decides whether a folder has to be polled, beside its events or instead
// of them.
func (t *tree) review(f *folder) {
	unheard := !f.attached
	if f.denied {
		// Its own watch would be useless. Its parent's tells when it is opened.
		unheard = f.parent != nil && !f.parent.attached
	} else if !f.inside {
		// A folder above a root tells that the root appears; a root that is there
		// tells itself that it goes.
		unheard = t.known.awaits(f)
	}
	// The target of a link can be deleted unheard: inotify tells the folder that
	// holds the target, and fsnotify takes that to be the one that holds the link.
	if unheard || f.link || f.remote || f.linked || f.failing {
		t.polled[f] = struct{}{}
	} else {
		delete(t.polled, f)
	}
}

// poll looks at the polled folders, and asks again for the watches that were
// refused.
func (t *tree) poll(in *intake) {
	t.watches.full = false
	if t.watches.notify == nil {
		notify, err := t.options.Notify()
		t.watches.use(notify, err, in)
		if t.watches.notify != nil {
			t.scan(t.known.top, true)
		}
	}
	for f := range t.polled {
		t.scan(f, false)
	}
	if !t.watches.full {
		t.troubles.over("limit")
	}
}
