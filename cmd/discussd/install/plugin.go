package install

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"discussd/pipeline/verdict"
)

// The folders that [Plugins] makes: a marketplace of claude's with one plugin, an
// extension of gemini's, a hooks file to be put into codex's folder, and an extension of
// spec-kit's, whose hooks are prompts: for agents that have none of their own.
const (
	claudeMarket = ".claude-plugin/marketplace.json"
	claudePlugin = "plugins/discussd"
	geminiFolder = "gemini"
	codexFolder  = "codex"
	specKit      = "spec-kit"
)

const marketName = "discussd-local"

// ClaudePlugin is what claude calls the plugin once it is installed from that marketplace.
const ClaudePlugin = "discussd@" + marketName

// skill tells claude when and how to ask for verdicts.
//
//go:embed skill.md
var skill string

// Plugins are the files of plugins for claude, gemini and codex, by their paths relative
// to the folder they are for.
func Plugins(program, version string) (map[string][]byte, error) {
	const about = "Tells the agent discussd's verdict on the spec artifacts it writes"
	server := map[string]any{"discussd": map[string]any{"command": program, "args": []string{"mcp"}}}
	files, failed := map[string][]byte{}, error(nil)
	put := func(name string, value any) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		failed = errors.Join(failed, encoder.Encode(value))
		files[name] = text.Bytes()
	}
	put(claudeMarket, map[string]any{
		"name": marketName, "owner": map[string]string{"name": "discussd"}, "description": "discussd, from a folder of your own",
		"plugins": []any{map[string]string{"name": "discussd", "source": "./" + claudePlugin, "description": about}},
	})
	put(path.Join(claudePlugin, ".claude-plugin/plugin.json"), map[string]any{
		"name": "discussd", "version": version, "description": about, "author": map[string]string{"name": "discussd"},
	})
	put(path.Join(claudePlugin, ".mcp.json"), map[string]any{"mcpServers": server})
	put(path.Join(claudePlugin, "monitors/monitors.json"), []any{map[string]string{
		"name": "verdicts", "description": "Verdicts of discussd that block and came after the turn had ended", "command": verdict.ShellWord(program) + " hook claude --late",
	}})
	files[path.Join(claudePlugin, "skills/discussd/SKILL.md")] = []byte(skill)
	put(path.Join(geminiFolder, "gemini-extension.json"), map[string]any{
		"name": "discussd", "version": version, "description": about, "contextFileName": "GEMINI.md", "mcpServers": server,
	})
	files[path.Join(geminiFolder, "GEMINI.md")] = []byte(managed)
	extension, err := specKitExtension(program, version)
	failed = errors.Join(failed, err)
	for name, text := range extension {
		files[path.Join(specKit, name)] = []byte(text)
	}
	for agent, name := range map[string]string{"claude": claudePlugin + "/hooks/hooks.json", "gemini": geminiFolder + "/hooks/hooks.json", "codex": codexFolder + "/hooks.json"} {
		text, err := hooksAlone(agent, program)
		failed = errors.Join(failed, err)
		files[name] = text
	}
	return files, failed
}

// hooksAlone is a settings file that holds an agent's hooks and nothing else.
func hooksAlone(agent, program string) ([]byte, error) {
	targets, err := agentTargets(agent, Project, "/", "/", program)
	if err != nil {
		return nil, err
	}
	d, err := parse(nil, targets[0].kind)
	if err != nil {
		return nil, err
	}
	return d.installed(targets[0])
}

// WritePlugins writes the files into a folder that is new, or empty, or that it made
// before, and returns their paths relative to it, in order.
func WritePlugins(dir, program, version string) ([]string, error) {
	files, err := Plugins(program, version)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the plugins: %w", err)
	}
	root, err := os.OpenRoot(dir) // a link in it leads nowhere else
	if err != nil {
		return nil, fmt.Errorf("open the folder of the plugins: %w", err)
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("look into the folder of the plugins: %w", err)
	}
	if market, _ := root.ReadFile(claudeMarket); len(entries) > 0 && !strings.Contains(string(market), `"name": "`+marketName+`"`) {
		return nil, fmt.Errorf("%s holds something else: name a new folder", dir)
	}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		err := root.MkdirAll(path.Dir(name), 0o755)
		if err == nil {
			err = root.WriteFile(name, files[name], 0o644)
		}
		if err != nil {
			return nil, fmt.Errorf("write a plugin: %w", err)
		}
	}
	return names, nil
}
