//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	quaySpec = `# Feature Specification: Quay booking

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Book a berth (Priority: P1)

A skipper books a berth for one night.

1. **Given** a free berth, **When** the skipper books it, **Then** the berth is held for 30 minutes.

## Requirements *(mandatory)*

- **FR-001**: The system MUST hold a berth for 30 minutes after booking.

## Success Criteria *(mandatory)*

- **SC-001**: 95 % of bookings end within 60 seconds.
`
	quayTasks = "# Tasks: Quay booking\n\n- [ ] T001 [US1] Add the booking form in web/booking.ts, see [the map](missing-map.md)\n"
)

// quay writes a project of spec-kit and returns its folder.
func quay(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "quay")
	for name, text := range map[string]string{
		".specify/templates/spec-template.md": "# Feature Specification: [FEATURE NAME]\n", "specs/001-berths/spec.md": quaySpec, "specs/001-berths/tasks.md": quayTasks,
	} {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	must(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	return dir
}

// A project of a framework is judged by what holds there, and its verdicts lie in its
// session: the specification asks for nothing that lifecycle's template has, and the dead
// link is one anywhere.
func TestCritiqueOfAFramework(t *testing.T) {
	dir := quay(t)
	out, errs, code := execute(t, "critique", "--checks-only", dir)
	if code != 2 || !strings.Contains(out, "HIGH X-005 the link leads to missing-map.md") || strings.Count(out, "HIGH") != 2 || strings.Contains(out, "RQ-002") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if !strings.Contains(errs, "1 spec-kit") {
		t.Errorf("nobody says what was recognised: %s", errs)
	}
	for _, name := range []string{"DISCUSS-003-verdict.json", "DISCUSS-005-verdict.json", "DISCUSS-005-discussion.md"} {
		if _, err := os.Stat(filepath.Join(dir, "specs/001-berths/discussions", name)); err != nil {
			t.Error(err)
		}
	}
	var v struct {
		Session  string `json:"session_path"`
		Artifact struct{ Path string }
	}
	text, err := os.ReadFile(filepath.Join(dir, "specs/001-berths/discussions/DISCUSS-003-verdict.json"))
	must(t, err)
	must(t, json.Unmarshal(text, &v))
	if v.Artifact.Path != "spec.md" || v.Session != "specs/001-berths" {
		t.Errorf("the verdict is of %+v", v)
	}
	if out, _, _ := execute(t, "status", dir); !strings.Contains(out, "\n001-berths  ") {
		t.Errorf("no line for the session: %s", out)
	}
	out, _, _ = execute(t, "status", filepath.Join(dir, "specs/001-berths"))
	if !strings.Contains(out, "001-berths, spec-kit (not watched)") || !strings.Contains(out, "DISCUSS-003  fresh") || strings.Contains(out, "DISCUSS-002") {
		t.Errorf("status: %s", out)
	}
	out, errs, code = execute(t, "wait", "--timeout", "5s", filepath.Join(dir, "specs/001-berths/spec.md"))
	if code != 0 {
		t.Errorf("wait ends with %d: %s%s", code, out, errs)
	}
}

func TestPlainDocument(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cache [v2].md")
	must(t, os.WriteFile(file, []byte("# Cache\n\nThe cache holds 200 entries, see [the table](gone.md).\n"), 0o644))
	for range 2 { // that one was judged makes the folder no session
		out, errs, code := execute(t, "critique", "--checks-only", file)
		if code != 2 || !strings.Contains(out, "HIGH X-005 the link leads to gone.md") || !strings.Contains(errs, "no layout knows it") {
			t.Fatalf("exit %d\n%s%s", code, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "discussions/DISCUSS-plain-verdict.json")); err != nil {
		t.Error(err)
	}
	if out, _, _ := execute(t, "status", dir); strings.Contains(out, "DISCUSS-") {
		t.Errorf("the folder counts as a session: %s", out)
	}
}

// write writes a short document of a project.
func write(t *testing.T, dir, name string) string {
	file := filepath.Join(dir, name)
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte("# Quays\n\nA quay holds two ships.\n"), 0o644))
	return file
}

// What sessions of a layout share is judged as a plain document where a person names it, and is not said to be unknown.
func TestBesideSessions(t *testing.T) {
	dir := t.TempDir()
	for _, name := range [...]string{"openspec/specs/quays/spec.md", ".specify/memory/constitution.md"} {
		_, errs, _ := execute(t, "critique", "--checks-only", "--dry-run", write(t, dir, name))
		if !strings.Contains(errs, "knows it, but as no session") {
			t.Errorf("%s: %s", name, errs)
		}
	}
}

// What is done is left alone, also by name, and judged where a person insists.
func TestArchived(t *testing.T) {
	dir := t.TempDir()
	for name, layout := range map[string]string{
		"openspec/changes/archive/2026-01-02-quays/proposal.md": "openspec", ".planning/milestones/v1.0-phases/01-quays/01-01-PLAN.md": "gsd",
		".planning/milestones/v1.0-REQUIREMENTS.md": "gsd", ".kiro/specs/completed/quays/requirements.md": "kiro", ".spec-workflow/archive/specs/quays/tasks.md": "spec-workflow",
	} {
		file := write(t, dir, name)
		for _, path := range [...]string{file, filepath.Dir(file)} {
			out, _, code := execute(t, "critique", "--checks-only", "--dry-run", path)
			if code != 4 || !strings.Contains(out, layout+" keeps there what is done, so it is left alone: --force") {
				t.Errorf("%s: exit %d, %s", path, code, out)
			}
		}
		if out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", "--force", file); code != 0 || !strings.Contains(errs, layout+" keeps there what is done") {
			t.Errorf("%s with --force: exit %d, %s%s", name, code, out, errs)
		}
	}
	if out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", filepath.Dir(write(t, dir, ".kiro/specs/archive/requirements.md"))); code == 4 {
		t.Errorf("a feature of that name: exit %d, %s%s", code, out, errs)
	}
}

// A round whose document is yet to be written waits, in a project without a word on the exit.
func TestUnwrittenArtifact(t *testing.T) {
	dir := t.TempDir()
	fresh := write(t, dir, ".kiro/specs/berths/requirements.md")
	must(t, os.WriteFile(fresh, []byte("# Requirements Document\n\n## Requirements\n<!-- Will be generated in /kiro:spec-requirements phase -->\n"), 0o644))
	const says = `requirements.md is not written yet: it ends with "Will be generated in /kiro:spec-requirements phase"`
	for _, path := range [...]string{dir, fresh, filepath.Dir(fresh)} {
		if out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", path); code != 4 || !strings.Contains(out, says) {
			t.Errorf("%s: exit %d, %s%s", path, code, out, errs)
		}
	}
	write(t, dir, ".kiro/specs/tides/design.md")
	if out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", dir); code != 0 || !strings.Contains(errs, "DISCUSS-003 of "+filepath.Dir(fresh)+" waits: "+says) {
		t.Errorf("beside another: exit %d, %s%s", code, out, errs)
	}
}

// The whole that was cut into shards is not judged beside them, and who names it is told.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	for _, name := range [...]string{".bmad-core/core-config.yaml", "docs/prd/index.md", "docs/prd/berths.md"} {
		write(t, dir, name)
	}
	if _, errs, _ := execute(t, "critique", "--checks-only", "--dry-run", write(t, dir, "docs/prd.md")); !strings.Contains(errs, "DISCUSS-003 of its session is about prd/index.md, which is judged in its place") {
		t.Error(errs)
	}
	if _, errs, _ := execute(t, "critique", "--checks-only", "--dry-run", filepath.Join(dir, "docs/prd/berths.md")); strings.Contains(errs, "in its place") {
		t.Error(errs)
	}
}

// A project in which a framework is only set up has its own documents judged, and none of the framework's.
func TestOnlySetUp(t *testing.T) {
	dir := t.TempDir()
	for i := range 120 {
		write(t, dir, fmt.Sprintf("_bmad/bmm/workflows/%d/template.md", i))
	}
	out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", dir)
	if code != 4 || !strings.Contains(out, "no session at or below this folder\n") || !strings.Contains(errs, "bmad is set up in "+dir+", and has no session there yet: one is _bmad-output/ with") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
	write(t, dir, "README.md")
	if out, errs, code := execute(t, "critique", "--checks-only", "--dry-run", dir); code != 0 || !strings.Contains(errs, "judged as a plain document ") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
}

// A second document beside one that was judged alone does not take the place of its verdict:
// it has one of its own, and so has each whose name no round's id can hold.
func TestSecondPlainDocument(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.md", "b.md", "设计.md", "总体.md"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("# Cache\n\nThe cache holds 200 entries.\n"), 0o644))
	}
	first, second, verdicts := filepath.Join(dir, "a.md"), filepath.Join(dir, "b.md"), filepath.Join(dir, "discussions/DISCUSS-plain-verdict.json")
	execute(t, "critique", "--checks-only", first)
	before, err := os.ReadFile(verdicts)
	must(t, err)
	for _, name := range []string{second, second, filepath.Join(dir, "设计.md"), filepath.Join(dir, "总体.md")} {
		out, errs, code := execute(t, "critique", "--checks-only", name)
		if code != 0 || !strings.Contains(errs, "has the verdict on a.md") || !strings.Contains(errs, "discussd critique "+dir) {
			t.Errorf("exit %d\n%s%s", code, out, errs)
		}
	}
	if given, err := filepath.Glob(filepath.Join(dir, "discussions/DISCUSS-plain*-verdict.json")); err != nil || len(given) != 4 || !slices.Contains(given, filepath.Join(dir, "discussions/DISCUSS-plain-b-verdict.json")) {
		t.Errorf("verdicts %q, %v", given, err)
	}
	if after, err := os.ReadFile(verdicts); err != nil || string(after) != string(before) {
		t.Errorf("the verdict on a.md has changed: %v", err)
	}
	for _, args := range [][]string{{"--dry-run", second}, {first}, {dir}} {
		if out, errs, code := execute(t, append([]string{"critique", "--checks-only"}, args...)...); code != 0 {
			t.Errorf("%q: exit %d\n%s%s", args, code, out, errs)
		}
	}
	must(t, os.Remove(first))
	if out, errs, code := execute(t, "critique", "--checks-only", dir); code != 0 {
		t.Errorf("the folder without a.md: exit %d\n%s%s", code, out, errs)
	}
}

// plainFolder is a folder of documents with names of their own, and what lies about in such
// folders beside them.
func plainFolder(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "docs", "cache")
	for name, text := range map[string]string{
		"prd.md":                  "# Cache\n\nThe cache keeps entries for 30 days.\n",
		"deep/er/design.md":       "# Design\n\nThe cache keeps entries for 90 days, see [the goals](../../prd.md).\n",
		"node_modules/p/usage.md": "# Usage\n\nSee [nothing](gone.md).\n",
		".notes/x.md":             "# Notes\n\nSee [nothing](gone.md).\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func TestPlainFolder(t *testing.T) {
	dir := plainFolder(t)
	for range 2 { // the record of the first time is no document of the second
		out, errs, code := execute(t, "critique", "--checks-only", "--fail-on", "medium", dir)
		if code != 3 || !strings.Contains(out, "but 90 days in deep/er/design.md") && !strings.Contains(out, "but 30 days in prd.md") ||
			strings.Contains(out, "gone.md") || !strings.Contains(errs, "as 2 plain documents together") {
			t.Fatalf("exit %d\n%s%s", code, out, errs)
		}
	}
	for i := range 100 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("note-%d.md", i)), []byte("# Note\n"), 0o644))
	}
	if out, _, code := execute(t, "critique", "--checks-only", dir); code != 4 || !strings.Contains(out, "holds 102 Markdown documents, more than the 100") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestPlainByConfiguration(t *testing.T) {
	dir := plainFolder(t)
	file := filepath.Join(t.TempDir(), "discussd.toml")
	must(t, os.WriteFile(file, []byte("[[layouts]]\nname = \"plain\"\nsessions = [{ path = \"docs/cache\" }]\n"), 0o644))
	lifecycle := filepath.Join(filepath.Dir(filepath.Dir(dir)), "S", "spec")
	must(t, os.MkdirAll(lifecycle, 0o755))
	must(t, os.WriteFile(filepath.Join(lifecycle, "product-brief.md"), []byte("# Brief\n"), 0o644))
	above := filepath.Dir(filepath.Dir(dir))
	if _, errs, code := execute(t, "--config", file, "critique", "--checks-only", above); code != 0 || !strings.Contains(errs, "1 lifecycle, 1 plain") {
		t.Fatalf("exit %d: %s", code, errs)
	}
	out, _, _ := execute(t, "--config", file, "status", dir, filepath.Dir(lifecycle))
	if strings.Count(out, "DISCUSS-plain  fresh") != 1 || strings.Count(out, "DISCUSS-002") != 1 {
		t.Errorf("the plain folder has its round, and the lifecycle session has none of that name: %s", out)
	}
	if out, errs, code := execute(t, "--config", file, "wait", "--timeout", "5s", filepath.Join(dir, "deep/er/design.md")); code != 0 {
		t.Errorf("wait ends with %d: %s%s", code, out, errs)
	}
	if out, _, code := execute(t, "--config", file, "critique", "--checks-only", "--fail-on", "low", filepath.Join(filepath.Dir(lifecycle), "spec", "notes.md")); code != 4 {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestPlainIsNoProgram(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.go")
	must(t, os.WriteFile(file, []byte("package main\n"), 0o644))
	if out, _, code := execute(t, "critique", "--checks-only", file); code != 4 || !strings.Contains(out, "belongs to no round") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestNothingFound(t *testing.T) {
	dir := t.TempDir()
	if _, errs, _ := execute(t, "critique", "--checks-only", dir); strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "'discussd doctor "+dir+"' says what is looked for") {
		t.Errorf("critique does not say where to look: %s", errs)
	}
	must(t, os.MkdirAll(filepath.Join(dir, ".specify/memory"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, ".specify/memory/constitution.md"), nil, 0o644))
	if _, errs, _ := execute(t, "critique", "--checks-only", dir); !strings.Contains(errs, "spec-kit is set up in "+dir) || strings.Contains(errs, "kiro") {
		t.Errorf("critique does not say what is there: %s", errs)
	}
	linked := filepath.Join(dir, "specs")
	must(t, os.Symlink(t.TempDir(), linked))
	if _, errs, _ := execute(t, "critique", "--checks-only", dir); !strings.Contains(errs, linked+" is a link") {
		t.Errorf("critique does not say what is a link: %s", errs)
	}
	for _, command := range [][]string{{"doctor", dir}, {"init", dir}} {
		out, errs, _ := execute(t, command...)
		for _, wanted := range []string{"spec-kit: specs/001-photo-albums/ with spec.md", "openspec: openspec/changes/", "lifecycle: a folder that holds spec/"} {
			if !strings.Contains(out+errs, wanted) {
				t.Errorf("%s does not say %q:\n%s%s", command[0], wanted, out, errs)
			}
		}
	}
}

func TestInit(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	dir, file := quay(t), filepath.Join(home, "discussd", "discussd.toml")
	out, errs, code := execute(t, "init", dir)
	if code != 0 || !strings.Contains(out, "1 session in "+dir+": 1 spec-kit") || !strings.Contains(out, "specs/001-berths (spec-kit)") || !strings.Contains(out, "without --yes") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if _, err := os.Stat(file); err == nil {
		t.Fatal("it was written without --yes")
	}
	out, errs, code = execute(t, "init", "--yes", dir)
	if code != 0 || !strings.Contains(out, "Wrote "+file) || !strings.Contains(out, "discussd critique --checks-only "+dir+"\n  discussd run "+dir) {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	before, err := os.ReadFile(file)
	must(t, err)
	if out, errs, code := execute(t, "config", "check"); code != 0 || !strings.Contains(out, file) {
		t.Errorf("what it wrote: exit %d, %s%s", code, out, errs)
	}
	if out, _, _ := execute(t, "init", "--yes", t.TempDir()); !strings.Contains(out, "left as it is") {
		t.Errorf("a second time: %s", out)
	}
	if after, err := os.ReadFile(file); err != nil || !slices.Equal(before, after) {
		t.Errorf("it was changed: %v", err)
	}
}

func TestShowLayout(t *testing.T) {
	out, _, code := execute(t, "config", "show", "--layout", "spec-kit")
	if code != 0 || !strings.Contains(out, `path = "specs/[0-9][0-9][0-9]-*"`) {
		t.Errorf("exit %d: %s", code, out)
	}
	if _, errs, code := execute(t, "config", "show", "--layout", "speckit"); code != 64 || !strings.Contains(errs, "nearest: spec-kit") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// A layout of the user's own, and one that he switched off.
func TestLayoutsOfOnesOwn(t *testing.T) {
	dir := quay(t)
	must(t, os.MkdirAll(filepath.Join(dir, "rfcs/0007-tides"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "rfcs/0007-tides/rfc.md"), []byte("# Tides\n\nTides are read every 10 minutes.\n"), 0o644))
	file := filepath.Join(t.TempDir(), "discussd.toml")
	configure := func(text string) { must(t, os.WriteFile(file, []byte(text), 0o600)) }
	configure(`
