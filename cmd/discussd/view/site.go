package view

import (
	"bytes"
	"context"
	_ "embed" // the pages and their script
	"errors"
	"html/template"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"discussd/cmd/discussd/htmlreport"
	"discussd/cmd/discussd/overview"
	"discussd/internal/text/printable"
	"discussd/pipeline/verdict"
)

//go:embed pages.tmpl
var pages string

//go:embed view.js
var script []byte

// site is what one server shows.
type site struct {
	gate
	source   Source
	every    time.Duration // how often a page that is looked at is made anew
	headers  map[string]string
	pages    *http.ServeMux
	parsed   *template.Template
	shelf    shelf
	register register
	deciding sync.Mutex // one decision after the other
}

func newSite(source Source, address, token string, every time.Duration) *site {
	s := &site{gate: gate{address, token}, source: source, every: every, headers: headers(), pages: http.NewServeMux()}
	s.parsed = template.Must(template.New("pages").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(htmlreport.Style()) },
		"shown": printable.Lines,
	}).Parse(pages))
	at := "/" + token
	s.pages.HandleFunc("GET "+at+"/{$}", s.page)
	s.pages.HandleFunc("GET "+at+"/live", s.live)
	s.pages.HandleFunc("GET "+at+"/view.js", s.script)
	s.pages.HandleFunc("GET "+at+"/{session}/{$}", s.page)
	s.pages.HandleFunc("GET "+at+"/{session}/live", s.live)
	s.pages.HandleFunc("GET "+at+"/{session}/{round}/decide", s.form)
	s.pages.HandleFunc("POST "+at+"/{session}/{round}/decide", s.decide)
	return s
}

var errUnknown = errors.New("no such session")

// findEvery is how often a session that was there is looked for again.
const findEvery = 10 * time.Second

// register knows the sessions by their ids. Its zero value knows none.
type register struct {
	mu   sync.Mutex
	dirs map[string]string // by id
	at   time.Time
}

// list asks for the sessions there are, and remembers their ids.
func (s *site) list(ctx context.Context) ([]overview.Session, error) {
	sessions, err := s.source.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for _, session := range sessions {
		dirs[s.id(session.Path)] = session.Path
	}
	s.register.mu.Lock()
	defer s.register.mu.Unlock()
	s.register.dirs, s.register.at = dirs, time.Now()
	return sessions, nil
}

// find returns the folder of the session with an id.
func (s *site) find(ctx context.Context, id string) (string, error) {
	if dir, ok := s.register.find(id); ok {
		return dir, nil
	}
	if _, err := s.list(ctx); err != nil {
		return "", err
	}
	if dir, ok := s.register.find(id); ok {
		return dir, nil
	}
	return "", errUnknown
}

func (g *register) find(id string) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	dir, ok := g.dirs[id]
	return dir, ok && time.Since(g.at) < findEvery
}

func (s *site) page(w http.ResponseWriter, r *http.Request) {
	text, err := s.shelf.page(r.Context(), s, r.PathValue("session"))
	s.answer(w, http.StatusOK, text, err)
}

// answer writes a page, or why there is none.
func (s *site) answer(w http.ResponseWriter, status int, text []byte, err error) {
	switch {
	case errors.Is(err, errUnknown):
		http.Error(w, "404 page not found", http.StatusNotFound)
	case err != nil:
		http.Error(w, printable.Lines(err.Error()), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		w.Write(text)
	}
}

func (s *site) script(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Write(script)
}

// make makes the page of a session by its id, or that of all where it is "".
func (s *site) make(ctx context.Context, id string) ([]byte, error) {
	if id == "" {
		return s.everything(ctx)
	}
	dir, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	frame := htmlreport.Frame{
		Script: s.home() + "view.js", Live: s.of(dir) + "live", Home: s.home(),
		Decide: func(_ int, r htmlreport.Round) string {
			if !decidable(r) {
				return ""
			}
			return s.decisionOn(dir, r.ID)
		},
	}
	return frame.Page([]htmlreport.Session{s.source.Session(dir)})
}

// decidable tells whether there is something to decide about a round: it is blocked, or
// somebody has let it pass.
func decidable(r htmlreport.Round) bool {
	return r.State == string(overview.Fresh) && r.Verdict != nil && r.Verdict.Outcome != verdict.Failed &&
		(r.Verdict.Outcome == verdict.Blocked || len(r.Verdict.Decisions) > 0)
}

// line is a session in the list of all.
type line struct {
	Name, Path, Address, Problem string
	Rounds                       []mark
	Summary                      overview.Summary
}

type mark struct{ ID, Sign, Means string }

// everything makes the page of all sessions.
func (s *site) everything(ctx context.Context) ([]byte, error) {
	sessions, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	var lines []line
	for _, session := range sessions {
		l := line{Name: filepath.Base(session.Path), Path: session.Path, Address: s.of(session.Path), Problem: session.Problem, Summary: session.Summary()}
		for _, round := range session.Rounds {
			sign, means := round.Sign()
			l.Rounds = append(l.Rounds, mark{round.ID, sign, means})
		}
		lines = append(lines, l)
	}
	return s.execute("list", map[string]any{"Home": s.home(), "Lines": lines})
}

func (s *site) execute(name string, about any) ([]byte, error) {
	var out bytes.Buffer
	err := s.parsed.ExecuteTemplate(&out, name, about)
	return out.Bytes(), err
}
