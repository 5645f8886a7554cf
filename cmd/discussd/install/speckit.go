package install

import (
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"discussd/pipeline/verdict"
)

// specKitFiles are an extension of spec-kit's, which has the agent ask for the verdict
// after each step that writes an artifact.
//
//go:embed speckit
var specKitFiles embed.FS

// specKitMark is in each of the extension's files.
const specKitMark = "# discussd: written by `discussd install spec-kit`"

// The extension's files, and where they lie in a project. It is no place that spec-kit
// reads: its own program copies the extension to where it does, and writes the command in
// the form of the project's agent.
const (
	specKitManifest = "extension.yml"
	specKitCommand  = "commands/wait.md"
	specKitFolder   = ".specify/discussd"
)

// specKitExtension are the files for a program that is called in a certain way. A text in
// YAML's double quotes is quoted as in JSON.
func specKitExtension(program, version string) (map[string]string, error) {
	files := map[string]string{}
	for _, name := range []string{specKitManifest, specKitCommand} {
		text, err := specKitFiles.ReadFile(path.Join("speckit", name))
		if err != nil {
			return nil, fmt.Errorf("the extension for spec-kit: %w", err)
		}
		files[name] = strings.NewReplacer(`version: "0.1.0"`, "version: "+literal(version), "`discussd wait", "`"+verdict.ShellWord(program)+" wait").Replace(string(text))
	}
	return files, nil
}

// specKitTargets are the extension's files in a project of spec-kit's.
func specKitTargets(scope Scope, project, program string) ([]Target, error) {
	if scope == User {
		return nil, fmt.Errorf("%w: spec-kit's extensions are a project's, not yours", ErrNone)
	}
	if info, err := os.Stat(filepath.Join(project, ".specify")); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%w: %s is no project of spec-kit's, it has no .specify", ErrNone, project)
	}
	files, err := specKitExtension(program, "0.1.0")
	if err != nil {
		return nil, err
	}
	at := func(name string) Target {
		return Target{
			Agent: "spec-kit", File: filepath.Join(project, specKitFolder, filepath.FromSlash(name)), top: filepath.Join(project, ".specify"),
			kind: whole, mark: specKitMark, text: files[name],
		}
	}
	command, manifest := at(specKitCommand), at(specKitManifest)
	manifest.explains = true
	command.Then = "specify extension add --dev " + specKitFolder + " (spec-kit copies it, and writes the command for your agent)"
	command.Last = "specify extension remove discussd, where spec-kit has added it"
	return []Target{command, manifest}, nil
}
