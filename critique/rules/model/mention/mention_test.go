package mention

import (
	"slices"
	"testing"

	"discussd/critique/document"
)

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		path, text string
		found      bool
		claimed    bool
	}{
		{"design.md", "Users are stored by `src/users.ts`.", true, false},
		{"design.md", "The existing `src/users.ts:12-40` stores users.", true, true},
		{"design.md", "现有的 `src/users.ts` 保存用户。", true, true},
		{"design.md", "A new `src/users.ts` will store users.", false, false},
		{"design.md", "Add `src/users.ts`: it stores users.", false, false},
		{"design.md", "- `src/users.ts` (new): it stores users.", false, false},
		{"design.md", "新增 `src/users.ts` 保存用户。", false, false},
		{"design.md", "`src/old.ts` → `src/users.ts`", false, false},
		{"design.md", "As in `src/**/*.ts`, `path/to/users.ts`, `https://example.org/a/b.ts`, `src/{name}.ts`, `github.com/a/b.go`.", false, false},
		{"design.md", "## Project Structure\n\n- `src/users.ts` stores users", true, false},
		{"design.md", "## New files\n\n- `src/users.ts` stores users", false, false},
		// what is said of the very next name outweighs what is said of it afterwards
		{"design.md", "现有的 `src/users.ts` 生成列表。", true, true},
		{"design.md", "沿用现有迁移 `src/users.ts`。", true, true},
		{"design.md", "迁移 `src/users.ts`。", false, false},
		{"design.md", "Delete the existing `src/users.ts`.", false, false},
		{"design.md", "The existing and new `src/users.ts` store users.", false, false},
		{"design.md", "`src/users.ts:store()` stores users.", true, false},
		{"tasks.md", "- [ ] 1. Users, see src/users.ts:12-40", true, true},
		{"design.md", "```\n`src/users.ts`\n```", false, false},
		{"tasks.md", "- [ ] 1. Users in `src/users.ts`", false, false},
		{"proposal.md", "`src/users.ts`: its form (lines 317-447)", true, true},
		{"research.md", "| Storage | `src/users.ts` | Verified |", true, true},
		{"tasks.md", "- [ ] 1. Update `src/users.ts`", true, true},
		{"tasks.md", "- [x] 1. Add `src/users.ts`", true, true},
		{"tasks.md", "- [x] 1. Delete `src/users.ts`", false, false},
		// what counts is the nearest word that speaks of a place
		{"design.md", "A new list follows the pattern in `src/users.ts`.", true, true},
		{"design.md", "New users will be greeted. `src/users.ts` stores them.", true, false},
		{"design.md", "`src/users.ts` will be updated.", true, true},
		{"design.md", "Existing users stay, and `src/users.ts` will be created.", true, true},
		{"design.md", "Nobody may touch some of it (e.g. `lib/any.ts`, `src/users.ts`).", false, false},
		{"tasks.md", "- [x] Clean up: deleted `old.ts` and `src/users.ts`", false, false},
		{"tasks.md", "- [x] Retire `src/users.ts` once nobody reads it", false, false},
		{"design.md", "Superseded: `src/users.ts` / `a.b` removed at the merge.", false, false},
		{"design.md", "Após a conclusão criar `src/users.ts`.", false, false},
		{"design.md", "`src/users.ts` wird neu erstellt.", false, false},
		{"design.md", "In the existing list a new `src/users.ts` is shown.", false, false},
		{"design.md", "It lives in the root (NOT `src/users.ts`).", false, false},
		{"design.md", "会话由 `src/users.ts` 保存。", true, false},
		{"design.md", "`src/users.ts` 将被创建。", false, false},
		{"design.md", "Every `src/users-X.ts` has a test.", false, false},
		{"design.md", "It takes `image/*`, `application/pdf` and all of `@photo/*`.", false, false},
		// outside code spans
		{"tasks.md", "- [x] T001 [P] Users in src/users.ts", true, true},
		{"tasks.md", "- [ ] T001 [P] Users in src/users.ts", false, false},
		{"design.md", "See https://example.org/src/users.ts, [the users](src/users.ts), src/*/users.ts and $HOME/src/users.ts.", false, false},
		{"design.md", "### Users (`src/users.ts`)", true, false},
		{"tasks.md", "- [x] 1. Users\n  - Create `src/users.ts`", true, true},
		{"tasks.md", "- [ ] 1. Users\n  - Create `src/users.ts`", false, false},
		{"tasks.md", "- [ ] 1. Users\n  - Run `pytest src/users.ts -v`", true, false},
		{"design.md", "@src/users.ts", true, false},
		{"design.md", "Made by `mkdir -p src/users.ts`.", false, false},
		// a cell speaks of its row
		{"design.md", "| File | Change |\n|---|---|\n| `src/users.ts` | Modify: a new field |", true, true},
		{"design.md", "| File | Change |\n|---|---|\n| `src/users.ts` | New |", false, false},
		{"design.md", "| New file | Purpose |\n|---|---|\n| `src/users.ts` | stores users |", false, false},
		{"design.md", "| File | Purpose |\n|---|---|\n| `src/users.ts` | shows new users |", true, false},
		{"design.md", "## Affected code\n\n- `src/users.ts`", true, true},
	} {
		d := document.Parse(c.path, []byte(c.text+"\n"))
		found := slices.DeleteFunc(Files(d, Coming(nil)), func(f File) bool { return f.Time == ToBe })
		if len(found) > 0 != c.found || c.found && (found[0].Claimed != c.claimed || found[0].Path != "src/users.ts") {
			t.Errorf("%s: %q: %+v", c.path, c.text, found)
		}
	}
}

