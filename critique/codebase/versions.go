package codebase

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"discussd/internal/text/nearest"
	"discussd/internal/text/pattern"
)

// Version is what a manifest asks for.
type Version struct {
	Name       string // of the package, or of the language
	Constraint string // as written: "^18.2.0", ">=3.11"; "" when any will do
	Manifest   string // the path of the file
}

func (v Version) key() string { return plainName(v.Name) }

// plainName is a package's name in one form: specifications write Next.js and FastAPI.
func plainName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if alias, known := aliases[name]; known {
		return alias
	}
	return strings.ReplaceAll(name, "_", "-")
}

var aliases = map[string]string{
	"next.js": "next", "spring boot": "spring-boot", "vue.js": "vue", "node.js": "node", "nodejs": "node", "express.js": "express", "golang": "go", "three.js": "three", "d3.js": "d3",
}

// manifests read the files in which languages say what a project needs.
var manifests = map[string]func(text string) []Version{
	"go.mod": goMod, "package.json": packageJSON, "pyproject.toml": pyproject, "Cargo.toml": cargo,
	"requirements.txt": requirements, "pom.xml": pom,
}

var (
	goRequire = pattern.New(`(?m)^\s*(?:require\s+)?([a-z0-9.-]+\.[a-z]+/\S+)\s+(v\d\S*)(?:\s*//.*)?$`)
	goVersion = pattern.New(`(?m)^go\s+(\d+\.\d+\S*)`)
	pyRequire = pattern.New(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*([=<>!~^][^;]*)?`)
)

func goMod(text string) []Version {
	var found []Version
	if m := goVersion.FindStringSubmatch(text); m != nil {
		found = append(found, Version{Name: "go", Constraint: ">=" + m[1]})
	}
	for _, m := range goRequire.FindAllStringSubmatch(text, -1) {
		found = append(found, Version{Name: m[1], Constraint: m[2]})
	}
	return found
}

func packageJSON(text string) []Version {
	var manifest struct {
		Dependencies    map[string]string `json:"dependencies"`
		DevDependencies map[string]string `json:"devDependencies"`
		Engines         map[string]string `json:"engines"`
	}
	if json.Unmarshal([]byte(text), &manifest) != nil {
		return nil
	}
	var found []Version
	for _, group := range []map[string]string{manifest.Dependencies, manifest.DevDependencies, manifest.Engines} {
		for name, constraint := range group {
			found = append(found, Version{Name: name, Constraint: constraint})
		}
	}
	return found
}

func pyproject(text string) []Version {
	var manifest struct {
		Project struct {
			Dependencies []string `toml:"dependencies"`
			Python       string   `toml:"requires-python"`
		} `toml:"project"`
		Tool struct {
			Poetry struct {
				Dependencies map[string]any `toml:"dependencies"`
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
	for _, line := range manifest.Project.Dependencies {
		if m := pyRequire.FindStringSubmatch(line); m != nil {
			found = append(found, Version{Name: m[1], Constraint: strings.TrimSpace(m[2])})
		}
	}
	return append(found, tables(manifest.Tool.Poetry.Dependencies)...)
}

func cargo(text string) []Version {
	var manifest struct {
		Dependencies map[string]any `toml:"dependencies"`
		Workspace    struct {
			Dependencies map[string]any `toml:"dependencies"`
		} `toml:"workspace"`
	}
	if _, err := toml.Decode(text, &manifest); err != nil {
		return nil
	}
	return append(tables(manifest.Dependencies), tables(manifest.Workspace.Dependencies)...)
}

func requirements(text string) []Version {
	var found []Version
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if m := pyRequire.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			found = append(found, Version{Name: m[1], Constraint: strings.TrimSpace(m[2])})
		}
	}
	return found
}

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

var (
	constrained = pattern.New(`^\s*(\^|~=|~>|~|>=|==|=|v)?\s*v?(\d+)(?:\.(\d+))?(?:\.\d+)*\S*\s*$`)
	said        = pattern.New(`^(\d+)(?:\.(\d+))?`)
)

// Contradicts tells whether every manifest that asks for a package asks for another
// version of it than the one that somebody names: another major version, or for 0.x
// another minor one. A constraint with more than one part is not compared.
func (x *Index) Contradicts(name, version string) (Version, bool) {
	known := x.versions[plainName(name)]
	if known == nil {
		known = x.versions[strings.TrimSuffix(plainName(name), ".js")]
	}
	if !x.complete || len(known) == 0 || servers[plainName(name)] {
		return Version{}, false
	}
	for _, v := range known {
		if !differ(v.Constraint, version) {
			return Version{}, false
		}
	}
	return known[0], true
}

// servers are programs after which packages are called that only speak to them: the version
// of such a package is its own.
var servers = set("mysql mariadb postgres postgresql redis mongodb mongo kafka rabbitmq elasticsearch opensearch nats docker nginx sqlite sqlite3 cassandra neo4j minio")

func differ(constraint, version string) bool {
	c, v := constrained.FindStringSubmatch(constraint), said.FindStringSubmatch(version)
	if c == nil || v == nil {
		return false
	}
	major, minor := number(v[1]), number(v[2])
	cMajor, cMinor := number(c[2]), number(c[3])
	if c[1] == ">=" { // at least that: only less is wrong
		return major < cMajor || major == cMajor && v[2] != "" && c[3] != "" && minor < cMinor
	}
	return major != cMajor || major == 0 && v[2] != "" && c[3] != "" && minor != cMinor
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// Package looks up a package by its name: it is missing where the manifests name others,
// and this one nowhere.
func (x *Index) Package(name string) Sighting {
	key := plainName(name)
	if len(x.packages) < leastPackages || !x.complete {
		return Sighting{}
	}
	if x.packages[key] {
		return Sighting{There: true}
	}
	for known := range x.packages { // of Go, by the end of the path
		if strings.HasSuffix(known, "/"+key) {
			return Sighting{There: true}
		}
	}
	known := slices.Sorted(maps.Keys(x.packages))
	s := Sighting{Missing: true, Nearest: nearest.Meant(key, known)}
	if s.Nearest == "" {
		s.Nearest = nearest.Of(key, sharing(key, known))
	}
	s.Near = len(key) > 5 && s.Nearest != "" && nearly(key, s.Nearest)
	return s
}

// leastPackages is how many packages the manifests name of a project of whose packages
// anything is said.
const leastPackages = 3
