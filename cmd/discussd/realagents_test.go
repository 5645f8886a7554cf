//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var agentRuns = flag.Int("discussd.agents", 0, "runs of each coding agent that is installed, against a model server of our own; 0: none")

// program is a coding agent as it is installed here.
type agentProgram struct {
	name    string
	family  string // of the model that is played
	version string
	path    string // of its program
	// prepare writes what it needs to ask the server, below its home, and returns variables
	// of its environment.
	prepare func(s *stage, server string) []string
	// arguments are those with which it does what it is asked, without a terminal.
	arguments func(h *theatre, prompt string) []string
	serves    []string // the arguments with which it is a server for others of its kind; none has none
	// write is what its model calls to write a file.
	write func(path, text string) deed
}

const brief = "# Brief\n\nTODO\n"

func agentPrograms() []agentProgram {
	return []agentProgram{
		{
			name: "claude", family: "anthropic",
			prepare: func(s *stage, server string) []string {
				return []string{"ANTHROPIC_BASE_URL=" + server, "ANTHROPIC_API_KEY=played", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "CLAUDE_CODE_MAX_RETRIES=0", "IS_SANDBOX=1"}
			},
			arguments: func(h *theatre, prompt string) []string {
				return []string{"-p", "--permission-mode", "acceptEdits", "--allowedTools", "Write,Edit,Bash", "--", prompt}
			},
			write: func(path, text string) deed {
				return deed{tool: "Write", input: object{"file_path": path, "content": text}}
			},
		},
		{
			name: "codex", family: "openai",
			prepare: func(s *stage, server string) []string {
				home := filepath.Join(s.dir, "home", ".codex")
				must(s.t, os.MkdirAll(home, 0o755))
				must(s.t, os.WriteFile(filepath.Join(home, "config.toml"), fmt.Appendf(nil, "model = \"gpt-5.5\"\nmodel_provider = \"played\"\ncheck_for_update_on_startup = false\n"+
					"[model_providers.played]\nname = \"played\"\nbase_url = %q\nenv_key = \"PLAYED_KEY\"\nwire_api = \"responses\"\n[projects.%q]\ntrust_level = \"trusted\"\n", server+"/v1", s.root), 0o644))
				return []string{"PLAYED_KEY=played", "CODEX_HOME=" + home}
			},
			arguments: func(h *theatre, prompt string) []string {
				return []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "--disable", "unbounded_connection_retries", prompt}
			},
			write: func(path, text string) deed {
				if strings.Contains(path, "0/spec") { // each way now and then
					return deed{tool: "apply_patch", input: object{"patch": "*** Begin Patch\n*** Add File: " + path + "\n+" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n*** End Patch\n"}}
				}
				return deed{tool: "exec_command", input: object{"cmd": "cat > '" + path + "' <<'EOF'\n" + text + "EOF\n"}}
			},
		},
		{
			name: "gemini", family: "google",
			prepare: func(s *stage, server string) []string {
				home := filepath.Join(s.dir, "home", ".gemini")
				must(s.t, os.MkdirAll(home, 0o755))
				must(s.t, os.WriteFile(filepath.Join(home, "settings.json"), []byte(`{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"disableAutoUpdate": true}, "privacy": {"usageStatisticsEnabled": false}}`), 0o644))
				return []string{"GOOGLE_GEMINI_BASE_URL=" + server, "GEMINI_API_KEY=played", "GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_CLI_NO_RELAUNCH=true", "GEMINI_CLI_HOME=" + filepath.Join(s.dir, "home")}
			},
			arguments: func(h *theatre, prompt string) []string {
				return []string{"-m", "gemini-3-pro-preview", "--approval-mode", "yolo", "-p", prompt}
			},
			write: func(path, text string) deed {
				return deed{tool: "write_file", input: object{"file_path": path, "content": text}}
			},
		},
		{
			name: "opencode", family: "anthropic",
			prepare: func(s *stage, server string) []string {
				settings, err := json.Marshal(object{"autoupdate": false, "share": "disabled", "model": "anthropic/claude-sonnet-4-5", "provider": object{"anthropic": object{"options": object{"baseURL": server + "/v1", "apiKey": "played"}}}})
				must(s.t, err)
				return []string{"OPENCODE_CONFIG_CONTENT=" + string(settings), "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1"}
			},
			arguments: func(h *theatre, prompt string) []string { return []string{"run", "--attach", h.served, prompt} },
			serves:    []string{"serve", "--hostname", "127.0.0.1", "--port", "0"},
			write: func(path, text string) deed {
				return deed{tool: "write", input: object{"filePath": path, "content": text}}
			},
		},
	}
}

// installed finds the program on this machine, or skips the test so that it is seen.
func (p agentProgram) installed(t *testing.T) agentProgram {
	t.Helper()
	if *agentRuns == 0 {
		t.Skip("the coding agents themselves are run with -discussd.agents N")
	}
	path, err := exec.LookPath(p.name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		t.Skipf("NOT TRIED: %s is not installed (npm knows it)", p.name)
	}
	p.path = path
	version, err := exec.CommandContext(t.Context(), path, "--version").Output()
	if err != nil {
		t.Skipf("NOT TRIED: %s does not start: %v", p.name, err)
	}
	p.version = strings.TrimSpace(string(version))
	return p
}

// theatre is a project with discussd installed for one coding agent, whose model is played.
type theatre struct {
	*stage
	agent  agentProgram
	server *modelServer
	env    []string
	served string // where the agent's server is, "" when it has none
}

// settled is the program itself as users build it: agents call it by its path.
func settled(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "discussd")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func newTheatre(t *testing.T, agent agentProgram, program string) *theatre {
	t.Helper()
	s := newStage(t, "max_wait = \"2h\"\n")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nquiet_members = \"1h\"\nmax_wait = \"2h\"\n[panel]\nbudget = 0\n"), 0o644))
	s.binary = program
	h := &theatre{stage: s, agent: agent, server: newModelServer(t)}
	h.env = append([]string{
		"PATH=" + filepath.Dir(agent.path) + ":" + filepath.Dir(program) + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + filepath.Join(s.dir, "home"),
		"XDG_RUNTIME_DIR=" + filepath.Join(s.dir, "run"), "TMPDIR=" + t.TempDir(), "TERM=dumb", "DISCUSSD_CONFIG=" + s.configuration,
	}, agent.prepare(s, h.server.URL)...)
	h.program("install", agent.name)
	if agent.serves != nil {
		h.serve()
	}
	return h
}

