package cli

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/process"
)

// gemini is Google's Gemini CLI. It inlines what an @ names in its empty working directory, and in
// whatever the user has added.
func gemini() adapter {
	return adapter{
		program:   "gemini",
		family:    "google",
		limits:    promptLimits{bytes: 3 << 20}, // 5 MB gave an empty answer with exit 0
		variables: func(*Tool) []string { return []string{"GEMINI_", "GOOGLE_", "CLOUDSDK_"} },
		expandsAt: func(*Tool) bool { return true },
		settings:  process.Settings{Name: ".gemini/settings.json", Content: geminiSettings},
		dialect:   dialect{arguments: geminiArguments, read: readGemini, abandon: geminiAbandon},
	}
}

// geminiPolicy denies every tool. An empty list of tools would be rejected by the service, so one that
// does nothing stays announced.
//
//go:embed gemini-policy.toml
var geminiPolicy string

// geminiSettings are what has no flag: no retries, no telemetry, and nothing said of files.
//
//go:embed gemini-settings.json
var geminiSettings string

func geminiArguments(t *Tool, c call) ([]string, map[string]string, error) {
	policy, err := c.run.Write("policy.toml", []byte(geminiPolicy))
	if err != nil {
		return nil, nil, err
	}
	own, err := writeInstructions(c)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"-o", "json", "--policy", policy, "-e", "none", "--allowed-mcp-server-names", "none"}
	if model := geminiModel(t); model != "" {
		args = append(args, "-m", model)
	}
	return append(args, t.Args...), map[string]string{
		"GEMINI_CLI_TRUST_WORKSPACE": "true", // the run's folder was never seen before
		"GEMINI_CLI_NO_RELAUNCH":     "true", // else its parent process swallows SIGTERM
		"GEMINI_TELEMETRY_ENABLED":   "false",
		"GEMINI_SYSTEM_MD":           own,    // instead of 25 KB about programming
		"NO_BROWSER":                 "true", // a daemon has nobody to log in
	}, nil
}

// geminiModel is the model to ask for, "" where the user has told the CLI. Its router would ask another
// model first, up to five times.
func geminiModel(t *Tool) string {
	if t.Model != "" || t.variable("GEMINI_MODEL") != "" || slices.ContainsFunc(t.Args, func(arg string) bool {
		return arg == "-m" || arg == "--model" || strings.HasPrefix(arg, "--model=")
	}) {
		return t.Model
	}
	home := cmp.Or(t.variable("GEMINI_CLI_HOME"), t.variable("HOME"))
	settings, err := os.ReadFile(filepath.Join(home, ".gemini", "settings.json"))
	if err == nil && bytes.Contains(settings, []byte(`"model"`)) {
		return ""
	}
	return "pro" // an alias of the CLI's
}

// geminiAbandon gives up on a login that nobody does, and on retries that go on for minutes.
func geminiAbandon(sofar process.Ended) *critique.Failure {
	said := sofar.Words()
	for _, words := range []string{"Attempt 1 failed", "Waiting for authentication", "Enter the authorization code"} {
		if bytes.Contains(said, []byte(words)) {
			return Failed(string(said), 0, "gemini was stopped instead of waiting on")
		}
	}
	return nil
}

// readGemini reads the object of -o json, or the error at the end of standard error.
func readGemini(p printed) (r reading) {
	const geminiNoAuth = 41 // exit status
	var envelope event
	decode := object(p.stdout, &envelope)
	if decode != nil && p.exit == 0 {
		r.failure = noEnvelope("gemini", p, decode)
		return r
	}
	r.model, r.cost = geminiStats(envelope["stats"])
	r.text = []byte(text(envelope["response"]))
	problem := fields(envelope["error"])
	if problem == nil && p.exit != 0 {
		problem = fields(geminiError(p.stderr))
	}
	status := geminiStatus(problem["code"], p.exit)
	if status == 0 && bytes.Contains(p.stderr, []byte("ModelNotFoundError")) {
		status = http.StatusNotFound
	}
	message := text(problem["message"])
	switch {
	case p.exit == geminiNoAuth:
		r.failure = fail(critique.Auth, "gemini has no login%s", process.LastWords([]byte(message)))
	case problem != nil:
		r.failure = Failed(message, status, "gemini exited with %d", p.exit)
		if r.failure.Class == critique.Crashed && p.exit == 0 && len(r.text) == 0 {
			r.failure.Class = critique.EmptyOutput
		}
	case p.exit != 0:
		r.failure = Failed(string(p.stderr), status, "gemini exited with %d", p.exit)
	}
	return r
}

// geminiStatus is the HTTP status behind an exit status, which is that mod 256.
func geminiStatus(code json.RawMessage, exit int) int {
	if status := count(code); status != nil && *status >= 400 && *status < 600 {
		return int(*status)
	}
	if exit >= 400-256 {
		return exit + 256
	}
	return 0
}

// geminiError finds the last object in what was printed that holds an error.
func geminiError(stderr []byte) json.RawMessage {
	for rest := stderr; ; {
		start := bytes.LastIndex(rest, []byte("\n{"))
		var envelope event
		if err := object(stderr[start+1:], &envelope); err == nil && envelope["error"] != nil {
			return envelope["error"]
		}
		if start < 0 {
			return nil
		}
		rest = rest[:start]
	}
}

// geminiStats names the model that wrote most and adds up the tokens of all.
func geminiStats(raw json.RawMessage) (model string, cost critique.Cost) {
	models := fields(fields(raw)["models"])
	most := int64(-1)
	for _, name := range slices.Sorted(maps.Keys(models)) {
		tokens := fields(fields(models[name])["tokens"])
		if tokens == nil { // stream-json has them one level up
			tokens = fields(models[name])
		}
		in := sum(cmp.Or(count(tokens["prompt"]), count(tokens["input_tokens"])))
		out := sum(cmp.Or(count(tokens["candidates"]), count(tokens["output_tokens"])), count(tokens["thoughts"]))
		cost.InputTokens, cost.OutputTokens = sum(cost.InputTokens, in), sum(cost.OutputTokens, out)
		if out != nil && *out > most {
			model, most = name, *out
		}
	}
	return model, cost
}

// readGeminiStream reads -o stream-json, which is what ccw hands through.
func readGeminiStream(p printed) (r reading) {
	var s stream
	for e, err := range eventsIn(p.stdout) {
		if s.decode = err; err != nil {
			continue
		}
		switch text(e["type"]) {
		case "init":
			r.model, s.began = text(e["model"]), true
		case "message":
			if text(e["role"]) == "assistant" {
				r.text = append(r.text, text(e["content"])...)
			}
		case "error":
			s.problem = text(e["message"])
		case "result":
			s.done, s.failed = true, text(e["status"]) != "success"
			_, r.cost = geminiStats(e["stats"])
			s.problem = cmp.Or(text(fields(e["error"])["message"]), s.problem)
		}
	}
	r.failure = s.failure("gemini", p)
	if r.failure != nil && r.failure.Class == critique.Crashed && len(r.text) == 0 && p.exit == 0 {
		r.failure.Class = critique.EmptyOutput
	}
	return r
}
