package codebase

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/pattern"
)

// manifests read the files in which languages say what a project needs.
var manifests = map[string]func(text string) []Version{
	"go.mod": goMod, "pyproject.toml": pyproject, "Cargo.toml": cargo, "pom.xml": pom,
	"package.json": inJSON("dependencies", "devDependencies", "peerDependencies", "engines"), "composer.json": inJSON("require", "require-dev"),
	"mise.toml": inTOML("tools"), ".mise.toml": inTOML("tools"), "libs.versions.toml": inTOML("versions"),
	"build.gradle": by(gradle), "build.gradle.kts": by(gradle), "Gemfile": by(gem), "pubspec.yaml": by(pub),
	".tool-versions": by(tool), "Directory.Packages.props": by(nuget), "Package.swift": by(swift),
}

// Roots are manifests that stand where a project starts.
var Roots = [...]string{
	"go.mod", "go.work", "package.json", "pyproject.toml", "requirements.txt", "Cargo.toml", "pom.xml", "build.gradle",
	"build.gradle.kts", "Gemfile", "composer.json", "pubspec.yaml", "mix.exs", "CMakeLists.txt",
}

// manifest returns what reads a manifest of some base name; nil when it is none.
func manifest(base string) func(text string) []Version {
	switch {
	case strings.HasSuffix(base, ".csproj"), strings.HasSuffix(base, ".fsproj"):
		return by(nuget)
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
		return requirements
	}
	return manifests[base]
}

var (
	gradle = pattern.New(`(?m)["'](?:[a-z][A-Za-z0-9_.-]*:)?([A-Za-z][A-Za-z0-9_.-]*)(?::|["']\)?\s+version\s*\(?["'])v?(\d[A-Za-z0-9_.-]*)["']`)
	gem    = pattern.New(`(?m)^\s*gem ["']([A-Za-z0-9_-]+)["'](?:,\s*["']([^"']+)["'])?`)
	pub    = pattern.New(`(?m)^  ([a-z][a-z0-9_]*):[ \t]*["']?([\^>~]?=?\d[^\s"']*)?`)
	tool   = pattern.New(`(?m)^([a-z][a-z0-9_-]*)[ \t]+(\d\S*)`)
	swift  = pattern.New(`(?m)^//[ \t]*(swift-tools-version)[: ][ \t]*(\d[0-9.]*)`)
	nuget  = pattern.New(`<Package(?:Reference|Version)[^>]*?Include="([^"]+)"[^>]*?Version="([^"]+)"`)
)

// by reads what a form finds: the name of a package, and its version.
func by(form *pattern.Pattern) func(text string) []Version {
	return func(text string) (found []Version) {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			found = append(found, Version{Name: m[1], Constraint: m[2]})
		}
		return found
	}
}

// inJSON reads the versions by name in some parts of a manifest, and the name of what it is
// the manifest of.
func inJSON(parts ...string) func(text string) []Version {
	return func(text string) (found []Version) {
		var manifest map[string]json.RawMessage
		if json.Unmarshal([]byte(text), &manifest) != nil {
			return nil
		}
		var own string
		if json.Unmarshal(manifest["name"], &own) == nil && own != "" {
			found = append(found, Version{Name: own})
		}
		for _, part := range parts {
			var packages map[string]string
			if json.Unmarshal(manifest[part], &packages) == nil {
				for name, constraint := range packages {
					found = append(found, Version{Name: name, Constraint: constraint})
				}
			}
		}
		return found
	}
}

// inTOML reads the versions by name in a table of a manifest. Before the name may stand who
// has it: "cargo:cargo-dist".
func inTOML(part string) func(text string) []Version {
	return func(text string) []Version {
		var manifest map[string]any
		if _, err := toml.Decode(text, &manifest); err != nil {
			return nil
		}
		packages, _ := manifest[part].(map[string]any)
		found := tables(packages)
		for i, v := range found {
			found[i].Name = v.Name[strings.LastIndexByte(v.Name, ':')+1:]
		}
		return found
	}
}

