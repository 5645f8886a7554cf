package codebase

import (
	"maps"
	"slices"
	"strconv"
	"strings"

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
	return strings.NewReplacer("_", "-", " ", "-").Replace(name)
}

var aliases = map[string]string{
	"tailwind": "tailwindcss", "tailwind css": "tailwindcss", "angular": "@angular/core", "nestjs": "@nestjs/core", "nest.js": "@nestjs/core",
	"mui": "@mui/material", "material ui": "@mui/material", "ant design": "antd", "tanstack query": "@tanstack/react-query",
	"react query": "@tanstack/react-query", "framer motion": "framer-motion", "nuxt.js": "nuxt", "playwright": "@playwright/test",
	"redux toolkit": "@reduxjs/toolkit", "react testing library": "@testing-library/react", "ruby on rails": "rails", "spring framework": "spring-framework",
	"next.js": "next", "spring boot": "spring-boot", "vue.js": "vue", "node.js": "node", "nodejs": "node", "express.js": "express", "golang": "go", "three.js": "three", "d3.js": "d3",
}

// Distance is how far a version that somebody names is from what the manifests ask for.
type Distance int

// The distances. A small one is a drift within what works alike.
const (
	Agrees Distance = iota
	Small
	Large
)

var bound = pattern.New(`^\s*(\^|~=|~>|~|>=|≥|==|=|>|v)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?`)

// Contradicts tells how far every manifest that asks for a package asks for another version
// of it than the one that somebody names, and what the nearest of them says.
func (x *Index) Contradicts(name, version string) (Version, Distance) {
	known := x.known(name)
	if !x.complete || len(known) == 0 || servers[plainName(name)] || formats[plainName(name)] {
		return Version{}, Agrees
	}
	least, at := Large, known[0]
	for _, v := range known {
		d := distance(v.Constraint, version, languages[v.key()] || v.key() == "node")
		if d == Small && languages[v.key()] { // whose minor versions are what others call major
			d = Large
		}
		if d < least || v == known[0] {
			least, at = d, v
		}
	}
	return at, least
}

// known returns what the manifests ask for under a name, or under the last part of one.
func (x *Index) known(name string) []Version {
	key := plainName(name)
	for _, key := range [...]string{key, strings.TrimSuffix(key, ".js"), strings.TrimSuffix(key, "js")} {
		if known := x.versions[key]; known != nil {
			return known
		}
	}
	var found []Version
	for other, versions := range x.versions {
		if module := majorPath.ReplaceAllString(other, ""); strings.HasSuffix(module, "/"+key) && strings.Contains(module, ".") {
			if found != nil {
				return nil
			}
			found = versions
		}
	}
	return found
}

// majorPath ends the path of a Go module with its major version.
var majorPath = pattern.New(`/v\d+$`)

var languages = set("go python ruby rust php dart")

// servers are programs after which packages are called that only speak to them: the version of such a package
// is its own.
var servers = set("mysql mariadb postgres postgresql redis mongodb mongo kafka rabbitmq elasticsearch opensearch nats docker nginx sqlite sqlite3 cassandra neo4j minio")

// formats have versions of their own, whatever writes them: UUID v7 is no release of a package.
var formats = set("uuid")

// mostAhead is how many majors a bare number lies ahead of a manifest at most to be a version.
const mostAhead = 5

// distance compares a constraint of a manifest with a version, or a constraint, that
// somebody names, as far as both are written out. Of a language the manifest says the least that will do, and a
// lower one that somebody names as that will not.
func distance(constraint, said string, language bool) Distance {
	c, s := bound.FindStringSubmatch(constraint), bound.FindStringSubmatch(said)
	if c == nil || s == nil || strings.Contains(constraint, "||") {
		return Agrees
	}
	at, more := 0, 0 // the first part that differs, and whether more is said than asked for
	for at < 3 && c[at+2] != "" && s[at+2] != "" && more == 0 {
		if more = number(s[at+2]) - number(c[at+2]); more == 0 {
			at++
		}
	}
	floor := strings.HasSuffix(said, "+")
	least := c[1] == ">=" || c[1] == ">" || c[1] == "≥"
	switch {
	case more == 0, at == 0 && s[3] == "" && s[1] == "" && more > mostAhead: // the next 25 of them, a Next.js 404
		return Agrees
	case (floor || s[1] == ">=" || s[1] == "≥" || s[1] == ">") && more < 0 && !language, floor && more > 0: // one of the two asks for more
		return Agrees
	case s[1] == "" && least && more > 0:
		return Agrees
	case at == 0, at == 1 && number(c[2]) == 0:
		return Large
	case s[1] == "" && (c[1] == "^" || c[1] == "~>") && more > 0: // it may be that one
		return Agrees
	}
	return Small
}

// Newer tells whether a version that somebody names has a higher major number than a constraint.
func Newer(said, constraint string) bool {
	s, c := bound.FindStringSubmatch(said), bound.FindStringSubmatch(constraint)
	return s != nil && c != nil && number(s[2]) > number(c[2])
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
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
	if scope, _, scoped := strings.Cut(key, "/"); scoped && key[0] == '@' {
		s.Folder = slices.ContainsFunc(known, func(other string) bool { return strings.HasPrefix(other, scope+"/") })
	}
	return s
}

// leastPackages is how many packages the manifests name of a project of whose packages
// anything is said.
const leastPackages = 3
