package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/evaluation"
	"discussd/critique"
	"discussd/critique/recorded"
	"discussd/pipeline/verdict"
)

// evaluator is one `discussd eval`.
type evaluator struct {
	*console
	checksOnly     bool
	record, replay string // folders of answers
	against        string // another configuration
	runs           int
	format         string
}

func newEval(c *console) *cobra.Command {
	e := &evaluator{console: c, runs: 1, format: formatText}
	cmd := &cobra.Command{
		Use:   "eval FOLDER",
		Short: "Measure the panel and the checks on documents whose defects are known",
		Long:  about("eval"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return misused(cmd, errors.New("name one folder of cases"))
			case e.record != "" && e.replay != "", e.checksOnly && (e.record != "" || e.replay != ""):
				return misused(cmd, errors.New("--record, --replay and --checks-only exclude each other"))
			case e.runs < 1:
				return misused(cmd, fmt.Errorf("--runs must be at least 1 (got %d)", e.runs))
			}
			return e.run(cmd.Context(), args[0])
		},
	}
	cmd.Flags().BoolVar(&e.checksOnly, "checks-only", false, "measure the embedded checks alone")
	cmd.Flags().StringVar(&e.record, "record", "", "keep the answers of models in this `folder`")
	cmd.Flags().StringVar(&e.replay, "replay", "", "answer from this `folder`, and ask nobody")
	cmd.Flags().StringVar(&e.against, "against", "", "a second configuration `file`, measured beside the first")
	cmd.Flags().IntVar(&e.runs, "runs", e.runs, "judge everything this often, to see how far runs agree")
	formatFlag(cmd, &e.format, formatText, formatJSON)
	return cmd
}

func (e *evaluator) run(ctx context.Context, folder string) error {
	cases, err := evaluation.Cases(folder)
	if err != nil {
		return err
	}
	configurations := []string{e.configFile}
	if e.against != "" {
		configurations = append(configurations, e.against)
	}
	var summaries []evaluation.Summary
	for _, file := range configurations {
		loaded, source, err := config.Load(file)
		if err != nil {
			return &exit{exitConfig, err}
		}
		var runs [][]evaluation.Outcome
		for n := range e.runs {
			outcomes, err := e.judge(ctx, loaded, cases, n)
			if err != nil {
				return err
			}
			runs = append(runs, outcomes)
		}
		summaries = append(summaries, evaluation.Summarise(source.String(), cases, runs))
	}
	if e.format == formatJSON {
		return printJSON(e.console, summaries)
	}
	return evaluation.Print(e.stdout, cases, summaries...)
}

// judge judges every case once. Each run has a shelf of its own, else the second would
// repeat what the first was told.
func (e *evaluator) judge(ctx context.Context, c config.Config, cases []evaluation.Case, run int) ([]evaluation.Outcome, error) {
	quiet := *e.console
	quiet.stdout, quiet.stderr, quiet.notes = io.Discard, io.Discard, nil
	o := &once{console: &quiet, checksOnly: e.checksOnly, force: true}
	for _, dir := range []string{e.record, e.replay} {
		if dir != "" && e.runs > 1 {
			dir = filepath.Join(dir, fmt.Sprintf("run-%d", run+1))
		}
		if dir != "" {
			o.shelf = &recorded.Shelf{Dir: dir, Ask: e.record != ""}
		}
	}
	if err := o.open(c); err != nil {
		return nil, err
	}
	defer o.hooks.End()
	var outcomes []evaluation.Outcome
	heard := o.checksOnly
	for i, one := range cases {
		e.tell("%d of %d: %s", i+1, len(cases), one.Name)
		started := time.Now()
		verdicts, err := o.copied(ctx, one.Dir)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", one.Name, err)
		}
		heard = heard || slices.ContainsFunc(verdicts, func(v verdict.Verdict) bool { return v.Basis != critique.BasisChecks })
		outcomes = append(outcomes, evaluation.Score(one, verdicts, time.Since(started)))
	}
	if !heard {
		e.tell("no model answered: the figures are those of the checks alone. 'discussd doctor' says why; --checks-only means it so")
	}
	return outcomes, nil
}

// copied judges a copy of a folder, and leaves the folder as it is.
func (o *once) copied(ctx context.Context, dir string) (all []verdict.Verdict, err error) {
	parent, err := os.MkdirTemp("", "discussd-eval-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(parent)) }()
	place := filepath.Join(parent, filepath.Base(dir))
	if err := os.CopyFS(place, os.DirFS(dir)); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(place, evaluation.File)); err != nil {
		return nil, err
	}
	report := newReport(o.console, formatJSON)
	if err := o.path(ctx, place, report); err != nil {
		return nil, err
	}
	return report.verdicts, nil
}