func TestLineOfAFile(t *testing.T) {
	for text, want := range map[string]int{
		"See `src/users.ts:12`.": 12, "See `src/users.ts:12-40`.": 12, "See `src/users.ts#L12-L40`.": 12, "See src/users.ts:12.": 12, "See `src/users.ts`.": 0,
	} {
		found := Files(document.Parse("design.md", []byte(text+"\n")), Coming(nil))
		if len(found) != 1 || found[0].Line != want || found[0].Path != "src/users.ts" {
			t.Errorf("%s: %+v", text, found)
		}
	}
}

// TestListed: what a list of tasks only names may be there today, so a document that says
// it is there is believed; what it says is to come is not, until the task is done.
func TestListed(t *testing.T) {
	for text, claimed := range map[string]bool{
		"- [ ] 1. Sort in `src/users.ts`\n":    true,
		"- [ ] 1. Create `src/users.ts`\n":     false,
		"- [x] 1. Create `src/users.ts`\n":     true,
		"- [x] 1. Sort in `src/users.ts`\n":    true,
		"- [ ] 1. Move it to `src/users.ts`\n": false,
	} {
		tasks := document.Parse("tasks.md", []byte(text))
		design := document.Parse("design.md", []byte("The existing `src/users.ts` stores users.\n"))
		docs := []*document.Document{tasks, design}
		found := append(Files(tasks, Coming(docs)), Files(design, Coming(docs))...)
		got := false
		for _, f := range found {
			got = got || f.Claimed
		}
		if got != claimed {
			t.Errorf("%q: claimed %v, want %v", text, got, claimed)
		}
	}
}

// TestPlanned: what one document of a session plans is not missing in another.
func TestComing(t *testing.T) {
	tasks := document.Parse("tasks.md", []byte("- [ ] 1. Create src/users.ts\n"))
	tree := document.Parse("plan.md", []byte("```\nsrc/\n├── albums.ts\n└── tags.ts\n```\n"))
	design := document.Parse("design.md", []byte("`src/users.ts` and `src/tags.ts` and `src/photos.ts`\n"))
	found := Files(design, Coming([]*document.Document{tasks, tree, design}))
	found = slices.DeleteFunc(found, func(f File) bool { return f.Time != Now })
	if len(found) != 1 || found[0].Path != "src/photos.ts" {
		t.Errorf("found %+v, want photos.ts alone", found)
	}
}

