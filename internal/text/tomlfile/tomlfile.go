// Package tomlfile reads TOML that a person wrote, and finds everything wrong with it at once:
// a text comes in, its values and the problems, each with its line, go out. The files of rules
// and of checklists are read with it.
package tomlfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/lineindex"
	"discussd/internal/text/nearest"
	"discussd/internal/text/printable"
)

// File is a file that was read, with what is wrong with it.
type File struct {
	name, text string
	lines      map[string]int // of places, found when the first problem asks
	problems   []error
}

// Read decodes a text into a struct. The name is for messages. The error says that the text is
// no TOML, or that a value has another type. A key that nothing reads is a problem of the file;
// keys are all that it may hold.
func Read(name, text string, into any, keys []string) (*File, error) {
	meta, err := toml.Decode(text, into)
	if syntax, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, fmt.Errorf("%s:%d: no valid TOML: %s", name, syntax.Position.Line, printable.Line(syntax.Message))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, printable.Line(err.Error()))
	}
	f := &File{name: name, text: text}
	for _, key := range meta.Undecoded() {
		hint, last := "", key[len(key)-1]
		if near := nearest.Meant(last, keys); near != "" && near != last {
			hint = fmt.Sprintf(", did you mean %q?", near)
		}
		line := 1 + slices.IndexFunc(strings.Split(text, "\n"), func(at string) bool {
			rest, begins := strings.CutPrefix(strings.TrimLeft(at, " \t[\""), last)
			return begins && (rest == "" || strings.ContainsAny(rest[:1], " \t=.]\""))
		})
		f.problems = append(f.problems, fmt.Errorf("%s:%d: unknown key %q%s", name, max(line, 1), last, hint))
	}
	return f, nil
}

// At is where a place stands, such as "rule[0].id", as file and line. A place that is not there
// has the line of what it is missing from.
func (f *File) At(place string) string {
	if f.lines == nil {
		f.lines = lineindex.TOML(f.text)
	}
	line := f.lines[place]
	for parent := place; line == 0 && strings.Contains(parent, "."); {
		parent = parent[:strings.LastIndexByte(parent, '.')]
		line = f.lines[parent]
	}
	return fmt.Sprintf("%s:%d", f.name, max(line, 1))
}

// Say notes a problem of a place on one line, whatever it quotes.
func (f *File) Say(place, format string, args ...any) {
	f.problems = append(f.problems, fmt.Errorf("%s: %s", f.At(place), printable.Line(fmt.Sprintf(format, args...))))
}

// Err joins the problems, nil without any.
func (f *File) Err() error { return errors.Join(f.problems...) }
