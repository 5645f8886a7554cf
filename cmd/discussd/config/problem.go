package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"discussd/internal/text/printable"
)

// Problem is one thing that is wrong with a configuration file.
type Problem struct {
	File    string
	Line    int    // 1-based; 0 when the problem has no place in the file
	Key     string // dotted, entries by their name: "tools.codex.timeout"; "" when the text is no TOML
	Message string // what is wrong, with the value where there is one
}

// Error is "file:line: key: message", without what is not known, always on one line.
func (p *Problem) Error() string {
	var text strings.Builder
	text.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&text, ":%d", p.Line)
	}
	text.WriteString(": ")
	if p.Key != "" {
		text.WriteString(p.Key + ": ")
	}
	text.WriteString(p.Message)
	return printable.Line(text.String())
}

// report says what is wrong with the values of one file.
type report struct{ *problems }

// reportOn is an empty report about a file, of whose keys some lines are known.
func reportOn(file string, lines map[string]int) *report {
	return &report{&problems{file: file, lines: lines, unread: map[string]bool{}}}
}

// problems gathers what is wrong with one file.
type problems struct {
	file   string
	lines  map[string]int  // line by dotted key, of the keys that the file holds
	unread map[string]bool // keys whose value could not even be read
	met    []*Problem
}

// add notes a problem, except of a value that could not be read: a default stands in its place.
func (p *problems) add(key, format string, args ...any) {
	if p.sound(key) {
		p.met = append(p.met, &Problem{p.file, p.lineOf(key), key, fmt.Sprintf(format, args...)})
	}
}

func (p *problems) sound(key string) bool { return !p.unread[key] }

// lineOf is the line of a key, else of the table that it is missing from.
func (p *problems) lineOf(key string) int {
	for {
		if line, ok := p.lines[key]; ok {
			return line
		}
		dot := strings.LastIndexByte(key, '.')
		if dot < 0 {
			return 0
		}
		key = key[:dot]
	}
}

func (p *problems) err() error {
	slices.SortStableFunc(p.met, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key))
	})
	var all []error
	for _, one := range p.met {
		all = append(all, one)
	}
	return errors.Join(all...)
}
