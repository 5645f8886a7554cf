package install

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// State says in a word or two whether a target is installed.
type State string

// The states of a target.
const (
	Installed  State = "installed"
	Absent     State = "-"
	Another    State = "another one" // an older or a moved discussd's
	Unreadable State = "unreadable"
)

// StateOf looks at a target; the error says why it cannot be read.
func StateOf(t Target) (State, error) {
	in, err := Install(t)
	if err != nil {
		return Unreadable, err
	}
	out, _ := Uninstall(t)
	switch {
	case in == nil:
		return Installed, nil
	case out != nil:
		return Another, nil
	}
	return Absent, nil
}

// programLines find the program that a file of discussd's own, or a block, calls.
var programLines = map[kind]*regexp.Regexp{
	whole:  regexp.MustCompile(`(?m)^(?:const program = |Run \x60)(".*"$|.+? wait --format)`),
	script: regexp.MustCompile(`(?m)^if command -v (.+) >/dev/null`),
}

// Programs lists what the hooks in a target call, as they are written there: each once.
func Programs(t Target) (programs []string, err error) {
	text, _, err := read(t.File)
	if err != nil || text == nil {
		return nil, err
	}
	if line := programLines[t.kind]; line != nil {
		if found := line.FindSubmatch(text); found != nil {
			programs = append(programs, unquoted(strings.TrimSuffix(string(found[1]), " wait --format")))
		}
		return programs, nil
	}
	if t.kind == block {
		return nil, nil
	}
	err = t.entries(text, func(c command) {
		if program, _ := c.parts(); !slices.Contains(programs, program) {
			programs = append(programs, program)
		}
	})
	return programs, err
}

// Calls lists the command lines with which the agent calls the hooks in a target, each
// once: those that are written for a shell are given to one. A target of another kind than
// an agent's has none.
func Calls(t Target) (calls [][]string, err error) {
	add := func(call ...string) {
		if !slices.ContainsFunc(calls, func(known []string) bool { return slices.Equal(known, call) }) {
			calls = append(calls, call)
		}
	}
	text, _, err := read(t.File)
	switch {
	case err != nil || text == nil:
		return nil, err
	case t.kind == whole:
		programs, err := Programs(t)
		for _, program := range programs {
			add(program, "hook", t.Agent)
		}
		return calls, err
	case t.kind != nested && t.kind != flat:
		return nil, nil
	}
	err = t.entries(text, func(c command) {
		if len(c.Args) > 0 {
			add(append([]string{c.Command}, c.Args...)...)
		} else {
			add("/bin/sh", "-c", c.Command)
		}
	})
	return calls, err
}

// entries goes through the entries of settings that are discussd's.
func (t Target) entries(text []byte, see func(command)) error {
	d, err := parse(text, t.kind)
	if err != nil {
		return err
	}
	for _, h := range t.hooks {
		a, err := d.list(h.event, false)
		if err != nil || a == nil {
			continue
		}
		list := hujson.Value{Value: a}
		for v := range list.All() {
			if c, ok := ours(*v, t.Agent); ok {
				see(c)
			}
		}
	}
	return nil
}

// unquoted is a program's path as it was before it was quoted for a shell or a script.
func unquoted(program string) string {
	var text string
	if json.Unmarshal([]byte(program), &text) == nil {
		return text
	}
	if inner, ok := strings.CutPrefix(program, "'"); ok {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return program
}
