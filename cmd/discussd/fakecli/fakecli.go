// Package fakecli makes a test binary that is started by the name of an LLM CLI that CLI, before
// the packages of the daemon are initialised: tests start a thousand of them.
package fakecli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// doctors is how what doctor asks a CLI begins.
const doctors = `Answer with the JSON {"ok": true}`

func init() {
	if tool := filepath.Base(os.Args[0]); tool == "gemini" || tool == "codex" || tool == "claude" {
		syscall.Exit(play(tool, os.Args[1:])) // not os.Exit: the race detector has a program sleep a second there
	}
}

// play answers like the real one: in its envelope, with a critique that quotes
// the artifact. The folder stage/ beside its own directs it: <tool>.answer, else
// answers/<round>-<perspective>.json, replaces the model's words, <tool>.mode is
// "dead", "wait" or a way to misbehave, calls collects who was asked and prompts,
// where there is such a folder, what.
func play(tool string, args []string) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Println("9.9.9 (fake)")
		return 0
	}
	stage := filepath.Join(filepath.Dir(filepath.Dir(os.Args[0])), "stage")
	prompt, _ := io.ReadAll(os.Stdin)
	if strings.HasPrefix(string(prompt), doctors) {
		prompt = append(prompt, " (doctor perspective)"...)
	}
	perspective := regexp.MustCompile(`\(([^()\n]+) perspective\)`).FindSubmatch(prompt)
	several := Reviewers(prompt)
	if len(several) > 0 {
		perspective = [][]byte{nil, []byte(strings.Join(several, "+"))}
	}
	if perspective == nil {
		return 9
	}
	name := string(perspective[1])
	if round := regexp.MustCompile(`(\S+) as [^\n]*perspective\)`).FindSubmatch(prompt); round != nil {
		name = string(round[1]) + "-" + name
	}
	os.WriteFile(filepath.Join(stage, "prompts", name+"."+tool), prompt, 0o644)
	log, err := os.OpenFile(filepath.Join(stage, "calls"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return 9
	}
	fmt.Fprintf(log, "%s %s\n", tool, perspective[1])
	log.Close()
	mode, _ := os.ReadFile(filepath.Join(stage, tool+".mode"))
	switch string(mode) {
	case "dead":
		return 1
	case "wait": // until it is told something else
		for string(mode) == "wait" {
			time.Sleep(5 * time.Millisecond)
			mode, _ = os.ReadFile(filepath.Join(stage, tool+".mode"))
		}
	case "hang", "deaf", "flood", "killed", "print":
		return misbehave(stage, tool, string(mode))
	}
	answer, err := os.ReadFile(filepath.Join(stage, tool+".answer"))
	if err != nil {
		answer, err = os.ReadFile(filepath.Join(stage, "answers", name+".json"))
	}
	if err != nil {
		answer = Answer(prompt)
		if len(several) > 0 {
			answer = answers(prompt, several)
		}
		switch string(perspective[1]) {
		case "doctor":
			answer = []byte(`{"ok": true}`)
		case "verification":
			answer = []byte(`{"rulings": [{"claim": 1, "quote": "", "why": "the documents do not tell", "ruling": "undecided"}]}`)
		}
	}
	say(tool, args, answer)
	return 0
}

// say prints an answer in the envelope of a CLI.
func say(tool string, args []string, answer []byte) {
	switch tool {
	case "gemini":
		Reply(os.Stdout, map[string]any{"response": string(answer), "stats": map[string]any{"models": map[string]any{"gemini-fake": map[string]any{"tokens": map[string]any{"prompt": 10, "candidates": 5}}}}})
	case "claude":
		Reply(os.Stdout, map[string]any{"type": "result", "subtype": "success", "is_error": false, "result": string(answer), "stop_reason": "end_turn", "total_cost_usd": 0.01, "usage": map[string]any{"input_tokens": 10, "output_tokens": 5}, "modelUsage": map[string]any{"claude-fake": map[string]any{}}})
	case "codex":
		Reply(os.Stdout, map[string]any{"type": "item.completed", "item": map[string]any{"type": "agent_message", "text": string(answer)}})
		Reply(os.Stdout, map[string]any{"type": "turn.completed", "usage": map[string]any{"input_tokens": 10, "output_tokens": 5}})
		for i, arg := range args {
			if arg == "-o" && i+1 < len(args) {
				os.WriteFile(args[i+1], answer, 0o644)
			}
		}
	}
}

// Answer is a critique with the rating 4 that quotes a line of the artifact.
func Answer(prompt []byte) []byte {
	quote := ""
	if artifact := regexp.MustCompile(`(?s)BEGIN artifact [^\n]*\n(.*?)\n=== `).FindSubmatch(prompt); artifact != nil {
		for line := range strings.Lines(string(artifact[1])) {
			if line = strings.TrimSpace(line); len(line) > 30 && len(line) < 150 {
				quote = line
				break
			}
		}
	}
	answer, _ := json.Marshal(map[string]any{
		"rating": 4, "key_finding": "solid, with one gap", "risk_level": "low", "missing_requirements": []string{},
		"strengths":   []any{map[string]any{"text": "the passage is concrete", "category": "clarity", "severity": "LOW", "targets": []string{}, "quote": quote}},
		"weaknesses":  []any{},
		"suggestions": []any{map[string]any{"text": "name who decides", "category": "completeness", "severity": "LOW", "targets": []string{}, "quote": ""}},
	})
	return answer
}

// Reviewers are the perspectives that a prompt for several names.
func Reviewers(prompt []byte) (names []string) {
	for _, found := range regexp.MustCompile(`(?m)^REVIEWER "([^"\n]+)"`).FindAllSubmatch(prompt, -1) {
		names = append(names, string(found[1]))
	}
	return names
}

// answers is a critique for each of several perspectives, in words of its own.
func answers(prompt []byte, several []string) []byte {
	all := map[string]json.RawMessage{}
	for _, name := range several {
		all[name] = bytes.Replace(Answer(prompt), []byte("name who decides"), []byte("have "+name+" name who decides, and when "+name+" will"), 1)
	}
	answer, _ := json.Marshal(all)
	return answer
}

// Reply writes a value as JSON.
func Reply(out io.Writer, value any) { json.NewEncoder(out).Encode(value) }

// misbehave is a fake CLI that answers nothing. It ends by itself, too.
func misbehave(stage, tool, mode string) int {
	switch mode {
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		time.Sleep(time.Minute)
	case "hang":
		time.Sleep(time.Minute)
	case "flood":
		line := bytes.Repeat([]byte("All work and no play. "), 3000)
		for range 20 << 20 / len(line) {
			os.Stdout.Write(line)
		}
		time.Sleep(time.Minute)
	case "killed":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "print":
		for name, out := range map[string]*os.File{"stdout": os.Stdout, "stderr": os.Stderr} {
			text, _ := os.ReadFile(filepath.Join(stage, tool+"."+name))
			out.Write(text)
		}
		text, _ := os.ReadFile(filepath.Join(stage, tool+".exit"))
		code, _ := strconv.Atoi(string(text))
		return code
	}
	return 9
}
