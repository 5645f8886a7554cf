package seeded

import (
	"regexp"
	"strings"
)

// frontmatterOperators plant defects in the block before the title.
func frontmatterOperators() []Operator {
	return []Operator{
		op(structure, "X-003", "frontmatter without session_id", on(brief, unkey("session_id")), "X-020"),
		op(structure, "X-003", "frontmatter without document_type", on(architecture, unkey("document_type"))),
		op(structure, "X-003", "frontmatter without status", on(epics, unkey("status"))),
		op(structure, "X-003", "no frontmatter", on(requirements, func(p *page) bool {
			for i := 1; i < len(p.lines); i++ {
				if p.lines[i] == "---" {
					p.replace(0, i+2)
					return true
				}
			}
			return false
		})),
		op(structure, "X-018", "dependency on a missing file", on(epics, func(p *page) bool {
			for i := 1; i < len(p.lines); i++ {
				switch p.lines[i] {
				case "dependencies:":
					p.replace(i+1, i+1, "  - market-analysis.md")
					return true
				case "---":
					p.replace(i, i, "dependencies:", "  - market-analysis.md")
					return true
				}
			}
			return false
		})),
		op(structure, "X-019", "generated in the future", on(architecture, key("generated_at", "2099-01-01T00:00:00Z"))),
		op(structure, "X-019", "older than its source", on(requirements, key("generated_at", "2024-01-01T00:00:00Z"))),
		op(structure, "X-020", "session_id of another session", on(architecture, key("session_id", "TLS-another-project-2025-01-15"))),
		op(structure, "X-020", "session_id of the report differs", on(readiness, swap(regexp.MustCompile(`^(session_id: .*)-2025-(\d\d)-\d\d$`), "$1-2024-$2-01"))),
	}
}

// unkey removes a line of the frontmatter.
func unkey(name string) func(*page) bool {
	return func(p *page) bool {
		for i, line := range p.lines {
			if strings.HasPrefix(line, name+":") {
				p.replace(i, i+1)
				return true
			}
		}
		return false
	}
}

// key sets a value of the frontmatter.
func key(name, value string) func(*page) bool {
	return swap(regexp.MustCompile(`^`+name+`: .*$`), name+": "+value)
}
