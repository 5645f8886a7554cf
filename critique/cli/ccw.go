package cli

import (
	"os"
	"path/filepath"
)

// ccwRule names the rule file that keeps ccw from adding instructions to a prompt, if the user has made
// one: ccw looks below the home folder only, where discussd does not write.
const ccwRule = "discussd-neutral"

// toolsStayOn are the CLIs to which ccw gives tools that act, such as Bash and Write.
var toolsStayOn = map[string]bool{"claude": true}

// ccw calls inner through the wrapper of that name. Only its --raw output can be trusted.
func ccw(inner adapter) adapter {
	outer := adapter{
		program:      "ccw",
		family:       inner.family,
		limits:       inner.limits,
		variables:    func(t *Tool) []string { return append([]string{"CCW_"}, inner.variables(t)...) },
		settings:     inner.settings,
		promptIsFile: true,
		expandsAt:    func(*Tool) bool { return true },
		dialect:      dialect{read: inner.read, abandon: inner.abandon},
	}
	// What it adds to a prompt counts, too.
	const added = 16 << 10
	if outer.limits.bytes > 0 {
		outer.limits.bytes -= added
	}
	if outer.limits.runes > 0 {
		outer.limits.runes -= added
	}
	if inner.program == "gemini" {
		outer.read = readGeminiStream
	}
	outer.arguments = func(t *Tool, c call) ([]string, map[string]string, error) {
		// A reused --id would put the earlier conversation before the prompt.
		args := []string{"cli", "-f", c.prompt, "--tool", inner.program, "--mode", "analysis", "--id", filepath.Base(c.run.Path), "--raw"}
		if ccwRuleFile(t) != "" {
			args = append(args, "--rule", ccwRule)
		}
		if t.Model != "" {
			args = append(args, "--model", t.Model)
		}
		return append(args, t.Args...), map[string]string{
			"GEMINI_CLI_TRUST_WORKSPACE": "true",
			"GEMINI_CLI_NO_RELAUNCH":     "true",
			"GEMINI_TELEMETRY_ENABLED":   "false",
		}, nil
	}
	return outer
}

// ccwRuleFile is the neutral rule file, "" if the user has none.
func ccwRuleFile(t *Tool) string {
	home := t.variable("HOME")
	for _, dir := range []string{".ccw", ".claude"} {
		for _, suffix := range []string{".txt", ".md"} {
			name := filepath.Join(home, dir, "workflows", "cli-templates", "prompts", ccwRule+suffix)
			if _, err := os.Stat(name); err == nil && filepath.IsAbs(name) {
				return name
			}
		}
	}
	return ""
}

// ccwNotes tells what is lost when the tool is called through ccw.
func ccwNotes(t *Tool) []string {
	notes := []string{"ccw keeps every prompt in its history database"}
	if t.Name == "codex" {
		notes = append(notes, "ccw passes a flag that codex 0.160 and later refuse")
	}
	if ccwRuleFile(t) == "" {
		notes = append(notes, "ccw adds instructions of its own to every prompt; an almost empty file ~/.ccw/workflows/cli-templates/prompts/"+ccwRule+".txt replaces most of them")
	}
	return notes
}
