package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// tool is one program that is compared.
type tool struct {
	name    string
	window  time.Duration // how long it waits for more, by its source or its configuration
	program string        // what must be there
	install string
	ready   func(p *plan) error                          // writes its configuration; may be nil
	command func(p *plan, program, self string) []string // its command line, in the tree
}

func tools(p *plan) []tool {
	all := []tool{
		{
			name: "inotifywait", program: "inotifywait", install: "apt-get install inotify-tools",
			command: func(p *plan, program, self string) []string {
				return []string{"/bin/sh", "-c", fmt.Sprintf(`%s -m -r -q -e close_write --format %%w%%f '%s' | while read -r file; do '%s' note '%s' >/dev/null; done`, program, p.tree, self, p.notes)}
			},
		},
		{
			name: "entr", window: 50 * time.Millisecond, program: "entr", install: "apt-get install entr",
			command: func(p *plan, program, self string) []string {
				return []string{"/bin/sh", "-c", fmt.Sprintf(`find '%s' -type f | %s -n -p '%s' note '%s'`, p.tree, program, self, p.notes)}
			},
		},
		{
			name: "modd", window: 100 * time.Millisecond, program: "modd", install: "go install github.com/cortesi/modd/cmd/modd@latest",
			ready: func(p *plan) error {
				self, err := os.Executable()
				if err != nil {
					return err
				}
				return os.WriteFile(filepath.Join(p.dir, "modd.conf"), fmt.Appendf(nil, "**/*.md **/*.json {\n    prep +onchange: %s note %s\n}\n", self, p.notes), 0o644)
			},
			command: func(p *plan, program, self string) []string {
				return []string{program, "-f", filepath.Join(p.dir, "modd.conf")}
			},
		},
		{
			name: "reflex", window: 300 * time.Millisecond, program: "reflex", install: "go install github.com/cespare/reflex@latest",
			command: func(p *plan, program, self string) []string {
				return []string{program, "-r", `\.(md|json)$`, "--", self, note, p.notes}
			},
		},
	}
	for _, quiet := range []time.Duration{time.Millisecond, 50 * time.Millisecond} {
		all = append(all, tool{
			name: fmt.Sprintf("discussd, quiet = %v", quiet), window: quiet, program: filepath.Join(p.dir, "discussd"),
			ready: func(p *plan) error { return discussd(p, quiet) },
			command: func(p *plan, program, self string) []string {
				return []string{program, "--config", configuration(p, quiet), "run", p.tree}
			},
		})
	}
	return all
}

func configuration(p *plan, quiet time.Duration) string {
	return filepath.Join(p.dir, fmt.Sprintf("discussd-%v.toml", quiet))
}

// discussd builds it, and has it ask one perspective through one CLI.
func discussd(p *plan, quiet time.Duration) error {
	build := exec.Command("go", "build", "-o", filepath.Join(p.dir, "discussd"), "./cmd/discussd")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the README has it installed
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text := fmt.Sprintf("[log]\nlevel = \"warn\"\n[watch]\nquiet = %q\n[panel]\nbudget = 0\n[tools.gemini]\nvia = \"command\"\ncommand = [%q, %q, %q]\n"+
		"[[rounds]]\nid = \"DISCUSS-002\"\nperspectives = [\"product\"]\n", quiet, self, note, p.notes)
	return os.WriteFile(configuration(p, quiet), []byte(text), 0o644)
}

// prepare finds the program and writes its configuration.
func (t *tool) prepare(p *plan) error {
	if t.ready != nil {
		if err := t.ready(p); err != nil {
			return err
		}
	}
	path, err := exec.LookPath(t.program)
	if err != nil {
		bin, _ := exec.Command("go", "env", "GOPATH").Output()
		if path, err = exec.LookPath(filepath.Join(strings.TrimSpace(string(bin)), "bin", t.program)); err != nil {
			return fmt.Errorf("it is not installed (%s)", t.install)
		}
	}
	t.program = path
	return nil
}

// start runs the program in the tree, as the leader of a process group.
func (t *tool) start(p *plan) (*running, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start(p, t.command(p, t.program, self))
}
