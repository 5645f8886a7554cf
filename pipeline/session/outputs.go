package session

import (
	"path/filepath"
	"slices"
)

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

// isOutput tells whether a folder in dir holds what tools made, and no session lies in it:
// it is neither searched nor watched. A session of its own name, and one beside which
// nothing is built, is found.
func (l Layout) isOutput(dir, name string) bool {
	if slices.Contains(kept[:], name) {
		return true
	}
	beside := outputs[name]
	return slices.ContainsFunc(beside, func(file string) bool { return exists(filepath.Join(dir, file)) }) && !l.isSession(filepath.Join(dir, name))
}
