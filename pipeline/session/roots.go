package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Roots expands configured roots into absolute paths, in their order and each
// once: a leading ~ is home, and a glob such as ~/src/*/.workflow is every folder
// that matches it now. A root without a glob is kept though nothing is there yet;
// one that exists literally is taken literally. The error names the root that
// cannot be understood.
func Roots(patterns []string, home string) ([]string, error) {
	var roots []string
	for _, pattern := range patterns {
		expanded, err := expand(pattern, home)
		if err != nil {
			return nil, fmt.Errorf("root %q: %w", pattern, err)
		}
		for _, root := range expanded {
			if !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	return roots, nil
}

// IsPattern tells whether a root names folders by a glob, so that more of them may
// appear, and not one folder.
func IsPattern(root string) bool { return strings.ContainsAny(root, "*?[{") }

func expand(pattern, home string) ([]string, error) {
	base, glob, literal, err := split(pattern, home)
	if err != nil {
		return nil, err
	}
	if exists(literal) || !IsPattern(glob) {
		return []string{literal}, nil
	}
	matches, err := doublestar.Glob(os.DirFS(base), glob)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, match := range slices.Sorted(slices.Values(matches)) {
		folder := filepath.Join(base, match)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// split returns the folder that a root's glob starts in, the glob, and the path that
// the root is when it is taken literally.
func split(pattern, home string) (base, glob, literal string, err error) {
	if pattern == "" {
		return "", "", "", errors.New("is empty")
	}
	// Only what the user wrote is a glob: home may hold brackets of its own.
	base, glob = doublestar.SplitPattern(filepath.ToSlash(pattern))
	if strings.HasPrefix(pattern, "~") {
		first, rest, _ := strings.Cut(pattern, "/")
		if first != "~" {
			return "", "", "", errors.New("only ~ and ~/ stand for a home folder")
		}
		if home == "" {
			return "", "", "", errors.New("the home folder is not known")
		}
		base, glob = doublestar.SplitPattern(rest)
		base, pattern = filepath.Join(home, base), filepath.Join(home, rest)
	}
	if literal, err = filepath.Abs(pattern); err == nil {
		base, err = filepath.Abs(base)
	}
	return base, glob, literal, err
}
