// Package view serves the pages of sessions to the person at this machine: a list of the
// sessions, the report of each, kept as things are while it is looked at, and the form in
// which a person decides.
//
// What there is to see comes from a [Source]; the package reads no file. A request names a
// session by an id that is drawn for this one server, never by a path, so that there is no
// path to leave. Every request has to bring the token that stands in the address, and to
// come from a page of this server or from nobody's.
package view

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"discussd/cmd/discussd/htmlreport"
	"discussd/cmd/discussd/overview"
	"discussd/pipeline/decision"
)

// Source is what there is to see. Its methods may be called by several goroutines at once,
// Decide by one at a time; dir is always one that Sessions has returned.
type Source interface {
	// Sessions returns the sessions there are now, in the order in which they are listed.
	Sessions(ctx context.Context) ([]overview.Session, error)
	// Session reads one of them.
	Session(dir string) htmlreport.Session
	// Foresee tells what a decision about a round would settle, and settles nothing.
	Foresee(dir, round string, choice decision.Choice) Prospect
	// Decide settles it, for the bytes of the fingerprint. The error is for the person who
	// decides, and wraps [ErrChanged] when the bytes are others by now.
	Decide(ctx context.Context, dir, round string, said Decision) error
}

// Prospect is what a decision would settle.
type Prospect struct {
	Text        string // for the person
	Fingerprint string // of the bytes it is about, "" where there is nothing to decide
}

// Decision is what a person says about a round.
type Decision struct {
	Choice      decision.Choice
	Because     string
	Fingerprint string // of the bytes whose consequences were shown
}

// ErrChanged is the error of a decision about bytes that are others by now.
var ErrChanged = errors.New("the artifact has changed since this page was made: look at what blocks it now, and decide again")

// The bounds of a request. A page of this server asks for far less.
const (
	headerLimit    = 16 << 10 // bytes of its lines before the body
	bodyLimit      = 64 << 10 // bytes: a reason of 4000 characters, escaped
	readPatience   = 5 * time.Second
	answerPatience = time.Minute // a decision waits for a daemon half of it
	idlePatience   = 2 * time.Minute
)

// Server serves a source on the loopback interface.
type Server struct {
	listener net.Listener
	site     *site
	patience time.Duration // with a request's lines before its body, and with its body
}

// Listen opens a port of 127.0.0.1 for a source: any that is free where port is 0. Nothing
// is answered before [Server.Run].
func Listen(source Source, port int) (*Server, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	return &Server{listener, newSite(source, listener.Addr().String(), rand.Text(), lookEvery), readPatience}, nil
}

// URL is the address of the list of sessions. Who knows it may decide.
func (s *Server) URL() string { return "http://" + s.site.address + s.site.home() }

// Run answers until ctx ends, and returns nil then.
func (s *Server) Run(ctx context.Context) error {
	server := &http.Server{
		Handler: s.site, MaxHeaderBytes: headerLimit, DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout: s.patience, ReadTimeout: s.patience, WriteTimeout: answerPatience, IdleTimeout: idlePatience,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
