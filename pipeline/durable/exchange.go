package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"discussd/pipeline/durable/disk"
)

// publish gives a draft its name, unless the name is taken meanwhile.
func publish(dir *os.File, draft, name string) error {
	err := disk.Publish(dir, draft, name)
	if errors.Is(err, unix.EEXIST) {
		return errMoved
	}
	return err
}

// exchange puts a draft in the place of a file and looks at what came out. If that
// is not what was seen before, somebody wrote it at the last moment: it goes back.
func (a Amendment) exchange(dir *os.File, draft *draft, before sight) error {
	err := disk.Exchange(dir, draft.name, a.Name)
	if err == nil {
		out, unseen := a.look(draft.name)
		plainly := unseen == nil && out.info == nil // nothing came out of a plain rename
		if plainly || out.same(before) {
			return nil
		}
		err = disk.Exchange(dir, draft.name, a.Name)
	}
	if err == nil || errors.Is(err, unix.ENOENT) { // put back, or removed by somebody
		return errMoved
	}
	return err
}
