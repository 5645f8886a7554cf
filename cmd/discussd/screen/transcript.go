package screen

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"discussd/critique"
	"discussd/internal/text/printable"
	"discussd/pipeline/verdict"
)

// mostFindings is how many findings of a verdict are shown. The record has them all.
const mostFindings = 8

// Transcript tells the person at a terminal what a daemon does there: which round is
// judged, and what came of it. It is safe for concurrent use.
type Transcript struct {
	out    io.Writer
	colour bool
	mu     sync.Mutex
}

// NewTranscript writes to a terminal, in colours where its user has not turned them off.
func NewTranscript(out io.Writer) *Transcript {
	return &Transcript{out: out, colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// Say tells something in words.
func (t *Transcript) Say(format string, args ...any) {
	t.write(fmt.Sprintf(format, printable.Args(args, printable.Line)...) + "\n")
}

// Began tells that perspectives are asked of a round of the session in a folder.
func (t *Transcript) Began(dir string, c verdict.Case, perspectives []string) {
	t.Say("%s  %s: asking %s of %s %s", time.Now().Format(time.TimeOnly), filepath.Base(dir), strings.Join(perspectives, ", "), c.Round, c.Label)
}

// Given tells a verdict on the session in a folder.
func (t *Transcript) Given(dir string, v verdict.Verdict) {
	head := v.FinishedAt.Local().Format(time.TimeOnly) + "  " + filepath.Base(dir)
	if limit := v.Limit(); limit != "" {
		head += ": " + limit
	}
	t.write(printable.Line(head) + "\n" + Verdict(v, t.colour))
}

func (t *Transcript) write(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _ = io.WriteString(t.out, text) // a terminal that is gone ends the daemon by its signal
}

// Verdict is a verdict as a person would like to see it: what it says and how far that
// carries in one line, below it what divides the panel, its heavy weaknesses, and the
// findings of the checks that weigh most.
func Verdict(v verdict.Verdict, colour bool) string {
	var b strings.Builder
	words := string(v.Outcome)
	if v.Severity != nil {
		words += fmt.Sprintf(" (%s, %s)", *v.Severity, *v.Recommendation)
	}
	fmt.Fprintf(&b, "  %s %s: %s", v.Round, printable.Line(v.Label), painted(colour, shade(v), words))
	if v.AverageRating != nil {
		fmt.Fprintf(&b, ", rated %.2f/5", *v.AverageRating)
	}
	fmt.Fprintf(&b, ", %d of %d checks passed", v.Checks.Passed, v.Checks.Applicable)
	if v.Delta != nil && v.Delta.Fixed+v.Delta.New > 0 {
		fmt.Fprintf(&b, ", fixed %d, new %d", v.Delta.Fixed, v.Delta.New)
	}
	b.WriteString("\n")
	if v.Error != nil {
		fmt.Fprintf(&b, "    %s\n", printable.Line(v.Error.Message))
	}
	for _, d := range v.Divergences {
		if !d.Accepted && d.Type != critique.Fact && d.Type != critique.Unreviewed && d.Severity != critique.Low { // these are told elsewhere, or weigh little
			fmt.Fprintf(&b, "    %s %s: %s [%s]\n", painted(colour, severityShade(d.Severity), fmt.Sprintf("%-6s", d.Severity)), printable.Line(d.Topic), printable.Line(d.Description), strings.Join(d.Perspectives, ", "))
		}
	}
	for _, p := range v.Perspectives {
		for _, w := range p.Weaknesses {
			if w.Severity.Weight() >= critique.High.Weight() {
				fmt.Fprintf(&b, "    %s %s [%s]\n", painted(colour, severityShade(w.Severity), fmt.Sprintf("%-6s", w.Severity)), printable.Line(w.Text), p.Name)
			}
		}
	}
	present := v.Checks.Present()
	shown := slices.DeleteFunc(slices.Clone(present), func(f critique.Finding) bool { return f.Severity == critique.Low })
	shown = shown[:min(len(shown), mostFindings)]
	for _, f := range shown {
		fmt.Fprintf(&b, "    %s %s %s (%s)\n", painted(colour, severityShade(f.Severity), fmt.Sprintf("%-6s", f.Severity)), printable.Line(verdict.Placed(f.Path, f.Line)), printable.Line(f.Message), f.Rule)
	}
	if more := len(present) - len(shown); more > 0 {
		fmt.Fprintf(&b, "    %d more: see the record\n", more)
	}
	return b.String()
}

// The colours of a terminal that have a meaning here, as SGR parameters.
const (
	red    = "31"
	yellow = "33"
	green  = "32"
)

// shade is the colour of a verdict.
func shade(v verdict.Verdict) string {
	switch {
	case v.Outcome == verdict.Reached:
		return green
	case v.Severity != nil:
		return severityShade(*v.Severity)
	}
	return red
}

func severityShade(s critique.Severity) string {
	if s.Weight() >= critique.High.Weight() {
		return red
	}
	return yellow
}

func painted(colour bool, shade, text string) string {
	if !colour {
		return text
	}
	return "\x1b[" + shade + "m" + text + "\x1b[0m"
}
