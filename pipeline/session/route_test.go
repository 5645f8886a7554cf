package session

import (
	"path/filepath"
	"strings"
	"testing"
)

type route struct {
	Dir, Round string
	OK         bool
}

func TestRoute(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		"flat/spec-config.json":         "{}",
		"flat/epics.md":                 "x",
		"flat/requirements/A.md":        "x",
		"marked/team-session.json":      "{}",
		"marked/requirements/A.md":      "x",
		"unmarked/product-brief.md":     "x",
		"config/spec/spec-config.json":  "{}",
		"config/spec/epics.md":          "x",
		"odd имя 名\n*/spec/epics.md":    "x",
		"spec/spec/product-brief.md":    "x",
		"nested/spec/in/spec/epics.md":  "x",
		"flat/inner/spec-config.json":   "{}",
		"flat/inner/architecture.md":    "x",
		"flat/inner/architecture/B.md":  "x",
		"flat/inner/architecture/C.txt": "x",
	})
	tests := map[string]struct{ path, dir, round string }{
		"artifact":                        {"config/spec/epics.md", "config", "R5"},
		"index":                           {"config/spec/epics/_index.md", "config", "R5"},
		"member":                          {"config/spec/epics/E 1 名.md", "config", "R5"},
		"member named like an artifact":   {"config/spec/requirements/requirements.md", "config", "R3"},
		"folder is gone":                  {"gone/spec/product-brief.md", "gone", "R2"},
		"odd name":                        {"odd имя 名\n*/spec/epics.md", "odd имя 名\n*", "R5"},
		"session named spec":              {"spec/spec/product-brief.md", "spec", "R2"},
		"inner session":                   {"nested/spec/in/spec/epics.md", "nested/spec/in", "R5"},
		"spec of spec":                    {"a/spec/spec/spec/epics.md", "a/spec/spec", "R5"},
		"no round":                        {"config/spec/spec-config.json", "", ""},
		"too deep":                        {"config/spec/epics/old/E1.md", "", ""},
		"no markdown":                     {"config/spec/epics/E1.txt", "", ""},
		"hidden member":                   {"config/spec/epics/.E1.md", "", ""},
		"lock file":                       {"config/spec/epics/.#E1.md", "", ""},
		"autosave":                        {"config/spec/epics/#E1.md", "", ""},
		"outside spec":                    {"config/product-brief.md", "", ""},
		"record":                          {"config/discussions/R2-discussion.md", "", ""},
		"request":                         {"config/discussions/requests/a b.md", "config", "requests/a b.md"},
		"request, JSON":                   {"bare/discussions/requests/a.json", "bare", "requests/a.json"},
		"decision":                        {"config/discussions/decisions/R6.toml", "config", "decisions/R6.toml"},
		"decision without a session":      {"src/discussions/decisions/R6.toml", "", ""},
		"request being written":           {"config/discussions/requests/.a.md.tmp", "", ""},
		"backup of a request":             {"config/discussions/requests/a.md~", "", ""},
		"no form of a request":            {"config/discussions/requests/a.txt", "", ""},
		"below the requests":              {"config/discussions/requests/old/a.md", "", ""},
		"requests elsewhere":              {"config/requests/a.txt", "", ""},
		"spec itself":                     {"config/spec", "", ""},
		"flat artifact":                   {"flat/epics.md", "flat", "R5"},
		"flat artifact, deleted":          {"flat/product-brief.md", "flat", "R2"},
		"flat only artifact, deleted":     {"marked/product-brief.md", "marked", "R2"},
		"flat member":                     {"flat/requirements/A.md", "flat", "R3"},
		"flat member, deleted":            {"flat/requirements/B.md", "flat", "R3"},
		"flat inner":                      {"flat/inner/architecture/B.md", "flat/inner", "R4"},
		"flat member without artifact":    {"marked/requirements/A.md", "", ""},
		"flat artifact without marker":    {"unmarked/product-brief.md", "", ""},
		"flat other":                      {"flat/inner/architecture/C.txt", "", ""},
		"artifact name without a session": {"src/epics.md", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := route{test.dir, test.round, test.dir != ""}
			if want.OK {
				want.Dir = filepath.Join(top, test.dir)
			}
			dir, round, ok := table().Route(filepath.Join(top, test.path))
			if got := (route{dir, round, ok}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestRouteOddPaths(t *testing.T) {
	tests := map[string]route{
		"":                              {},
		"/":                             {},
		"/spec/epics.md":                {"/", "R5", true},
		"spec/epics.md":                 {},
		"s/spec/epics.md":               {},
		"/s/spec/../spec/epics.md":      {},
		"/s//spec/epics.md":             {},
		"/s/spec/epics.md/":             {},
		"/s/specs/epics.md":             {},
		"/s/spec/epics/\xff.md":         {"/s", "R5", true},
		"/s/spec/epics/new\nline.md":    {"/s", "R5", true},
		"/s/spec/epics/_index.md/x.md":  {},
		"/s/spec/epics/x/spec/epics.md": {"/s/spec/epics/x", "R5", true},
	}
	for path, want := range tests {
		dir, round, ok := table().Route(path)
		if got := (route{dir, round, ok}); got != want {
			t.Errorf("%q: got %+v, want %+v", path, got, want)
		}
	}
}

func TestRouteOwnTable(t *testing.T) {
	l := Layout{
		SpecDirs: []string{"docs/spec"},
		Rounds: []Round{
			{ID: "all", Artifacts: []string{"index.md"}, Members: []string{"**/*.md", "*.{yaml,yml}"}},
			{ID: "brief", Artifacts: []string{"brief.md"}, Members: []string{"parts/*", ".drafts/*.txt"}},
			{ID: "deep", Artifacts: []string{"docs/spec/api.json"}},
		},
	}
	tests := map[string]route{
		"/s/docs/spec/index.md":       {"/s", "all", true},
		"/s/docs/spec/a/b/c.md":       {"/s", "all", true},
		"/s/docs/spec/a/.cache/c.md":  {},
		"/s/docs/spec/api.yml":        {"/s", "all", true},
		"/s/docs/spec/brief.md":       {"/s", "brief", true}, // an artifact is nobody's member
		"/s/docs/spec/parts/one.md":   {"/s", "all", true},   // the first round that matches
		"/s/docs/spec/parts/one.txt":  {"/s", "brief", true},
		"/s/docs/spec/parts/one.tmp":  {},
		"/s/docs/spec/parts/one.swp":  {},
		"/s/docs/spec/parts/one.txt~": {},
		"/s/docs/spec/parts/4913":     {},
		"/s/docs/spec/.drafts/a.txt":  {"/s", "brief", true}, // asked for by name
		"/s/docs/spec/.drafts/.a.txt": {},
		"/s/spec/index.md":            {},

		"/s/docs/spec/docs/spec/api.json": {"/s", "deep", true},
	}
	for path, want := range tests {
		dir, round, ok := l.Route(path)
		if got := (route{dir, round, ok}); got != want {
			t.Errorf("%q: got %+v, want %+v", path, got, want)
		}
	}
}

func TestRouteFlatFirst(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{"s/spec/spec-config.json": "{}", "s/spec/epics.md": "x"})
	l := table()
	l.SpecDirs = []string{".", "spec"}
	for _, name := range []string{"s/spec/epics.md", "s/spec/product-brief.md", "s/spec/requirements/A.md"} {
		if dir, _, ok := l.Route(filepath.Join(top, name)); !ok || dir != filepath.Join(top, "s") {
			t.Errorf("%s: a spec folder is no session: %q %v", name, dir, ok)
		}
	}
}

func FuzzRoute(f *testing.F) {
	f.Add("/a/spec/product-brief.md")
	f.Add("/a/spec/requirements/_index.md")
	f.Add("/spec/spec/epics/\xff.md")
	f.Add("//spec//epics.md")
	f.Add("spec/epics.md")
	f.Add("/a/requirements/../epics.md")
	l := table()
	f.Fuzz(func(t *testing.T, path string) {
		dir, round, ok := l.Route(path)
		if !ok {
			if dir != "" || round != "" {
				t.Errorf("%q: not routed, yet %q %q", path, dir, round)
			}
			return
		}
		if !filepath.IsAbs(dir) || filepath.Clean(dir) != dir || !strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") {
			t.Errorf("%q: %q is no session above it", path, dir)
		}
		if _, known := l.Round(round); !known {
			t.Errorf("%q: unknown round %q", path, round)
		}
	})
}

func BenchmarkRoute(b *testing.B) {
	l := table()
	for name, path := range map[string]string{
		"artifact": "/home/user/src/project/.workflow/.team/TLS-session-2026-01-01/spec/product-brief.md",
		"member":   "/home/user/src/project/.workflow/.team/TLS-session-2026-01-01/spec/requirements/REQ-001.md",
		"source":   "/home/user/src/project/internal/server/handlers/upload_test.go",
		"markdown": "/home/user/src/project/docs/guides/install.md",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l.Route(path)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	l := table()
	l.Markers = []string{"own.json"}
	for name, want := range map[string]bool{"spec-config.json": true, "blueprint-config.json": true, "team-session.json": true, "own.json": true, "glossary.json": false, "epics.md": false} {
		if l.Marks(name) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}