// program runs discussd in the project, as somebody who sits there, and returns what it says.
func (h *theatre) program(args ...string) string {
	h.t.Helper()
	cmd := exec.CommandContext(h.t.Context(), h.binary, args...)
	cmd.Dir, cmd.Env = h.root, h.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		h.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// serve starts the agent's server, and waits until it says where it is.
func (h *theatre) serve() {
	h.t.Helper()
	cmd := exec.Command(h.agent.path, h.agent.serves...)
	cmd.Dir, cmd.Env = h.root, h.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	must(h.t, err)
	must(h.t, cmd.Start())
	h.t.Cleanup(func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 {
			h.served = strings.TrimSpace(lines.Text()[at:])
			go io.Copy(io.Discard, out)
			return
		}
	}
	h.t.Fatalf("the agent's server does not start: %v", lines.Err())
}

// heard waits until the model was asked so many times, and returns the requests.
func (h *theatre) heard(n int) []string {
	h.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		if requests := h.server.requests(); len(requests) >= n {
			return requests
		}
	}
	return h.server.requests()
}

// act runs the agent once in the project, and returns what it said.
func (h *theatre) act(prompt string) (string, error) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, h.agent.path, h.agent.arguments(h, prompt)...)
	cmd.Dir, cmd.Env = h.root, h.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	// Regular files: some of them leave before a pipe is drained.
	said, err := os.CreateTemp(h.dir, "said")
	must(h.t, err)
	defer said.Close()
	cmd.Stdout, cmd.Stderr = said, said
	err = cmd.Run()
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	text, _ := os.ReadFile(said.Name())
	return string(text), err
}

var toldPattern = regexp.MustCompile(`discussd: [^\n"\\]*?DISCUSS-002: consensus_blocked[^\n"\\]*?fingerprint ([0-9a-f]{8})`)

// told lists the fingerprints in what reached the model with one request.
func toldIn(body string) (fingerprints []string) {
	for _, match := range toldPattern.FindAllStringSubmatch(body, -1) {
		fingerprints = append(fingerprints, match[1])
	}
	return fingerprints
}

