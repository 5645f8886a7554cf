package machine

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/localserver"
	"discussd/cmd/discussd/tools"
	"discussd/critique"
	"discussd/critique/api"
	"discussd/critique/checks"
	"discussd/critique/cli"
	"discussd/critique/llm"
)

// versionLimit is how long a CLI may take to say its version.
const versionLimit = 20 * time.Second

// Question is the cheapest one that shows a model at work. The time follows it, so that no
// answer of before is given.
const Question = `Answer with the JSON {"ok": true} and nothing else.`

// Tools looks at all tools at once, in the order of their names, and at who
// then answers for each perspective. Without a tool only the embedded checks
// speak, if any is on.
func Tools(ctx context.Context, c config.Config, asked map[string]llm.Tool, live bool) []Row {
	names := slices.Sorted(maps.Keys(asked))
	rows := make([]Row, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { rows[i] = toolRow(ctx, name, c.Tools[name].Via, asked[name], live) })
	}
	wg.Wait()
	works := map[string]bool{}
	for _, r := range rows {
		works[r.What] = !r.failed
	}
	switch {
	case slices.Contains(slices.Collect(maps.Values(works)), true):
		for _, v := range tools.Voices(c, func(tool string) bool { return works[tool] }) {
			rows = append(rows, Row{Mark: Fine, What: "perspective " + v.Perspective, Result: v.String()})
		}
	case len(c.Checks.Off) < len(checks.Rules()):
		rows = append(rows, Row{Mark: Warn, What: "panel", Result: tools.Unreviewed})
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
		r.Mark, r.Hint = Warn, strings.Join(description.Notes, "; ")
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
		r.Mark, r.Hint = Warn, fmt.Sprintf("it was asked for {\"ok\": true} and said %.80q: is it a CLI for models?", answer.Text)
	}
	return r
}

// fail returns the row of a tool that does not work. The others of its chain do: it
// is a warning.
func (r Row) fail(err error, name, via string) Row {
	r.Mark, r.Hint, r.failed = Warn, advice(critique.ClassOf(err), name, via), true
	if r.Result != "" {
		r.Result += ", "
	}
	r.Result += strings.ReplaceAll(string(critique.ClassOf(err)), "_", " ") + ": " + critique.Reason(err)
	return r
}

// advices say what to do about a failure of a tool, by how it is asked; under "" is what to do
// however it is.
var advices = map[string]map[critique.Class]string{
	"api": {
		critique.Auth:          "set what tools.TOOL names with key_env or key_file to a key that the service takes, for the user of the daemon",
		critique.Misconfigured: "look at base_url, dialect, model and ca of tools.TOOL",
		critique.Crashed:       "see whether the service at tools.TOOL.base_url runs",
	},
	"hub": {
		critique.NotInstalled:  "install discussd-hub-client, which asks the hub: docs/many-machines.md",
		critique.Auth:          "log TOOL in where the worker runs; if it is the hub that refuses, see creds and project of [hub]",
		critique.Misconfigured: "install one release everywhere, if releases differ; else look at tools.TOOL where the worker runs",
		critique.Crashed:       "see what stands at 'hub' and 'hub TOOL', and what the log of the worker says",
	},
	"": {
		critique.NotInstalled:  "install what tools.TOOL names, or set tools.TOOL.enabled = false",
		critique.Auth:          "log in as the tool asks, as the user of the daemon",
		critique.Misconfigured: "look at model, args and via of tools.TOOL, and at what the CLI's own settings name: the service refuses what it is asked for",
		critique.Quota:         "top up the account or wait until its quota is renewed; until then the fallback answers",
		critique.RateLimited:   "wait a while; if it comes often, lower tools.TOOL.max_concurrent",
		critique.Timeout:       "look at the network; if it is just slow, raise tools.TOOL.timeout",
		critique.Refused:       "the service declines: look at the account, or set another tools.TOOL.model",
	},
}

// advice says what to do about a failure.
func advice(class critique.Class, name, via string) string {
	if class == critique.Canceled {
		return ""
	}
	known := map[string]struct{ npm, login, key string }{
		"gemini": {"@google/gemini-cli", "gemini", "GEMINI_API_KEY"},
		"codex":  {"@openai/codex", "codex login", "CODEX_API_KEY"},
		"claude": {"@anthropic-ai/claude-code", "claude /login", "ANTHROPIC_API_KEY"},
	}[name]
	text := advices[via][class]
	if native := known.npm != "" && via != "command" && via != "api"; text == "" && native {
		switch {
		case class == critique.NotInstalled && via != "ccw":
			text = "npm install -g " + known.npm + ", or set tools.TOOL.enabled = false"
		case class == critique.Auth:
			text = "log in with '" + known.login + "', or set " + known.key + " where the daemon starts or in tools.TOOL.env"
		}
	}
	text = cmp.Or(text, advices[""][class], "run TOOL by hand to see why; an update of it may help")
	return strings.ReplaceAll(text, "TOOL", name)
}

// Local says which servers of models run on this machine, and which lines would have each
// asked. With live the first model of each is asked one question.
func Local(ctx context.Context, places []localserver.Place, live bool) []Row {
	found := localserver.Look(ctx, places)
	if len(found) == 0 {
		return []Row{{Mark: Fine, What: "local server", Result: localserver.None(places)}}
	}
	var rows []Row
	for _, f := range found {
		if f.Err != nil {
			rows = append(rows, Row{Mark: Fine, What: "local server", Result: f.String()})
			continue
		}
		r := toolRow(ctx, f.Tool, "api", &api.Tool{Name: f.Tool, BaseURL: f.BaseURL(), Dialect: api.OpenAI, Model: f.Models[0]}, live)
		rows = append(rows, Row{Mark: r.Mark, What: "local server", Result: f.String() + "\n" + r.Result, Hint: "to have it asked:\n" + f.Configuration()})
	}
	return rows
}
