package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique/codebase"
	"discussd/pipeline/layout"
)

// discussTable has the rounds that the layouts speak of.
func discussTable() Layout {
	l := table()
	for i := range l.Rounds {
		l.Rounds[i].ID = "DISCUSS-00" + l.Rounds[i].ID[1:]
	}
	l.Frameworks = layout.NewSet(layout.Builtin())
	return l
}

// found is every session below a folder with its layout and its rounds: the artifact and,
// after it, the members.
func found(t *testing.T, l Layout, dir string) map[string]map[string][]string {
	t.Helper()
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	all := map[string]map[string][]string{}
	for _, session := range sessions {
		rel, err := filepath.Rel(dir, session)
		must(t, err)
		rounds := map[string][]string{}
		s := open(t, session, l)
		for _, round := range l.Rounds {
			snapshot, err := s.Read(round)
			if err != nil {
				continue
			}
			files := []string{string(snapshot.Artifact.Kind) + ":" + snapshot.Artifact.Path}
			for _, member := range snapshot.Members {
				files = append(files, string(member.Kind)+":"+member.Path)
			}
			rounds[strings.TrimPrefix(round.ID, "DISCUSS-")] = files
			for _, file := range append(paths(snapshot.Members), snapshot.Artifact.Path) {
				if dir, id, ok := l.Route(filepath.Join(session, file)); !ok || dir != session || id != round.ID {
					t.Errorf("a change of %s is one of %q in %q, want %s in %s", file, id, dir, round.ID, session)
				}
			}
		}
		all[l.Name(session)+" "+rel] = rounds
	}
	return all
}

