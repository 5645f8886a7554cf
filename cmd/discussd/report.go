package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/diagnostic"
	"discussd/cmd/discussd/htmlreport"
	"discussd/cmd/discussd/missing"
	"discussd/cmd/discussd/overview"
	"discussd/cmd/discussd/screen"
	"discussd/cmd/discussd/view"
	"discussd/critique"
	"discussd/critique/checks"
	"discussd/internal/text/printable"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// report prints verdicts: text as they come, the other formats at the end as one
// value.
type report struct {
	*console
	format    string
	failOn    string // one of [verdict.Bars]
	factsOnly bool   // nobody but the checks was to be asked
	several   bool   // an array also for a single verdict
	meter     *screen.Meter

	session  string // absolute folder of what is added next, "" when it was not found
	layout   session.Layout
	base     diagnostic.Base
	style    diagnostic.Style
	rules    []checks.Rule
	total    diagnostic.Total
	said     bool // that no model was asked
	rounds   []diagnostic.Round
	verdicts []verdict.Verdict
	places   []place // of the verdicts, for --format html
	values   []any   // what --format json prints
	codes    []int
	failed   bool     // a session could not be judged
	blocked  []string // what is blocked HIGH, in words
}

func newReport(c *console, format string) *report {
	dir, _ := os.Getwd() // without one, paths stay absolute
	base := diagnostic.Base(dir)
	return &report{
		console: c, format: format, failOn: verdict.Bars[0],
		base: base, style: screen.StyleOf(c.stdout, base), rules: checks.Rules(),
	}
}

func (r *report) of(dir string, l session.Layout) { r.session, r.layout = dir, l }

// lose adds a path that names no session.
func (r *report) lose(path string, cause error, l session.Layout) {
	r.session = ""
	r.add(missing.Path(generator(), path, cause, l))
}

func (r *report) add(v verdict.Verdict) {
	r.meter.Clear()
	r.verdicts, r.values = append(r.verdicts, v), append(r.values, v)
	code := v.ExitCodeAt(r.failOn)
	r.codes = append(r.codes, code)
	switch r.format {
	case formatText:
		r.print(v)
	case formatReport:
		r.printf("%s\n", verdict.Report(v))
	case formatBrief:
		r.lost = cmp.Or(r.lost, r.line(v.Brief()))
	case formatHTML:
		r.places = append(r.places, place{r.session, r.layout})
	case formatRDJSON, formatSARIF:
		r.rounds = append(r.rounds, r.round(v))
		if v.Error != nil {
			r.note("%s: %s", v.Error.Code, v.Error.Message)
		}
	}
	if code == verdict.ExitBlockedHigh {
		r.blocked = append(r.blocked, fmt.Sprintf("%s of %s: %s", v.Round, v.Session, *v.Recommendation))
	}
}

func (r *report) print(v verdict.Verdict) {
	if r.factsOnly && (v.Mode == critique.ModeChecks || v.Error != nil) { // findings are all there is to say
		if v.Error == nil && !r.said {
			r.printf("%s\n\n", v.Limit())
			r.said = true
		}
		round := r.round(v)
		r.total.Add(round)
		r.lost = cmp.Or(r.lost, diagnostic.Lines(r.stdout, r.style, round))
		return
	}
	if last := len(r.verdicts) - 2; r.several && (last < 0 || r.verdicts[last].Session != v.Session) {
		r.printf("# %s\n\n", printable.Line(v.Session))
	}
	r.printf("%s\n\n", strings.TrimRight(v.Summary, "\n"))
	if r.factsOnly { // the verdict of models was kept: what the checks found in it counts all the same
		r.total.Keep(r.round(v), v.Outcome == verdict.Blocked)
	}
}

