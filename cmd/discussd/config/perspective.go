package config

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/critique"
	"discussd/internal/text/lineindex"
)

func newPerspective(name string) critique.Perspective {
	return critique.Perspective{Name: name, Tasks: []string{}, Reports: []string{}, Checks: []string{}, Reads: []string{}}
}

// PerspectivesByName returns the perspectives under their names.
func (c Config) PerspectivesByName() map[string]critique.Perspective {
	all := map[string]critique.Perspective{}
	for _, p := range c.Perspectives {
		all[p.Name] = p
	}
	return all
}

func defaultPerspectives() []critique.Perspective {
	builtIn := func(name, tool, role, focus string, reports ...string) critique.Perspective {
		p := newPerspective(name)
		p.Tool, p.Role, p.Focus, p.Reports, p.Checks = tool, role, focus, append(p.Reports, reports...), []string{name}
		return p
	}
	return []critique.Perspective{
		builtIn("product", "gemini", "Product Manager",
			"market fit, user value, business viability, competitive differentiation, measurable success"),
		builtIn("technical", "codex", "Tech Lead",
			"feasibility, stack, performance, security posture, integration complexity, tech debt"),
		builtIn("quality", "claude", "QA Lead",
			"completeness, testability, consistency, terminology, ambiguity"),
		builtIn("risk", "gemini", "Risk Analyst",
			"dependencies, single points of failure, scalability, schedule, external integration, mitigation",
			critique.ReportRiskLevel),
		builtIn("coverage", "gemini", "Requirements Analyst",
			"traceability to the discovery context, gaps, scope creep, original constraints",
			critique.ReportMissingRequirements),
	}
}

func validatePerspectives(r *report, c Config) {
	var builtIn []string
	for _, p := range defaultPerspectives() {
		builtIn = append(builtIn, p.Name)
	}
	tools := keys(c.Tools)
	for _, p := range c.Perspectives {
		key := lineindex.Join("perspectives", p.Name)
		if p.Name == embeddedChecks {
			r.add(key, "the name belongs to the embedded checks")
			continue
		}
		r.identifier(key, p.Name)
		r.given(lineindex.Join(key, "tool"), p.Tool)
		if p.Tool != "" {
			r.known(lineindex.Join(key, "tool"), "tool", p.Tool, tools)
		}
		r.given(lineindex.Join(key, "role"), p.Role)
		r.line(lineindex.Join(key, "role"), p.Role)
		r.given(lineindex.Join(key, "focus"), p.Focus)
		r.unique(lineindex.Join(key, "tasks"), p.Tasks)
		for _, task := range p.Tasks {
			r.given(lineindex.Join(key, "tasks"), task)
			r.line(lineindex.Join(key, "tasks"), task)
		}
		r.unique(lineindex.Join(key, "reports"), p.Reports)
		for _, field := range p.Reports {
			r.known(lineindex.Join(key, "reports"), "report", field, critique.Reports[:])
		}
		if slices.Contains(p.Reports, critique.ReportUnderstanding) && !slices.Contains(p.Reports, critique.ReportNoRating) {
			r.add(lineindex.Join(key, "reports"), "%q takes the place of a rating: name %q, too", critique.ReportUnderstanding, critique.ReportNoRating)
		}
		r.unique(lineindex.Join(key, "reads"), p.Reads)
		for _, glob := range p.Reads {
			if !doublestar.ValidatePattern(glob) {
				r.add(lineindex.Join(key, "reads"), "%q is no glob", glob)
			}
		}
		r.unique(lineindex.Join(key, "checks"), p.Checks)
		for _, name := range p.Checks {
			r.known(lineindex.Join(key, "checks"), "built-in perspective", name, builtIn)
		}
	}
}

// rates tells whether any of the named perspectives rates. An unknown one counts: it is reported elsewhere.
func (c Config) rates(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		at := slices.IndexFunc(c.Perspectives, func(p critique.Perspective) bool { return p.Name == name })
		return at < 0 || !slices.Contains(c.Perspectives[at].Reports, critique.ReportNoRating)
	})
}
