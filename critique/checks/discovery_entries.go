package checks

import (
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// discoveryEntryRules look at the lists of discovery-context.json.
func discoveryEntryRules() []rule {
	return []rule{
		{Rule: of("DC-012"), on: discovery, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			d.JSON.Walk(func(v *document.Value) {
				if v.Kind != '[' || len(v.Members) < 2 {
					return
				}
				for _, key := range [...]string{"evidence", "source", "relevance", "rationale"} {
					var without []*document.Value
					with := 0
					for _, m := range v.Members {
						if m.Kind == '{' && tells(m.Get(key), tellsEvidence) {
							with++
						} else if m.Kind == '{' || m.Kind == '"' {
							without = append(without, m)
						}
					}
					if with == 0 {
						continue
					}
					applied = true
					for _, m := range without {
						hit(d, opening(m), label(m))
					}
					return
				}
			})
			return applied
		}},
		{Rule: of("DC-013"), on: seedFiles, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			d.JSON.Walk(func(v *document.Value) {
				if v.Kind != '[' {
					return
				}
				seen := map[string]bool{}
				for _, m := range v.Members {
					name := m.String
					if m.Kind == '{' {
						if found := m.Get("path", "file", "name", "title"); found != nil {
							name = found.String
						}
					}
					key := normal(name)
					if m.Kind != '"' && m.Kind != '{' || key == "" {
						continue
					}
					applied = true
					if seen[key] {
						hit(d, opening(m), name)
					}
					seen[key] = true
				}
			})
			return applied
		}},
		{Rule: of("DC-014"), on: discovery, look: fragileIntegrations},
	}
}

var survives = pattern.New(`(?i)fail|fallback|retr(?:y|ies|ied)|time ?out|unavailable|\bdown\b|offline|degrad|error|失败|超时|重试|降级|不可用|断开|中断|错误|故障`)

// fragileIntegrations holds the integrations of a list against each other.
func fragileIntegrations(s *session, d *document.Document, hit hit) bool {
	list := d.JSON.Get("integration_points", "codebase_context.integration_points", "integrations", "seed_analysis.integration_points", "external_systems")
	if list == nil || list.Kind != '[' {
		return false
	}
	said := 0
	var silent []*document.Value
	for _, m := range list.Members {
		if m.Kind == '{' && survives.MatchString(d.Slice(m.Span)) {
			said++
		} else if m.Kind == '{' {
			silent = append(silent, m)
		}
	}
	if said > 0 {
		for _, m := range silent {
			hit(d, opening(m), label(m))
		}
	}
	return said > 0
}

// opening is where an entry starts: its first byte when it is an object.
func opening(v *document.Value) document.Span {
	if v.Kind == '{' {
		return document.Span{Start: v.Span.Start, End: v.Span.Start + 1}
	}
	return v.Span
}

// label names an entry: its text, path, name or title.
func label(v *document.Value) string {
	if v.Kind == '"' {
		return clip(v.String, 60)
	}
	if found := v.Get("path", "name", "title", "id", "pattern"); found != nil {
		return found.String
	}
	return v.Path
}
