package handoff

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// sealName is where the seals of a file lie. Removing, replacing or copying them
// makes no file discussd's that was not.
func sealName(name string) string {
	return path.Join(private, "seals", strings.TrimPrefix(name, private+"/"))
}

// seal notes in the folder that discussd writes this content under this name, before it
// does. Until then what stands there keeps its seal.
func (f *Folder) seal(name string, content []byte) error {
	key, err := f.key(true)
	if err != nil {
		return fmt.Errorf("seal %s: %w", name, err)
	}
	seals := mac(key, name, content) + "\n"
	if text, err := f.own(name); err == nil {
		if old := mac(key, name, text) + "\n"; old != seals {
			seals += old
		}
	}
	return f.write(sealName(name), []byte(seals))
}

// sealed returns nil when the text under a name has a seal that only the holder of this
// user's key can have made.
func (f *Folder) sealed(name string, text []byte) error {
	key, err := f.key(false)
	if err != nil {
		return fmt.Errorf("%w: others can write where %s lies, and its seal cannot be checked: %w", errForeign, name, err)
	}
	seals, err := f.read(sealName(name))
	if err == nil {
		want := mac(key, name, text)
		for line := range strings.Lines(string(seals)) {
			if hmac.Equal([]byte(strings.TrimSuffix(line, "\n")), []byte(want)) {
				return nil
			}
		}
	}
	return fmt.Errorf("%w: others can write where %s lies, and it has no seal", errForeign, name)
}

// mac is the seal of a file: of its bytes and of the name it has in the folder.
func mac(key []byte, name string, content []byte) string {
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "discussd seal 1\n%s\n", name)
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}
