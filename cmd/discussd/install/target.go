// Package install puts discussd into the settings of coding agents, and takes it out
// again: nothing else in them changes, and what cannot be understood is refused.
package install

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"discussd/pipeline/verdict"
)

// Scope says whose settings are changed.
type Scope int

// The settings of a project, or of the user in all projects.
const (
	Project Scope = iota
	User
)

// Target is what an agent reads at one place, and what discussd puts there.
type Target struct {
	Agent string
	File  string // absolute
	top   string // the project's folder, or the user's home
	kind  kind
	hooks []hook
	text  string // of a whole file, or a managed block
	mark  string // that a whole file of discussd's has
	Then  string // what is left for the user to do; "" when nothing is
	Last  string // the same when it is taken out

	explains bool // it calls nothing
}

// Hooks tells whether a target is what calls discussd, and no text that explains it.
func (t Target) Hooks() bool { return t.kind != block && !t.explains }

type kind int

const (
	nested kind = iota // {"hooks":{"Event":[{"matcher":…,"hooks":[{…}]}]}}
	flat               // {"version":1,"hooks":{"event":[{…}]}}
	whole              // a file of discussd's own
	block              // a marked block in a text file
	script             // a marked block in a shell script
)

// hook is one entry of an agent's hooks.
type hook struct {
	event   string
	matcher string // "" has none
	entry   []field
}

// field is a member of a JSON object; the value is text, number, truth or list of texts.
type field struct {
	name  string
	value any
}

// How long an agent lets the hook run, in seconds: after a tool it only makes a note, and
// the end of a turn waits for verdicts, for a minute less than this. What comes later wakes
// claude for as long as a panel may take.
const (
	noteLimit = 30
	waitLimit = 300
	lateLimit = 900
)

// Agents lists the agents that can be installed for, spec-kit and git.
func Agents() []string {
	return []string{"claude", "codex", "gemini", "cursor", "opencode", "spec-kit", "git"}
}

// Targets lists the places where an agent reads its settings. home and project are
// absolute; program is how the agent is to call discussd. The error wraps [ErrNone] when
// there is no such place.
func Targets(agent string, scope Scope, home, project, program string) ([]Target, error) {
	switch agent {
	case "git":
		return gitTarget(scope, project, program)
	case "spec-kit":
		return specKitTargets(scope, project, program)
	}
	return agentTargets(agent, scope, home, project, program)
}

// agentTargets are the targets of a coding agent.
func agentTargets(agent string, scope Scope, home, project, program string) ([]Target, error) {
	top := project
	if scope == User {
		top = home
	}
	at := func(parts ...string) string { return filepath.Join(append([]string{top}, parts...)...) }
	command := verdict.ShellWord(program) + " hook " + agent
	calls := func(seconds int) []field {
		return []field{{"type", "command"}, {"command", command}, {"timeout", seconds}}
	}
	var hooks Target
	memory, context := at("AGENTS.md"), ""
	switch agent {
	case "claude":
		words := func(seconds int, more ...string) []field {
			return []field{{"type", "command"}, {"command", program}, {"args", append([]string{"hook", "claude"}, more...)}, {"timeout", seconds}}
		}
		hooks = Target{File: at(".claude", "settings.json"), kind: nested, hooks: []hook{
			{"PostToolUse", "Write|Edit|MultiEdit|NotebookEdit|Bash", words(noteLimit)}, {"Stop", "", words(waitLimit)}, {"SubagentStop", "", words(waitLimit)},
			{"Stop", "", append(words(lateLimit, "--wake"), field{"asyncRewake", true})}, {"UserPromptSubmit", "", words(noteLimit)}, {"SessionEnd", "", words(noteLimit)},
		}}
		memory, context = at("CLAUDE.md"), at(".claude", "CLAUDE.md")
	case "codex":
		hooks = Target{File: at(".codex", "hooks.json"), kind: nested, hooks: []hook{
			{"PostToolUse", "apply_patch|Bash", calls(noteLimit)}, {"Stop", "", calls(waitLimit)}, {"SubagentStop", "", calls(waitLimit)}, {"UserPromptSubmit", "", calls(noteLimit)},
		}, Then: "codex runs hooks only where you trust the project and each hook: start codex in the project, trust it, and say /hooks; it skips untrusted ones without a word"}
		context = at(".codex", "AGENTS.md")
	case "gemini":
		limit := func(seconds int) []field {
			return []field{{"type", "command"}, {"name", "discussd"}, {"command", command}, {"timeout", seconds * 1000}}
		}
		hooks = Target{File: at(".gemini", "settings.json"), kind: nested, hooks: []hook{
			{"AfterTool", "write_file|replace|run_shell_command", limit(noteLimit)}, {"AfterAgent", "", limit(waitLimit)}, {"BeforeAgent", "", limit(noteLimit)}, {"SessionEnd", "", limit(noteLimit)},
		}}
		memory, context = at("GEMINI.md"), at(".gemini", "GEMINI.md")
	case "cursor":
		hooks = Target{File: at(".cursor", "hooks.json"), kind: flat, hooks: []hook{
			{"afterFileEdit", "", []field{{"command", command}}}, {"stop", "", []field{{"command", command}, {"loop_limit", 3}}},
		}}
	case "opencode":
		folder := []string{".opencode"}
		if scope == User {
			folder = []string{".config", "opencode"}
		}
		hooks = Target{File: at(append(folder, "plugin", "discussd.js")...), kind: whole, mark: pluginMark, text: openCodePlugin(program)}
		context = at(append(folder, "AGENTS.md")...)
	default:
		return nil, fmt.Errorf("unknown agent %q (known: %s)", agent, strings.Join(Agents(), ", "))
	}
	hooks.Agent, hooks.top = agent, top
	targets := []Target{hooks}
	if scope == User {
		memory = context
	}
	if memory != "" {
		targets = append(targets, Target{Agent: agent, File: memory, top: top, kind: block, text: managed})
	}
	return targets, nil
}

// blockBegins and blockEnds mark what is discussd's in a text file. Only the beginning of
// the first one counts, so that its words may change.
const (
	blockBegins = "<!-- BEGIN discussd"
	blockEnds   = "<!-- END discussd -->"
)

// managed is the block of text that explains discussd to an agent.
//
//go:embed block.md
var managed string

// pluginMark is the first line of a plugin of discussd's.
const pluginMark = "// discussd: written by `discussd install opencode`, removed by `discussd uninstall opencode`"

// openCodeText is the plugin for a program that is called by its name.
//
//go:embed opencode.js
var openCodeText string

func openCodePlugin(program string) string {
	return strings.Replace(openCodeText, `const program = "discussd"`, "const program = "+literal(program), 1)
}
