package handoff

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// sealName is where the seals of a file lie. Removing, replacing or copying them
// makes no file discussd's that was not.
func sealName(name string) string {
	return path.Join(private, "seals", strings.TrimPrefix(name, private+"/"))
}

// seal notes in the folder that discussd writes this content under this name, before it
// does. Until then what stands there keeps its seal.
func seal(d *directory, name string, content []byte) error {
	key, err := d.secret.key(true)
	if err != nil {
		return fmt.Errorf("seal %s: %w", name, err)
	}
	place, err := place(d.session)
	if err != nil {
		return fmt.Errorf("seal %s: %w", name, err)
	}
	seals := mac(key, place, name, content) + "\n"
	if text, err := d.own(name); err == nil {
		if old := mac(key, place, name, text) + "\n"; old != seals {
			seals += old
		}
	}
	d.sweep(path.Dir(sealName(name)))
	return d.write(sealName(name), []byte(seals))
}

// sealed returns nil when the text under a name has a seal that only the holder of this
// user's key can have made.
func sealed(d *directory, name string, text []byte) error {
	key, err := d.secret.key(false)
	if err != nil {
		return fmt.Errorf("%w: others can write where %s lies, and its seal cannot be checked: %w", errForeign, name, err)
	}
	place, err := place(d.session)
	if err != nil {
		return fmt.Errorf("%w: others can write where %s lies, and its seal cannot be checked: %w", errForeign, name, err)
	}
	seals, err := d.read(sealName(name))
	if err == nil {
		want := mac(key, place, name, text)
		for line := range strings.Lines(string(seals)) {
			if hmac.Equal([]byte(strings.TrimSuffix(line, "\n")), []byte(want)) {
				return nil
			}
		}
	}
	return fmt.Errorf("%w: others can write where %s lies, and it has no seal", errForeign, name)
}

// place names the session that a seal is made in: its folder's number in its file system,
// and when that folder was made, where the file system knows. A copy is another session;
// one that was moved within its file system is the same. The number of the file system
// is no part of it: that may be another one whenever the machine starts.
func place(session *os.Root) (string, error) {
	info, err := session.Stat(".")
	if err != nil {
		return "", err
	}
	inode := fmt.Sprint(info.Sys().(*syscall.Stat_t).Ino)
	folder, err := session.Open(".")
	if errors.Is(err, fs.ErrPermission) {
		return inode, nil
	}
	if err != nil {
		return "", err
	}
	defer folder.Close()
	if made, known := born(folder); known {
		return inode + " " + made, nil
	}
	return inode, nil
}

// mac is the seal of a file: of its bytes, of the name it has in the folder and of the
// session.
func mac(key []byte, place, name string, content []byte) string {
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "discussd seal 2\n%s\n%s\n", place, name)
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}
