package schemas

import (
	"os"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"discussd/pipeline/layout"
)

// mostLevels is how many folders above a path are asked for settings: no document lies deeper
// in its project.
const mostLevels = 10

// Named are the sessions that the settings of the projects around a path name. Their folders
// are opened by the function given.
func (s *Shelf) Named(name string, layouts []layout.Layout, open func(dir string) (*os.Root, error)) (sessions []layout.Named) {
	if s == nil {
		s = &Shelf{}
	}
	now := s.now()
	for range mostLevels {
		end := strings.LastIndexByte(name, '/') // path.Dir cleans, which is half the time of this
		if end <= 0 {
			break
		}
		base := name[:end]
		known, ok := s.named.get(base)
		if !ok || now.Sub(known.at) >= lately {
			known = named{now, s.look(base, layouts, open)}
			s.named.put(base, known)
		}
		sessions, name = append(sessions, known.sessions...), base
	}
	return sessions
}

func (s *Shelf) look(base string, layouts []layout.Layout, open func(dir string) (*os.Root, error)) (sessions []layout.Named) {
	for i := range layouts {
		l, there := &layouts[i], false
		for _, setting := range l.Settings {
			file, _, _ := strings.Cut(setting.At, "#")
			_, err := os.Lstat(path.Join(base, file))
			there = there || err == nil
		}
		if !there {
			continue
		}
		root, err := open(base)
		if err != nil {
			return nil // nobody may look there: it is as if there were none
		}
		n, ok := l.Settled(base, func(at string) string {
			file, key, _ := strings.Cut(at, "#")
			return value(s.read(root, base, file, settings).values, key)
		})
		if root.Close(); ok {
			sessions = append(sessions, n)
		}
	}
	return sessions
}

// settings reads a file of settings: JSON is YAML, too.
func settings(text []byte) (said schemed) {
	_ = yaml.Unmarshal(text, &said.values) // what cannot be read says nothing
	return said
}

// value is the text at a key, "" where there is none.
func value(values map[string]any, key string) string {
	name, rest, deeper := strings.Cut(key, ".")
	if inner, ok := values[name].(map[string]any); ok && deeper {
		return value(inner, rest)
	}
	text, _ := values[name].(string)
	if deeper {
		return ""
	}
	return text
}
