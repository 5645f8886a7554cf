package mention

import (
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
		{"design.md", "## Project Structure\n\n- `src/users.ts` stores users", false, false},
		{"design.md", "```\n`src/users.ts`\n```", false, false},
		{"tasks.md", "- [ ] 1. Users in `src/users.ts`", false, false},
		{"tasks.md", "- [ ] 1. Update `src/users.ts`", true, true},
		{"tasks.md", "- [x] 1. Add `src/users.ts`", true, true},
		{"tasks.md", "- [x] 1. Delete `src/users.ts`", false, false},
	} {
		d := document.Parse(c.path, []byte(c.text+"\n"))
		found := Files(d, nil)
		if len(found) > 0 != c.found || c.found && (found[0].Claimed != c.claimed || found[0].Path != "src/users.ts") {
			t.Errorf("%s: %q: %+v", c.path, c.text, found)
		}
	}
}

// TestPlanned: what one document of a session plans is not missing in another.
func TestPlanned(t *testing.T) {
	tasks := document.Parse("tasks.md", []byte("- [ ] 1. Create src/users.ts\n"))
	tree := document.Parse("plan.md", []byte("```\nsrc/\n├── albums.ts\n└── tags.ts\n```\n"))
	design := document.Parse("design.md", []byte("`src/users.ts` and `src/tags.ts` and `src/photos.ts`\n"))
	found := Files(design, Planned([]*document.Document{tasks, tree, design}))
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
		"React 18+ is needed.":           "",
		"Node.js 20 or later.":           "",
		"Supported: Python 3.11.":        "",
		"页面使用 React 18 编写。":              "React 18",
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
