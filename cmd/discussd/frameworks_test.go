//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"discussd/critique/checks"
)

// TestFrameworkRulesOnDisk lays the examples of each rule of a framework out in a
// project, where that framework has its sessions, and judges it as a user does: a rule may
// not look for a document where no project has it.
func TestFrameworkRulesOnDisk(t *testing.T) {
	sessions := map[string]string{
		"SK": "specs/001-one", "OS": "openspec/changes/one", "KI": ".kiro/specs/photo-albums", "BM": "_bmad-output", "GS": ".planning/phases/01-one",
		"KI-014": ".spec-workflow/specs/one",
	}
	folder, settings := t.TempDir(), map[string]string{} // of each family
	for _, rule := range checks.Rules() {
		family, _, _ := strings.Cut(rule.ID, "-")
		session, known := sessions[rule.ID]
		if !known {
			session, known = sessions[family]
		}
		if !known {
			continue
		}
		if settings[family] == "" { // the others would only take their time
			settings[family] = filepath.Join(folder, family+".toml")
			must(t, os.WriteFile(settings[family], []byte(onlyRules(func(other checks.Rule) bool { return strings.HasPrefix(other.ID, family+"-") })), 0o644))
		}
		for example, fires := range map[string]bool{rule.Bad.EN: true, rule.Good.EN: false} {
			t.Run(fmt.Sprintf("%s/%t", rule.ID, fires), func(t *testing.T) {
				t.Parallel()
				project := t.TempDir()
				files := txtar.Parse([]byte(example)).Files
				if family == "BM" { // stories are members of the round of the epics
					epics := txtar.File{Name: "planning-artifacts/epics.md", Data: []byte("# Epics\n")}
					files = append([]txtar.File{epics}, files...)
				}
				for _, file := range files {
					path := filepath.Join(project, session, file.Name)
					must(t, os.MkdirAll(filepath.Dir(path), 0o755))
					must(t, os.WriteFile(path, file.Data, 0o644))
				}
				if out, errs, code := execute(t, "--config", settings[family], "critique", "--checks-only", "--dry-run", "--fail-on", "low", project); strings.Contains(out, " "+rule.ID+" ") != fires {
					t.Errorf("exit %d: %s%s", code, out, errs)
				}
			})
		}
	}
}
