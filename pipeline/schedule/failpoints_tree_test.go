//go:build failpoints

package schedule

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// tree is what lies in a folder: files and folders by their path in it.
type tree map[string]leaf

type leaf struct {
	mode    fs.FileMode
	text    string
	written time.Time
}

func readTree(dir string) (tree, error) {
	t := tree{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		of := leaf{mode: info.Mode(), written: info.ModTime()}
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			of.text = string(text)
		}
		t[rel] = of
		return nil
	})
	return t, err
}

// write makes the tree in a folder that does not exist yet.
func (t tree) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, rel := range slices.Sorted(maps.Keys(t)) {
		of, name := t[rel], filepath.Join(dir, rel)
		var err error
		if of.mode.IsDir() {
			err = os.Mkdir(name, 0o755)
		} else {
			err = os.WriteFile(name, []byte(of.text), 0o644)
		}
		if err == nil {
			err = os.Chmod(name, of.mode.Perm())
		}
		if err == nil && !of.mode.IsDir() && !of.written.IsZero() {
			err = os.Chtimes(name, of.written, of.written)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// digest is the same for the same trees.
func (t tree) digest() string {
	sum := sha256.New()
	for _, rel := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(sum, "%q %v %q\n", rel, t[rel].mode, t[rel].text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
