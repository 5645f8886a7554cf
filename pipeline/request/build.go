package request

import (
	"slices"

	"discussd/internal/text/identifier"
	"discussd/internal/text/printable"
	"discussd/pipeline/dropped"
)

// request judges a draft. What it returns beside an error is not complete.
func (d *draft) request() (Request, error) {
	var r Request
	paths := []struct {
		key  string
		into *string
	}{{keyArtifact, &r.Artifact}, {keySession, &r.Session}, {keyContext, &r.Context}}
	for _, p := range paths {
		text, err := d.path(d.fields[p.key])
		if err != nil {
			return r, err
		}
		*p.into = text
	}
	var err error
	if r.Role, err = d.line(d.fields[keyRole], longestTitle); err != nil {
		return r, err
	}
	if r.Task, err = d.line(d.fields[keyTask], longestTitle); err != nil {
		return r, err
	}
	if r.Watch, err = d.flag(d.fields[keyWatch]); err != nil {
		return r, err
	}
	if slices.ContainsFunc(knownKeys[:], func(key string) bool { return timelineKey(key) && d.given(key) }) {
		r.Discussion, err = d.discussion()
	} else {
		err = d.critique(&r)
	}
	return r, err
}

// critique fills in what a request for a verdict says.
func (d *draft) critique(r *Request) (err error) {
	if r.Round, err = d.round(); err != nil {
		return err
	}
	if r.Perspectives, err = d.perspectives(); err != nil {
		return err
	}
	own := slices.IndexFunc(r.Perspectives, func(p Perspective) bool { return p.Own })
	if own < 0 || r.Artifact != "" {
		return nil
	}
	line := d.at
	if field, given := d.fields[keyArtifact]; given {
		line = field.line
	}
	return d.Wrong(line, "perspective %q is the request's own, so the request must also name its artifact: add `Artifact: <path>`", r.Perspectives[own].Name)
}

// round is the id on the Round line, else in the heading.
func (d *draft) round() (string, error) {
	field := d.fields[keyRound]
	title, id := withoutNote(dropped.Plain(d.title.text)), withoutNote(dropped.Plain(field.text))
	switch {
	case id == "" && title == "" && d.task.text != "":
		id, field = d.task.text, d.task
	case id == "" && title == "":
		line := d.at
		if field.line > 0 {
			line = field.line
		}
		return "", d.Wrong(line, "neither a round nor the type of a discussion is given: add `Round: <id>`, or `Type: initial`")
	case id == "":
		id, field = title, d.title
	case title != "" && title != id && identifier.Is(title):
		return "", d.Wrong(field.line, "the heading on line %d names another round, %q: make them the same", d.title.line, title)
	}
	if placeholder.MatchString(id) {
		return "", d.unfilled(field.line)
	}
	if !identifier.Is(id) {
		return "", d.Wrong(field.line, "%q is no round id: write %s", printable.Capped(id, longestName), identifier.Form)
	}
	return id, nil
}