// TestRealAgents: the coding agents themselves, whose model is played. Each writes an
// artifact, and what blocks it reaches the model in the request after the end of its turn,
// once for each state of the artifact, however often the turn ends.
func TestRealAgents(t *testing.T) {
	for _, agent := range agentPrograms() {
		t.Run(agent.name, func(t *testing.T) {
			agent := agent.installed(t)
			h := newTheatre(t, agent, settled(t))
			h.background(h.root)
			var took time.Duration
			for run := range *agentRuns {
				h.stage = h.beside(fmt.Sprint("TLS-", run))
				h.server.begin(
					agent.write(h.brief(), fmt.Sprintf("%s\nThe %d. brief.\n", brief, run)), deed{says: "Written."}, // and it is told
					deed{says: "So I stop."}, // and it is told nothing
				)
				began := time.Now()
				said, err := h.act("Write the brief of TLS-" + fmt.Sprint(run))
				took += time.Since(began)
				requests := h.heard(3)
				if err != nil || len(requests) == 0 {
					t.Fatalf("run %d: %v, %d requests\n%s\n%s", run, err, len(requests), said, h.log())
				}
				first, once := -1, map[string]int{}
				for i, body := range requests {
					if len(toldIn(body)) > 0 && first < 0 {
						first = i
					}
				}
				for _, fingerprint := range toldIn(requests[len(requests)-1]) {
					once[fingerprint]++
				}
				if first != 2 || len(once) != 1 || len(requests) != 3 {
					t.Errorf("run %d: told with request %d of %d, want 2 of 3; %v\n%s", run, first, len(requests), once, said)
					must(t, os.WriteFile(filepath.Join(os.TempDir(), "requests-"+agent.name), []byte(strings.Join(requests, "\n\n")), 0o600))
				}
				if at := strings.Index(requests[len(requests)-1], "discussd: "); run == 0 && len(requests) == 3 && at >= 0 {
					t.Logf("told %v after the turn wanted to end:\n%.1500s", h.server.at[2].Sub(h.server.at[1]).Round(10*time.Millisecond), requests[2][at:])
				}
				if v := h.await("DISCUSS-002"); len(v.Writers) != 1 || v.Writers[0].Agent != agent.name || v.Writers[0].Family != agent.family {
					t.Errorf("run %d: written by %+v", run, v.Writers)
				}
				for fingerprint, n := range once {
					if n != 1 {
						t.Errorf("run %d: %s was told %d times", run, fingerprint, n)
					}
				}
			}
			t.Logf("%s %s: %d runs, %v each", agent.name, agent.version, *agentRuns, (took / time.Duration(*agentRuns)).Round(100*time.Millisecond))
		})
	}
}

// TestRealAgentsGoOn: with a daemon that hangs, an agent ends its turn when the hook's
// time is up, and is told nothing.
func TestRealAgentsGoOn(t *testing.T) {
	for _, agent := range agentPrograms() {
		t.Run(agent.name, func(t *testing.T) {
			agent := agent.installed(t)
			h := newTheatre(t, agent, settled(t))
			h.shortWait("4s")
			daemon := h.background(h.root)
			must(t, daemon.Process.Signal(syscall.SIGSTOP))
			defer daemon.Process.Signal(syscall.SIGCONT)
			must(t, os.MkdirAll(filepath.Join(h.session, "spec"), 0o755))
			h.server.begin(agent.write(h.brief(), brief), deed{says: "Written."})
			began := time.Now()
			said, err := h.act("Write the brief")
			took := time.Since(began)
			requests := h.server.requests()
			if err != nil || len(requests) != 2 || took < 4*time.Second {
				t.Errorf("%v after %v, %d requests\n%s", err, took, len(requests), said)
			}
			t.Logf("%s %s went on after %v", agent.name, agent.version, took.Round(100*time.Millisecond))
		})
	}
}

// shortWait has the installed hooks wait no longer than this.
func (h *theatre) shortWait(wait string) {
	h.t.Helper()
	changed := false
	for _, name := range []string{".claude/settings.json", ".codex/hooks.json", ".gemini/settings.json", ".opencode/plugin/discussd.js"} {
		path := filepath.Join(h.root, name)
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		after := strings.NewReplacer(
			`"args": ["hook", "claude"]`, `"args": ["hook", "claude", "--wait", "`+wait+`"]`,
			`hook codex"`, `hook codex --wait `+wait+`"`, `hook gemini"`, `hook gemini --wait `+wait+`"`, `["hook", "opencode"]`, `["hook", "opencode", "--wait", "`+wait+`"]`,
		).Replace(string(text))
		changed = changed || !bytes.Equal(text, []byte(after))
		must(h.t, os.WriteFile(path, []byte(after), 0o644))
	}
	if !changed {
		h.t.Fatal("no hook was found")
	}
}

