package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/internal/process"
)

var update = flag.Bool("update", false, "write the golden files")

const answerSchema = `{"type": "object", "additionalProperties": false, "required": ["points", "rating"],
  "properties": {"points": {"type": "array", "items": {"type": "string"}}, "rating": {"type": "number"}}}`

// TestCalls compares what each adapter starts, and with which files and
// environment, to testdata/calls.
func TestCalls(t *testing.T) {
	key := map[string]string{"ANTHROPIC_API_KEY": "k"}
	tests := map[string]struct {
		tool   Tool
		schema string
		rule   bool // the user made ccw's neutral rule file
	}{
		"claude":         {tool: Tool{Name: "claude", Env: key}},
		"claude-login":   {tool: Tool{Name: "claude", Model: "large-2", Args: []string{"--effort", "low"}}, schema: answerSchema},
		"codex":          {tool: Tool{Name: "codex"}},
		"codex-schema":   {tool: Tool{Name: "codex", Model: "m-5", Args: []string{"-c", "model_provider=own"}}, schema: answerSchema},
		"claude-cloud":   {tool: Tool{Name: "claude", Env: map[string]string{"CLAUDE_CODE_USE_BEDROCK": "1"}}},
		"codex-provider": {tool: Tool{Name: "codex", Args: []string{"-c", "model_provider=own", "-c", `model_providers.own={base_url="http://127.0.0.1:9", env_key="OWN_KEY"}`}}},
		"codex-profile":  {tool: Tool{Name: "codex", Args: []string{"--profile", "own"}}},
		"codex-base":     {tool: Tool{Name: "codex", Args: []string{"-c", `openai_base_url="http://127.0.0.1:9/v1"`}}},
		"gemini":         {tool: Tool{Name: "gemini"}, schema: answerSchema},
		"gemini-model":   {tool: Tool{Name: "gemini", Model: "pro-2", Args: []string{"--debug"}}},
		"ccw-gemini":     {tool: Tool{Name: "gemini", Via: "ccw"}},
		"ccw-codex-rule": {tool: Tool{Name: "codex", Via: "ccw", Model: "m-5"}, rule: true},
		"command":        {tool: Tool{Name: "own", Via: "command", Command: []string{"fake", "ask", "--file={prompt_file}"}}},
		"command-stdin":  {tool: Tool{Name: "own", Via: "command", Command: []string{"fake", "ask"}, Args: []string{"-v"}, Env: map[string]string{"KEY": "$OWN_KEY", "LITERAL": "$5"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path, home := fakePath(t, "claude", "codex", "gemini", "ccw", "fake"), t.TempDir()
			if test.rule {
				dir := filepath.Join(home, ".ccw", "workflows", "cli-templates", "prompts")
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				written(t, dir, ccwRule+".txt", "-")
			}
			tool := test.tool
			tool.Env = map[string]string{"PATH": path, "HOME": home, "EXTRA": "1"}
			for k, v := range test.tool.Env {
				tool.Env[k] = v
			}
			for _, variable := range []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS", "DISCUSSD_CONFIG",
				"ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_CLOUD_PROJECT", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "SSH_AUTH_SOCK",
				"OTEL_EXPORTER_OTLP_HEADERS", "LC_TIME", "XDG_DATA_HOME", "http_proxy", "NODE_EXTRA_CA_CERTS"} {
				t.Setenv(variable, "inherited")
			}
			t.Setenv("ANTHROPIC_API_KEY", "")
			t.Setenv("OWN_KEY", "inherited")
			c, failure := tool.resolve()
			if failure != nil {
				t.Fatal(failure)
			}
			run, err := process.NewFolder(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			p := Prompt{Text: []byte("PURPOSE: mail a@b.invalid")}
			if test.schema != "" {
				p.Schema = []byte(test.schema)
			}
			if err := c.settings.Clear(run.Work); err != nil {
				t.Fatal(err)
			}
			j, err := tool.prepare(c, run, p)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, filepath.Join("testdata", "calls", name+".golden"), show(t, j, path, home))
		})
	}
}