func TestFrameworks(t *testing.T) {
	tests := map[string]struct {
		files []string
		want  map[string]map[string][]string
	}{
		"spec-kit": {
			[]string{
				".specify/memory/constitution.md", ".specify/templates/specs/001-x/spec.md", "specs/README.md",
				"specs/007-tide-table/spec.md", "specs/007-tide-table/plan.md", "specs/007-tide-table/research.md", "specs/007-tide-table/contracts/api.yaml",
				"specs/007-tide-table/tasks.md", "specs/007-tide-table/checklists/ux.md", "specs/007-tide-table/checklists/requirements.md",
				"specs/20260131-120000-harbour/spec.md", "specs/008-nothing-yet/notes.md", "specs/general/spec.md",
			},
			map[string]map[string][]string{
				"spec-kit specs/007-tide-table": {
					"003": {"requirements:spec.md"}, "004": {"architecture:plan.md", ":contracts/api.yaml", "plain:research.md"}, "005": {"tasks:tasks.md"},
					"006": {"sign-off:checklists/requirements.md", "sign-off:checklists/ux.md"},
				},
				"spec-kit specs/20260131-120000-harbour": {"003": {"requirements:spec.md"}},
			},
		},
		"openspec": {
			[]string{
				"openspec/project.md", "openspec/specs/001-buoys/spec.md", "openspec/changes/archive/2026-01-01-old/proposal.md",
				"openspec/changes/AREA-1/proposal.md", "openspec/changes/AREA-1/specs/buoys/lights/spec.md", "openspec/changes/AREA-1/specs/001-anchor/spec.md",
				"openspec/changes/AREA-1/design.md", "openspec/changes/AREA-1/tasks.md", "openspec/changes/AREA-1/.openspec.yaml", "openspec/changes/AREA-1/.hidden.yaml", "openspec/changes/empty/.openspec.yaml",
			},
			map[string]map[string][]string{"openspec openspec/changes/AREA-1": {
				"002": {"brief:proposal.md", ":.openspec.yaml"}, "003": {"requirements:specs/001-anchor/spec.md", "requirements:specs/buoys/lights/spec.md"},
				"004": {"architecture:design.md"}, "005": {"tasks:tasks.md"},
			}},
		},
		"kiro in a package of a monorepo": {
			[]string{"apps/web/.kiro/steering/product.md", "apps/web/.kiro/specs/灯塔/requirements.md", "apps/web/.kiro/specs/灯塔/design.md", "apps/web/.kiro/specs/灯塔/research.md", "apps/web/.kiro/specs/fog/bugfix.md", "apps/web/.kiro/settings/templates/specs/requirements.md"},
			map[string]map[string][]string{
				"kiro apps/web/.kiro/specs/灯塔":  {"003": {"requirements:requirements.md"}, "004": {"architecture:design.md", "plain:research.md"}},
				"kiro apps/web/.kiro/specs/fog": {"003": {"requirements:bugfix.md"}},
			},
		},
		"spec-workflow": {
			[]string{".spec-workflow/specs/quay/requirements.md", ".spec-workflow/specs/quay/tasks.md", ".spec-workflow/specs/quay/Implementation Logs/a.md", ".spec-workflow/archive/specs/quay/tasks.md", ".spec-workflow/templates/tasks.md"},
			map[string]map[string][]string{"spec-workflow .spec-workflow/specs/quay": {"003": {"requirements:requirements.md"}, "005": {"tasks:tasks.md"}}},
		},
		"bmad 6": {
			[]string{
				"_bmad-output/planning-artifacts/PRD.md", "_bmad-output/planning-artifacts/ux-design-spec.md", "_bmad-output/planning-artifacts/architecture.md",
				"_bmad-output/planning-artifacts/epics.md", "_bmad-output/planning-artifacts/epics-cli.md", "_bmad-output/implementation-artifacts/1-2-login.md", "_bmad-output/implementation-artifacts/sprint-status.yaml",
				"_bmad-output/planning-artifacts/implementation-readiness-report.md", "_bmad-output/planning-artifacts/prds/prd-x/review-rubric.md",
			},
			map[string]map[string][]string{"bmad _bmad-output": {
				"003": {"requirements:planning-artifacts/PRD.md", "plain:planning-artifacts/ux-design-spec.md"}, "004": {"architecture:planning-artifacts/architecture.md"},
				"005": {"epics:planning-artifacts/epics-cli.md", "tasks:implementation-artifacts/1-2-login.md", ":implementation-artifacts/sprint-status.yaml", "epics:planning-artifacts/epics.md"},
				"006": {"sign-off:planning-artifacts/implementation-readiness-report.md"},
			}},
		},
		"bmad 6 whose documents lie in docs": {
			[]string{
				"a/_bmad/bmm/config.yaml", "a/docs/prd.md", "a/docs/architecture.md", "a/docs/epics.md", "a/docs/stories/1-2-login.md", "a/docs/operations.md", "b/docs/prd.md",
			},
			map[string]map[string][]string{"bmad a/docs": {
				"003": {"requirements:prd.md"}, "004": {"architecture:architecture.md"}, "005": {"epics:epics.md", "tasks:stories/1-2-login.md"},
			}},
		},
		"bmad 6 in folders of runs": {
			[]string{"_bmad-output/planning-artifacts/prds/prd-quay-2026-02-01/prd.md", "_bmad-output/planning-artifacts/epics/epics-quay-2026-02-02/epics.md"},
			map[string]map[string][]string{"bmad _bmad-output": {
				"003": {"requirements:planning-artifacts/prds/prd-quay-2026-02-01/prd.md"}, "005": {"epics:planning-artifacts/epics/epics-quay-2026-02-02/epics.md"},
			}},
		},
		"spec-kit after a thousand, and before it had folders of its own": {
			[]string{"specs/1007-tides/spec.md", ".specify/specs/003-quay/spec.md", ".specify/specs/003-quay/plan.md", "packages/web/specs/002-pier/tasks.md"},
			map[string]map[string][]string{
				"spec-kit specs/1007-tides": {"003": {"requirements:spec.md"}}, "spec-kit .specify/specs/003-quay": {"003": {"requirements:spec.md"}, "004": {"architecture:plan.md"}},
				"spec-kit packages/web/specs/002-pier": {"005": {"tasks:tasks.md"}},
			},
		},
		"a year is no number of a feature, unless there is a plan": {
			[]string{"specs/2026-roadmap/spec.md", "specs/2026-02-01-quay/spec.md", "specs/2026-02-01-quay/tasks.md"},
			map[string]map[string][]string{"spec-kit specs/2026-02-01-quay": {"003": {"requirements:spec.md"}, "005": {"tasks:tasks.md"}}},
		},
		"what agents are told holds examples": {
			[]string{".claude/skills/kit/specs/001-demo/spec.md", ".codex/prompts/.planning/PROJECT.md", ".github/agents/openspec/changes/x/proposal.md", ".claude/specs/001-quay/spec.md"},
			map[string]map[string][]string{"spec-kit .claude/specs/001-quay": {"003": {"requirements:spec.md"}}},
		},
		"gsd milestones": {
			[]string{".planning/milestones/v1.0-phases/03-tides/03-01-PLAN.md", ".planning/milestones/v1.0-REQUIREMENTS.md", ".planning/quick/001-fix/001-PLAN.md", ".planning/ROADMAP.md"},
			map[string]map[string][]string{"gsd .planning": {"005": {"tasks:ROADMAP.md"}}},
		},
		"bmad's run folders: each document is one of one round, and what was noted on the way is none": {
			[]string{
				"_bmad-output/planning-artifacts/briefs/brief-quay-2026-05-01/brief.md",
				"_bmad-output/planning-artifacts/prds/prd-quay-2026-05-02/prd.md", "_bmad-output/planning-artifacts/prds/prd-quay-2026-05-02/addendum.md",
				"_bmad-output/planning-artifacts/prds/prd-quay-2026-05-02/.memlog.md", "_bmad-output/planning-artifacts/prds/prd-quay-2026-05-02/review-rubric.md",
				"_bmad-output/planning-artifacts/prds/prd-quay-2026-05-02/validation-report.md", "_bmad-output/planning-artifacts/prds/prd-mole-2026-06-01/prd.md",
				"_bmad-output/planning-artifacts/ux-designs/ux-quay-2026-05-03/DESIGN.md",
				"_bmad-output/planning-artifacts/architecture/architecture-quay-2026-05-04/ARCHITECTURE-SPINE.md",
				"_bmad-output/planning-artifacts/architecture/architecture-quay-2026-05-04/reconcile-prd.md",
				"_bmad-output/implementation-artifacts/1-1-berths.md", "_bmad-output/implementation-artifacts/spec-tides.md",
			},
			map[string]map[string][]string{"bmad _bmad-output": {
				"002": {"brief:planning-artifacts/briefs/brief-quay-2026-05-01/brief.md"},
				"003": {
					"requirements:planning-artifacts/prds/prd-mole-2026-06-01/prd.md", "plain:planning-artifacts/prds/prd-quay-2026-05-02/addendum.md",
					"requirements:planning-artifacts/prds/prd-quay-2026-05-02/prd.md", "plain:planning-artifacts/ux-designs/ux-quay-2026-05-03/DESIGN.md",
				},
				"004": {"architecture:planning-artifacts/architecture/architecture-quay-2026-05-04/ARCHITECTURE-SPINE.md"},
				"005": {"tasks:implementation-artifacts/1-1-berths.md", "tasks:implementation-artifacts/spec-tides.md"},
				"006": {"sign-off:planning-artifacts/prds/prd-quay-2026-05-02/validation-report.md"},
			}},
		},
		"bmad's report on a PRD is no PRD": {
			[]string{"_bmad-output/planning-artifacts/prd.md", "_bmad-output/planning-artifacts/prd-validation-report.md", "_bmad-output/planning-artifacts/prd-vision.md"},
			map[string]map[string][]string{"bmad _bmad-output": {
				"003": {"requirements:planning-artifacts/prd.md", "requirements:planning-artifacts/prd-vision.md"}, "006": {"sign-off:planning-artifacts/prd-validation-report.md"},
			}},
		},
		"bmad 4, and docs of anybody": {
			[]string{"a/.bmad-core/core-config.yaml", "a/.bmad-core/templates/docs/prd.md", "a/docs/prd.md", "a/docs/stories/1.1.quay.md", "b/docs/prd.md", "b/docs/architecture.md"},
			map[string]map[string][]string{"bmad-4 a/docs": {"003": {"requirements:prd.md"}, "005": {"tasks:stories/1.1.quay.md"}}},
		},
		"gsd": {
			[]string{
				".planning/PROJECT.md", ".planning/REQUIREMENTS.md", ".planning/STATE.md", ".planning/research/STACK.md",
				".planning/phases/02.1-tides/02.1-01-PLAN.md", ".planning/phases/02.1-tides/02.1-02-PLAN.md", ".planning/phases/02.1-tides/02.1-01-SUMMARY.md", ".planning/phases/02.1-tides/02.1-CONTEXT.md",
				".planning/phases/03-quays/03-SPEC.md", ".planning/phases/04-piers/04-UI-SPEC.md",
				".planning/phases/05-buoys/05-PLAN-01.md", ".planning/phases/05-buoys/05-PLAN-02.md",
			},
			map[string]map[string][]string{
				"gsd .planning":                   {"001": {"plain:PROJECT.md"}, "003": {"requirements:REQUIREMENTS.md"}},
				"gsd .planning/phases/03-quays":   {"003": {"requirements:03-SPEC.md"}},
				"gsd .planning/phases/04-piers":   {"004": {"architecture:04-UI-SPEC.md"}},
				"gsd .planning/phases/05-buoys":   {"005": {"tasks:05-PLAN-01.md", "tasks:05-PLAN-02.md"}},
				"gsd .planning/phases/02.1-tides": {"001": {"plain:02.1-CONTEXT.md"}, "005": {"tasks:02.1-01-PLAN.md", "tasks:02.1-02-PLAN.md"}},
			},
		},
		"agent-os, whose specs look like spec-kit's": {
			[]string{"agent-os/specs/001-quay/spec.md", "agent-os/specs/001-quay/planning/raw-idea.md", "agent-os/product/mission.md"},
			map[string]map[string][]string{"agent-os agent-os/specs/001-quay": {"001": {"scope:planning/raw-idea.md"}, "003": {"requirements:spec.md"}}},
		},
		"maestro-flow, deeper than sessions are looked for": {
			[]string{".workflow/sessions/S1/runs/r1/outputs/blueprint-config.json", ".workflow/sessions/S1/runs/r1/outputs/product-brief.md", ".workflow/sessions/S1/runs/r2/outputs/summaries/x.md"},
			map[string]map[string][]string{"maestro-flow .workflow/sessions/S1/runs/r1/outputs": {"002": {":product-brief.md"}}},
		},
		"several in one project": {
			[]string{"specs/001-a/spec.md", "openspec/changes/b/proposal.md", ".planning/PROJECT.md", "TLS-c/spec/product-brief.md"},
			map[string]map[string][]string{
				"spec-kit specs/001-a": {"003": {"requirements:spec.md"}}, "openspec openspec/changes/b": {"002": {"brief:proposal.md"}},
				"gsd .planning": {"001": {"plain:PROJECT.md"}}, "lifecycle TLS-c": {"002": {":spec/product-brief.md"}},
			},
		},
		"markers without specs": {
			[]string{".specify/memory/constitution.md", ".specify/templates/spec-template.md", "openspec/project.md", ".kiro/steering/tech.md", ".planning/STATE.md", "_bmad-output/notes.md"},
			map[string]map[string][]string{},
		},
		"half initialised": {
			[]string{".specify/", "specs/", "openspec/changes/", ".kiro/specs/quay/", "specs/001-x/"},
			map[string]map[string][]string{},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "project")
			files := map[string]string{}
			for _, file := range test.files {
				files[file] = "# Text\n"
			}
			tree(t, dir, files)
			if diff := cmp.Diff(test.want, found(t, discussTable(), dir)); diff != "" {
				t.Errorf("recognised (-want +got):\n%s", diff)
			}
			watched(t, discussTable(), dir, test.want)
		})
	}
}

