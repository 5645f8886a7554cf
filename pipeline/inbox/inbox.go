// Package inbox says which round a file in the requests inbox asks for, by whom it is to be
// judged, and why such a request is not carried out.
package inbox

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/request"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Refusal is why a request is not carried out. Its words go into an error verdict.
type Refusal struct {
	Code    verdict.ErrorCode
	Message string
	Without *session.Round // the round whose artifact is missing, if that is why
}

func (r *Refusal) Error() string { return r.Message }

// Refuse is the refusal with these words.
func Refuse(code verdict.ErrorCode, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Read parses the file of a request. The error is a [*Refusal].
func Read(dropped session.File) (request.Request, error) {
	if dropped.Problem != nil && dropped.Content == nil {
		return request.Request{}, Refuse(verdict.RequestInvalid, "%s cannot be read: %s", dropped.Path, dropped.Problem.Message)
	}
	r, err := request.Parse(path.Base(dropped.Path), dropped.Content)
	if err != nil {
		return r, Refuse(verdict.RequestInvalid, "%s: %s", dropped.Path, err)
	}
	return r, nil
}

// Requested is the round that a request asks for. The error says what is wrong
// with the request, or with what it names.
func Requested(s *session.Session, l session.Layout, dropped session.File) (session.Round, request.Request, error) {
	r, err := Read(dropped)
	if err != nil {
		return session.Round{}, r, err
	}
	round, err := RoundOf(s, l, r)
	return round, r, err
}

// RoundOf is the round of a request for a critique: a configured one as it is
// configured, else one of its own. The error says why it would be refused.
func RoundOf(s *session.Session, l session.Layout, r request.Request) (session.Round, error) {
	if err := Here(s, r); err != nil {
		return session.Round{}, err
	}
	artifact, err := inside(s, "artifact", r.Artifact, r.Session)
	if err != nil {
		return session.Round{}, err
	}
	context, err := inside(s, "discovery context", r.Context, r.Session)
	if err != nil {
		return session.Round{}, err
	}
	if round, known := l.Round(r.Round); known {
		if round = s.Own(round); len(round.Artifacts) == 0 {
			return session.Round{}, Refuse(verdict.RoundUnknown, "a session of %s has no round %s", s.Framework(), r.Round)
		}
		if name := path.Clean(r.Artifact); !there(s, artifact) && slices.Contains(round.Artifacts, name) {
			artifact = name // as the table calls it, from the spec folder
		}
		return round, agrees(round, r, artifact)
	}
	switch {
	case len(r.Perspectives) == 0:
		return session.Round{}, Refuse(verdict.RoundUnknown, "round %s is not configured and the request names no perspectives; known rounds: %s", r.Round, l.Known())
	case artifact == "":
		return session.Round{}, Refuse(verdict.RequestInvalid, "round %s is not configured: the request has to name its artifact", r.Round)
	}
	// The artifact of a configured round brings its members and its caller.
	round := session.Round{Label: strings.TrimSuffix(path.Base(artifact), path.Ext(artifact))}
	if at := slices.IndexFunc(l.Rounds, func(r session.Round) bool { return slices.Contains(r.Artifacts, artifact) }); at >= 0 {
		round = l.Rounds[at]
	}
	round.ID, round.Artifacts, round.Context, round.Final = r.Round, []string{artifact}, context, false
	if r.Role != "" {
		round.Caller, round.Task = r.Role, r.Task
	}
	return round, nil
}

// Here refuses a request that lies in one session and names another. One whose session
// cannot be found is about that in which it lies.
func Here(s *session.Session, r request.Request) error {
	if other, elsewhere := s.Elsewhere(r.Session); elsewhere {
		return Refuse(verdict.SessionNotFound, "session not found: %s is %s, and the request lies in %s: drop it in the inbox of the session it is about", r.Session, other, s.Dir())
	}
	return nil
}

// inside turns a path of a request into one relative to the spec folder. A path that
// begins with what the request calls its session is one in that session. What
// discussd writes itself is nothing to be judged: each verdict would be a change.
func inside(s *session.Session, what, name, home string) (string, error) {
	if name == "" {
		return "", nil
	}
	rel, err := s.Inside(name)
	if rest, within := strings.CutPrefix(path.Clean(name), path.Clean(home)+"/"); within && home != "" && (err != nil || !there(s, rel)) {
		if own, insideErr := s.Inside(rest); insideErr == nil && (err != nil || there(s, own)) {
			rel, err = own, nil
		}
	}
	if err != nil {
		return "", Refuse(verdict.ArtifactOutside, "the %s %s does not lie in the session", what, name)
	}
	inner := path.Join(s.SpecDir(), rel)
	top, _, _ := strings.Cut(inner, "/")
	if slices.Contains([]string{handoff.Dir, ".msg", "discussion.md", "shared-memory.json"}, top) {
		return "", Refuse(verdict.RequestInvalid, "the %s %s is what discussd writes itself", what, name)
	}
	return rel, nil
}

func there(s *session.Session, rel string) bool {
	_, err := s.Root().Lstat(path.Join(s.SpecDir(), rel))
	return err == nil
}

// agrees refuses a request for a configured round that would have it judged in
// another way than it is configured: its verdict would stand for the round.
func agrees(round session.Round, r request.Request, artifact string) error {
	if artifact != "" && !slices.Contains(round.Artifacts, artifact) {
		return Refuse(verdict.RequestInvalid, "round %s is configured to judge %s, not %s: ask for that under a round of its own", round.ID, strings.Join(round.Artifacts, " or "), r.Artifact)
	}
	if r.Watch {
		return Refuse(verdict.RequestInvalid, "round %s is watched in any case: leave watch out", round.ID)
	}
	asked := map[string]bool{}
	for _, p := range r.Perspectives {
		asked[p.Name] = true
	}
	for _, name := range round.Perspectives {
		if len(r.Perspectives) > 0 && !asked[name] {
			return Refuse(verdict.RequestInvalid, "round %s is judged by %s, and the request leaves out %s: ask under a round of your own", round.ID, listed(round.Perspectives), name)
		}
		delete(asked, name)
	}
	for name := range asked {
		return Refuse(verdict.RequestInvalid, "round %s is judged by %s, not by %q: ask for that under a round of your own", round.ID, listed(round.Perspectives), name)
	}
	return nil
}

// Perspectives are those that a request brings to a round of its own: those of the
// configuration, as the request redefines them, and others, with the tools that it may use
// and those that are asked in place of one that fails. The error is a [*Refusal].
func Perspectives(r request.Request, known map[string]critique.Perspective, tools, fallback []string) ([]critique.Perspective, error) {
	var own []critique.Perspective
	for _, asked := range r.Perspectives {
		p, configured := known[asked.Name]
		if !asked.Own && !configured {
			return nil, Refuse(verdict.RequestInvalid, "the perspective %q is neither configured nor defined in the request; configured: %s", asked.Name, listed(slices.Sorted(maps.Keys(known))))
		}
		if asked.Own {
			if !slices.Contains(tools, asked.Tool) {
				return nil, Refuse(verdict.RequestInvalid, "the perspective %q names the tool %q, which is not configured; configured: %s", asked.Name, asked.Tool, listed(tools))
			}
			p.Name, p.Tool = asked.Name, asked.Tool
			p.Role, p.Focus = cmp.Or(asked.Role, p.Role), cmp.Or(asked.Focus, p.Focus)
			if asked.Focus != "" {
				p.Tasks = nil // they are another focus's
			}
		}
		p.Fallback = fallback
		own = append(own, p)
	}
	return own, nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
