package verdict

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPendingSurvivesItsJSON(t *testing.T) {
	since := time.Date(2026, 3, 4, 9, 30, 0, 123_456_789, time.FixedZone("CET", 3600))
	for _, state := range []PendingState{Settling, Queued, Running, Held} {
		data, err := Pending{Fingerprint: Hash(digest("f")), State: state, Since: since}.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParsePending(data)
		if err != nil {
			t.Fatal(err)
		}
		want := Pending{Fingerprint: Hash(digest("f")), State: state, Since: since.UTC().Truncate(time.Millisecond)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestParsePendingRejects(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":          "",
		"half an object":   `{"state":`,
		"an unknown state": `{"state":"done"}`,
		"no state":         `{}`,
	} {
		t.Run(name, func(t *testing.T) {
			if p, err := ParsePending([]byte(data)); err == nil {
				t.Errorf("read as %+v", p)
			}
		})
	}
}

func TestChecksAreThoseOfTheVerdict(t *testing.T) {
	previous := New(exampleCase(), exampleReport(), blockedHigh())
	c := exampleCase()
	c.Previous = &previous
	report := exampleReport()
	report.Findings = report.Findings[:1]
	data, err := NewChecks(c, report).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "checks", "checks.json", data)

	var got Checks
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	v := New(c, report, blockedHigh())
	if diff := cmp.Diff(v.Checks, got.Assessment); diff != "" {
		t.Errorf("findings (-verdict +checks):\n%s", diff)
	}
	if diff := cmp.Diff(v.Artifact, got.Artifact); diff != "" {
		t.Errorf("artifact (-verdict +checks):\n%s", diff)
	}
}