// watched compares the folders that a watcher goes into with those that sessions need: none
// of a session may be missed.
func watched(t *testing.T, l Layout, root string, want map[string]map[string][]string) {
	t.Helper()
	seen := map[string]bool{root: true}
	must(t, filepath.WalkDir(root, func(dir string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || dir == root {
			return err
		}
		if !l.Descend(root, filepath.Dir(dir), 4)(entry.Name()) {
			return filepath.SkipDir
		}
		seen[dir] = true
		return nil
	}))
	for session, rounds := range want {
		_, dir, _ := strings.Cut(session, " ")
		for _, files := range rounds {
			for _, file := range files {
				_, path, _ := strings.Cut(file, ":")
				if folder := filepath.Dir(filepath.Join(root, dir, path)); !seen[folder] {
					t.Errorf("no watcher comes to %s", folder)
				}
			}
		}
	}
	for dir := range seen {
		for _, aside := range [...]string{"/archive", "/milestones", "/templates", "/.bmad-core", "Implementation Logs"} {
			if strings.Contains(dir, aside) {
				t.Errorf("a watcher goes into %s", dir)
			}
		}
	}
}

// A document that cc-sdd has laid out and is yet to write is no artifact: its round waits, and says for what.
func TestUnwritten(t *testing.T) {
	const laidOut = "# Requirements Document\n\n## Project Description (Input)\nBerths by the night.\n\n### Who\nSkippers.\n\n## Requirements\n<!-- Will be generated in /kiro:spec-requirements phase -->\n"
	for name, test := range map[string]struct {
		text   string
		waits  bool
		folder string
	}{
		"laid out":                          {laidOut, true, ".kiro/specs/berths"},
		"by a newer version":                {strings.Replace(laidOut, "/kiro:spec", "/kiro-spec", 1), true, ".kiro/specs/berths"},
		"written, and the comment was left": {laidOut + "\n### Requirement 1: Book\n", false, ".kiro/specs/berths"},
		"with a comment of its own":         {"# Requirements\n\n### Requirement 1: Book\n\n<!-- ask the harbour master -->\n", false, ".kiro/specs/berths"},
		"of another framework":              {laidOut, false, ".spec-workflow/specs/berths"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tree(t, dir, map[string]string{test.folder + "/requirements.md": test.text})
			l := discussTable()
			s := open(t, filepath.Join(dir, test.folder), l)
			_, err := s.Read(round(t, l, "DISCUSS-003"))
			unwritten := (*Unwritten)(nil)
			if errors.As(err, &unwritten) != test.waits || errors.Is(err, ErrNoArtifact) != test.waits {
				t.Errorf("reading it: %v", err)
			}
			if test.waits && (unwritten.Path != "requirements.md" || !strings.Contains(unwritten.Says, "spec-requirements phase")) {
				t.Errorf("it says %+v", unwritten)
			}
			if _, err := s.Fingerprint(round(t, l, "DISCUSS-003")); errors.Is(err, ErrNoArtifact) != test.waits {
				t.Errorf("its fingerprint: %v", err)
			}
		})
	}
}