var (
	goRequire = pattern.New(`(?m)^\s*(?:require\s+)?([a-z0-9.-]+\.[a-z]+/\S+)\s+(v\d\S*)(?:\s*//.*)?$`)
	goVersion = pattern.New(`(?m)^(go)\s+(\d+\.\d+\S*)`)
	pyRequire = pattern.New(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*([=<>!~^][^;]*)?`)
)

func goMod(text string) []Version {
	found := by(goVersion)(text)
	for i := range found {
		found[i].Constraint = ">=" + found[i].Constraint
	}
	return append(found, by(goRequire)(text)...)
}

func pyproject(text string) []Version {
	var manifest struct {
		Project struct {
			Dependencies []string            `toml:"dependencies"`
			Python       string              `toml:"requires-python"`
			Optional     map[string][]string `toml:"optional-dependencies"`
		} `toml:"project"`
		Groups map[string][]any `toml:"dependency-groups"`
		Tool   struct {
			Poetry struct {
				Dependencies map[string]any `toml:"dependencies"`
				Dev          map[string]any `toml:"dev-dependencies"`
				Group        map[string]struct {
					Dependencies map[string]any `toml:"dependencies"`
				} `toml:"group"`
			} `toml:"poetry"`
		} `toml:"tool"`
	}
	if _, err := toml.Decode(text, &manifest); err != nil {
		return nil
	}
	var found []Version
	if manifest.Project.Python != "" {
		found = append(found, Version{Name: "python", Constraint: manifest.Project.Python})
	}
	lines := manifest.Project.Dependencies
	for _, more := range manifest.Project.Optional {
		lines = append(lines, more...)
	}
	for _, group := range manifest.Groups {
		for _, line := range group {
			if text, ok := line.(string); ok {
				lines = append(lines, text)
			}
		}
	}
	found = append(found, required(lines)...)
	for _, group := range manifest.Tool.Poetry.Group {
		found = append(found, tables(group.Dependencies)...)
	}
	return slices.Concat(found, tables(manifest.Tool.Poetry.Dependencies), tables(manifest.Tool.Poetry.Dev))
}

func cargo(text string) []Version {
	type of struct {
		Rust any `toml:"rust-version"` // a text, or where that is said
	}
	var manifest struct {
		Package      of             `toml:"package"`
		Dependencies map[string]any `toml:"dependencies"`
		Dev          map[string]any `toml:"dev-dependencies"`
		Build        map[string]any `toml:"build-dependencies"`
		Workspace    struct {
			Package      of                        `toml:"package"`
			Dependencies map[string]any            `toml:"dependencies"`
			Metadata     map[string]map[string]any `toml:"metadata"`
		} `toml:"workspace"`
	}
	if _, err := toml.Decode(text, &manifest); err != nil {
		return nil
	}
	found := slices.Concat(tables(manifest.Dependencies), tables(manifest.Dev), tables(manifest.Build), tables(manifest.Workspace.Dependencies))
	for _, rust := range [...]any{manifest.Package.Rust, manifest.Workspace.Package.Rust} {
		if version, is := rust.(string); is {
			found = append(found, Version{Name: "rust", Constraint: ">=" + version})
		}
	}
	for _, of := range manifest.Workspace.Metadata { // of a tool that asks for itself
		for key, value := range of {
			if version, is := value.(string); is && strings.HasSuffix(key, "-version") {
				found = append(found, Version{Name: strings.TrimSuffix(key, "-version"), Constraint: "=" + version})
			}
		}
	}
	for i, v := range found { // Cargo takes a bare version for the least that will do
		if v.Constraint != "" && v.Constraint[0] >= '0' && v.Constraint[0] <= '9' {
			found[i].Constraint = "^" + v.Constraint
		}
	}
	return found
}

// required are the packages that lines of pip ask for.
func required(lines []string) (found []Version) {
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		if m := pyRequire.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			found = append(found, Version{Name: m[1], Constraint: strings.TrimSpace(m[2])})
		}
	}
	return found
}

func requirements(text string) []Version { return required(strings.Split(text, "\n")) }

// pom reads what Maven is told: versions that are written out, or stand among the
// properties of the same file.
func pom(text string) []Version {
	type dependency struct {
		Artifact string `xml:"artifactId"`
		Version  string `xml:"version"`
	}
	var manifest struct {
		Parent       dependency   `xml:"parent"`
		Dependencies []dependency `xml:"dependencies>dependency"`
		Managed      []dependency `xml:"dependencyManagement>dependencies>dependency"`
		Properties   struct {
			All []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"properties"`
	}
	if xml.Unmarshal([]byte(text), &manifest) != nil {
		return nil
	}
	values := map[string]string{}
	for _, property := range manifest.Properties.All {
		values["${"+property.XMLName.Local+"}"] = strings.TrimSpace(property.Text)
	}
	var found []Version
	if java := cmp.Or(values["${java.version}"], values["${maven.compiler.release}"], values["${maven.compiler.source}"]); java != "" {
		found = append(found, Version{Name: "java", Constraint: java})
	}
	for _, property := range manifest.Properties.All { // "quarkus.platform.version"
		if name, is := strings.CutSuffix(property.XMLName.Local, ".version"); is && name != "java" {
			found = append(found, Version{Name: strings.TrimSuffix(name, ".platform"), Constraint: strings.TrimSpace(property.Text)})
		}
	}
	for _, d := range slices.Concat([]dependency{manifest.Parent}, manifest.Dependencies, manifest.Managed) {
		version := cmp.Or(values[d.Version], d.Version)
		if d.Artifact != "" && version != "" {
			found = append(found, Version{Name: strings.TrimSuffix(d.Artifact, "-starter-parent"), Constraint: version})
		}
	}
	return found
}

// tables reads dependencies that are a version or a table with one.
func tables(dependencies map[string]any) []Version {
	var found []Version
	for name, value := range dependencies {
		switch value := value.(type) {
		case string:
			found = append(found, Version{Name: name, Constraint: value})
		case map[string]any:
			constraint, _ := value["version"].(string)
			found = append(found, Version{Name: name, Constraint: constraint})
		}
	}
	return found
}
