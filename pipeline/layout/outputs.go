package layout

import "slices"

// kept are folders in which tools keep what they made or fetched, whatever lies beside
// them: nobody writes a session there.
var kept = [...]string{
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
	"vendor":   {"go.mod", "composer.json"},
	"Pods":     {"Podfile"},
	"venv":     {"pyproject.toml", "setup.py", "requirements.txt"},
}

// IsOutput tells whether a folder of that name holds what tools made, so that no session is
// looked for in it. The function given tells whether a file lies beside the folder.
func IsOutput(name string, beside func(file string) bool) bool {
	return slices.Contains(kept[:], name) || slices.ContainsFunc(outputs[name], beside)
}
