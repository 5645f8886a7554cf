package layout

import "slices"

// made are folders in which tools keep what they made or fetched, whatever lies beside
// them: nobody writes a session there.
var made = [...]string{
	"__pycache__", ".venv", ".tox", ".next", ".nuxt", ".svelte-kit", ".gradle", ".terraform", ".turbo", ".parcel-cache", ".mypy_cache",
	".pytest_cache", ".ruff_cache", ".dart_tool", ".pnpm-store", "bower_components",
}

// outputs are names of folders that builds write to, and of what says so when it lies
// beside one. Sessions may have any name: alone such a name says nothing.
var outputs = map[string][]string{
	"dist":     {"package.json", "pyproject.toml", "setup.py"},
	"build":    {"package.json", "pyproject.toml", "setup.py", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "pubspec.yaml"},
	"out":      {"package.json", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "foundry.toml"},
	"target":   {"Cargo.toml", "pom.xml", "build.sbt"},
	"coverage": {"package.json"},
	"_build":   {"mix.exs", "dune-project"},
	"vendor":   {"go.mod", "composer.json"},
	"Pods":     {"Podfile"},
	"venv":     {"pyproject.toml", "setup.py", "requirements.txt"},
}

// agents are folders in which agents are set up, and told what they read there: skills and
// commands bring examples and templates of specifications along.
var agents = [...]string{
	".agent", ".agents", ".augment", ".claude", ".clinerules", ".codex", ".copilot", ".cursor", ".factory", ".gemini", ".github", ".iflow",
	".kilocode", ".kiro", ".opencode", ".qoder", ".qwen", ".roo", ".trae", ".windsurf",
}

const told = "{skills,skill,commands,command,agents,prompts,rules,templates,workflows}"

// IsOutput tells whether a folder of that name holds what tools made, so that no session is
// looked for in it. The functions given tell whether a file lies beside the folder, and whether
// the project keeps the folder out of its history.
func IsOutput(name string, beside func(file string) bool, ignored func() bool) bool {
	signs, may := outputs[name]
	return slices.Contains(made[:], name) || slices.ContainsFunc(signs, beside) || may && ignored()
}
