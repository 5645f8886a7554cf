package discovery

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// EntryRules look at the lists of discovery-context.json.
func EntryRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("DC-012"), On: discovery, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
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
		{Rule: native.Of("DC-013"), On: seedFiles, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
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
					key := model.Normal(name)
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
		{Rule: native.Of("DC-014"), On: discovery, Look: fragileIntegrations},
	}
}

var survives = pattern.New(`(?i)fail|fallback|retr(?:y|ies|ied)|time ?out|unavailable|\bdown\b|offline|degrad|error|失败|超时|重试|降级|不可用|断开|中断|错误|故障`)

// fragileIntegrations holds the integrations of a list against each other.
func fragileIntegrations(s *model.Session, d *document.Document, hit native.Hit) bool {
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
		return model.Clip(v.String, 60)
	}
	if found := v.Get("path", "name", "title", "id", "pattern"); found != nil {
		return found.String
	}
	return v.Path
}
