package view

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"discussd/cmd/discussd/htmlreport"
	"discussd/cmd/discussd/overview"
	"discussd/critique"
	"discussd/pipeline/decision"
	"discussd/pipeline/verdict"
)

// evil is what somebody may write into every text that a page shows.
const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`

// fakeSource is a source of one session, with a round that is blocked until it is decided.
type fakeSource struct {
	mu    sync.Mutex
	label string
	asked []string // what was asked of it, with the folder
	said  []Decision
	gone  bool
}

const dir = "/home/ada/.workflow/.team/TLS-parcel room"

func (h *fakeSource) note(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, what)
}

func (h *fakeSource) rename(label string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.label = label
}

func (h *fakeSource) Sessions(context.Context) ([]overview.Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone {
		return nil, nil
	}
	return []overview.Session{{Path: dir, Problem: evil, Rounds: []overview.Round{{ID: "DISCUSS-002", State: overview.Fresh, Verdict: overview.Of(h.verdict())}}}}, nil
}

func (h *fakeSource) verdict() verdict.Verdict {
	high, revise := critique.High, critique.Revise
	return verdict.Verdict{Round: "DISCUSS-002", Label: h.label, Outcome: verdict.Blocked, Severity: &high, Recommendation: &revise, CoordinatorAction: verdict.CoordinatorAsks}
}

func (h *fakeSource) Session(of string) htmlreport.Session {
	h.note("session " + of)
	h.mu.Lock()
	defer h.mu.Unlock()
	v := h.verdict()
	return htmlreport.Session{Name: evil, Rounds: []htmlreport.Round{
		{ID: "DISCUSS-001", State: "missing"},
		{ID: "DISCUSS-002", State: "fresh", Verdict: &v, Past: []verdict.Verdict{v}},
	}}
}

func (h *fakeSource) Foresee(of, round string, choice decision.Choice) Prospect {
	h.note("foresee " + of + " " + round)
	if choice == decision.Revise {
		return Prospect{Text: "nothing to take back"}
	}
	return Prospect{Text: "Settled: " + evil, Fingerprint: "abc"}
}

func (h *fakeSource) Decide(_ context.Context, of, round string, said Decision) error {
	h.note("decide " + of + " " + round)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case said.Fingerprint != "abc":
		return ErrChanged
	case said.Because == "":
		return errors.New("say why")
	}
	h.said = append(h.said, said)
	h.label = "settled"
	return nil
}

func (h *fakeSource) decisions() []Decision {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.said)
}

// often is how often pages are made anew where a test waits for it.
const often = 10 * time.Millisecond

// serve runs a server on a source until the test ends.
func serve(t *testing.T, h Source, every time.Duration) *Server {
	t.Helper()
	return serveWith(t, h, every, readPatience)
}

// serveWith does so with less patience for a request to be sent.
func serveWith(t *testing.T, h Source, every, patience time.Duration) *Server {
	t.Helper()
	server, err := Listen(h, 0)
	if err != nil {
		t.Fatal(err)
	}
	server.site.every, server.patience = every, patience
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return server
}
