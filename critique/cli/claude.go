package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"discussd/critique"
	"discussd/internal/process"
)

// claude is Claude Code. With an API key it runs --bare, which reads nothing but the prompt. The login
// of a subscription needs safe mode instead, which still reads what an @ names.
func claude() adapter {
	return adapter{
		program:   "claude",
		family:    "anthropic",
		limits:    promptLimits{bytes: 10_000_000},
		variables: claudeVariables,
		expandsAt: func(t *Tool) bool { return !claudeBare(t) },
		dialect:   dialect{arguments: claudeArguments, read: readClaude},
	}
}

func claudeBare(t *Tool) bool { return t.variable("ANTHROPIC_API_KEY") != "" }

// claudeVariables are its own, and those of a cloud through which it reaches its models.
func claudeVariables(t *Tool) []string {
	own := []string{"ANTHROPIC_", "CLAUDE_"}
	if t.variable("CLAUDE_CODE_USE_BEDROCK") != "" {
		own = append(own, "AWS_")
	}
	if t.variable("CLAUDE_CODE_USE_VERTEX") != "" {
		own = append(own, "GOOGLE_", "CLOUDSDK_", "CLOUD_ML_REGION", "VERTEX_REGION_")
	}
	return own
}

func claudeArguments(t *Tool, c call) ([]string, map[string]string, error) {
	const maxArgument = 128 << 10 // what Linux takes as one argument, its end included.
	args := []string{"-p"}
	env := map[string]string{
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", // else long prompts cost a second, billed call
		"CLAUDE_CODE_MAX_RETRIES":                  "1", // else 11 attempts take three minutes
		"CLAUDE_CODE_ENABLE_TELEMETRY":             "0",
		"DISABLE_TELEMETRY":                        "1",
		"DISABLE_ERROR_REPORTING":                  "1",
		"DISABLE_AUTOUPDATER":                      "1",
		// Later than the run's own end: two that come together are told apart by chance.
		"API_TIMEOUT_MS": strconv.FormatInt((t.timeout() + time.Minute).Milliseconds(), 10),
	}
	if claudeBare(t) {
		args = append(args, "--bare")
	} else {
		env["CLAUDE_CODE_SAFE_MODE"] = "1"
	}
	args = append(args, "--tools=", "--disable-slash-commands", "--strict-mcp-config", "--no-session-persistence", "--output-format", "json", "--system-prompt", Instructions)
	if t.Model != "" {
		args = append(args, "--model", t.Model)
	}
	if c.schema != nil {
		var schema bytes.Buffer
		if err := json.Compact(&schema, c.schema); err != nil {
			return nil, nil, fmt.Errorf("schema of the answer: %w", err)
		}
		if schema.Len() < maxArgument {
			args = append(args, "--json-schema", schema.String())
		}
	}
	return append(args, t.Args...), env, nil
}

// readClaude reads the one line of --output-format json, or the last one of stream-json.
func readClaude(p printed) (r reading) {
	var result event
	var decode error
	for each, err := range eventsIn(p.stdout) {
		if err != nil {
			decode = err
		} else if text(each["type"]) == "result" {
			result = each
		}
	}
	if result == nil {
		r.failure = noEnvelope("claude", p, decode)
		return r
	}
	r.model = claudeModel(result["modelUsage"])
	r.cost = claudeCost(result)
	said := text(result["result"])
	status := count(result["api_error_status"])
	if status == nil {
		status = new(int64)
	}
	switch stop := text(result["stop_reason"]); {
	case string(result["is_error"]) != "false" || p.exit != 0:
		if said == "" {
			said = text(result["subtype"]) + "\n" + string(p.stderr)
		}
		r.failure = Failed(said, int(*status), "claude reported an error and exited with %d", p.exit)
		r.failure.Final = r.failure.Class == critique.Truncated // it has had the model go on three times
	case stop == "max_tokens" || stop == "model_context_window_exceeded":
		r.failure = fail(critique.Truncated, "claude stopped at %s", stop)
	case stop == "refusal":
		r.failure = fail(critique.Refused, "the model refused%s", process.LastWords([]byte(said)))
	case bytes.HasPrefix(result["structured_output"], []byte("{")):
		r.text = result["structured_output"]
	case r.cost.OutputTokens != nil && *r.cost.OutputTokens == 0 && classOf(said, 0) != critique.Crashed:
		// No model spoke: these are the CLI's own words, with exit 0.
		r.failure = Failed(said, 0, "claude exited with 0, but no model answered")
	default:
		r.text = []byte(said)
	}
	return r
}

func claudeModel(raw json.RawMessage) string {
	var usage map[string]struct {
		OutputTokens float64 `json:"outputTokens"`
	}
	if json.Unmarshal(raw, &usage) != nil {
		return ""
	}
	most := ""
	for _, name := range slices.Sorted(maps.Keys(usage)) {
		if most == "" || usage[name].OutputTokens > usage[most].OutputTokens {
			most = name
		}
	}
	return most
}

func claudeCost(result event) critique.Cost {
	usage := fields(result["usage"])
	cost := critique.Cost{
		CachedTokens: sum(count(usage["cache_read_input_tokens"])),
		InputTokens:  sum(count(usage["input_tokens"]), count(usage["cache_creation_input_tokens"]), count(usage["cache_read_input_tokens"])),
		OutputTokens: sum(count(usage["output_tokens"])),
	}
	var usd float64
	if said := result["total_cost_usd"]; len(said) > 0 && said[0] != 'n' && json.Unmarshal(said, &usd) == nil && usd >= 0 {
		cost.USD = &usd
	}
	return cost
}
