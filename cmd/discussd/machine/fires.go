package machine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"discussd/cmd/discussd/install"
)

// hookLimit is how long a hook, or codex, may take to answer doctor.
const hookLimit = 15 * time.Second

// since says how long ago a hook was called.
func since(called, now time.Time) string {
	if called.IsZero() {
		return "not called in the last days"
	}
	ago := now.Sub(called)
	switch {
	case ago < 2*time.Minute:
		return "called just now"
	case ago < 2*time.Hour:
		return fmt.Sprintf("last called %d minutes ago", int(ago.Minutes()))
	case ago < 48*time.Hour:
		return fmt.Sprintf("last called %d hours ago", int(ago.Hours()))
	}
	return fmt.Sprintf("last called %d days ago", int(ago.Hours()/24))
}

// answers calls what is installed as the agent would, with an event that asks for nothing,
// and says how long it took; wrong is what an agent would be troubled by.
func answers(ctx context.Context, t install.Target, project string) (took time.Duration, wrong string) {
	calls, err := install.Calls(t)
	if err != nil {
		return 0, err.Error()
	}
	event, err := json.Marshal(map[string]string{"session_id": "discussd doctor", "conversation_id": "discussd doctor", "sessionID": "discussd doctor", "hook_event_name": "doctor", "cwd": project})
	if err != nil {
		return 0, err.Error()
	}
	for _, call := range calls {
		ctx, cancel := context.WithTimeout(ctx, hookLimit)
		cmd := exec.CommandContext(ctx, call[0], call[1:]...)
		cmd.Dir, cmd.Stdin = project, bytes.NewReader(event)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &errs, time.Second
		began := time.Now()
		err := cmd.Run()
		took = max(took, time.Since(began))
		cancel()
		switch said := strings.TrimSpace(out.String() + errs.String()); {
		case err != nil:
			return took, strings.TrimSpace(fmt.Sprintf("%v %s", err, said))
		case said != "":
			return took, "it says " + said
		}
	}
	return took, ""
}

// untrusted asks codex which of discussd's hooks in a project it would skip, as it does
// without a word. The error says that codex could not be asked.
func untrusted(ctx context.Context, project string) (skipped []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, hookLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "codex", "app-server")
	cmd.Dir = project
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = cmd.Wait() }() // killed
	defer cancel()
	asks := json.NewEncoder(in)
	asked := errors.Join(
		asks.Encode(call{"2.0", 1, "initialize", map[string]any{"clientInfo": map[string]string{"name": "discussd", "title": "discussd doctor", "version": "0"}}}),
		asks.Encode(call{JSONRPC: "2.0", Method: "initialized"}),
		asks.Encode(call{"2.0", 2, "hooks/list", map[string]any{"cwds": []string{project}}}),
	)
	if asked != nil {
		return nil, fmt.Errorf("codex app-server: %w", asked)
	}
	return skippedIn(out)
}

// skippedIn reads which hooks codex skips out of what its server says.
func skippedIn(out io.Reader) (skipped []string, err error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var reply struct {
			ID     int `json:"id"`
			Result struct {
				Data []struct{ Hooks []codexHook }
			} `json:"result"`
			Error *struct{ Message string } `json:"error"`
		}
		switch err := json.Unmarshal(lines.Bytes(), &reply); {
		case err != nil || reply.ID != 2:
			continue
		case reply.Error != nil:
			return nil, fmt.Errorf("codex app-server: %s", reply.Error.Message)
		}
		known := false
		for _, folder := range reply.Result.Data {
			for _, hook := range folder.Hooks {
				if strings.Contains(hook.Command, "hook codex") {
					known = true
					if hook.TrustStatus != "trusted" && hook.TrustStatus != "managed" || !hook.Enabled {
						skipped = append(skipped, hook.EventName)
					}
				}
			}
		}
		if !known {
			return []string{"all, as the project is not trusted"}, nil
		}
		return skipped, nil
	}
	return nil, errors.Join(errors.New("codex app-server does not say which hooks it trusts"), lines.Err())
}

// call is a line to codex's server.
type call struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int    `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type codexHook struct {
	EventName, Command, TrustStatus string
	Enabled                         bool
}

// plugins says which plugins of discussd's an agent has taken up, and warns where it is
// told twice over: the hooks of both are called, though each verdict is told once.
func plugins(home string, installed map[string]bool) (rows []Row) {
	if home == "" {
		return nil
	}
	var settings struct {
		Enabled map[string]bool `json:"enabledPlugins"`
	}
	file := filepath.Join(home, ".claude", "settings.json")
	if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &settings) == nil && settings.Enabled[install.ClaudePlugin] {
		rows = append(rows, plugin("claude", install.ClaudePlugin+" is enabled in "+file, installed))
	}
	extension := filepath.Join(home, ".gemini", "extensions", "discussd")
	if _, err := os.Stat(filepath.Join(extension, "gemini-extension.json")); err == nil {
		rows = append(rows, plugin("gemini", "the extension is in "+extension, installed))
	}
	return rows
}

func plugin(agent, result string, installed map[string]bool) Row {
	r := Row{Mark: Fine, What: agent + " plugin", Result: result}
	if installed[agent] {
		r.Mark, r.Result, r.Hint = Warn, result+", and the hooks are installed beside it", "discussd uninstall "+agent+", or take the plugin out"
	}
	return r
}