[[layouts]]
name = "rfcs"
sessions = [{ path = "rfcs/[0-9]*-*" }]
rounds = [{ id = "DISCUSS-004", artifact = ["rfc.md"], kind = "architecture" }]

[[layouts]]
name = "spec-kit"
off = true
`)
	out, errs, code := execute(t, "critique", "--checks-only", "--config", file, dir)
	if code != 0 || !strings.Contains(errs, "1 rfcs") || strings.Contains(errs, "spec-kit") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	configure("[[layouts]]\nname = \"rfcs\"\nsessions = [{ path = \"*/x\" }]\nrounds = [{ id = \"R9\", artifact = [\"a.md\"], kind = \"poem\" }]\n")
	_, errs, code = execute(t, "config", "check", "--config", file)
	for _, wanted := range []string{"must start with a name, not with a glob", `there is no round "R9"`, "must be one of [scope brief"} {
		if code != 78 || !strings.Contains(errs, wanted) {
			t.Errorf("exit %d without %q: %s", code, wanted, errs)
		}
	}
}

// A project's own schema holds, and one that cannot be understood is told of once.
func TestSchemaOfOpenSpec(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"openspec/config.yaml":                 "schema: harbour\n",
		"openspec/schemas/harbour/schema.yaml": "name: harbour\nversion: 1\nartifacts: [{id: pitch, generates: pitch.md}]\n",
		"openspec/changes/quay/pitch.md":       "# Quay\n\nA quay for 12 boats, see [the map](map.md).\n",
		"openspec/changes/mole/pitch.md":       "# Mole\n\nA mole of 200 metres.\n",
		"openspec/changes/quay/proposal.md":    "# Quay\n\nA quay for 12 boats.\n",
		"openspec/changes/mole/proposal.md":    "# Mole\n\nA mole of 200 metres.\n",
	} {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	must(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	out, errs, code := execute(t, "critique", "--checks-only", dir)
	if code != 2 || !strings.Contains(out, "pitch.md") || !strings.Contains(out, "X-005") || strings.Contains(errs, "usual documents") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	must(t, os.WriteFile(filepath.Join(dir, "openspec/schemas/harbour/schema.yaml"), []byte("artifacts: []\n"), 0o644))
	out, errs, code = execute(t, "critique", "--checks-only", dir)
	if code != 0 || strings.Contains(out, "pitch.md") || strings.Count(errs, "usual documents of openspec are looked for") != 1 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// A path at which there is nothing is a mistake, and called one.
func TestNoSuchPath(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "nope")
	for command, want := range map[string]int{"status": exitUsage, "view": exitUsage, "critique": 4} {
		if out, errs, code := execute(t, command, gone); code != want || !strings.Contains(out+errs, gone+": there is no such file or folder") {
			t.Errorf("%s: exit %d\n%s%s", command, code, out, errs)
		}
	}
	if out, errs, code := execute(t, "init", t.TempDir()); code != 0 || strings.Contains(out, "critique --checks-only") || !strings.Contains(out, "discussd demo") {
		t.Errorf("init of an empty folder: exit %d\n%s%s", code, out, errs)
	}
}

// What is wrong in [checks] is told beside a file of rules that is missing and a value
// elsewhere.
func TestEveryProblemOfChecks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discussd.toml")
	must(t, os.WriteFile(file, []byte("[checks]\nrules = [\"gone.toml\"]\noff = [\"X-999\"]\nseverity = { \"X-005\" = \"BAD\" }\n\n[panel]\nmode = \"nobody\"\n"), 0o644))
	_, errs, code := execute(t, "--config", file, "config", "check")
	for _, want := range []string{"gone.toml matches no file", `unknown rule "X-999"`, `(got "BAD")`, "panel.mode"} {
		if code != exitConfig || !strings.Contains(errs, want) {
			t.Errorf("exit %d, without %q:\n%s", code, want, errs)
		}
	}
}

// TestPlainInASession: a document beside the artifacts of a session is judged when a person
// names it, and what discussd wrote there is not.
func TestPlainInASession(t *testing.T) {
	planning := filepath.Join(t.TempDir(), ".planning")
	for name, text := range map[string]string{
		"PROJECT.md":        "# Kiosk\n\nVisitors buy a ticket at the kiosk.\n",
		"research/paper.md": "# Paper\n\nSee [the supplier](gone.md).\n",
	} {
		file := filepath.Join(planning, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
	}
	execute(t, "critique", "--checks-only", planning)
	paper := filepath.Join(planning, "research", "paper.md")
	if out, errs, code := execute(t, "critique", "--checks-only", "--fail-on", "high", paper); code != 2 || !strings.Contains(out, "gone.md") || !strings.Contains(errs, "an artifact of no round of its session, so it is judged as a plain document") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	feature := filepath.Join(t.TempDir(), "specs", "001-kiosk")
	for name, text := range map[string]string{"spec.md": "# Feature Specification: Kiosk\n\nVisitors buy a ticket.\n", "NOTES.md": "# Notes\n\nSee [the price](gone.md).\n", "../../.specify/memory/constitution.md": "# Rules\n"} {
		file := filepath.Join(feature, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
	}
	notes := filepath.Join(feature, "NOTES.md") // of a round whose artifact, a checklist of any name, is not there
	if out, errs, code := execute(t, "critique", "--checks-only", "--fail-on", "high", notes); code != 2 || !strings.Contains(out, "gone.md") {
		t.Errorf("a member without an artifact: exit %d: %s%s", code, out, errs)
	}
	record := filepath.Join(planning, "discussions", "DISCUSS-001-discussion.md")
	if out, _, code := execute(t, "critique", "--checks-only", record); code != 4 || !strings.Contains(out, "belongs to no round") {
		t.Errorf("its own record: exit %d: %s", code, out)
	}
}

// TestKindInTheConfiguration: a round of one's own says that its artifact is a brief, and is
// asked what briefs are asked.
func TestKindInTheConfiguration(t *testing.T) {
	isolate(t)
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "S", "spec"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "S", "spec", "pitch.md"), []byte("# Pitch\n\nA board for the harbour.\n"), 0o644))
	for kind, told := range map[string]bool{"brief": true, "plain": false} {
		settings := filepath.Join(dir, kind+".toml")
		must(t, os.WriteFile(settings, []byte("[[rounds]]\nid = \"PITCH\"\nartifact = [\"pitch.md\"]\nkind = \""+kind+"\"\nperspectives = [\"product\"]\n"), 0o644))
		out, errs, code := execute(t, "--config", settings, "critique", "--checks-only", "--dry-run", filepath.Join(dir, "S"))
		if code != 0 || strings.Contains(out, " BR-004 ") != told {
			t.Errorf("%s: exit %d\n%s%s", kind, code, out, errs)
		}
	}
}
