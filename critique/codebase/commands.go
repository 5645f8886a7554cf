package codebase

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// commands are what one program of a project can be told to run: the scripts of npm, the
// targets of make.
type commands struct {
	names map[string]bool
	open  bool // there may be others: a file could not be read, or takes in another
}

// runner reads the names from one file.
type runner struct {
	program string
	read    func(text string) (names []string, open bool)
}

// runners are the files in which projects say what can be run.
var runners = map[string]*runner{
	"package.json": {"npm", scripts},
	"Makefile":     {"make", targets}, "makefile": {"make", targets}, "GNUmakefile": {"make", targets},
	"justfile": {"just", recipes}, "Justfile": {"just", recipes}, ".justfile": {"just", recipes},
}

func (x *Index) defines(r *runner, text string, readable bool) {
	known := x.commands[r.program]
	if known == nil {
		known = &commands{names: map[string]bool{}}
		x.commands[r.program] = known
	}
	if !readable {
		known.open = true
		return
	}
	names, open := r.read(text)
	known.open = known.open || open
	for _, name := range names {
		known.names[name] = true
	}
}

func scripts(text string) (names []string, open bool) {
	var manifest struct {
		Scripts map[string]any `json:"scripts"`
	}
	if json.Unmarshal([]byte(text), &manifest) != nil {
		return nil, true
	}
	return slices.Collect(maps.Keys(manifest.Scripts)), false
}

var (
	target   = pattern.New(`(?m)^([A-Za-z0-9_./-]+(?:[ \t]+[A-Za-z0-9_./-]+)*)[ \t]*::?(?:[^=:]|$)`)
	openMake = pattern.New(`(?m)^(?:-?include|sinclude)\b|^[^#\t\n]*%[^\n=]*:(?:[^=]|$)|^\$[({]|^\.DEFAULT:`)
	recipe   = pattern.New(`(?m)^@?([A-Za-z_][A-Za-z0-9_-]*)(?:[ \t][^:=\n]*)?:(?:[^=]|$)`)
	alias    = pattern.New(`(?m)^alias[ \t]+([A-Za-z0-9_-]+)[ \t]*:=`)
	openJust = pattern.New(`(?m)^(?:import|mod)\b`)
)

func targets(text string) (names []string, open bool) {
	for _, m := range target.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.Fields(m[1])...)
	}
	return names, openMake.MatchString(text)
}

func recipes(text string) (names []string, open bool) {
	for _, form := range [...]*pattern.Pattern{recipe, alias} {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
	}
	return names, openJust.MatchString(text)
}

// Command looks up what a program of the project is told to run: "npm" and "build". It is
// missing where the project says what that program can run, and does not name it.
func (x *Index) Command(program, name string) Sighting {
	runsPrograms := program == "bun" || program == "yarn" // those that packages bring as well
	switch program {
	case "pnpm", "bun", "yarn":
		program = "npm"
	}
	known := x.commands[program]
	switch {
	case known == nil || !x.complete:
		return Sighting{}
	case known.names[name]:
		return Sighting{There: true}
	case known.open || len(known.names) == 0:
		return Sighting{}
	}
	s := Sighting{Missing: true, Folder: true, Nearest: nearest.Meant(name, slices.Sorted(maps.Keys(known.names)))}
	s.Near = s.Nearest != "" && len(name) > 4 && nearly(name, s.Nearest)
	if runsPrograms && !s.Near && !ofScripts.MatchString(name) {
		return Sighting{}
	}
	return s
}

// ofScripts are names that only scripts have.
var ofScripts = pattern.New(`:|^(?:dev|build|start|serve|test|lint|format|check|typecheck|type-check|preview|deploy|seed|migrate|generate|clean|release|watch)$`)
