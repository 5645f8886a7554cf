package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"

	"discussd/critique"
)

// gemini is Google's Gemini CLI. It inlines what an @ names in its working
// directory, which is empty, and in whatever else its user has added to it.
func gemini() adapter {
	return adapter{
		program:   "gemini",
		family:    "google",
		maxBytes:  3 << 20, // 5 MB gave an empty answer with exit 0
		expandsAt: func(*Tool) bool { return true },
		arguments: geminiArguments,
		read:      readGemini,
		abandon:   geminiAbandon,
	}
}

// geminiPolicy denies every tool but one that only announces a topic: with none
// left the CLI sends an empty list of tools, which the service may reject.
const geminiPolicy = `[[rule]]
toolName = "*"
decision = "deny"
priority = 998

[[rule]]
toolName = "update_topic"
decision = "allow"
priority = 999
`

func geminiArguments(t *Tool, c call) ([]string, map[string]string, error) {
	policy, err := c.run.write("policy.toml", []byte(geminiPolicy))
	if err != nil {
		return nil, nil, err
	}
	args := []string{"-o", "json", "--policy", policy, "-e", "none", "--allowed-mcp-server-names", "none"}
	if t.Model != "" {
		args = append(args, "-m", t.Model)
	}
	return append(args, t.Args...), map[string]string{
		"GEMINI_CLI_TRUST_WORKSPACE": "true", // the run's folder was never seen before
		"GEMINI_CLI_NO_RELAUNCH":     "true", // else its parent process swallows SIGTERM
		"NO_BROWSER":                 "true", // a daemon has nobody to log in
	}, nil
}

// geminiAbandon gives up on a login nobody will do, and on the retries that
// would go on for minutes: a tool that fails early has time for its fallback.
func geminiAbandon(said []byte) bool {
	for _, words := range []string{"Attempt 3 failed", "Waiting for authentication", "Enter the authorization code"} {
		if bytes.Contains(said, []byte(words)) {
			return true
		}
	}
	return false
}

// geminiEnvelope is the object of -o json. On failures it is at the end of
// standard error and holds the error alone.
type geminiEnvelope struct {
	Response json.RawMessage `json:"response"`
	Stats    json.RawMessage `json:"stats"`
	Error    json.RawMessage `json:"error"`
}

func readGemini(p printed) (r reading) {
	var envelope geminiEnvelope
	decode := object(p.stdout, &envelope)
	if decode != nil && p.exit == 0 {
		r.failure = noEnvelope("gemini", p, decode)
		return r
	}
	r.model, r.cost = geminiStats(envelope.Stats)
	r.text = []byte(text(envelope.Response))
	problem := fields(envelope.Error)
	if problem == nil && p.exit != 0 {
		problem = fields(geminiError(p.stderr))
	}
	status := geminiStatus(problem["code"], p.exit)
	message := text(problem["message"])
	switch {
	case p.exit == geminiNoAuth:
		r.failure = fail(critique.Auth, "gemini has no login%s", lastWords([]byte(message)))
	case problem != nil:
		r.failure = failureIn(message, status, "gemini exited with %d", p.exit)
		if r.failure.Class == critique.Crashed && p.exit == 0 && len(r.text) == 0 {
			r.failure.Class = critique.EmptyOutput
		}
	case p.exit != 0:
		r.failure = failureIn(string(p.stderr), status, "gemini exited with %d", p.exit)
	}
	return r
}

const geminiNoAuth = 41 // exit status

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
		var envelope geminiEnvelope
		if err := object(stderr[start+1:], &envelope); err == nil && envelope.Error != nil {
			return envelope.Error
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
		in := sum(first(count(tokens["prompt"]), count(tokens["input_tokens"])))
		out := sum(first(count(tokens["candidates"]), count(tokens["output_tokens"])), count(tokens["thoughts"]))
		cost.InputTokens, cost.OutputTokens = sum(cost.InputTokens, in), sum(cost.OutputTokens, out)
		if out != nil && *out > most {
			model, most = name, *out
		}
	}
	return model, cost
}

func first(counts ...*int64) *int64 {
	for _, c := range counts {
		if c != nil {
			return c
		}
	}
	return nil
}

// readGeminiStream reads -o stream-json, which is what ccw hands through.
func readGeminiStream(p printed) (r reading) {
	var done, failed bool
	var problem string
	var decode error
	for line := range lines(p.stdout) {
		var event map[string]json.RawMessage
		if decode = json.Unmarshal(line, &event); decode != nil {
			continue
		}
		switch text(event["type"]) {
		case "init":
			r.model = text(event["model"])
		case "message":
			if text(event["role"]) == "assistant" {
				r.text = append(r.text, text(event["content"])...)
			}
		case "error":
			problem = text(event["message"])
		case "result":
			done, failed = true, text(event["status"]) != "success"
			_, r.cost = geminiStats(event["stats"])
			if message := text(fields(event["error"])["message"]); message != "" {
				problem = message
			}
		}
	}
	switch {
	case done && !failed && p.exit == 0:
	case failed, problem != "":
		r.failure = failureIn(problem, statusIn(problem), "gemini failed and exited with %d", p.exit)
		if r.failure.Class == critique.Crashed && len(r.text) == 0 && p.exit == 0 {
			r.failure.Class = critique.EmptyOutput
		}
	case r.model != "" && p.exit == 0 || errors.Is(decode, io.ErrUnexpectedEOF):
		r.failure = fail(critique.Truncated, "gemini's output ends before its result")
	default:
		r.failure = noEnvelope("gemini", p, decode)
	}
	return r
}
