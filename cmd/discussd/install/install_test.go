package install

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// settings are files as people have them, by what is special about each.
var settings = map[string]string{
	"none": "", "empty object": "{}", "empty with a line": "{}\n", "one line": `{"model":"opus"}`, "only white space": " \n\n",
	"two spaces":           "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"]\n  }\n}\n",
	"four spaces":          "{\n    \"model\": \"opus\",\n    \"env\": {\n        \"A\": \"1\"\n    }\n}\n",
	"tabs":                 "{\n\t\"model\": \"opus\"\n}\n",
	"no line at the end":   "{\n  \"model\": \"opus\"\n}",
	"CRLF":                 "{\r\n  \"model\": \"opus\",\r\n  \"hooks\": {}\r\n}\r\n",
	"line comments":        "{\n  // which model\n  \"model\": \"opus\" // the large one\n}\n",
	"block comments":       "/* mine */\n{\n  \"model\": /* large */ \"opus\"\n  /* the end */\n}\n",
	"comma at the end":     "{\n  \"model\": \"opus\",\n}\n",
	"comma and comment":    "{\n  \"model\": \"opus\", // no more\n}\n",
	"empty hooks":          "{\n  \"hooks\": {}\n}\n",
	"empty hooks, comment": "{\n  \"hooks\": {\n    // nothing yet\n  }\n}\n",
	"empty list":           "{\n  \"hooks\": {\n    \"Stop\": [],\n    \"AfterAgent\": [ ],\n    \"stop\": []\n  }\n}\n",
	"other hooks":          "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"say done\" }\n        ]\n      }\n    ],\n    \"stop\": [{\"command\": \"x\"}],\n    \"AfterAgent\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]\n  }\n}\n",
	"other events":         "{\n  \"hooks\": {\n    \"Notification\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"beep\"}]}]\n  },\n  \"model\": \"opus\"\n}\n",
	"hooks in the middle":  "{\n  \"a\": 1,\n  \"hooks\": {\n    \"PreToolUse\": []\n  },\n  \"z\": [1, 2]\n}\n",
	"one-line hooks":       `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}],"stop":[{"command":"a"}]},"x":[]}` + "\n",
	"comma after a hook":   "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}]},\n    ],\n  },\n}\n",
	"comment after a hook": "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": []} // mine\n    ]\n  }\n}\n",
	"unicode":              "{\n  \"名\": \"值\",\n  \"emoji\": \"\\ud83d\\ude00\",\n  \"html\": \"<b>&\"\n}\n",
	"numbers":              "{\n  \"big\": 12345678901234567890,\n  \"float\": 1.0,\n  \"exp\": 1E5\n}\n",
	"blank lines":          "\n\n{\n\n  \"model\": \"opus\"\n\n}\n\n\n",
	"odd indentation":      "{\n \"a\": 1,\n     \"b\": 2\n}\n",
	"same key twice":       "{\n  \"a\": 1,\n  \"a\": 2\n}\n",
	"deep":                 "{\n  \"a\": {\"b\": {\"c\": {\"d\": [[[1]]]}}}\n}\n",
	"null":                 "{\n  \"theme\": null,\n  \"on\": true\n}\n",
	"mcp servers":          "{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"x\", \"args\": [\"--y\"]}\n  }\n}\n",
	"like discussd":        "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"discussdx hook claude\"}]}],\n    \"stop\": [{\"command\": \"echo discussd hook\"}]\n  }\n}\n",
	"version":              "{\n  \"version\": 1,\n  \"hooks\": {}\n}\n",
	"long line":            "{\"a\": \"" + strings.Repeat("x", 5000) + "\"}\n",
	"schema":               "{\n  \"$schema\": \"https://example.org/settings.json\",\n  \"cleanupPeriodDays\": 30\n}\n",
}

// targetsIn are an agent's targets in a new project.
func targetsIn(t *testing.T, agent string) []Target {
	t.Helper()
	targets, err := Targets(agent, Project, t.TempDir(), t.TempDir(), "discussd")
	if err != nil {
		t.Fatal(err)
	}
	return targets
}

func lay(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

// do installs or uninstalls, and tells whether anything was to be done.
func do(t *testing.T, what func(Target) (*Change, error), target Target) bool {
	t.Helper()
	change, err := what(target)
	if err != nil {
		t.Fatal(err)
	}
	if change == nil {
		return false
	}
	if err := change.Make(); err != nil {
		t.Fatal(err)
	}
	return true
}

func text(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		return "no file"
	}
	return string(text)
}