// TestOpencodeRun: opencode run leaves when its turn is over, so that the verdict comes with
// the next prompt in the same session.
func TestOpencodeRun(t *testing.T) {
	agents := agentPrograms()
	agent := agents[len(agents)-1].installed(t)
	agent.serves = nil
	agent.arguments = func(_ *theatre, prompt string) []string { return []string{"run", prompt} }
	h := newTheatre(t, agent, settled(t))
	h.background(h.root)
	h.server.begin(agent.write(h.brief(), brief), deed{says: "Written."})
	if said, err := h.act("Write the brief"); err != nil || len(h.server.requests()) != 2 {
		t.Fatalf("%v, %d requests\n%s", err, len(h.server.requests()), said)
	}
	h.await("DISCUSS-002")
	h.agent.arguments = func(_ *theatre, prompt string) []string { return []string{"run", "--continue", prompt} }
	for run, want := range []int{1, 1} { // the conversation has it once, also in the prompt after
		h.server.begin()
		said, err := h.act("Go on")
		requests := h.server.requests()
		if err != nil || len(requests) != 1 || len(toldIn(requests[0])) != want {
			t.Errorf("prompt %d: %v, %d requests\n%s", run, err, len(requests), said)
		}
	}
}

// TestRealCodexTrust: codex itself tells doctor which hooks it would skip.
func TestRealCodexTrust(t *testing.T) {
	agent := agentPrograms()[1].installed(t)
	h := newTheatre(t, agent, settled(t))
	if said := h.program("doctor", "--live"); !strings.Contains(said, "codex skips it without a word: postToolUse, userPromptSubmit, subagentStop, stop") {
		t.Errorf("doctor says:\n%s", said)
	}
}

// TestRealMCP: the agents' own clients list the tools of discussd mcp, and what a tool
// answers reaches the model.
func TestRealMCP(t *testing.T) {
	tools := map[string]string{"claude": "mcp__discussd__wait_verdict", "codex": "wait_verdict", "gemini": "mcp_discussd_wait_verdict"}
	for _, agent := range agentPrograms()[:3] {
		t.Run(agent.name, func(t *testing.T) {
			agent := agent.installed(t)
			h := newTheatre(t, agent, settled(t))
			h.program("uninstall", agent.name)
			server := object{"mcpServers": object{"discussd": object{"command": h.binary, "args": []string{"mcp"}, "env": object{"DISCUSSD_CONFIG": h.configuration, "XDG_RUNTIME_DIR": filepath.Join(h.dir, "run")}}}}
			text, err := json.Marshal(server)
			must(t, err)
			switch agent.name {
			case "claude":
				file := filepath.Join(h.dir, "mcp.json")
				must(t, os.WriteFile(file, text, 0o644))
				h.agent.arguments = func(_ *theatre, prompt string) []string {
					return []string{"-p", "--strict-mcp-config", "--mcp-config", file, "--allowedTools", "mcp__discussd", "--", prompt}
				}
			case "codex":
				file, err := os.OpenFile(filepath.Join(h.dir, "home", ".codex", "config.toml"), os.O_APPEND|os.O_WRONLY, 0)
				must(t, err)
				_, err = fmt.Fprintf(file, "[mcp_servers.discussd]\ncommand = %q\nargs = [\"mcp\"]\nenv = { DISCUSSD_CONFIG = %q, XDG_RUNTIME_DIR = %q }\n", h.binary, h.configuration, filepath.Join(h.dir, "run"))
				must(t, errors.Join(err, file.Close()))
			case "gemini":
				must(t, os.MkdirAll(filepath.Join(h.root, ".gemini"), 0o755))
				must(t, os.WriteFile(filepath.Join(h.root, ".gemini", "settings.json"), text, 0o644))
			}
			h.background(h.root)
			must(t, os.WriteFile(h.brief(), []byte(brief), 0o644))
			h.server.begin(deed{tool: tools[agent.name], space: "mcp__discussd", input: object{"path": h.brief(), "seconds": 40}}, deed{says: "So it is."})
			said, err := h.act("Ask for the verdict")
			requests := h.server.requests()
			listed := agent.name == "codex" || strings.Contains(requests[0], "explain_rule") // codex has its model search for tools
			if err != nil || len(requests) != 2 || !listed || !strings.Contains(requests[1], "consensus_blocked") || !strings.Contains(requests[1], "judged") {
				t.Errorf("%v, %d requests, %s\n%s", err, len(requests), strings.Join(requests[min(1, len(requests)):], "\n"), said)
			}
			t.Logf("%s %s was answered", agent.name, agent.version)
		})
	}
}