// show writes a command down, less what differs from machine to machine.
func show(t *testing.T, j process.Command, path, home string) string {
	t.Helper()
	inherited := map[string]bool{}
	for _, entry := range os.Environ() {
		inherited[entry] = true
	}
	var out strings.Builder
	fmt.Fprintf(&out, "start %s\n", j.Path)
	for _, arg := range j.Args {
		fmt.Fprintf(&out, "  %s\n", arg)
	}
	fmt.Fprintf(&out, "stdin %s\n", j.Stdin)
	for _, entry := range j.Environ {
		if !inherited[entry] || strings.HasSuffix(entry, "=inherited") {
			fmt.Fprintf(&out, "env %s\n", entry)
		}
	}
	files := os.DirFS(j.Folder.Path)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		fmt.Fprintf(&out, "file %s\n  %s\n", name, strings.ReplaceAll(strings.TrimSpace(string(content)), "\n", "\n  "))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(j.Folder.Path, "<run>", filepath.Base(j.Folder.Path), "<id>", path, "<path>", home, "<home>", wordJoiner, "<joiner>").Replace(out.String())
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPromptSizes(t *testing.T) {
	const mebibyte = 1 << 20
	tests := map[string]struct {
		tool, via string
		size      int // characters
		character string
		fits      bool
	}{
		"claude takes 1 MiB":          {tool: "claude", size: mebibyte, fits: true},
		"claude takes no 10 MB and 1": {tool: "claude", size: 10_000_001},
		"codex takes 1 MiB":           {tool: "codex", size: mebibyte, fits: true},
		"codex counts characters":     {tool: "codex", size: mebibyte, character: "需", fits: true},
		"codex takes no more":         {tool: "codex", size: mebibyte + 1},
		"gemini takes 1 MiB":          {tool: "gemini", size: mebibyte, fits: true},
		"gemini takes no 3 MiB and 1": {tool: "gemini", size: 3*mebibyte + 1},
		"ccw gemini takes 1 MiB":      {tool: "gemini", via: "ccw", size: mebibyte, fits: true},
		"ccw codex adds to it":        {tool: "codex", via: "ccw", size: mebibyte},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.character == "" {
				test.character = "x"
			}
			text := bytes.Repeat([]byte(test.character), test.size)
			told := filepath.Join(t.TempDir(), "told")
			tool := &Tool{Name: test.tool, Via: test.via, Env: map[string]string{"PATH": fakePath(t, test.tool, "ccw"), "FAKE_MODE": "swallow", "FAKE_TOLD": told}}
			_, err := tool.Ask(t.Context(), Prompt{Text: text, Dir: t.TempDir()})
			got, readErr := os.ReadFile(told)
			if test.fits && !bytes.Equal(got, text) {
				t.Errorf("the CLI was given %d bytes of %d: %v", len(got), len(text), err)
			}
			if !test.fits && (classIn(err) != critique.PromptTooLarge || readErr == nil) {
				t.Errorf("got %v (started: %t), want prompt_too_large before the start", err, readErr == nil)
			}
		})
	}
}

func TestPromptIsGuarded(t *testing.T) {
	key := map[string]string{"ANTHROPIC_API_KEY": "k"}
	tests := map[string]struct {
		tool Tool
		text string
		want string // what the CLI is given
	}{
		"gemini expands":              {tool: Tool{Name: "gemini"}, text: "see @/etc/hostname", want: "see @" + wordJoiner + "/etc/hostname"},
		"claude with a login expands": {tool: Tool{Name: "claude", Env: map[string]string{"ANTHROPIC_API_KEY": ""}}, text: "see @x", want: "see @" + wordJoiner + "x"},
		"bare claude does not":        {tool: Tool{Name: "claude", Env: key}, text: "see @x", want: "see @x"},
		"codex does not":              {tool: Tool{Name: "codex"}, text: "see @x", want: "see @x"},
		"no slash command":            {tool: Tool{Name: "codex"}, text: " /clear", want: "Please read on.\n\n /clear"},
		"no shell command":            {tool: Tool{Name: "codex"}, text: "!ls", want: "Please read on.\n\n!ls"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tool := test.tool
			tool.Env = map[string]string{"PATH": fakePath(t, tool.Name)}
			for k, v := range test.tool.Env {
				tool.Env[k] = v
			}
			c, failure := tool.resolve()
			if failure != nil {
				t.Fatal(failure)
			}
			if got := string(c.guard([]byte(test.text))); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			quoted := []byte(`{"quote": "` + strings.TrimPrefix(test.want, "Please read on.\n\n") + `", "raw": "@\u2060x"}`)
			if got := string(c.restore(quoted)); c.expand && strings.Contains(got, "2060") || strings.Contains(got, wordJoiner) {
				t.Errorf("the answer still quotes %q", got)
			}
		})
	}
}
