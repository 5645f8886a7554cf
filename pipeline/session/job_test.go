package session

import "testing"

// A job is found again by its ID, and by nothing that only looks like one.
func TestJobID(t *testing.T) {
	l := table()
	tests := map[string]struct {
		kind  Kind
		path  string
		known bool
	}{
		"R2":                 {OfRound, "", true},
		"R77":                {OfRound, "", false},
		"requests/a.json":    {OfRequest, "discussions/requests/a.json", true},
		"decisions/R2.md":    {OfDecision, "discussions/decisions/R2.md", true},
		"requests":           {OfRound, "", false},
		"requests/":          {OfRound, "", false},
		"questions/a.json":   {OfRound, "", false},
		"decisionsR2/x.md":   {OfRound, "", false},
		"requests/R2/a.md":   {OfRequest, "discussions/requests/R2/a.md", true},
		"decisions/a b.json": {OfDecision, "discussions/decisions/a b.json", true},
	}
	for id, want := range tests {
		job, known := l.Job(id)
		if job.ID() != id || job.Kind() != want.kind || KindOf(id) != want.kind || job.Path() != want.path || known != want.known {
			t.Errorf("%q: got %q of kind %d at %q, known: %v", id, job.ID(), job.Kind(), job.Path(), known)
		}
	}
}