func TestTheMoreSpecificLayoutWins(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"specs/001-a/spec.md": "x", "specs/001-a/rfc.md": "x"})
	l := discussTable()
	own := layout.Layout{
		Name: "rfcs", Places: []layout.Place{{Path: "specs/*"}, {Path: "specs/001-a"}},
		Rounds: []layout.Round{{ID: "DISCUSS-004", Artifact: []string{"rfc.md"}, Kind: layout.Architecture}},
	}
	l.Frameworks = layout.NewSet(append(layout.Builtin(), own))
	want := map[string]map[string][]string{"rfcs specs/001-a": {"004": {"architecture:rfc.md"}}}
	got := map[string]map[string][]string{}
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	for _, session := range sessions {
		snapshot, err := open(t, session, l).Read(round(t, l, "DISCUSS-004"))
		must(t, err)
		got[l.Name(session)+" specs/001-a"] = map[string][]string{"004": {string(snapshot.Artifact.Kind) + ":" + snapshot.Artifact.Path}}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Of sessions that two layouts know it is said once which layout they are of.
func TestTwoLayoutsOfOneSession(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"specs/001-a/spec.md": "x", "specs/001-a/rfc.md": "x", "specs/002-b/spec.md": "x", "specs/002-b/rfc.md": "x", "specs/003-c/rfc.md": "x", "agent-os/specs/004-d/spec.md": "x"})
	l := discussTable()
	own := layout.Layout{
		Name: "rfcs", Places: []layout.Place{{Path: "specs/*"}, {Path: "specs/001-a"}, {Path: "specs/002-b"}},
		Rounds: []layout.Round{{ID: "DISCUSS-004", Artifact: []string{"rfc.md"}, Kind: layout.Architecture}},
	}
	l.Frameworks = layout.NewSet(append(layout.Builtin(), own))
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	said := Contested(l, sessions)
	if len(said) != 1 || !strings.Contains(said[0], "001-a is a session of rfcs") || !strings.Contains(said[0], "spec-kit") {
		t.Errorf("said %q", said)
	}
	for _, name := range [...]string{"specs/003-c", "agent-os/specs/004-d"} { // one layout alone knows it, and its folder is that of one
		if said := Contested(l, []string{filepath.Join(dir, name)}); len(said) > 0 {
			t.Errorf("said %q", said)
		}
	}
}