// ownHooks counts how often each of the agent's hooks stands in a settings file.
func ownHooks(t *testing.T, target Target) map[string]int {
	t.Helper()
	d, err := parse([]byte(text(t, target.File)), target.kind)
	if err != nil {
		t.Fatalf("%v\n%s", err, text(t, target.File))
	}
	found := map[string]int{}
	for _, h := range target.hooks {
		a, _ := d.list(h.event, false)
		if a == nil {
			continue
		}
		for _, v := range a.Elements {
			if same(v, h.object(target.kind)) {
				found[h.event+" "+h.object(target.kind)]++
			}
		}
	}
	return found
}

// Installing puts each hook in once and keeps all else; a second time changes nothing, and
// uninstalling leaves every byte as it was.
func TestInstallAndUninstall(t *testing.T) {
	for _, agent := range []string{"claude", "codex", "gemini", "cursor"} {
		for name, before := range settings {
			t.Run(agent+" "+name, func(t *testing.T) {
				target := targetsIn(t, agent)[0]
				if name == "none" {
					before = "no file"
				} else {
					lay(t, target.File, before)
				}
				if !do(t, Install, target) {
					t.Fatal("nothing was installed")
				}
				after := text(t, target.File)
				for hook, n := range ownHooks(t, target) {
					if n != 1 {
						t.Errorf("%s stands there %d times\n%s", hook, n, after)
					}
				}
				if n := len(ownHooks(t, target)); n != len(target.hooks) {
					t.Errorf("%d hooks, want %d\n%s", n, len(target.hooks), after)
				}
				for line := range strings.Lines(before) {
					line, _, _ = strings.Cut(strings.TrimSpace(line), " //")
					line = strings.TrimRight(line, ",")
					if name != "none" && len(line) > 3 && strings.HasPrefix(line, `"`) && !strings.HasPrefix(line, `"hooks"`) && !strings.HasSuffix(line, "]") && !strings.Contains(after, line) {
						t.Errorf("%q is gone:\n%s", line, after)
					}
				}
				if strings.Contains(before, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
					t.Errorf("line ends are mixed: %q", after)
				}
				if plain, err := hujson.Standardize([]byte(after)); err != nil || !json.Valid(plain) {
					t.Errorf("%v\n%s", err, after)
				}
				if !strings.Contains(before, "//") && !strings.Contains(before, "/*") && !strings.Contains(before, ",\n}") && !strings.Contains(before, ",\n ") && !json.Valid([]byte(after)) {
					t.Errorf("plain JSON is none any more:\n%s", after)
				}
				if do(t, Install, target) {
					t.Errorf("installed twice:\n%s", text(t, target.File))
				}
				if !do(t, Uninstall, target) {
					t.Error("nothing was uninstalled")
				}
				if now := text(t, target.File); now != before {
					t.Errorf("it was\n%q\nand is\n%q", before, now)
				}
				if info, err := os.Stat(target.File); err == nil && info.Mode().Perm() != 0o640 {
					t.Errorf("the mode is %v", info.Mode())
				}
				if left, _ := filepath.Glob(target.File + "*"); len(left) > 1 || len(left) == 1 && name == "none" {
					t.Errorf("left behind: %v", left)
				}
				if do(t, Uninstall, target) {
					t.Error("uninstalled twice")
				}
			})
		}
	}
}

// Where somebody has changed the file since, only what is discussd's goes.
func TestUninstallKeepsWhatCameLater(t *testing.T) {
	for _, agent := range []string{"claude", "codex", "gemini", "cursor"} {
		for name, before := range settings {
			if name == "none" {
				continue
			}
			target := targetsIn(t, agent)[0]
			lay(t, target.File, before)
			do(t, Install, target)
			changed := strings.Replace(text(t, target.File), "{", "{ \"later\": true,", 1)
			if strings.Contains(before, "/*") { // whose first bracket is another one
				continue
			}
			lay(t, target.File, changed)
			do(t, Uninstall, target)
			now := text(t, target.File)
			if strings.Contains(strings.ReplaceAll(now, "discussdx hook claude", ""), "hook "+agent) || strings.Contains(now, `"`+agent+`"]`) || !strings.Contains(now, `"later": true`) {
				t.Errorf("%s, %s:\n%s", agent, name, now)
			}
			if _, err := hujson.Parse([]byte(now)); err != nil {
				t.Errorf("%s, %s: %v\n%s", agent, name, err, now)
			}
			if strings.Contains(before, "discussdx") && !strings.Contains(now, "discussdx hook claude") {
				t.Errorf("somebody else's hook is gone:\n%s", now)
			}
		}
	}
}

