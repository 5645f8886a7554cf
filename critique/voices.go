package critique

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says who was to speak of a subject.
type Mode string

// The modes of a panel.
const (
	ModePanel  Mode = "panel"  // models, through their tools; the checks report facts beside them
	ModeChecks Mode = "checks" // nobody but the embedded checks, because the user chose so
)

// Heard tells whether a model answered for the perspective.
func (o Opinion) Heard() bool { return o.Source == SourceCLI || o.Source == SourceFallback }

func voices(opinions []Opinion) []Opinion {
	return slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool { return !o.Heard() })
}

// unreviewed says that models were to be asked and none answered.
func unreviewed(policy Policy, opinions []Opinion) []Divergence {
	if policy.ChecksAlone || len(voices(opinions)) > 0 {
		return nil
	}
	d := Divergence{
		Type: Unreviewed, Topic: policy.say("unreviewed", "未经评审"),
		Description: policy.say("no model answered", "没有模型作答"), Grounds: []string{UnreviewedGround},
	}
	for _, o := range opinions {
		if o.Source != SourceSkipped {
			d.Perspectives = append(d.Perspectives, o.Perspective.Name)
		}
	}
	if why := Silence(opinions); why != "" {
		d.Description += " (" + why + ")"
	}
	return []Divergence{d}
}

// Silence says by tool with what failure it ended last, "" where no tool was tried.
func Silence(opinions []Opinion) string {
	var tools []string
	why := map[string]Class{}
	for _, o := range opinions {
		for _, a := range o.Attempts {
			if o.Heard() || a.Outcome == Answered {
				continue
			}
			if _, known := why[a.Tool]; !known {
				tools = append(tools, a.Tool)
			}
			why[a.Tool] = a.Outcome
		}
	}
	for i, tool := range tools {
		tools[i] = fmt.Sprintf("%s: %s", tool, why[tool])
	}
	return strings.Join(tools, ", ")
}
