package daemon

import (
	"testing"
	"time"

	"discussd/pipeline/schedule"
	"discussd/pipeline/verdict"
)

func TestStatusLine(t *testing.T) {
	at := time.Date(2026, 3, 5, 15, 4, 0, 0, time.Local)
	later := at.Add(time.Hour)
	job := func(session, round string, state verdict.PendingState, until *time.Time) schedule.Job {
		return schedule.Job{Session: session, Round: round, State: state, Until: until}
	}
	for name, tt := range map[string]struct {
		roots, sessions int
		jobs            []schedule.Job
		want            string
	}{
		"nothing":       {1, 0, nil, "0 sessions in 1 folder; all judged"},
		"one of each":   {2, 1, []schedule.Job{job("/s/shop\nx", "A", verdict.Running, nil), job("/s/b", "B", verdict.Settling, nil), job("/s/b", "C", verdict.Queued, nil)}, `1 session in 2 folders; judging A of "shop\nx"; 1 queued; 1 settling`},
		"the first due": {1, 2, []schedule.Job{job("/s/a", "A", verdict.Held, &later), job("/s/b", "B", verdict.Held, &at), job("/s/b", "", verdict.Held, nil)}, "2 sessions in 1 folder; 3 held, the first until 15:04"},
		"held for good": {1, 2, []schedule.Job{job("/s/b", "", verdict.Held, nil)}, "2 sessions in 1 folder; 1 held"},
		"many at once": {1, 5, []schedule.Job{job("/a", "A", verdict.Running, nil), job("/b", "B", verdict.Running, nil), job("/c", "C", verdict.Running, nil), job("/d", "D", verdict.Running, nil), job("/e", "E", verdict.Running, nil)},
			`5 sessions in 1 folder; judging A of "a", B of "b", C of "c" and 2 more`},
	} {
		if got := words(tt.roots, tt.sessions, tt.jobs); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestOnlyTheLatestLineWaits for a systemd that does not listen.
func TestOnlyTheLatestLineWaits(t *testing.T) {
	s := newStatusLine([]string{"/a"})
	s.change([]string{"/"}, nil)
	s.change([]string{"/"}, []schedule.Job{{Session: "/b", Round: "B", State: verdict.Queued}})
	s.change([]string{"/"}, []schedule.Job{{Session: "/b", Round: "B", State: verdict.Queued}})
	if got := <-s.lines; got != "2 sessions in 1 folder; 1 queued" || len(s.lines) > 0 {
		t.Errorf("%q, and %d more", got, len(s.lines))
	}
}
