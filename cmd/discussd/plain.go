package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/missing"
	"discussd/critique"
	"discussd/pipeline/judge"
	specs "discussd/pipeline/layout"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// mostDocuments bounds how many documents of a folder are judged together. More are no
// specification but a whole project, or a collection of notes.
const mostDocuments = 100

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
	if by := o.engine.judge.Layout.Frameworks.Archived(filepath.ToSlash(abs)); by != "" && !o.force {
		report.lose(path, fmt.Errorf("%s: %s keeps there what is done, so it is left alone: --force has it judged as plain documents", path, by), o.engine.judge.Layout)
		return true, nil
	}
	dir, artifacts := abs, []string(nil)
	switch {
	case info.Mode().IsRegular() && slices.Contains(documents[:], strings.ToLower(filepath.Ext(abs))):
		dir, artifacts = filepath.Dir(abs), []string{escaped.Replace(filepath.Base(abs))}
	case !info.IsDir():
		report.lose(path, fmt.Errorf("%s: the file belongs to no round of a session, and only %s are judged by themselves", path, strings.Join(documents[:], ", ")), o.engine.judge.Layout)
		return true, nil
	}
	_, inSession := missing.Around(abs, o.engine.judge.Layout)
	if inSession && slices.Contains(strings.Split(dir, string(filepath.Separator)), "discussions") {
		return false, nil // what discussd writes is no document of the session
	}
	round := session.Round{ID: session.PlainRound, Label: filepath.Base(abs), Artifacts: artifacts, Perspectives: plainPanel(o.config), Caller: "writer"}
	if other := another(abs, dir, o.engine.judge.Layout.Plain(dir, round)); other != "" && len(artifacts) > 0 {
		round.ID = roundOf(filepath.Base(abs))
		o.note("%s: %s has the verdict on %s, so this document has one of its own; 'discussd critique %s' judges all of the folder together", path, session.PlainRound, other, verdict.ShellWord(dir))
	}
	options := o.engine.judge.Options
	options.Layout = options.Layout.Plain(dir, round)
	round = options.Layout.Rounds[0]
	if n := session.Documents(options.Layout, dir, round); n > mostDocuments {
		report.lose(path, fmt.Errorf("%s: no session at or below this folder, and it holds %d Markdown documents, more than the %d that are judged together as plain ones: name the folder of the specification", path, n, mostDocuments), options.Layout)
		return true, nil
	}
	o.progress.Begin(round.ID, dir)
	judge := judge.Judge{Options: options}
	outcome, err := o.round(ctx, &judge, dir, round)
	o.progress.End()
	if errors.Is(err, session.ErrNoArtifact) { // a folder without documents
		return false, nil
	}
	if err != nil {
		return true, err
	}
	what := "as a plain document"
	if n := len(outcome.Verdict.Artifact.Members); n > 0 {
		what = fmt.Sprintf("as %d plain documents together", n+1)
	}
	o.note("%s: %s, so it is judged %s under the round %s; [[layouts]] in the configuration says more, 'discussd config show --layout spec-kit' shows how", path, whyPlain(o.engine.judge.Layout.Frameworks, abs, inSession), what, round.ID)
	report.of(dir, options.Layout)
	report.add(outcome.Verdict)
	return true, nil
}

// whyPlain says why what lies at a path is judged as plain documents.
func whyPlain(known *specs.Set, abs string, inSession bool) string {
	by, beside := known.Archived(filepath.ToSlash(abs)), known.Beside(filepath.ToSlash(abs))
	switch {
	case by != "":
		return by + " keeps there what is done"
	case inSession:
		return "it is an artifact of no round of its session"
	case beside != "":
		return beside + " knows it, but as no session (it is a template, or what all sessions share)"
	}
	return "no layout knows it"
}

// withoutArtifact tells whether a place is a member of a round that has no artifact, and whose
// artifact may have any name: there is nothing to wait for by name.
func withoutArtifact(l session.Layout, place session.Place) bool {
	round, known := l.Round(place.Round)
	if !known {
		return false
	}
	s, err := session.Open(place.Session, l)
	if err != nil {
		return false
	}
	defer s.Close()
	if !specs.IsGlob(s.Named(round)) {
		return false
	}
	_, err = s.Fingerprint(round)
	return errors.Is(err, session.ErrNoArtifact)
}

// insteadOf is the artifact that a round has in the place of the document at a path, "" where that
// document is one of the round's files: a whole PRD is left aside for its shards.
func insteadOf(l session.Layout, place session.Place, path string) string {
	round, known := l.Round(place.Round)
	abs, err := filepath.Abs(path)
	info, gone := os.Stat(abs)
	if !known || err != nil || gone != nil || info.IsDir() {
		return ""
	}
	s, err := session.Open(place.Session, l)
	if err != nil {
		return ""
	}
	defer s.Close()
	files, err := session.FilesOf(s, round)
	if err != nil || slices.ContainsFunc(files, func(file session.File) bool { return filepath.Join(place.Session, file.Path) == abs }) {
		return ""
	}
	return files[0].Path
}

// another says what the verdict on the plain documents of a folder is about, when that is
// something else than the document at a path, and is there still.
func another(abs, dir string, l session.Layout) string {
	s, folder, done, err := look(dir, l)
	if err != nil {
		return ""
	}
	defer done()
	v, judged := folder.Verdict(session.PlainRound)
	if !judged || v.Artifact.Path == "" {
		return ""
	}
	if n := len(v.Artifact.Members); n > 0 {
		return fmt.Sprintf("%d documents together", n+1)
	}
	if _, err := s.Root().Lstat(v.Artifact.Path); err != nil || v.Artifact.Path == filepath.Base(abs) {
		return ""
	}
	return v.Artifact.Path
}

// roundOf is the round of a document that has a verdict of its own in a folder of plain ones:
// its name without what no round's id may hold, with a digest where that left something out.
func roundOf(name string) string {
	kept := strings.Trim(strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z') {
			return r
		}
		return '-'
	}, strings.TrimSuffix(name, filepath.Ext(name))), "-")
	const longest = 32
	if kept = kept[:min(len(kept), longest)]; kept+filepath.Ext(name) != name || filepath.Ext(name) != documents[0] {
		kept = strings.TrimLeft(fmt.Sprintf("%s-%.4x", kept, sha256.Sum256([]byte(name))), "-")
	}
	return session.PlainRound + "-" + kept
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
