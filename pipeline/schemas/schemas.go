// Package schemas reads what projects say themselves of the documents that their sessions
// have, as OpenSpec lets them: a change names its schema in .openspec.yaml, the project in
// openspec/config.yaml, and openspec/schemas/<name>/schema.yaml says what that is.
//
// Others name the folders of their sessions in a file of settings.
//
// A session's match with a layout comes in, the layout of that session goes out. Nothing is
// read outside the project's root, and no link followed.
package schemas

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.yaml.in/yaml/v3"

	"discussd/pipeline/layout"
)

// Shelf keeps what files said. A file is read again when it has changed. The nil Shelf
// reads each time. It is safe for concurrent use.
type Shelf struct {
	Clock func() time.Time // time.Now when nil

	files  kept[schemed]   // by the path of a file
	absent kept[time.Time] // projects that had no schemas then
	named  kept[named]     // by the folder that was asked about
}

// kept are values by path. Beyond [mostSchemas] all are forgotten.
type kept[V any] struct {
	mu sync.Mutex
	of map[string]V
}

func (k *kept[V]) get(key string) (value V, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	value, ok = k.of[key]
	return value, ok
}

func (k *kept[V]) put(key string, value V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= mostSchemas {
		k.of = map[string]V{}
	}
	k.of[key] = value
}

// named are the sessions that the settings of a project named then.
type named struct {
	at       time.Time
	sessions []layout.Named
}

// schemed is what one file said.
type schemed struct {
	stamp   string
	name    string         // of the schema that the file names
	layout  *layout.Layout // that the schema makes; nil: it makes none
	values  map[string]any // of a file of settings
	problem error          // why it makes none
}

const (
	maxSchema    = 256 << 10 // bytes
	mostSchemas  = 20_000    // files: beyond, all are forgotten and read again
	usualSchema  = "spec-driven"
	ofChange     = ".openspec.yaml"
	schemaFolder = "openspec/schemas"
)

var ofProject = [...]string{"openspec/config.yaml", "openspec/config.yml"}

// Layout returns the layout of a session whose project has a schema of its own: that of the
// match where there is none, or none that can be understood. The error says why then. The
// folder in which the session's path starts is opened by the function given.
func (s *Shelf) Layout(m layout.Match, open func(dir string) (*os.Root, error)) (*layout.Layout, error) {
	if !m.Layout.Schemas {
		return m.Layout, nil
	}
	if s == nil {
		s = &Shelf{}
	}
	if s.without(m.Base) {
		return m.Layout, nil
	}
	root, err := open(m.Base)
	if err != nil {
		return m.Layout, nil // nobody may look there: it is as if there were none
	}
	defer root.Close()
	name := ""
	for _, file := range append([]string{path.Join(strings.TrimPrefix(strings.TrimPrefix(m.Dir, m.Base), "/"), ofChange)}, ofProject[:]...) {
		if said := s.read(root, m.Base, file, naming); said.name != "" {
			name = said.name
			break
		}
	}
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		return m.Layout, nil
	}
	file := path.Join(schemaFolder, name, "schema.yaml")
	said := s.read(root, m.Base, file, func(text []byte) schemed {
		own, err := m.Layout.Schemed(text)
		if err != nil {
			return schemed{problem: err}
		}
		return schemed{layout: &own}
	})
	switch {
	case errors.Is(said.problem, fs.ErrNotExist) && name == usualSchema:
		return m.Layout, nil
	case errors.Is(said.problem, fs.ErrNotExist):
		return m.Layout, fmt.Errorf("%s: there is no such file", file)
	case said.problem != nil:
		return m.Layout, fmt.Errorf("%s: %w", file, said.problem)
	}
	return said.layout, nil
}

// lately is for how long a project that had no schemas is taken to have none: hardly one
// has any, and this is asked of every path.
const lately = time.Second

// without tells whether a project has no schemas of its own.
func (s *Shelf) without(base string) bool {
	now := s.now()
	if at, ok := s.absent.get(base); ok && now.Sub(at) < lately {
		return true
	}
	if info, err := os.Lstat(path.Join(base, schemaFolder)); err == nil && info.IsDir() {
		return false
	}
	s.absent.put(base, now)
	return true
}

func (s *Shelf) now() time.Time {
	if s.Clock == nil {
		return time.Now()
	}
	return s.Clock()
}

// naming reads which schema a file names.
func naming(text []byte) schemed {
	var file struct {
		Schema string `yaml:"schema"`
	}
	if yaml.Unmarshal(text, &file) != nil {
		return schemed{}
	}
	return schemed{name: strings.TrimSpace(file.Schema)}
}

// read returns what a file below a root says, as it was kept or read by the function given.
func (s *Shelf) read(root *os.Root, base, file string, parse func(text []byte) schemed) schemed {
	info, err := root.Lstat(file)
	if err != nil {
		return schemed{problem: err}
	}
	if !info.Mode().IsRegular() || info.Size() > maxSchema {
		return schemed{problem: errors.New("is no regular file, or too large")}
	}
	key, stamp := path.Join(base, file), fmt.Sprint(info.Size(), info.ModTime().UnixNano())
	if said, ok := s.files.get(key); ok && said.stamp == stamp {
		return said
	}
	f, err := root.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return schemed{problem: err}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSchema))
	if err != nil {
		return schemed{problem: err}
	}
	said := parse(text)
	said.stamp = stamp
	s.files.put(key, said)
	return said
}