// Nothing is read or watched through a link, whoever made it: neither a session that is
// one nor an artifact that leads out.
func TestLinkedSpecFolders(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	tree(t, outside, map[string]string{"specs/001-a/spec.md": "secret", "spec.md": "secret"})
	tree(t, dir, map[string]string{"other/specs/002-b/plan.md": "x"})
	link(t, filepath.Join(outside, "specs"), filepath.Join(dir, "specs"))
	link(t, filepath.Join(outside, "spec.md"), filepath.Join(dir, "other/specs/002-b/spec.md"))
	l := discussTable()
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	if want := []string{filepath.Join(dir, "other/specs/002-b")}; !slices.Equal(sessions, want) {
		t.Fatalf("found %q, want %q", sessions, want)
	}
	snapshot, err := open(t, sessions[0], l).Read(round(t, l, "DISCUSS-003"))
	must(t, err)
	if snapshot.Artifact.Problem == nil || snapshot.Artifact.Problem.Code != Outside {
		t.Errorf("a link out of the session: %+v", snapshot.Artifact.Problem)
	}
}

// A worktree and a submodule have a file .git: they are projects like others, and what is
// below them belongs to them.
func TestWorktreesAndSubmodules(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		".git/HEAD": "x", "specs/001-a/spec.md": "x", ".worktrees/b/.git": "gitdir: ../../.git/worktrees/b", ".worktrees/b/specs/001-a/spec.md": "x",
		"vendor/lib/.git": "gitdir: ../../.git/modules/lib", "vendor/lib/.kiro/specs/c/design.md": "x",
	})
	l := discussTable()
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	projects := map[string]string{}
	for _, session := range sessions {
		rel, _ := filepath.Rel(dir, session)
		project, _ := filepath.Rel(dir, open(t, session, l).Project())
		projects[rel] = project
	}
	want := map[string]string{"specs/001-a": ".", ".worktrees/b/specs/001-a": ".worktrees/b", "vendor/lib/.kiro/specs/c": "vendor/lib"}
	if diff := cmp.Diff(want, projects); diff != "" {
		t.Error(diff)
	}
}