// TestRealWake: in a terminal claude's model is woken with a verdict that came after the turn
// had ended, once: by the hook in the background, and by the monitor of the plugin.
func TestRealWake(t *testing.T) {
	t.Run("hook", func(t *testing.T) { wakes(t, newTerminal(t)) })
	t.Run("monitor", func(t *testing.T) {
		h := newTerminal(t)
		h.program("uninstall", "claude")
		plugin := filepath.Join(h.dir, "plugin")
		h.program("install", "--plugin", plugin)
		h.claude("plugin", "marketplace", "add", plugin)
		h.claude("plugin", "install", "discussd@discussd-local")
		h.hooks = filepath.Join(plugin, "plugins/discussd/hooks/hooks.json")
		wakes(t, h)
	})
}

// terminal is a theatre whose claude runs in a terminal.
type terminal struct {
	*theatre
	hooks string // the file that names its hooks
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	agent := agentPrograms()[0].installed(t)
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("NOT TRIED: a terminal takes tmux, which is not installed")
	}
	h := newTheatre(t, agent, settled(t))
	h.env = append(h.env, "LANG=C.UTF-8")
	state, err := json.Marshal(object{
		"hasCompletedOnboarding": true, "theme": "dark", "customApiKeyResponses": object{"approved": []string{"played"}, "rejected": []string{}},
		"projects": object{h.root: object{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(h.dir, "home", ".claude.json"), state, 0o644))
	return &terminal{h, filepath.Join(h.root, ".claude", "settings.json")}
}

// run runs a program in the project, and returns what it says.
func (h *terminal) run(name string, args ...string) string {
	h.t.Helper()
	cmd := exec.CommandContext(h.t.Context(), name, args...)
	cmd.Dir, cmd.Env = h.root, h.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		h.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// claude runs the agent itself.
func (h *terminal) claude(args ...string) string { return h.run(h.agent.path, args...) }

// start has claude do what it is asked in a terminal; screen is what stands there.
func (h *terminal) start(prompt string) (screen func() string) {
	h.t.Helper()
	socket := filepath.Join(h.dir, "tmux")
	h.run("tmux", "-S", socket, "new-session", "-d", "-x", "160", "-y", "50", h.agent.path, "--permission-mode", "acceptEdits", prompt)
	pane, err := strconv.Atoi(strings.TrimSpace(h.run("tmux", "-S", socket, "display-message", "-p", "#{pane_pid}")))
	must(h.t, err)
	h.t.Cleanup(func() {
		syscall.Kill(-pane, syscall.SIGKILL) // with what it has started, before its home is removed
		exec.Command("tmux", "-S", socket, "kill-server").Run()
		for deadline := time.Now().Add(5 * time.Second); syscall.Kill(-pane, 0) == nil && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		}
	})
	return func() string { return h.run("tmux", "-S", socket, "capture-pane", "-p") }
}

// wakes has a verdict come when the turn's hook waits no longer.
func wakes(t *testing.T, h *terminal) {
	text, err := os.ReadFile(h.hooks)
	must(t, err)
	must(t, os.WriteFile(h.hooks, bytes.ReplaceAll(text, []byte(`"args": ["hook", "claude"]`), []byte(`"args": ["hook", "claude", "--wait", "2s"]`)), 0o644))
	daemon := h.background(h.root)
	must(t, daemon.Process.Signal(syscall.SIGSTOP))
	defer daemon.Process.Signal(syscall.SIGCONT)
	h.server.begin(h.agent.write(h.brief(), brief), deed{says: "Written."}, deed{says: "So I stop."})
	screen := h.start("Write the brief")
	if requests := h.heard(2); len(requests) < 2 {
		t.Fatalf("%d requests\n%s", len(requests), screen())
	}
	ended := filepath.Join(h.dir, "run", "discussd", "told", "claude", "*", "*", "ended-*")
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(50 * time.Millisecond) {
		if found, _ := filepath.Glob(ended); len(found) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the turn does not end\n%s", screen())
		}
	}
	must(t, daemon.Process.Signal(syscall.SIGCONT))
	v := h.await("DISCUSS-002")
	requests := h.heard(3)
	if len(requests) != 3 || !strings.Contains(requests[2], "task-notification") || len(toldIn(requests[2])) != 1 || toldIn(requests[2])[0] != string(v.Artifact.Fingerprint)[:8] {
		t.Errorf("%d requests, the last tells %v\n%s", len(requests), toldIn(requests[len(requests)-1]), screen())
		t.Logf("%.3000s", requests[len(requests)-1])
	}
	t.Logf("%s %s was woken", h.agent.name, h.agent.version)
}
