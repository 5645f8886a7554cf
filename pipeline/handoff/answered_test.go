package handoff

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAnswered(t *testing.T) {
	f := open(t, t.TempDir())
	want := Answer{Path: "discussions/requests/a.md", SHA256: digest([]byte("please")), Outcome: "error", Result: "discussions/a-verdict.json", Failed: true, AnsweredAt: time.Unix(1_800_000_000, 0).UTC()}
	if _, ok := f.Answered(want.SHA256); ok {
		t.Error("answered before anybody did")
	}
	if err := f.SetAnswered(want); err != nil {
		t.Fatal(err)
	}
	got, ok := f.Answered(want.SHA256)
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("%v, -want +got\n%s", ok, diff)
	}
	if _, ok := f.Answered(digest([]byte("please, again"))); ok {
		t.Error("other bytes are answered")
	}
}

func TestAnswerHolds(t *testing.T) {
	at := time.Unix(1_800_000_000, 5).UTC()
	tests := map[string]struct {
		failed bool
		name   string
		at     time.Time
		want   bool
	}{
		"nothing changed":             {true, "discussions/requests/a.md", at, true},
		"another place":               {true, "discussions/requests/b.md", at, true},
		"dropped again":               {true, "discussions/requests/a.md", at.Add(time.Nanosecond), false},
		"in another form":             {true, "discussions/requests/a.json", at, false},
		"dropped again, was answered": {false, "discussions/requests/a.json", at.Add(time.Hour), true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			a := Answer{Path: "discussions/requests/a.md", Written: at, Failed: test.failed}
			if got := a.Holds(test.name, test.at); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
