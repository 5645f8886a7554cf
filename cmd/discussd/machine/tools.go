package machine

import (
	"bytes"
	"context"
	"discussd/critique/llm"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"discussd/cmd/discussd/chain"
	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/critique/checks"
	"discussd/critique/cli"
)

// versionLimit is how long a CLI may take to say its version.
const versionLimit = 20 * time.Second

// Question is the cheapest one that shows a model at work. The time follows it, so that no
// answer of before is given.
const Question = `Answer with the JSON {"ok": true} and nothing else.`

// Tools looks at all tools at once, in the order of their names, and at who
// then answers for each perspective. Without a tool only the embedded checks
// speak, if any is on.
func Tools(ctx context.Context, c config.Config, tools map[string]llm.Tool, live bool) []Row {
	names := slices.Sorted(maps.Keys(tools))
	rows := make([]Row, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { rows[i] = toolRow(ctx, name, c.Tools[name].Via, tools[name], live) })
	}
	wg.Wait()
	works := map[string]bool{}
	for _, r := range rows {
		works[r.What] = !r.failed
	}
	switch {
	case slices.Contains(slices.Collect(maps.Values(works)), true):
		for _, v := range chain.Voices(c, func(tool string) bool { return works[tool] }) {
			rows = append(rows, Row{Mark: Fine, What: "perspective " + v.Perspective, Result: v.String()})
		}
	case len(c.Checks.Off) < len(checks.Rules()):
		rows = append(rows, Row{Mark: Poor, What: "panel", Result: chain.Unreviewed})
	default:
		rows = append(rows, Row{Mark: Broken, What: "panel", Result: "no CLI can be asked, and checks.off names every check: nobody judges"})
	}
	return rows
}

func toolRow(ctx context.Context, name, via string, tool llm.Tool, live bool) Row {
	r := Row{Mark: Fine, What: name}
	description := tool.Describe()
	if description.Via == "hub" {
		via = description.Via
	}
	if description.Problem != nil {
		return r.fail(description.Problem, name, via)
	}
	r.Result = fmt.Sprintf("%s (%s)", description.Path, description.Via)
	if program, isCLI := tool.(*cli.Tool); isCLI && description.Via != "command" { // of which no --version is known
		limited, cancel := context.WithTimeout(ctx, versionLimit)
		defer cancel()
		version, err := program.Version(limited)
		if err != nil {
			return r.fail(err, name, via)
		}
		r.Result = version + ", " + r.Result
	}
	if len(description.Notes) > 0 {
		r.Mark, r.Hint = Poor, strings.Join(description.Notes, "; ")
	}
	if !live {
		return r
	}
	answer, err := tool.Ask(ctx, cli.Prompt{Text: fmt.Appendf(nil, "%s It is %s.", Question, time.Now().UTC().Format(time.RFC3339Nano))})
	took := answer.Duration.Round(10 * time.Millisecond)
	if err != nil {
		r = r.fail(err, name, via)
		r.Result += fmt.Sprintf(", after %s", took)
		return r
	}
	r.Result += fmt.Sprintf(", answers in %s", took)
	if answer.Model != "" {
		r.Result += ", model " + answer.Model
	}
	if answer.Cost.USD != nil {
		r.Result += fmt.Sprintf(", $%.4f", *answer.Cost.USD)
	}
	if said := bytes.ToLower(answer.Text); !bytes.Contains(said, []byte(`"ok"`)) || !bytes.Contains(said, []byte("true")) {
		r.Mark, r.Hint = Poor, fmt.Sprintf("it was asked for {\"ok\": true} and said %.80q: is it a CLI for models?", answer.Text)
	}
	return r
}

// fail returns the row of a tool that does not work. The others of its chain do: it
// is a warning.
func (r Row) fail(err error, name, via string) Row {
	r.Mark, r.Hint, r.failed = Poor, advice(critique.ClassOf(err), name, via), true
	if r.Result != "" {
		r.Result += ", "
	}
	r.Result += strings.ReplaceAll(string(critique.ClassOf(err)), "_", " ") + ": " + critique.Reason(err)
	return r
}

// advice says what to do about a failure.
func advice(class critique.Class, name, via string) string {
	known := map[string]struct{ npm, login, key string }{
		"gemini": {"@google/gemini-cli", "gemini", "GEMINI_API_KEY"},
		"codex":  {"@openai/codex", "codex login", "CODEX_API_KEY"},
		"claude": {"@anthropic-ai/claude-code", "claude /login", "ANTHROPIC_API_KEY"},
	}[name]
	native := known.npm != "" && via != "command" && via != "api"
	switch {
	case via == "api" && class == critique.Auth:
		return fmt.Sprintf("set what tools.%s names with key_env or key_file to a key that the service takes, for the user of the daemon", name)
	case via == "api" && class == critique.Misconfigured:
		return fmt.Sprintf("look at base_url, dialect, model and ca of tools.%s", name)
	case via == "api" && class == critique.Crashed:
		return fmt.Sprintf("see whether the service at tools.%s.base_url runs", name)
	}
	if via == "hub" {
		if hint := hubAdvice(class, name); hint != "" {
			return hint
		}
	}
	switch class {
	case critique.NotInstalled:
		if native && via != "ccw" {
			return fmt.Sprintf("npm install -g %s, or set tools.%s.enabled = false", known.npm, name)
		}
		return fmt.Sprintf("install what tools.%s names, or set tools.%[1]s.enabled = false", name)
	case critique.Auth:
		if native {
			return fmt.Sprintf("log in with '%s', or set %s where the daemon starts or in tools.%s.env", known.login, known.key, name)
		}
		return "log in as the tool asks, as the user of the daemon"
	case critique.Misconfigured:
		return fmt.Sprintf("look at model, args and via of tools.%s, and at what the CLI's own settings name: the service refuses what it is asked for", name)
	case critique.Quota:
		return "top up the account or wait until its quota is renewed; until then the fallback answers"
	case critique.RateLimited:
		return fmt.Sprintf("wait a while; if it comes often, lower tools.%s.max_concurrent", name)
	case critique.Timeout:
		return fmt.Sprintf("look at the network; if it is just slow, raise tools.%s.timeout", name)
	case critique.Refused:
		return fmt.Sprintf("the service declines: look at the account, or set another tools.%s.model", name)
	case critique.Canceled:
		return ""
	}
	return fmt.Sprintf("run %s by hand to see why; an update of it may help", name)
}