func TestPackages(t *testing.T) {
	for text, want := range map[string]string{
		"Written with React 18.2 today.": "React 18.2",
		"- **Framework**: Next.js 15":    "Next.js 15",
		"Uses `zod@3.22`.":               "zod 3.22",
		"Upgrade from React 17.":         "",
		"React 18+ is needed.":           "React 18+",
		"Node.js 20 or later.":           "Node.js 20+",
		"- **Language**: Go 1.21+, SQL":  "Go 1.21+",
		"The loop is short (Go 1.22+).":  "",
		"Supported: Python 3.11.":        "",
		"页面使用 React 18 编写。":              "React 18",
		"Uses Ant Design Vue 4.":         "",
		"The old page had React 17.":     "",
	} {
		found := Packages(document.Parse("design.md", []byte(text+"\n")))
		got := ""
		if len(found) > 0 {
			got = found[0].Name + " " + found[0].Version
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is a path by its form alone: where it stands for something else, nothing is missing
// by it.
func TestForms(t *testing.T) {
	for text, want := range map[string][]string{
		"- Import List from `@/lists/users`.":                     {"@/lists/users claimed"},
		"Users are kept in `src/users/stored`.":                   {"src/users/stored"},
		"It is `and/or`, and `text/plain`.":                       nil,
		"```\nsrc/\n├── lists/\n│   └── users.ts # existing\n```": {"src/lists", "src/lists/users.ts claimed"},
		"```\nsrc/\n├── lists/\n│   └── users.ts # new\n```":      {"src/lists"},
		"```\nif (a) {\n  users.list/\n}\n```":                    nil,
		"[Source: src/users.ts:12-40 — what is kept]":             {"src/users.ts claimed"},
		"`src/users.ts:store()` stores users.":                    {"src/users.ts"},
		"The existing mailer in src/mail/ sends it.":              {"src/mail claimed"},
		"Views (src/views/*) draw it.":                            {},
		"All of `src/views/*` draws it.":                          {"src/views"},
		"It is a/b/c, whichever.":                                 {},
	} {
		d := document.Parse("design.md", []byte(text+"\n"))
		var got []string
		for _, f := range Files(d, Coming([]*document.Document{d})) {
			path := f.Path
			if f.Claimed {
				path += " claimed"
			}
			got = append(got, path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

// A name is in a file, or not, by the words between them.
func TestNamesInFiles(t *testing.T) {
	for text, want := range map[string]string{
		"Rows come from `storeUsers` in `users.ts`.":         "users.ts",
		"在 `src/users.ts` 的 `storeUsers` 方法中。":               "src/users.ts",
		"`src/users.ts` already exports `storeUsers`.":       "src/users.ts",
		"`src/users.ts:storeUsers()` stores them.":           "src/users.ts",
		"Rows come from `storeUsers`, as does `users.ts`.":   "",
		"`src/users.ts` is small; `storeUsers` stores them.": "",
	} {
		d := document.Parse("design.md", []byte(text+"\n"))
		var got []string
		for _, n := range Names(d, Coming([]*document.Document{d})) {
			if n.Text == "storeUsers" {
				got = append(got, n.In)
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

func TestFormsOfVersions(t *testing.T) {
	for text, want := range map[string][]string{
		"The page is written with React 18.":                           {"React 18"},
		"Uses `a.example/orm` v1.25.12 and quay@1.2.":                  {"a.example/orm v1.25.12", "quay 1.2"},
		"**Tailwind CSS v4** is used.":                                 {"Tailwind CSS v4", "CSS v4"},
		"| Package | Version |\n|---|---|\n| `quay` | >=24.0 |":        {"quay >=24.0"},
		"| Tool | Version |\n|---|---|\n| Quay | 1.21+ |":              {"Quay 1.21+"},
		"| Package | Boats |\n|---|---|\n| quay | 24 |":                nil,
		"React 17 will be upgraded to React 18, and found Quay 0 dry.": nil,
	} {
		d := document.Parse("design.md", []byte(text+"\n"))
		var got []string
		for _, p := range Packages(d) {
			got = append(got, p.Name+" "+p.Version)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

// TestLoadedFromAHiddenFolder: what an agent is told to load from a folder with a dot is no host.
func TestLoadedFromAHiddenFolder(t *testing.T) {
	d := document.Parse("02-01-PLAN.md", []byte("<context>\n@.notes/phases/02-lamps/02-RESEARCH.md\n</context>\n"))
	if found := Files(d, Coming(nil)); len(found) != 1 || found[0].Path != ".notes/phases/02-lamps/02-RESEARCH.md" || found[0].Time != Now {
		t.Errorf("%+v", found)
	}
}