// What a framework lays out before anything is specified, whole or half, is no session, and
// hides none that is there.
func TestMarkersWithoutSpecs(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"spec-kit before its first spec":  {".specify/memory/constitution.md": "x", ".specify/templates/spec-template.md": "x", ".specify/scripts/bash/create.sh": "x"},
		"spec-kit with a folder of specs": {".specify/memory/": "", "specs/": ""},
		"spec-kit half initialised":       {".specify/init-options.json": "{", ".specify/feature.json": "", "specs/001-quay/": ""},
		"spec-kit in a file's place":      {".specify": "x", "specs": "x"},
		"OpenSpec before its first":       {"openspec/AGENTS.md": "x", "openspec/project.md": "x", "openspec/changes/archive/2026-01-01-quay/proposal.md": "x", "openspec/specs/": ""},
		"OpenSpec in a file's place":      {"openspec": "x"},
		"Kiro's steering alone":           {".kiro/steering/tech.md": "x", ".kiro/specs/": ""},
		"a spec of Kiro's without files":  {".kiro/specs/quay/": ""},
		"GSD before its first phase":      {".planning/config.json": "{}", ".planning/phases/": ""},
		"spec-workflow's templates":       {".spec-workflow/templates/design-template.md": "x"},
		"BMAD's own":                      {"_bmad/core/agents/analyst.md": "x", "_bmad-output/": ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tree(t, dir, files)
			l := discussTable()
			if sessions := found(t, l, dir); len(sessions) > 0 {
				t.Errorf("found %v", sessions)
			}
			tree(t, dir, map[string]string{"inner/specs/002-mole/spec.md": "x"})
			if sessions := found(t, l, dir); len(sessions) != 1 {
				t.Errorf("beside a spec found %v", sessions)
			}
		})
	}
}

