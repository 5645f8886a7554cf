package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/missing"
	"discussd/critique"
	"discussd/pipeline"
	"discussd/pipeline/session"
)

// documents are the extensions of files that are judged though no layout knows them.
var documents = [...]string{".md", ".markdown", ".txt"}

// plain judges a document, or the documents of a folder, that no layout knows, because a
// person named it. It is false of what is no document.
func (o *once) plain(ctx context.Context, path string, report *report) (done bool, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, nil
	}
	info, err := os.Stat(abs)
	if err != nil {
		return false, nil
	}
	dir, artifact := abs, "*.md"
	switch {
	case info.Mode().IsRegular() && slices.Contains(documents[:], strings.ToLower(filepath.Ext(abs))):
		dir, artifact = filepath.Dir(abs), escaped.Replace(filepath.Base(abs))
	case !info.IsDir():
		return false, nil
	}
	if _, inSession := missing.Around(abs, o.engine.judge.Layout); inSession {
		return false, nil
	}
	round := session.Round{ID: session.PlainRound, Label: filepath.Base(abs), Artifacts: []string{artifact}, Perspectives: plainPanel(o.config), Caller: "writer"}
	options := o.engine.judge.Options
	options.Layout = options.Layout.Plain(dir, round)
	o.progress.Begin(round.ID, dir)
	judge := pipeline.Judge{Options: options}
	outcome, err := judge.Judge(ctx, pipeline.Order{Dir: dir, Round: round, Force: o.force, Improve: true, Recheck: o.checksOnly, DryRun: o.dryRun, Final: true, Hooks: &o.hooks})
	o.progress.End()
	if errors.Is(err, session.ErrNoArtifact) { // a folder without documents
		return false, nil
	}
	if err != nil {
		return true, err
	}
	o.note("%s: no layout knows it, so it is judged as a plain document under the round %s; [[layouts]] in the configuration says more, 'discussd config show --layout spec-kit' shows how", path, session.PlainRound)
	report.of(dir, options.Layout)
	report.add(outcome.Verdict)
	return true, nil
}

// escaped has the name of a file be no glob.
var escaped = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`)

// plainPanel are the perspectives that need nothing but the document.
func plainPanel(c config.Config) []string {
	var names []string
	for _, p := range c.Perspectives {
		if !slices.Contains(p.Reports, critique.ReportMissingRequirements) && !slices.Contains(p.Reports, critique.ReportUnderstanding) {
			names = append(names, p.Name)
		}
	}
	return names
}