// round is what the checks say in a verdict, with the bytes it was made of.
func (r *report) round(v verdict.Verdict) diagnostic.Round {
	round := diagnostic.Round{
		Session: r.session, ID: v.Round, Findings: v.Checks.Present(), Muted: v.Checks.Muted,
		Applicable: v.Checks.Applicable, Passed: v.Checks.Passed,
	}
	if v.Error != nil {
		path, _ := filepath.Abs(v.Artifact.Path) // as typed when there is no session
		if r.session != "" && !filepath.IsAbs(v.Artifact.Path) {
			path = filepath.Join(r.session, filepath.FromSlash(v.Artifact.Path))
		}
		round.Failure = &diagnostic.Failure{Code: string(v.Error.Code), Message: v.Error.Message, Path: path}
	}
	if len(round.Findings) > 0 {
		round.Sources = judgedBytes(r.session, r.layout, v)
	}
	return round
}

// judgedBytes are the files that a verdict is about, or nothing when they are not
// the same any more.
func judgedBytes(dir string, l session.Layout, v verdict.Verdict) map[string][]byte {
	s, err := session.Open(dir, l)
	if err != nil {
		return nil
	}
	defer s.Close()
	round, _ := l.Round(v.Round)
	snapshot, err := s.Read(round)
	if err != nil || !v.Fresh(snapshot.Fingerprint) {
		return nil
	}
	sources := map[string][]byte{snapshot.Artifact.Path: snapshot.Artifact.Content}
	for _, member := range snapshot.Members {
		sources[member.Path] = member.Content
	}
	return sources
}

func (r *report) end() error {
	if verdict.Worst(r.codes...) == verdict.ExitBlockedHigh {
		for _, what := range r.blocked {
			r.tell("blocked: %s", what)
		}
	}
	r.tellNotes()
	var err error
	switch r.format {
	case formatText:
		if r.total.Rounds() > 0 {
			r.printf("%s\n", &r.total)
			if screen.IsTerminal(r.stderr) {
				r.tell("'discussd explain RULE' says what a rule is about, and how to switch it off")
			}
		}
	case formatReport, formatBrief:
	case formatHTML:
		var page []byte
		if page, err = htmlreport.Page(r.pages()); err == nil {
			_, err = r.stdout.Write(page)
		}
	case formatRDJSON:
		err = diagnostic.RDJSON(r.stdout, r.base, r.rounds)
	case formatSARIF:
		err = diagnostic.SARIF(r.stdout, version, r.base, r.rules, r.rounds)
	default:
		err = printJSON(r.console, r.value())
	}
	if err != nil {
		return err
	}
	if err := judged(r.codes...); err != nil || !r.failed {
		return err
	}
	return &exit{code: exitFailure}
}

// place is where a verdict belongs.
type place struct {
	dir    string // "" when no session was found
	layout session.Layout
}

// pages are the sessions of the verdicts as 'discussd report' shows them. What a dry run
// says is written nowhere, so it stands in front of what is on disk.
func (r *report) pages() (sessions []htmlreport.Session) {
	at := map[string]int{}
	for i, v := range r.verdicts {
		p := r.places[i]
		n, known := at[p.dir]
		if !known || p.dir == "" {
			n = len(sessions)
			shown := htmlreport.Session{Name: v.Session}
			if p.dir != "" {
				at[p.dir], shown = n, status{}.session(p.layout, p.dir).page(p.layout)
			}
			sessions = append(sessions, shown)
		}
		s := &sessions[n]
		of := slices.IndexFunc(s.Rounds, func(round htmlreport.Round) bool { return round.ID == v.Round })
		if of < 0 {
			of, s.Rounds = len(s.Rounds), append(s.Rounds, htmlreport.Round{ID: v.Round})
		}
		if round := &s.Rounds[of]; round.Verdict == nil || !round.Verdict.FinishedAt.Equal(v.FinishedAt) {
			round.State, round.Verdict, round.Past = string(overview.Fresh), &v, slices.Insert(round.Past, 0, v)
		}
	}
	return sessions
}