// What cannot be understood is refused with its place, and left alone.
func TestRefused(t *testing.T) {
	for before, want := range map[string]string{
		"{\n  \"a\": 1\n  \"b\": 2\n}": "is not JSON",
		"not json":                     "is not JSON",
		"[]":                           "no JSON object",
		"{\n  \"hooks\": []\n}":        `line 2: "hooks" is no object`,
		"{\n  \"hooks\": {\n    \"Stop\": {}\n  }\n}": `line 3: "Stop" is no list`,
		"\ufeff{}":                          "is not JSON",
		"{\"a\": 1} {\"b\": 2}":             "is not JSON",
		strings.Repeat(" ", largest) + "{}": "more than 4 MiB",
		"{\"hooks\": {\"Stop\": \"discussd hook claude\"}}": `"Stop" is no list`,
	} {
		target := targetsIn(t, "claude")[0]
		lay(t, target.File, before)
		_, err := Install(target)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), target.File) {
			t.Errorf("%.40q: got %v, want %q", before, err, want)
		}
		if text(t, target.File) != before {
			t.Errorf("%.40q was changed", before)
		}
	}
	target := targetsIn(t, "opencode")[0]
	lay(t, target.File, "// somebody else's\n")
	if _, err := Install(target); err == nil || !strings.Contains(err.Error(), "is not discussd's") {
		t.Errorf("got %v", err)
	}
	target = targetsIn(t, "claude")[0]
	lay(t, target.File, "{}")
	if err := os.Chmod(target.File, 0o400); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(target); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got %v", err)
	}
}

// A link stays one, its file keeps its mode, and one that leads nowhere is refused.
func TestLinkedSettings(t *testing.T) {
	target := targetsIn(t, "claude")[0]
	real := filepath.Join(t.TempDir(), "dotfiles", "claude.json")
	lay(t, real, "{\n}\n")
	if err := os.MkdirAll(filepath.Dir(target.File), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, target.File); err != nil {
		t.Fatal(err)
	}
	do(t, Install, target)
	info, err := os.Lstat(target.File)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is none any more: %v, %v", info, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 || !strings.Contains(text(t, real), "discussd") {
		t.Errorf("%v, %v: %s", info, err, text(t, real))
	}
	do(t, Uninstall, target)
	if text(t, real) != "{\n}\n" {
		t.Errorf("left %q", text(t, real))
	}
	os.Remove(real)
	if _, err := Install(target); err == nil || !strings.Contains(err.Error(), "leads nowhere") {
		t.Errorf("got %v", err)
	}
}

// A folder that is a link to somebody's dotfiles stays one, and so does the folder it leads
// to, even where nothing else is in it.
func TestLinkedFolder(t *testing.T) {
	dotfiles := filepath.Join(t.TempDir(), "a folder with quite a long name that is longer than the project's", "claude")
	if err := os.MkdirAll(dotfiles, 0o755); err != nil {
		t.Fatal(err)
	}
	target := targetsIn(t, "claude")[0]
	if err := os.Symlink(dotfiles, filepath.Dir(target.File)); err != nil {
		t.Fatal(err)
	}
	if !do(t, Install, target) || !strings.Contains(text(t, filepath.Join(dotfiles, "settings.json")), "discussd") {
		t.Fatal("nothing was installed behind the link")
	}
	do(t, Uninstall, target)
	if info, err := os.Lstat(filepath.Dir(target.File)); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if left, err := os.ReadDir(dotfiles); err != nil || len(left) != 0 {
		t.Errorf("%v, left: %v", err, left)
	}
}

// Another program's path takes the place of the old one.
func TestInstallElsewhere(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	for _, agent := range []string{"claude", "codex", "gemini", "cursor"} {
		for _, program := range []string{"discussd", "/opt/my tools/discussd", "/usr/bin/discussd"} {
			targets, err := Targets(agent, User, home, project, program)
			if err != nil {
				t.Fatal(err)
			}
			if !do(t, Install, targets[0]) {
				t.Errorf("%s: %s was not installed", agent, program)
			}
			for hook, n := range ownHooks(t, targets[0]) {
				if n != 1 {
					t.Errorf("%s: %d times %s", agent, n, hook)
				}
			}
			if n := strings.Count(text(t, targets[0].File), "discussd"); agent != "gemini" && n != len(targets[0].hooks) {
				t.Errorf("%s: %d mentions:\n%s", agent, n, text(t, targets[0].File))
			}
		}
		targets, _ := Targets(agent, User, home, project, "discussd")
		do(t, Uninstall, targets[0])
		if now := text(t, targets[0].File); now != "no file" {
			t.Errorf("%s: left %q", agent, now)
		}
	}
}

