package timeline

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"discussd/internal/text/shallow"
	"discussd/pipeline/durable"
)

// The bounds of what is read. What lies beyond is noted.
const (
	maxSources = 100
	maxAll     = 8 << 20 // bytes of all files
	maxNames   = 10_000  // names looked at a folder
)

func sourceBounds() shallow.Bounds {
	return shallow.Bounds{Bytes: 1 << 20, Containers: 50_000, Values: 200_000, Levels: 200}
}

// Source is one file that the session's agents wrote for the discussion.
type Source struct {
	Path    string // slash-separated, relative to the session
	Content []byte // valid JSON

	analysis bool // else an exploration: what analyses are built on, no voice of its own
}

// shelf is a folder that sources are read from.
type shelf struct {
	dir      string
	prefixes []string // of the names
	analysis bool
}

// shelves are the places of sources, in the order in which they speak. Sessions of
// a single agent have theirs beside discussion.md.
func shelves() []shelf {
	return []shelf{
		{"analyses", []string{""}, true},
		{".", []string{"analysis", "analyses", "perspectives"}, true},
		{"explorations", []string{""}, false},
		{".", []string{"exploration"}, false},
	}
}

// holds tells whether a name is that of a source.
func (s shelf) holds(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") &&
		slices.ContainsFunc(s.prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// sources reads what there is to be discussed. What cannot be read is noted.
func (in *input) sources() []Source {
	var sources []Source
	seen := map[[sha256.Size]byte]string{}
	left, size := 0, 0
	for _, shelf := range shelves() {
		for _, name := range in.names(shelf) {
			if len(sources) == maxSources || size >= maxAll {
				left++
				continue
			}
			text, err := in.source(name)
			if err != nil {
				in.note("Left out: %v.", err)
				continue
			}
			sum := sha256.Sum256(text)
			if twin, ok := seen[sum]; ok {
				in.note("Left out: %s is a copy of %s.", name, twin)
				continue
			}
			seen[sum] = name
			size += len(text)
			sources = append(sources, Source{name, text, shelf.analysis})
		}
	}
	if left > 0 {
		in.note("%d more files are left out: at most %d files and %d MiB are read.", left, maxSources, maxAll>>20)
	}
	return sources
}

// names lists the sources of a shelf, sorted.
func (in *input) names(s shelf) []string {
	if info, err := in.Root.Lstat(s.dir); err != nil || !info.IsDir() {
		if err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil {
			in.note("Left out: %s is not a folder that can be read.", s.dir)
		}
		return nil
	}
	folder, err := in.Root.Open(s.dir)
	if err != nil {
		in.note("Left out: %v.", err)
		return nil
	}
	defer folder.Close()
	all, _ := folder.Readdirnames(maxNames)
	names := slices.DeleteFunc(all, func(name string) bool { return !s.holds(name) })
	slices.Sort(names)
	for i, name := range names {
		names[i] = path.Join(s.dir, name)
	}
	return names
}

// source reads one source. The error names it.
func (in *input) source(name string) ([]byte, error) {
	text, err := durable.Read(in.Root, name, int64(sourceBounds().Bytes))
	if err != nil {
		if failed, ok := errors.AsType[*fs.PathError](err); ok {
			err = fmt.Errorf("%s: %w", name, failed.Err)
		}
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if _, err := parse(name, text, sourceBounds()); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text), nil
}

// memory reads the shared memory as it is, nil when it cannot be read.
func (in *input) memory() []byte {
	text, err := durable.Read(in.Root, memoryName, int64(memoryBounds().Bytes))
	if err != nil || memoryBounds().JSON(text) != nil {
		return nil
	}
	return text
}
