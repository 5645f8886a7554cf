package checks

import (
	"path"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
)

// discoveryEntryRules look at the lists of discovery-context.json.
func discoveryEntryRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "DC-008", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "a listed file that does not exist in the project", Message: Text{"{1} does not exist", "{1} 不存在"}, Source: "exploration of the wrong root",
			Violation: `{"relevant_files": [{"path": "src/main.go"}, {"path": "spec/discovery-context.json"}]}`,
			NearMiss:  `{"relevant_files": [{"path": "src/main.go"}, {"path": "docs/*.md"}, {"path": "https://example.org"}]}`,
		}, on: discovery, look: missingFiles},
		{Rule: Rule{
			ID: "DC-012", Perspective: coverage, Severity: critique.Low, Kind: "traceability",
			Title: "an entry without the evidence its neighbours have", Message: Text{"no evidence for {1}", "{1} 没有证据"}, Source: "maestro analyst role",
			Violation: `{"relevant_files": [{"path": "a.go", "evidence": "holds the store"}, {"path": "b.go", "evidence": ""}]}`,
			NearMiss:  `{"relevant_files": [{"path": "a.go", "evidence": "holds the store"}], "patterns": ["plugin"]}`,
		}, on: discovery, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			d.JSON.Walk(func(v *document.Value) {
				if v.Kind != '[' || len(v.Members) < 2 {
					return
				}
				for _, key := range [...]string{"evidence", "source", "relevance", "rationale"} {
					var without []*document.Value
					with := 0
					for _, m := range v.Members {
						if m.Kind == '{' && !m.Get(key).Empty() {
							with++
						} else if m.Kind == '{' {
							without = append(without, m)
						}
					}
					if with == 0 {
						continue
					}
					applied = true
					for _, m := range without {
						hit(d, document.Span{Start: m.Span.Start, End: m.Span.Start + 1}, label(m))
					}
					return
				}
			})
			return applied
		}},
		{Rule: Rule{
			ID: "DC-013", Perspective: quality, Severity: critique.Low, Kind: "consistency",
			Title: "an entry listed twice", Message: Text{"{1} listed twice", "重复条目 {1}"}, Source: "merged explorations",
			Violation: `{"constraints": ["Works offline", "works  offline."]}`,
			NearMiss:  `{"constraints": ["Works offline"], "patterns": ["works offline", "plugins"]}`,
			Chinese:   Example{`{"constraints": ["离线可用", "离线可用。"]}`, `{"constraints": ["离线可用", "无需账号"]}`},
		}, on: seedFiles, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			d.JSON.Walk(func(v *document.Value) {
				if v.Kind != '[' {
					return
				}
				seen := map[string]bool{}
				for _, m := range v.Members {
					key := normal(m.String)
					if m.Kind != '"' || key == "" {
						continue
					}
					applied = true
					if seen[key] {
						hit(d, m.Span, m.String)
					}
					seen[key] = true
				}
			})
			return applied
		}},
	}
}

// label names an entry: its path, name or title.
func label(v *document.Value) string {
	if found := v.Get("path", "name", "title", "id", "pattern"); found != nil {
		return found.String
	}
	return v.Path
}

// missingFiles looks for the files an exploration lists. When none exists, the
// project lies elsewhere and nothing can be said.
func missingFiles(s *session, d *document.Document, hit hit) bool {
	list := d.JSON.Get("relevant_files", "codebase_context.relevant_files", "key_files")
	if list == nil || s.exists == nil || len(list.Members) > 500 {
		return false
	}
	var missing []*document.Value
	found := 0
	for _, m := range list.Members {
		v := m
		if m.Kind == '{' {
			v = m.Get("path", "file")
		}
		if v == nil || v.Kind != '"' || strings.ContainsAny(v.String, "*{<: ") || !strings.Contains(v.String, ".") && !strings.Contains(v.String, "/") {
			continue
		}
		if s.inProject(v.String) {
			found++
		} else {
			missing = append(missing, v)
		}
	}
	if found == 0 {
		return false
	}
	for _, v := range missing {
		hit(d, v.Span, v.String)
	}
	return true
}

// inProject tells whether a path relative to the project exists. How far up the
// project lies from the session is not known: a few levels are tried.
func (s *session) inProject(name string) bool {
	for up := ""; len(up) <= len("../../../../../"); up += "../" {
		target := path.Join(up, name)
		if s.has(target) || s.exists(target) {
			return true
		}
	}
	return false
}