// line prints a value as one line of JSON.
func (r *report) line(value any) error {
	encoder := json.NewEncoder(r.stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// value is what --format json prints: an object for one artifact, else an array.
func (r *report) value() any {
	if len(r.values) == 1 && !r.several {
		return r.values[0]
	}
	return append([]any{}, r.values...)
}

func printJSON(c *console, value any) error {
	encoder := json.NewEncoder(c.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// The words of --format.
const (
	formatText     = "text"
	formatReport   = "report"
	formatBrief    = "brief" // one line of JSON
	formatJSON     = "json"
	formatMarkdown = "md"
	formatHTML     = "html"
	formatRDJSON   = "rdjson"
	formatSARIF    = "sarif"
)

// formatFlag gives a command --format with words of its own, json among them, and
// --json for short. What format holds before is the default.
func formatFlag(cmd *cobra.Command, format *string, words ...string) {
	cmd.Flags().Var(&choice{format, words}, "format", "output `format`: "+strings.Join(words, ", "))
	offer(cmd, "format", offered(words...))
	cmd.Flags().BoolFunc("json", "the same as --format json", func(string) error {
		*format = formatJSON
		return nil
	})
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

func (f *choice) String() string { return *f.value }
func (f *choice) Type() string   { return "format" }

func (f *choice) Set(word string) error {
	if !slices.Contains(f.allowed, word) {
		return fmt.Errorf("must be one of %s", strings.Join(f.allowed, ", "))
	}
	*f.value = word
	return nil
}

// pageName is the file of a page that nobody has named.
const pageName = "discussd-report.html"

// pageMark is in every page that discussd wrote: what does not hold it is somebody else's.
const pageMark = `<meta name="generator" content="discussd">`

func newReportPage(c *console) *cobra.Command {
	output := ""
	cmd := &cobra.Command{
		Use:   "report PATH...",
		Short: "Write a page about sessions: verdicts, findings in their place, trends",
		Long:  about("report"), ValidArgsFunction: offerSessions(c),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused(cmd, errors.New("name a session, a folder of sessions or a project"))
			}
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			if err := there(cmd, layout(loaded), args); err != nil {
				return err
			}
			found, err := survey(cmd.Context(), loaded, args)
			if err != nil {
				return err
			}
			if len(found.Sessions) == 0 {
				return fmt.Errorf("%s: no session at or below it", strings.Join(args, ", "))
			}
			var sessions []htmlreport.Session
			for _, s := range found.Sessions {
				sessions = append(sessions, s.page(layout(loaded)))
			}
			page, err := htmlreport.Page(sessions)
			if err != nil {
				return err
			}
			if output == "" && !screen.IsTerminal(c.stdout) {
				_, err := c.stdout.Write(page)
				return err
			}
			name := cmp.Or(output, pageName)
			if old, err := os.ReadFile(name); err == nil && !bytes.Contains(old, []byte(pageMark)) {
				return fmt.Errorf("%s is there, and discussd did not write it: name another file with --output", name)
			}
			if err := renameio.WriteFile(name, page, 0o644); err != nil {
				return err
			}
			c.tell("%s: %d KB about %s", name, len(page)>>10, printable.Counted(len(sessions), "session", "sessions"))
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this `file`")
	return cmd
}

func newView(c *console) *cobra.Command {
	port := uint16(0)
	cmd := &cobra.Command{
		Use:   "view [PATH...]",
		Short: "Show sessions in the browser, live, and let a person decide there",
		Long:  about("view"), ValidArgsFunction: offerSessions(c),
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			if err := there(cmd, layout(loaded), args); err != nil {
				return err
			}
			quiet := *c
			quiet.stdout, quiet.stderr = io.Discard, io.Discard // what is said on the way stands on the pages
			seen := &viewed{&quiet, loaded, layout(loaded), args}
			if _, err := seen.Sessions(cmd.Context()); err != nil {
				return err
			}
			server, err := view.Listen(seen, int(port))
			if err != nil {
				return err
			}
			c.printf("%s\n", server.URL())
			return server.Run(cmd.Context())
		},
	}
	cmd.Flags().Uint16Var(&port, "port", 0, "listen on this `port` (default: one that is free)")
	return cmd
}

func (h *viewed) Sessions(ctx context.Context) (sessions []overview.Session, err error) {
	found, err := survey(ctx, h.config, h.paths)
	for _, s := range found.Sessions {
		sessions = append(sessions, s.Session)
	}
	return sessions, err
}

func (h *viewed) Session(dir string) htmlreport.Session {
	return statusOf(h.layout, dir).page(h.layout)
}

var _ view.Source = (*viewed)(nil)
