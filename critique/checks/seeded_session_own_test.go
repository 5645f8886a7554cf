package checks

import (
	"encoding/json"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

func sessions(t *testing.T) []Session {
	t.Helper()
	all, err := Sessions()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSessionsInBothLanguages(t *testing.T) {
	count := map[string]int{}
	for _, s := range sessions(t) {
		count[s.Language]++
	}
	if diff := cmp.Diff(map[string]int{"en": 3, "zh": 3}, count); diff != "" {
		t.Error(diff)
	}
}

func TestSessionsParse(t *testing.T) {
	for _, s := range sessions(t) {
		for p, content := range s.Files {
			switch path.Ext(p) {
			case ".json":
				if !json.Valid(content) {
					t.Errorf("%s/%s is no valid JSON", s.Name, p)
				}
			case ".md":
				checkFrontmatter(t, s, p)
			}
		}
	}
}

func checkFrontmatter(t *testing.T, s Session, p string) {
	t.Helper()
	parts := strings.SplitN(string(s.Files[p]), "---\n", 3)
	if len(parts) != 3 || parts[0] != "" {
		t.Errorf("%s/%s has no frontmatter", s.Name, p)
		return
	}
	var front map[string]any
	if err := yaml.Unmarshal([]byte(parts[1]), &front); err != nil {
		t.Errorf("%s/%s: %v", s.Name, p, err)
	}
	for _, key := range []string{"session_id", "document_type", "status"} {
		if front[key] == nil {
			t.Errorf("%s/%s has no %s", s.Name, p, key)
		}
	}
	var config struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(s.Files["spec/discovery-context.json"], &config); err != nil || config.Session != front["session_id"] {
		t.Errorf("%s/%s belongs to session %v, want %q", s.Name, p, front["session_id"], config.Session)
	}
}

func TestSessionsHaveSixArtifacts(t *testing.T) {
	for _, s := range sessions(t) {
		for _, kind := range []string{"brief", "requirements", "architecture", "epics", "report"} {
			if _, ok := s.Files[artifact(s.Files, kind)]; !ok {
				t.Errorf("%s has no %s", s.Name, kind)
			}
		}
	}
}

func TestLinksOfSessionsResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)|\[\[([^\]|\\]+)`)
	for _, s := range sessions(t) {
		for p, content := range s.Files {
			for _, m := range link.FindAllStringSubmatch(string(content), -1) {
				target, err := url.PathUnescape(m[1])
				if err != nil {
					t.Errorf("%s/%s: %v", s.Name, p, err)
				}
				resolved := path.Join(path.Dir(p), target)
				if m[2] != "" {
					resolved = "spec/" + m[2] + ".md"
				}
				if _, ok := s.Files[resolved]; !ok && path.Ext(p) == ".md" {
					t.Errorf("%s/%s links to %s, which does not exist", s.Name, p, resolved)
				}
			}
		}
	}
}

// TestIDsOfSessionsAreDefined looks at each requirement, decision and epic that any document names.
func TestIDsOfSessionsAreDefined(t *testing.T) {
	ids := regexp.MustCompile(`\b(?:REQ|NFR-[A-Z]+|ADR|EPIC)-\d{3}\b`)
	home := map[string]string{"REQ": "requirements", "NFR": "requirements", "ADR": "architecture", "EPIC": "epics"}
	for _, s := range sessions(t) {
		for p, content := range s.Files {
			for _, id := range slices.Compact(slices.Sorted(slices.Values(ids.FindAllString(string(content), -1)))) {
				prefix, _, _ := strings.Cut(id, "-")
				index := string(s.Files[artifact(s.Files, home[prefix])])
				if !strings.Contains(index, id) {
					t.Errorf("%s/%s names %s, which its index lacks", s.Name, p, id)
				}
			}
		}
	}
}

// TestRequirementsOfSessionsReachEveryDocument holds the sessions to what they are measured for: no requirement gets lost.
func TestRequirementsOfSessionsReachEveryDocument(t *testing.T) {
	ids := regexp.MustCompile(`\b(?:REQ|NFR-[A-Z]+)-\d{3}\b`)
	for _, s := range sessions(t) {
		all := ids.FindAllString(string(s.Files[artifact(s.Files, "requirements")]), -1)
		for _, id := range slices.Compact(slices.Sorted(slices.Values(all))) {
			for _, kind := range []string{"architecture", "epics", "report"} {
				text := string(s.Files[artifact(s.Files, kind)])
				if !strings.Contains(text, id) && !strings.Contains(text, "..") && !strings.Contains(text, "~") {
					t.Errorf("%s: %s is not named in %s", s.Name, id, kind)
				}
			}
		}
	}
}
