package screen

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestMeter(t *testing.T) {
	long := time.Now().Add(-time.Hour)
	tests := map[string]struct {
		started  time.Time
		sessions int
		want     string
	}{
		"long":        {long, 3, "\r\x1b[Kdiscussd: session 1 of 3: a\\x1bb\r\x1b[K\r\x1b[Kdiscussd: session 2 of 3: b\r\x1b[K"},
		"short":       {time.Now().Add(time.Hour), 3, ""},
		"one session": {long, 1, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			m := &Meter{out: &out, started: test.started}
			m.Expect(test.sessions)
			for _, session := range []string{"/x/a\x1bb", "/x/b"}[:min(2, test.sessions)] {
				m.Step(session)
				m.Clear()
				m.Clear() // nothing is left to clear
			}
			if got := out.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestMeterIsForTerminals: a pipe gets no progress, and neither does a command without one.
func TestMeterIsForTerminals(t *testing.T) {
	var out strings.Builder
	for _, m := range []*Meter{NewMeter(&out), nil} {
		if m != nil {
			m.started = time.Time{}
		}
		m.Expect(5)
		m.Step("/x/a")
		m.Clear()
	}
	if out.Len() > 0 {
		t.Errorf("wrote %q", out.String())
	}
}
