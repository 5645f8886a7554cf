package main

import (
	"cmp"
	"encoding/json"
	"strings"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// report prints verdicts: text as they come, JSON at the end as one value.
type report struct {
	*console
	asJSON, checksOnly bool
	several            bool // an array also for a single verdict
	verdicts           []verdict.Verdict
	codes              []int
}

func newReport(c *console, asJSON, checksOnly bool) *report {
	return &report{console: c, asJSON: asJSON, checksOnly: checksOnly}
}

func (r *report) add(v verdict.Verdict) {
	r.verdicts = append(r.verdicts, v)
	code := v.ExitCode()
	if r.checksOnly && v.Error == nil {
		code = v.Checks.ExitCode()
	}
	r.codes = append(r.codes, code)
	if !r.asJSON {
		r.print(v)
	}
	if v.ExitCode() == 2 && !r.checksOnly {
		r.tell("blocked: %s of %s: %s", v.Round, v.Session, *v.Recommendation)
	}
}

func (r *report) print(v verdict.Verdict) {
	if last := len(r.verdicts) - 2; r.several && (last < 0 || r.verdicts[last].Session != v.Session) {
		r.printf("# %s\n\n", v.Session)
	}
	r.printf("%s\n", strings.TrimRight(v.Summary, "\n"))
	if r.checksOnly {
		for _, f := range v.Checks.Present() {
			r.finding(f)
		}
	}
	r.printf("\n")
}

// finding prints one line a place, as compilers do: the finding's message at the
// first, what is there at the others.
func (r *report) finding(f critique.Finding) {
	for i, p := range f.Places {
		message := f.Message
		if i > 0 {
			message = cmp.Or(strings.Join(p.Targets, ", "), p.Quote, "here too")
		}
		r.printf("%s:%d:%d: %s %s %s\n", p.Path, max(1, p.Line), max(1, p.Column), f.Severity, f.Rule, message)
	}
}

func (r *report) end() error {
	if r.asJSON {
		var value any = r.verdicts
		if len(r.verdicts) == 1 && !r.several {
			value = r.verdicts[0]
		} else if len(r.verdicts) == 0 {
			value = []verdict.Verdict{}
		}
		if err := printJSON(r.console, value); err != nil {
			return err
		}
	}
	return judged(r.codes...)
}

func printJSON(c *console, value any) error {
	encoder := json.NewEncoder(c.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
