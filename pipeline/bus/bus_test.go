package bus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// session makes a session folder whose bus holds the given text, and says where
// that is.
func session(t testing.TB, text string) (dir, log string) {
	t.Helper()
	dir = t.TempDir()
	log = filepath.Join(dir, ".msg", "messages.jsonl")
	if err := os.Mkdir(filepath.Dir(log), 0o755); err != nil {
		t.Fatal(err)
	}
	if text != "" {
		if err := os.WriteFile(log, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, log
}

// open is the bus of a session, at a time of its own.
func open(t testing.TB, dir string, mode Mode) *Bus {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	b := New(root, mode)
	b.now = func() time.Time { return time.Date(2026, 3, 4, 9, 30, 0, 5_000_000, time.FixedZone("CET", 3600)) }
	b.patience = 5 * time.Minute // tests are no judges of how busy a machine is
	return b
}

func read(t testing.TB, log string) string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	began = Started(Round{Profile: "lifecycle", ID: "DISCUSS-002", Label: "brief", Artifact: "spec/product-brief.md", Perspectives: 4})
	ended = Message{From: "discuss", Type: ready, Summary: "[discuss] done <&>", Data: Data{Ref: "discussions/DISCUSS-002-discussion.md"}}
)

func key(round, fingerprint string, revision int) Key { return Key{round, fingerprint, revision} }

// Of a file that somebody blew up only the end is read.
// Between opening and locking somebody may put another file in place: two buses
// must never hold different files, and none the target of a link.
// types lists what the lines of a round say, one letter each: p for its
// beginning, E for its end.
func types(t testing.TB, log, round string) string {
	t.Helper()
	said := ""
	for line := range strings.Lines(read(t, log)) {
		e := parse([]byte(line))
		switch {
		case e.key.Round != round:
		case e.begins():
			said += "p"
		case e.ends():
			said += "E"
		}
	}
	return said
}

func TestEachBeginningEndsOnce(t *testing.T) {
	a, again, newer := key("R", "a", 1), key("R", "a", 2), key("R", "b", 1)
	type step struct {
		do  string
		key Key
	}
	tests := map[string]struct {
		steps []step
		want  string
		left  []Key
	}{
		"begins":                                         {[]step{{"begin", a}}, "p", []Key{a}},
		"ends":                                           {[]step{{"begin", a}, {"end", a}}, "pE", nil},
		"killed before it knew that it began":            {[]step{{"begin", a}, {"begin", a}, {"end", a}}, "pE", nil},
		"killed before it knew that it ended":            {[]step{{"begin", a}, {"end", a}, {"end", a}}, "pE", nil},
		"given up for newer bytes":                       {[]step{{"begin", a}, {"begin", newer}, {"end", newer}}, "pE", nil},
		"given up twice":                                 {[]step{{"begin", a}, {"begin", newer}, {"begin", again}}, "p", []Key{a}},
		"judged again over the same bytes":               {[]step{{"begin", a}, {"end", a}, {"begin", again}, {"end", again}}, "pEpE", nil},
		"judged again, the old verdict stays":            {[]step{{"begin", a}, {"end", a}, {"begin", again}, {"end", a}}, "pEpE", nil},
		"judged again, killed, the old verdict stays":    {[]step{{"begin", a}, {"end", a}, {"begin", again}, {"end", a}, {"end", a}}, "pEpE", nil},
		"began before there was a bus":                   {[]step{{"end", a}, {"end", a}}, "E", nil},
		"its artifact is gone":                           {[]step{{"begin", a}, {"drop", a}, {"drop", a}}, "pE", nil},
		"its artifact is gone, it never began":           {[]step{{"drop", a}}, "", nil},
		"its artifact is gone after it ended":            {[]step{{"begin", a}, {"end", a}, {"drop", a}}, "pE", nil},
		"its artifact went and came back":                {[]step{{"begin", a}, {"drop", a}, {"begin", a}, {"end", a}}, "pEpE", nil},
		"another round does not end it":                  {[]step{{"begin", a}, {"end", key("S", "a", 1)}}, "p", []Key{a}},
		"the ends of two others, asked for once more":    {[]step{{"begin", a}, {"end", a}, {"begin", newer}, {"end", newer}, {"end", a}}, "pEpE", nil},
		"a round of another name begins while it is not": {[]step{{"begin", a}, {"begin", key("S", "a", 1)}}, "p", []Key{a, key("S", "a", 1)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir, log := session(t, `{"id":"MSG-010","from":"discuss","type":"impl_progress","data":{"round":"other words"}}`+"\n"+
				`{"id":"MSG-011","from":"discuss","type":"error","data":{"round":"other words"}}`+"\n"+
				`{"id":"MSG-012","from":"writer","type":"impl_progress","data":{"round":"R"}}`+"\n"+
				`{"id":"MSG-013","from":"spec-discuss","type":"impl_progress","summary":"an agent's own","data":{"ref":"R"}}`+"\n")
			for _, s := range tt.steps {
				do(t, open(t, dir, Auto), s.do, s.key)
			}
			if got := types(t, log, "R"); got != tt.want {
				t.Errorf("said %q, want %q:\n%s", got, tt.want, read(t, log))
			}
			if left, err := open(t, dir, Auto).Unfinished(); err != nil || !cmp.Equal(tt.left, left, cmpopts.EquateEmpty()) {
				t.Errorf("unfinished: %v, %v; want %v", left, err, tt.left)
			}
		})
	}
}

func do(t testing.TB, b *Bus, what string, k Key) string {
	t.Helper()
	var id string
	var err error
	switch what {
	case "begin":
		id, err = b.Begin(t.Context(), k, began)
	case "end":
		id, err = b.End(t.Context(), k, ended)
	case "drop":
		id, err = b.Drop(t.Context(), k.Round, Dropped(Round{Profile: "lifecycle", ID: k.Round}))
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Others may have said twice what a bus says once.
func TestBegunTwiceByAnotherHand(t *testing.T) {
	twice := `{"id":"MSG-001","from":"discuss","type":"impl_progress","data":{"round":"R","revision":1}}` + "\n" +
		`{"id":"MSG-002","from":"discuss","type":"impl_progress","data":{"round":"R","revision":1}}` + "\n"
	dir, log := session(t, twice)
	b := open(t, dir, Auto)
	if left, err := b.Unfinished(); err != nil || len(left) != 1 {
		t.Errorf("unfinished: %v, %v", left, err)
	}
	if id := do(t, b, "begin", key("R", "f", 1)); id != "MSG-001" {
		t.Errorf("begun by %s", id)
	}
	do(t, b, "end", key("R", "f", 1))
	if left, err := b.Unfinished(); err != nil || len(left) != 0 || types(t, log, "R") != "ppE" {
		t.Errorf("unfinished: %v, %v", left, err)
	}
}

// A caller that was told an id is told the same one when it asks again.
func TestAskedAgainTellsTheSameID(t *testing.T) {
	dir, _ := session(t, "")
	b := open(t, dir, Auto)
	var got []string
	for _, what := range []string{"begin", "begin", "end", "end"} {
		got = append(got, do(t, b, what, key("R", "f", 1)))
	}
	if diff := cmp.Diff([]string{"MSG-001", "MSG-001", "MSG-002", "MSG-002"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever is done in whatever order, a round's lines are beginnings that each
// end once; an end without a beginning is of a key that nobody ended.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, log := session(t, "")
		b := open(t, dir, Auto)
		endedKeys := map[Key]bool{}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			k := key(rapid.SampledFrom([]string{"R", "S"}).Draw(r, "round"), rapid.SampledFrom([]string{"a", "b"}).Draw(r, "fingerprint"), rapid.IntRange(1, 2).Draw(r, "revision"))
			what := rapid.SampledFrom([]string{"begin", "end", "drop"}).Draw(r, "what")
			before := ""
			if _, err := os.Lstat(log); err == nil {
				before = types(t, log, k.Round)
			}
			do(t, b, what, k)
			added := strings.TrimPrefix(types(t, log, k.Round), before)
			isOpen := strings.HasSuffix(before, "p")
			want := ""
			switch {
			case what == "begin" && !isOpen:
				want = "p"
			case what != "begin" && isOpen, what == "end" && !endedKeys[k]:
				want = "E"
			}
			if added != want {
				r.Fatalf("%s of %v after %q added %q, want %q", what, k, before, added, want)
			}
			endedKeys[k] = endedKeys[k] || what == "end"
		}
	})
}

// A machine that dies may leave any part of what was written. What is asked for
// again afterwards makes it whole.
func TestCutAnywhere(t *testing.T) {
	dir, log := session(t, "")
	k := key("R", "f", 1)
	do(t, open(t, dir, Auto), "begin", k)
	do(t, open(t, dir, Auto), "end", k)
	whole := read(t, log)
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(log, []byte(whole[:cut]), 0o644); err != nil {
			t.Fatal(err)
		}
		b := open(t, dir, Auto)
		if cut < strings.Index(whole, "\n") { // it never began, as far as anybody knows
			do(t, b, "begin", k)
		}
		do(t, b, "end", k)
		if got := types(t, log, "R"); got != "pE" {
			t.Fatalf("cut at %d: %q\n%s", cut, got, read(t, log))
		}
		if !strings.HasPrefix(read(t, log), whole[:cut]) {
			t.Fatalf("cut at %d: what was there was changed", cut)
		}
	}
}

// BenchmarkBegin asks for a line that is there already, so that the log keeps its
// length: what is measured is how long a log is read.
