package view

import (
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"discussd/cmd/discussd/htmlreport"
	"discussd/pipeline/decision"
)

// paper is the page on which a person decides.
type paper struct {
	Home, Back, Script string
	Session            string
	Round              htmlreport.Round
	Choices            []choice
	Fingerprint        string // of the bytes it is about, "" where there is nothing to decide
	Because, Problem   string // what was said, and why it did not count
}

type choice struct{ Word, Text string }

// settles says what each choice is for.
var settles = []decision.Choice{decision.Accept, decision.Revise}

// form shows what each decision about a round would settle, and takes one.
func (s *site) form(w http.ResponseWriter, r *http.Request) {
	dir, round, err := s.round(r)
	if err != nil {
		s.answer(w, http.StatusOK, nil, err)
		return
	}
	s.paper(w, http.StatusOK, dir, round, Decision{}, nil)
}

// round finds what the address of a request names.
func (s *site) round(r *http.Request) (dir string, round htmlreport.Round, err error) {
	if dir, err = s.find(r.Context(), r.PathValue("session")); err != nil {
		return "", round, err
	}
	rounds := s.source.Session(dir).Rounds
	at := slices.IndexFunc(rounds, func(known htmlreport.Round) bool { return known.ID == r.PathValue("round") })
	if at < 0 {
		return "", round, errUnknown
	}
	return dir, rounds[at], nil
}

// paper answers with the form, with what was said on it before, if anything.
func (s *site) paper(w http.ResponseWriter, status int, dir string, round htmlreport.Round, said Decision, problem error) {
	p := paper{Home: s.home(), Back: s.of(dir), Session: filepath.Base(dir), Round: round, Because: said.Because}
	for _, word := range settles {
		prospect := s.source.Foresee(dir, round.ID, word)
		if prospect.Fingerprint != "" {
			p.Fingerprint = prospect.Fingerprint
			p.Choices = append(p.Choices, choice{string(word), prospect.Text})
		} else if p.Fingerprint == "" && problem == nil {
			p.Problem = prospect.Text
		}
	}
	if problem != nil {
		p.Problem = problem.Error()
	} else if p.Fingerprint != "" {
		p.Problem = "" // one of the two can be made
	}
	text, err := s.execute("decide", p)
	s.answer(w, status, text, err)
}

// decide takes a decision, has it carried out, and leads back to the session.
func (s *site) decide(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "no form that can be read", status)
		return
	}
	said := Decision{decision.Choice(r.PostForm.Get("choice")), strings.ReplaceAll(r.PostForm.Get("because"), "\r\n", "\n"), r.PostForm.Get("fingerprint")}
	if !slices.Contains(settles, said.Choice) || said.Fingerprint == "" {
		http.Error(w, "no decision", http.StatusBadRequest)
		return
	}
	s.deciding.Lock()
	defer s.deciding.Unlock()
	dir, round, err := s.round(r)
	if err != nil {
		s.answer(w, http.StatusOK, nil, err)
		return
	}
	if err := s.source.Decide(r.Context(), dir, round.ID, said); err != nil {
		s.paper(w, http.StatusConflict, dir, round, said, err)
		return
	}
	s.shelf.forget()
	http.Redirect(w, r, s.of(dir)+"#s0-"+round.ID, http.StatusSeeOther)
}