// On a file system without case two names are one file. Names that a layout lists are
// compared with those that the folder has, so that such a file is read once.
func TestOneFileOfTwoNames(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"_bmad-output/planning-artifacts/Prd.md": "x"})
	l := discussTable()
	snapshot, err := open(t, filepath.Join(dir, "_bmad-output"), l).Read(round(t, l, "DISCUSS-003"))
	must(t, err)
	if got := snapshot.Artifact.Path; got != "planning-artifacts/Prd.md" || len(snapshot.Members) > 0 {
		t.Errorf("artifact %s with members %q", got, paths(snapshot.Members))
	}
}

func TestTooLargeArtifactOfAFramework(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"_bmad-output/planning-artifacts/prd.md": strings.Repeat("word ", 3<<20/5)})
	l := discussTable()
	snapshot, err := open(t, filepath.Join(dir, "_bmad-output"), l).Read(round(t, l, "DISCUSS-003"))
	must(t, err)
	if p := snapshot.Artifact.Problem; p == nil || p.Code != TooLarge {
		t.Errorf("a PRD of 3 MB: %+v", p)
	}
}

func TestRoundsThatALayoutLacks(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"specs/001-a/spec.md": "x", "specs/001-a/product-brief.md": "x"})
	l := discussTable()
	s := open(t, filepath.Join(dir, "specs/001-a"), l)
	if _, err := s.Read(round(t, l, "DISCUSS-002")); err == nil || s.Has("DISCUSS-002") || !s.Has("DISCUSS-003") {
		t.Errorf("a session of spec-kit has a brief: %v", err)
	}
	if got := s.Named(round(t, l, "DISCUSS-003")); got != "spec.md" {
		t.Errorf("requirements are called %s", got)
	}
}

// What sessions share stands beside each of them, and a change of it is a change of none.
func TestSharedContext(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	tree(t, outside, map[string]string{"secret.md": "secret"})
	tree(t, dir, map[string]string{"specs/001-a/spec.md": "x", "specs/001-a/plan.md": "y", ".specify/memory/constitution.md": "law", "memory/": ""})
	link(t, filepath.Join(outside, "secret.md"), filepath.Join(dir, "memory/constitution.md"))
	l := discussTable()
	s := open(t, filepath.Join(dir, "specs/001-a"), l)
	before, err := s.Read(round(t, l, "DISCUSS-003"))
	must(t, err)
	if got, want := paths(before.Documents), []string{"../../.specify/memory/constitution.md", "plan.md", "spec.md"}; !slices.Equal(got, want) {
		t.Errorf("documents %q, want %q", got, want)
	}
	for _, file := range before.Documents {
		if file.Shared != strings.HasPrefix(file.Path, "../") {
			t.Errorf("%s: shared is %v", file.Path, file.Shared)
		}
	}
	tree(t, dir, map[string]string{".specify/memory/constitution.md": "another law"})
	after, err := s.Read(round(t, l, "DISCUSS-003"))
	must(t, err)
	if before.Fingerprint != after.Fingerprint {
		t.Error("a change of what is shared is one of the round")
	}
	if _, _, ok := l.Route(filepath.Join(dir, ".specify/memory/constitution.md")); ok {
		t.Error("a change of what is shared starts a round")
	}
}

