//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestCompletion: what a shell's script is told for the word at the cursor, which is
// the last argument.
func TestCompletion(t *testing.T) {
	isolate(t)
	t.Chdir(t.TempDir())
	for _, file := range []string{"a b/spec/product-brief.md", "c/spec/architecture.md", "d\x1b/spec/architecture.md"} {
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte("# {Product}\n"), 0o644))
	}
	must(t, os.WriteFile("bad.toml", []byte("# {Product}\nx"), 0o644))
	const files, noFiles = ":0", ":4"
	tests := map[string]struct {
		args  []string
		want  []string // words that are offered
		not   []string
		about string // the last line: whether files are offered besides
	}{
		"commands":            {[]string{""}, []string{"run", "wait", "critique", "completion"}, []string{"__complete", "powershell"}, noFiles},
		"a command":           {[]string{"cr"}, []string{"critique"}, []string{"run"}, noFiles},
		"of config":           {[]string{"config", ""}, []string{"check", "show"}, nil, noFiles},
		"shells":              {[]string{"completion", ""}, []string{"bash", "fish", "zsh"}, []string{"powershell"}, noFiles},
		"flags":               {[]string{"run", "--"}, []string{"--checks-only", "--reload-on-hup", "--config"}, []string{"--format"}, noFiles},
		"help":                {[]string{"help", "con"}, []string{"config"}, nil, noFiles},
		"paths":               {[]string{"critique", ""}, nil, nil, files},
		"artifacts":           {[]string{"wait", ""}, nil, nil, files},
		"rules":               {[]string{"explain", "X-00"}, []string{"X-005"}, []string{"BR-010"}, noFiles},
		"another rule":        {[]string{"explain", "X-005", "X-00"}, []string{"X-001"}, []string{"X-005"}, noFiles},
		"formats":             {[]string{"critique", "--format", ""}, []string{"text", "sarif", "rdjson"}, []string{"md"}, noFiles},
		"other formats":       {[]string{"explain", "--format="}, []string{"md"}, []string{"sarif"}, noFiles},
		"profiles":            {[]string{"config", "show", "--profile", ""}, []string{"lifecycle", "spec-team"}, nil, noFiles},
		"types":               {[]string{"request", "--type", "d"}, []string{"deepen", "direction-adjusted"}, nil, noFiles},
		"sessions":            {[]string{"wait", "--session", ""}, []string{"a b", "c"}, []string{"d\x1b"}, files},
		"sessions to decide":  {[]string{"decide", ""}, []string{"a b", "c"}, nil, files},
		"rounds":              {[]string{"wait", "--round", ""}, []string{"DISCUSS-001", "DISCUSS-006"}, []string{"OWN-1"}, noFiles},
		"a bad configuration": {[]string{"--config", "bad.toml", "wait", "--round", ""}, []string{"DISCUSS-001"}, nil, noFiles},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out, errs, code := execute(t, append([]string{"__complete"}, tt.args...)...)
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			var words []string
			for _, line := range lines[:len(lines)-1] {
				word, _, _ := strings.Cut(line, "\t")
				words = append(words, word)
			}
			missing := slices.DeleteFunc(tt.want, func(word string) bool { return slices.Contains(words, word) })
			extra := slices.DeleteFunc(tt.not, func(word string) bool { return !slices.Contains(words, word) })
			if len(missing)+len(extra) > 0 || lines[len(lines)-1] != tt.about || code != 0 {
				t.Errorf("missing %q, too many %q, exit %d, want %s in\n%s%s", missing, extra, code, tt.about, out, errs)
			}
		})
	}
}

// TestShells has the shells themselves complete a command line.
func TestShells(t *testing.T) {
	s := newStage(t, "")
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, filepath.Join(s.dir, "bin", "discussd")))
	must(t, os.MkdirAll(filepath.Join(s.dir, "work", "room", "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(s.dir, "work", "room", "spec", "product-brief.md"), nil, 0o644))
	lines := map[string][]string{ // with the word at the cursor last: what must be offered
		"discussd ":                                 {"critique", "doctor", "wait"},
		"discussd explain X-00":                     {"X-001", "X-005"},
		"discussd critique --format ":               {"sarif", "rdjson"},
		"discussd wait --session room --round DISC": {"DISCUSS-002"},
		"discussd config show --profile ":           {"coordinate", "spec-team"},
		"discussd wait --session ":                  {"room"},
	}
	shells := map[string]func(t *testing.T, line string, want []string) string{
		"bash": s.bash, "zsh": s.zsh, "fish": s.fish,
	}
	for shell, complete := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("%s is not installed: its completion is not tested", shell)
			}
			for line, want := range lines {
				out := complete(t, line, want)
				for _, word := range want {
					if !strings.Contains(out, word) {
						t.Errorf("%q offers no %q but\n%s", line, word, out)
					}
				}
			}
		})
	}
}

// shell is a shell in the stage's environment.
func (s *stage) shell(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = filepath.Join(s.dir, "work"), append(s.environment, "TERM=dumb")
	return cmd
}

func (s *stage) bash(t *testing.T, line string, _ []string) string {
	const library = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(library); err != nil {
		t.Skip("bash-completion is not installed: its completion is not tested")
	}
	words := strings.Fields(line)
	if strings.HasSuffix(line, " ") {
		words = append(words, "")
	}
	script := `source ` + library + `; source <(discussd completion bash)
line=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE=$line; COMP_POINT=${#line}; COMP_TYPE=63
__start_discussd; printf '%s\n' "${COMPREPLY[@]}"`
	out, err := s.shell("bash", append([]string{"--norc", "-c", script, "bash", line}, words...)...).Output()
	must(t, err)
	return string(out)
}

func (s *stage) fish(t *testing.T, line string, _ []string) string {
	out, err := s.shell("fish", "--no-config", "-c", "discussd completion fish | source; complete -C $argv[1]", line).CombinedOutput()
	must(t, err)
	return string(out)
}

// zsh completes at a terminal only: the line is typed there.
func (s *stage) zsh(t *testing.T, line string, want []string) string {
	master, terminal := openTerminal(t)
	cmd := s.shell("zsh", "-f", "-i")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must(t, cmd.Start())
	terminal.Close()
	heard := make(chan []byte)
	go func() {
		defer close(heard)
		buffer := make([]byte, 4096)
		for {
			n, err := master.Read(buffer)
			if err != nil {
				return
			}
			heard <- bytes.Clone(buffer[:n])
		}
	}()
	defer func() { // no descriptor is closed while it is read
		cmd.Process.Kill()
		cmd.Wait()
		for range heard {
		}
		master.Close()
	}()
	var out strings.Builder
	until := func(words ...string) bool {
		deadline := time.After(patience)
		for {
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(out.String(), word) }) {
				return true
			}
			select {
			case part := <-heard:
				out.Write(part)
			case <-deadline:
				return false
			}
		}
	}
	master.WriteString("PS1=; autoload -U compinit; compinit -u -D; source <(discussd completion zsh); setopt auto_list; unsetopt list_ambiguous; LISTMAX=1000; print set''up\n")
	if !until("setup") {
		t.Fatalf("zsh does not start:\n%s", &out)
	}
	out.Reset()
	master.WriteString(line + "\t\t")
	until(want...)
	return out.String()
}
