package session

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// mostLinks is how many links a path may lead through, as the kernel has it.
const mostLinks = 40

// follow steps from "/" along an absolute path, folder by folder, and opens the last
// one. Each link on the way is shown to may, with its
// owner, and followed when that returns nil. The file's name is the path without links.
//
// The folder is the one that the steps led to, whatever becomes of their names: what
// is opened by the name afterwards is to be compared with it.
func follow(path string, may func(link string, owner uint32) error) (*os.File, error) {
	at, _, err := step(nil, "/")
	if err != nil {
		return nil, err
	}
	rest := strings.Split(path, "/")
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next, link, err := step(at, name)
		if err == nil && link == nil {
			at.Close()
			at = next
			continue
		}
		path := filepath.Join(at.Name(), name)
		if err == nil && links == mostLinks {
			err = unix.ELOOP
		}
		if err == nil {
			err = may(path, link.owner)
		}
		if err == nil && filepath.IsAbs(link.target) {
			at.Close()
			at, _, err = step(nil, "/")
		}
		if err != nil {
			at.Close()
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		links++
		rest = append(strings.Split(link.target, "/"), rest...)
	}
	return at, nil
}

// linkInfo is what a symbolic link says.
type linkInfo struct {
	target string
	owner  uint32 // the user it belongs to
}
