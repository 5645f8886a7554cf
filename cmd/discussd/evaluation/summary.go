package evaluation

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"discussd/critique"
)

// Share is a part of a whole.
type Share struct {
	Part  int `json:"part"`
	Whole int `json:"whole"`
}

// String is "7 of 12 (58 %)".
func (s Share) String() string {
	if s.Whole == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d (%d %%)", s.Part, s.Whole, (100*s.Part+s.Whole/2)/s.Whole)
}

// Summary is what a configuration made of all cases, over one run or several.
type Summary struct {
	Configuration string           `json:"configuration"`
	Runs          int              `json:"runs"`
	Recall        map[string]Share `json:"recall"`    // by class, of all runs
	Families      map[string]Share `json:"families"`  // by who told it: the checks, or the family of a model
	Precision     map[string]Share `json:"precision"` // by severity: of what was said, what tells a defect that was written down
	Blocked       Share            `json:"blocked_wrongly"`
	Agreement     Share            `json:"agreement"` // of the defects that any run found, those that every run found
	Spent         Spent            `json:"spent"`
	Cases         []Outcome        `json:"cases"`
}

// Summarise adds up the outcomes of the runs of one configuration.
func Summarise(configuration string, cases []Case, runs [][]Outcome) Summary {
	s := Summary{Configuration: configuration, Runs: len(runs), Recall: map[string]Share{}, Families: map[string]Share{}, Precision: map[string]Share{}}
	times := map[string]int{} // how many runs found a defect
	for _, run := range runs {
		for i, o := range run {
			s.Cases = append(s.Cases, o)
			for _, d := range cases[i].Defects {
				found := o.Found[d.ID]
				s.Recall[d.Class] = s.Recall[d.Class].with(len(found) > 0)
				if len(found) > 0 {
					times[o.Case+"\x00"+d.ID]++
				}
			}
			s.say(o)
			if len(cases[i].Defects) == 0 {
				s.Blocked.Part += len(o.Blocked)
				s.Blocked.Whole += o.Rounds
			}
			s.Spent.merge(o.Spent)
		}
	}
	s.families(cases, runs)
	for _, n := range times {
		s.Agreement = s.Agreement.with(n == len(runs))
	}
	return s
}

// say counts what was said at the severities that people act on.
func (s *Summary) say(o Outcome) {
	for _, severity := range []critique.Severity{critique.Critical, critique.High, critique.Medium} {
		if said := o.Right[severity] + o.Beside[severity]; said > 0 {
			share := s.Precision[string(severity)]
			s.Precision[string(severity)] = Share{share.Part + o.Right[severity], share.Whole + said}
		}
	}
}

// families counts for each family that told anything how many of all defects it told.
func (s *Summary) families(cases []Case, runs [][]Outcome) {
	all := map[string]bool{Facts: true}
	for _, run := range runs {
		for _, o := range run {
			for _, found := range o.Found {
				for _, family := range found {
					all[family] = true
				}
			}
		}
	}
	for family := range all {
		for _, run := range runs {
			for i, o := range run {
				for _, d := range cases[i].Defects {
					s.Families[family] = s.Families[family].with(slices.Contains(o.Found[d.ID], family))
				}
			}
		}
	}
}

func (s Share) with(yes bool) Share {
	s.Whole++
	if yes {
		s.Part++
	}
	return s
}

func (s *Spent) merge(other Spent) {
	s.Requests += other.Requests
	s.Took += other.Took
	s.InputTokens, s.OutputTokens, s.USD = critique.Sum(s.InputTokens, other.InputTokens), critique.Sum(s.OutputTokens, other.OutputTokens), critique.Sum(s.USD, other.USD)
}

// Print writes summaries side by side, a column each, and below them what the first one
// missed.
func Print(out io.Writer, cases []Case, summaries ...Summary) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name string, cell func(Summary) string) {
		fmt.Fprint(table, name)
		for _, s := range summaries {
			fmt.Fprint(table, "\t", cell(s))
		}
		fmt.Fprintln(table)
	}
	rows := func(title string, of func(Summary) map[string]Share) {
		names := map[string]bool{}
		for _, s := range summaries {
			for name := range of(s) {
				names[name] = true
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			row(title+cmp.Or(name, "a model of no known family"), func(s Summary) string { return of(s)[name].String() })
		}
	}
	row("", func(s Summary) string { return s.Configuration })
	rows("found, ", func(s Summary) map[string]Share { return s.Recall })
	rows("found by ", func(s Summary) map[string]Share { return s.Families })
	rows("about a known defect, ", func(s Summary) map[string]Share { return s.Precision })
	row("good documents blocked", func(s Summary) string { return s.Blocked.String() })
	if slices.ContainsFunc(summaries, func(s Summary) bool { return s.Runs > 1 }) {
		row("found by every run", func(s Summary) string { return s.Agreement.String() })
	}
	row("requests", func(s Summary) string { return fmt.Sprint(s.Spent.Requests) })
	row("tokens in, out", func(s Summary) string { return number(s.Spent.InputTokens) + ", " + number(s.Spent.OutputTokens) })
	row("cost", func(s Summary) string {
		if s.Spent.USD == nil {
			return "not told"
		}
		return fmt.Sprintf("%.2f USD", *s.Spent.USD)
	})
	row("time", func(s Summary) string { return s.Spent.Took.Round(time.Millisecond).String() })
	if err := table.Flush(); err != nil {
		return err
	}
	return missed(out, cases, summaries[0])
}

func number(n *int64) string {
	if n == nil {
		return "not told"
	}
	return fmt.Sprint(*n)
}

// missed lists the defects that the last run of a summary did not find.
func missed(out io.Writer, cases []Case, s Summary) error {
	var b strings.Builder
	for i, o := range s.Cases[len(s.Cases)-len(cases):] {
		for _, d := range cases[i].Defects {
			if slices.Contains(o.Missed, d.ID) {
				fmt.Fprintf(&b, "  %s %s:%d %s: %s\n", o.Case, d.Path, d.Line, d.ID, d.What)
			}
		}
	}
	if b.Len() == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "\nNot found with %s:\n%s", s.Configuration, b.String())
	return err
}
