package codebase

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func marina(t *testing.T) *os.Root {
	t.Helper()
	var many strings.Builder
	for i := range leastWords {
		fmt.Fprintf(&many, "const buoy_%d = %d\n", i, i)
	}
	return project(t, map[string]string{
		".gitignore": "secret/\n", "secret/hidden.ts": "const hiddenHarbour = 1\n", "src/many.ts": many.String(),
		"src/berth.ts":                        "class BerthStore { holdBerth() {} }\nconst u = process.env.HARBOUR_URL; app.get('/api/lost-found/:id')\nconst acceptance_criteria = 1\n",
		"specs/1/discussions/R1-verdict.json": `{"quote": "onlyInVerdict"}`,
		"compose.yml":                         "ports:\n  - '8471:8471'\n", "notes.md": "onlyInNotes\n", "Harbour.props": "<OnlyInProps>true</OnlyInProps>\n", "package-lock.json": `{"onlyInLock":1}`,
		"app/api/visitors/route.ts": "", "migrations/2026_01_02_create_berths_table.sql": "", "src/huge.ts": "const onlyInHuge = 1\n" + strings.Repeat("x ", maxManifest/2),
	})
}

func TestWords(t *testing.T) {
	root := marina(t)
	outside := filepath.Join(t.TempDir(), "out.ts")
	if err := os.WriteFile(outside, []byte("const behindLink = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root.Name(), "src", "out.ts")); err != nil {
		t.Skip(err)
	}
	w := ReadWords(context.Background(), root, Read(context.Background(), root, Default), OfWords)
	for name, want := range map[string]Sighting{
		"BerthStore": {There: true}, "BerthStore.holdBerth": {There: true}, "HARBOUR_URL": {There: true},
		"create_berths_table": {There: true},
		"OnlyInProps":         {There: true},
		"acceptanceCriteria":  {There: true}, // another spelling of the same
		"BerthStre":           {Missing: true, Nearest: "BerthStore", Near: true},
		"BerthStores":         {Missing: true, Nearest: "BerthStore"}, // several of it: nobody's name
		"HARBOURURL_":         {Missing: true, Nearest: "HARBOUR_URL", Near: true, Env: true},
		"hiddenHarbour":       {Missing: true}, // .gitignore leaves it out
		"behindLink":          {Missing: true},
		"onlyInNotes":         {Missing: true}, // documents are no witness of themselves
		"onlyInLock":          {Missing: true},
		"onlyInVerdict":       {Missing: true}, // which quotes what a document named
		"onlyInHuge":          {Missing: true},
	} {
		if want.Missing {
			want.Part = name
		}
		if got := w.Name(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	for number, want := range map[string]Sighting{"8471": {There: true}, "8472": {Missing: true, Nearest: "8471"}, "5432": {}} {
		if got := w.Port(number); got != want {
			t.Errorf("port %s: %+v, want %+v", number, got, want)
		}
	}
	for route, want := range map[string]Sighting{
		"/api/visitors/{id}": {There: true}, "/api/lost-found": {There: true}, "/nobody/knows": {}, "/api/v1.2/x": {},
		"/api/visitrs": {Missing: true, Part: "visitrs", Nearest: "/api/visitors", Near: true}, "/api/payments": {Missing: true, Part: "payments"},
	} {
		if got := w.Route(route); got != want {
			t.Errorf("route %s: %+v, want %+v", route, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	root := project(t, map[string]string{"a/users.ts": "1\n2\n3\n", "b/users.ts": "1\n2", "c/empty.ts": "", "notes.md": "1\n"})
	w := ReadWords(context.Background(), root, Read(context.Background(), root, Default), OfWords)
	for _, c := range []struct {
		file   string
		number int
		want   Sighting
	}{
		{"a/users.ts", 3, Sighting{There: true}}, {"a/users.ts", 4, Sighting{Missing: true, Folder: true, Nearest: "a/users.ts:3"}},
		{"users.ts", 3, Sighting{There: true}}, {"users.ts", 4, Sighting{Missing: true, Folder: true, Nearest: "a/users.ts:3"}},
		{"b/users.ts", 3, Sighting{Missing: true, Folder: true, Nearest: "b/users.ts:2"}}, {"d/users.ts", 9, Sighting{}}, {"notes.md", 9, Sighting{}},
	} {
		if got := w.Line(c.file, c.number); got != c.want {
			t.Errorf("%s:%d: %+v, want %+v", c.file, c.number, got, c.want)
		}
	}
}

func TestPackage(t *testing.T) {
	x := Read(context.Background(), project(t, map[string]string{
		"package.json": `{"dependencies":{"react":"^18.2.0","@tide/forms":"1.0.0"}}`, "go.mod": "module m\n\nrequire github.com/quay/berths v1.2.0\n",
		"worker/requirements.txt": "celery\n",
	}), Default)
	for name, want := range map[string]Sighting{
		"react": {There: true}, "@tide/forms": {There: true}, "berths": {There: true}, "celery": {There: true},
		"@tide/froms": {Missing: true, Folder: true, Nearest: "@tide/forms", Near: true}, "lodash": {Missing: true},
		"celery-beat": {Missing: true, Nearest: "celery"},
	} {
		if got := x.Package(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	few := Read(context.Background(), project(t, map[string]string{"package.json": `{"dependencies":{"react":"^18.2.0"}}`}), Default)
	if got := few.Package("lodash"); got.Missing {
		t.Errorf("one package says nothing of others: %+v", got)
	}
}

// Where not everything was read, nothing is missing.
func TestWordsOfWhatWasPartlyRead(t *testing.T) {
	root := marina(t)
	index := Read(context.Background(), root, Default)
	notes := map[string]string{"one.py": "class BerthStore: pass"}
	for i := range leastWords {
		notes[fmt.Sprintf("berths/note%d.md", i)] = "Berths"
	}
	documents := project(t, notes)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, w := range map[string]*Words{
		"little room": ReadWords(context.Background(), root, index, Limits{Bytes: 100}),
		"ended early": ReadWords(cancelled, root, index, OfWords),
		"no program":  ReadWords(context.Background(), documents, Read(context.Background(), documents, Default), OfWords),
		"few names":   {complete: true, all: map[string]bool{"a": true}, ports: map[string]bool{}},
	} {
		for _, got := range [...]Sighting{w.Name("BerthStre"), w.Port("8472"), w.Route("/api/visitrs")} {
			if got.Missing {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}

func TestCommand(t *testing.T) {
	x := Read(context.Background(), project(t, map[string]string{
		"package.json": `{"scripts":{"build":"x","lint:styles":"y"}}`, "web/package.json": `{"scripts":{"storybook":"z"}}`, "web/sub/package.json": `{}`,
		"Makefile": ".PHONY: migrate\nVERSION := 1\nmigrate clean-all: schema\n\tgo run .\n", "justfile": "alias b := build\nbuild target='x': deps\n  echo\n@deps:\n  echo\n",
	}), Default)
	for _, c := range []struct {
		program, name string
		want          Sighting
	}{
		{"npm", "build", Sighting{There: true}}, {"pnpm", "storybook", Sighting{There: true}},
		{"npm", "storybok", Sighting{Missing: true, Folder: true, Nearest: "storybook", Near: true}},
		{"npm", "deploy", Sighting{Missing: true, Folder: true}},
		{"make", "clean-all", Sighting{There: true}}, {"make", "VERSION", Sighting{Missing: true, Folder: true}},
		{"just", "b", Sighting{There: true}}, {"just", "deps", Sighting{There: true}}, {"task", "x", Sighting{}},
	} {
		if got := x.Command(c.program, c.name); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.program, c.name, got, c.want)
		}
	}
	for name, files := range map[string]map[string]string{
		"an include": {"Makefile": "include common.mk\nall:\n\ttrue\n"}, "a pattern": {"Makefile": "all:\n\ttrue\n%.o: %.c\n\tcc\n"},
		"unreadable": {"package.json": `{"scripts":{"build":"x"}}`, "web/package.json": `{`}, "no scripts": {"package.json": `{}`}, "just imports": {"justfile": "import 'x'\nbuild:\n  echo\n"},
	} {
		x := Read(context.Background(), project(t, files), Default)
		for _, program := range [...]string{"npm", "make", "just"} {
			if got := x.Command(program, "nothing"); got.Missing {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}

// FuzzWords: whatever a file holds, reading it ends and every word of it is there.
func FuzzWords(f *testing.F) {
	f.Add("class BerthStore { hold-berth() }\nPORT=8471\n")
	f.Add("a-b--c-\xff_$9-")
	f.Fuzz(func(t *testing.T, text string) {
		w := &Words{all: map[string]bool{}, ports: map[string]bool{}}
		w.read(text)
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r > 127 || !wordByte(byte(r)) }) {
			if len(word) >= 2 && len(word) <= longest && !w.all[word] {
				t.Errorf("%q is not among the words of %q", word, text)
			}
		}
		targets(text)
		recipes(text)
		scripts(text)
		pom(text)
		requirements(text)
	})
}
