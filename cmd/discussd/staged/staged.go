// Package staged lays out what a git commit would hold, so that it can be judged before
// it is made: a repository's folder comes in, a [Tree] goes out. The working tree, which
// may have moved on since `git add`, is not looked at. `critique --staged` calls it.
package staged

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is a folder with what is staged in a repository.
type Tree struct {
	Dir     string   // absolute, without links, and named as the repository's folder; "" when no document is staged
	Changed []string // absolute paths below Dir that the commit adds, changes or removes

	made string // the temporary folder around Dir
}

// documents are the extensions of files that are laid out as they are. Of any other file
// there is an empty one of its name: that it exists is all that a document says of it.
var documents = [...]string{".md", ".markdown", ".txt", ".json", ".yaml", ".yml", ".toml"}

func isDocument(name string) bool {
	return slices.Contains(documents[:], strings.ToLower(path.Ext(name)))
}

// Checkout lays out what is staged in the repository around dir. Whoever calls it removes
// the tree, also after an error.
func Checkout(ctx context.Context, dir string) (t Tree, err error) {
	top, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return t, err
	}
	top = strings.TrimSuffix(top, "\n")
	changed, err := names(ctx, top, "diff", "--cached", "--name-only", "--no-renames", "-z")
	if err != nil || !slices.ContainsFunc(changed, isDocument) {
		return t, err
	}
	all, err := names(ctx, top, "ls-files", "--cached", "-z")
	if err != nil {
		return t, err
	}
	if err := t.make(filepath.Base(top)); err != nil {
		return t, fmt.Errorf("lay out what is staged: %w", err)
	}
	var real []string
	for _, name := range all {
		if isDocument(name) {
			real = append(real, name)
		}
	}
	if _, err = git(ctx, top, []byte(strings.Join(real, "\x00")), "checkout-index", "--quiet", "-z", "--stdin", "--prefix="+t.Dir+"/"); err != nil {
		return t, err
	}
	for _, name := range changed {
		t.Changed = append(t.Changed, filepath.Join(t.Dir, filepath.FromSlash(name)))
	}
	return t, t.empty(all)
}

// make makes the folder, with the name that a session has which is the whole repository.
func (t *Tree) make(name string) (err error) {
	if t.made, err = os.MkdirTemp("", "discussd-staged-"); err != nil {
		return err
	}
	if t.Dir, err = filepath.EvalSymlinks(t.made); err != nil {
		return err
	}
	t.Dir = filepath.Join(t.Dir, name)
	return os.Mkdir(t.Dir, 0o700)
}

// Remove removes the tree.
func (t Tree) Remove() error {
	if t.made == "" {
		return nil
	}
	return os.RemoveAll(t.made)
}

// empty makes the files that are no documents, and marks the folder as a repository.
func (t Tree) empty(all []string) error {
	root, err := os.OpenRoot(t.Dir)
	if err != nil {
		return fmt.Errorf("lay out what is staged: %w", err)
	}
	defer root.Close()
	err = root.MkdirAll(".git", 0o700)
	for _, name := range all {
		if isDocument(name) {
			continue
		}
		made := root.MkdirAll(path.Dir(name), 0o700)
		if made == nil {
			made = root.WriteFile(name, nil, 0o600)
		}
		err = errors.Join(err, made)
	}
	if err != nil {
		return fmt.Errorf("lay out what is staged: %w", err)
	}
	return nil
}

func names(ctx context.Context, dir string, arguments ...string) ([]string, error) {
	text, err := git(ctx, dir, nil, arguments...)
	return slices.DeleteFunc(strings.Split(text, "\x00"), func(name string) bool { return name == "" }), err
}

// git is what git prints. The environment is the caller's: in a hook it says which index
// is to be committed.
func git(ctx context.Context, dir string, input []byte, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	var stderr bytes.Buffer
	command.Dir, command.Stdin, command.Stderr = dir, bytes.NewReader(input), &stderr
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", arguments[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(text), nil
}