// A phase of GSD sees the requirements and the roadmap of its project; in the session that
// they lie in they are documents like others, and stand there once.
func TestSharedContextOfNestedSessions(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{".planning/REQUIREMENTS.md": "x", ".planning/ROADMAP.md": "y", ".planning/phases/01-a/01-01-PLAN.md": "z"})
	l := discussTable()
	for name, want := range map[string][]string{
		".planning":             {"REQUIREMENTS.md", "ROADMAP.md"},
		".planning/phases/01-a": {"../../REQUIREMENTS.md", "../../ROADMAP.md", "01-01-PLAN.md"},
	} {
		snapshot, err := open(t, filepath.Join(dir, name), l).Read(round(t, l, "DISCUSS-005"))
		must(t, err)
		if got := paths(snapshot.Documents); !slices.Equal(got, want) {
			t.Errorf("%s: documents %q, want %q", name, got, want)
		}
		if slices.ContainsFunc(snapshot.Documents, func(f File) bool { return f.Shared }) {
			t.Errorf("%s: a document of the project's own session is said to be nobody's", name)
		}
	}
}

// What a project has is asked of its own root; a session of no project knows of none.
func TestCodeOfAProject(t *testing.T) {
	dir := t.TempDir()
	var names strings.Builder
	for i := range 300 {
		fmt.Fprintf(&names, "type Berth%dStore struct{}\n", i)
	}
	tree(t, dir, map[string]string{
		".git/HEAD": "x", "src/albums.go": names.String(), "src/photos.go": "x", "src/tags.go": "x", "specs/001-a/spec.md": "x", "Makefile": "migrate:\n\ttrue\n",
	})
	l := discussTable()
	l.Code = &codebase.Shelf{}
	code := CodeOf(open(t, filepath.Join(dir, "specs/001-a"), l))
	if code == nil {
		t.Fatal("a session in a project knows nothing of it")
	}
	if at := code.Look("src/albums.go"); !at.There {
		t.Errorf("albums.go: %+v", at)
	}
	if at := code.Look("src/album.go"); !at.Missing || at.Nearest != "src/albums.go" {
		t.Errorf("album.go: %+v", at)
	}
	if at := code.Command("make", "migrat"); !at.Missing || at.Nearest != "migrate" {
		t.Errorf("make migrat: %+v", at)
	}
	if at := code.Name("Berth7Stoer"); !at.Missing || at.Nearest != "Berth7Store" {
		t.Errorf("Berth7Stoer: %+v", at)
	}
	if at := code.Name("Berth7Store"); !at.There {
		t.Errorf("Berth7Store: %+v", at)
	}
	if at := code.Look("../../etc/passwd"); at.Missing {
		t.Errorf("outside the project: %+v", at)
	}
	alone := t.TempDir()
	tree(t, alone, map[string]string{"a/spec/product-brief.md": "x", "quay/package.json": "{}", "quay/notes/a/spec/product-brief.md": "x"})
	if s := open(t, filepath.Join(alone, "a"), l); s.Project() == "" && CodeOf(s) != nil {
		t.Error("a session of no project knows one")
	}
	if code := CodeOf(open(t, filepath.Join(alone, "quay/notes/a"), l)); code == nil || !code.Has("package.json") || code.Has("quay") {
		t.Error("a session below a manifest does not know its folder")
	}
}

// TestKindOfARound: the table of rounds says what an artifact is, whatever its name; what it
// does not speak of is left to its name.
func TestKindOfARound(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"spec/product-brief.md": "x", "spec/notes/a.md": "x", "spec/notes/b.md": "x", "spec/notes/c.json": "{}", "spec/notes.md": "x"})
	l := table()
	l.Rounds = append(l.Rounds, Round{ID: "R7", Artifacts: []string{"notes.md", "notes/[ac].*"}, Members: []string{"notes/*.md"}, Kind: layout.Architecture})
	snapshot, err := open(t, dir, l).Read(l.Rounds[6])
	must(t, err)
	got := map[string]layout.Kind{}
	for _, file := range snapshot.Documents {
		got[file.Path] = file.Kind
	}
	want := map[string]layout.Kind{"spec/product-brief.md": "", "spec/notes.md": layout.Architecture, "spec/notes/a.md": layout.Architecture, "spec/notes/b.md": "", "spec/notes/c.json": ""}
	if diff := cmp.Diff(want, got); diff != "" || snapshot.Artifact.Kind != layout.Architecture {
		t.Errorf("artifact %q, -want +got:\n%s", snapshot.Artifact.Kind, diff)
	}
}