// A block is written once at the end of a text, and taken out again.
func TestBlock(t *testing.T) {
	for _, before := range []string{"no file", "", "# Ours\n", "# Ours\n\n", "# Ours", "# Ours\r\n\r\nText\r\n", "```\n<!-- END discussd -->\n```\n"} {
		target := targetsIn(t, "claude")[1]
		if before != "no file" {
			lay(t, target.File, before)
		}
		do(t, Install, target)
		after := text(t, target.File)
		if strings.Count(after, blockBegins) != 1 || before != "no file" && !strings.HasPrefix(after, before) || do(t, Install, target) {
			t.Errorf("%q became %q", before, after)
		}
		if strings.Contains(before, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
			t.Errorf("line ends are mixed: %q", after)
		}
		later := after + "more\n"
		lay(t, target.File, later)
		do(t, Uninstall, target)
		if now := text(t, target.File); strings.Contains(now, "discussd judges") || !strings.HasSuffix(now, "more\n") {
			t.Errorf("%q left %q", later, now)
		}
		os.Remove(target.File)
		if before != "no file" {
			lay(t, target.File, before)
		}
		do(t, Install, target)
		do(t, Uninstall, target)
		if now := text(t, target.File); now != before {
			t.Errorf("%q became %q", before, now)
		}
	}
	for _, wrong := range []string{managed + managed, blockBegins + " -->\ntext\n"} {
		target := targetsIn(t, "claude")[1]
		lay(t, target.File, wrong)
		if _, err := Install(target); err == nil {
			t.Errorf("%q was installed into", wrong)
		}
		if _, err := Uninstall(target); err == nil {
			t.Errorf("%q was uninstalled from", wrong)
		}
	}
}

// A file that somebody writes between showing and making a change is left alone.
func TestChangedMeanwhile(t *testing.T) {
	target := targetsIn(t, "claude")[0]
	lay(t, target.File, "{}")
	change, err := Install(target)
	if err != nil {
		t.Fatal(err)
	}
	lay(t, target.File, `{"mine": 1}`)
	if err := change.Make(); err == nil || text(t, target.File) != `{"mine": 1}` {
		t.Errorf("got %v, %q", err, text(t, target.File))
	}
}

// Every agent has targets, in the project and in the user's home, and no file twice.
func TestTargets(t *testing.T) {
	for _, agent := range Agents() {
		for _, scope := range []Scope{Project, User} {
			targets, err := Targets(agent, scope, "/home/x", "/p", "discussd")
			if (agent == "git" || agent == "spec-kit") && errors.Is(err, ErrNone) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, target := range targets {
				files = append(files, target.File)
				if top := map[Scope]string{Project: "/p/", User: "/home/x/"}[scope]; !strings.HasPrefix(target.File, top) {
					t.Errorf("%s: %s", agent, target.File)
				}
			}
			slices.Sort(files)
			if len(slices.Compact(files)) != len(targets) {
				t.Errorf("%s: %v", agent, files)
			}
		}
	}
	if _, err := Targets("clod", Project, "/", "/", "discussd"); err == nil {
		t.Error("clod is an agent")
	}
}

// FuzzInstall: whatever stands in a file, it is refused, or what comes out holds the hooks,
// and they can be taken out again.
func FuzzInstall(f *testing.F) {
	for _, before := range settings {
		f.Add(before)
	}
	targets, err := Targets("claude", Project, "/", "/", "discussd")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, before string) {
		after, err := targets[0].in([]byte(before))
		if err != nil {
			return
		}
		again, err := targets[0].in(after)
		if err != nil || string(again) != string(after) {
			t.Fatalf("%v: %q became %q, then %q", err, before, after, again)
		}
		out, err := targets[0].out(after)
		if err != nil || strings.Contains(string(out), `"discussd", "args": ["hook", "claude"]`) && !strings.Contains(before, "discussd") {
			t.Fatalf("%v: %q left %q", err, before, out)
		}
	})
}
