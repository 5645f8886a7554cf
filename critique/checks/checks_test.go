package checks

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

func TestNewNamesUnknownRules(t *testing.T) {
	_, err := New(Options{Off: []string{"X-O05", "X-005"}, Severity: map[string]critique.Severity{"ZZ-1": critique.Low, "X-001": "FATAL"}})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{`unknown rule "X-O05" (nearest: X-005)`, `unknown rule "ZZ-1"`, `rule X-001: unknown severity "FATAL"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
}

// TestRetiredRules: a configuration of an earlier version still means what it said.
func TestRetiredRules(t *testing.T) {
	for _, r := range Rules() {
		if _, retired := Retired(r.ID); retired {
			t.Errorf("%s is there, and stands in retired.txt", r.ID)
		}
	}
	for _, id := range []string{"FT-014", "LX-028", "X-031", "X-033", "X-034", "X-036", "X-037"} {
		if _, err := New(Options{Off: []string{id}}); err != nil {
			t.Error(err)
		}
	}
	const text = "-- spec/requirements/REQ-004-log.md --\n# REQ-004: Delivery log\n\nThe delivery log MUST keep every delivery attempt for 30 days.\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: Store\n\nThe delivery log keeps each delivery attempt for 14 days.\n"
	for name, tt := range map[string]struct {
		options Options
		want    critique.Severity
	}{
		"as it is":         {Options{}, critique.Low},
		"switched off":     {Options{Off: []string{"XD-004", "RD-010"}}, ""},
		"weighed":          {Options{Severity: map[string]critique.Severity{"RQ-031": critique.Medium}}, critique.Medium},
		"weighed by today": {Options{Severity: map[string]critique.Severity{"RQ-031": critique.Low, "FT-001": critique.High}}, critique.High},
	} {
		c, err := New(tt.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		files := map[string][]byte{}
		for _, part := range strings.Split(text, "-- ")[1:] {
			path, body, _ := strings.Cut(part, " --\n")
			files[path] = []byte(body)
		}
		docs := documentsOf(files)
		var got critique.Severity
		for _, d := range docs {
			for _, f := range c.Check(context.Background(), critique.Subject{Artifact: d, Session: docs}).Findings {
				if f.Rule == "FT-001" {
					got = f.Severity
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: FT-001 is %q, want %q", name, got, tt.want)
		}
	}
}

func TestSeverityOverride(t *testing.T) {
	c, err := New(Options{Severity: map[string]critique.Severity{"X-002": critique.High}})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Check(context.Background(), whole([]critique.Document{{Path: "n.md", Content: []byte("## A\n\nThe period is TBD here.\n")}}))
	if len(report.Findings) != 1 || report.Findings[0].Severity != critique.High {
		t.Errorf("%+v", report.Findings)
	}
}

// identities returns the identities of one rule's places in a document.
func identities(t *testing.T, rule, text string) []string {
	t.Helper()
	report := onlyRule(t, rule).Check(context.Background(), whole([]critique.Document{{Path: "n.md", Content: []byte(text)}}))
	var found []string
	for _, f := range report.Findings {
		for _, p := range f.Places {
			found = append(found, p.Identity)
		}
	}
	return found
}

func TestIdentitySurvivesEdits(t *testing.T) {
	before := identities(t, "X-002", "# N\n\n## Links\n\nThe size is TBC, then TBD and TBD.\n")
	if len(before) != 3 || before[1] == before[2] {
		t.Fatalf("%v", before)
	}
	for name, text := range map[string]string{
		"moved lines":    "# N\n\nNew.\n\n\n## Links\n\nThe size is TBC, then TBD and TBD.\n",
		"other wording":  "# N\n\n## Links\n\nSizes: first TBC! Or TBD, or else TBD.\n",
		"another indent": "# N\n\n## 2. Links:\n\n- one TBC here\n- one TBD here\n- one TBD here\n",
	} {
		if diff := cmp.Diff(before, identities(t, "X-002", text)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if after := identities(t, "X-002", "# N\n\n## Others\n\nThe size is TBC here.\n"); after[0] == before[0] {
		t.Error("another section, the same identity")
	}
}

func TestFindingsAreOneARule(t *testing.T) {
	report := onlyRule(t, "X-002").Check(context.Background(), whole([]critique.Document{
		{Path: "b.md", Content: []byte("Size: TBD\n")}, {Path: "a.md", Content: []byte("\n期限 FIXME, size TBC\n")},
	}))
	if len(report.Findings) != 1 {
		t.Fatalf("%+v", report)
	}
	f := report.Findings[0]
	if f.Path != "a.md" || f.Line != 2 || f.Column != 4 || f.Quote != "FIXME" || len(f.Places) != 3 || f.Message != `"FIXME" says that this is not decided yet: decide it, or list it as an open question (+2 more)` {
		t.Errorf("%+v", f)
	}
	if diff := cmp.Diff([]string{"FIXME", "TBC", "TBD"}, f.Targets); diff != "" {
		t.Error(diff)
	}
	var said []string
	for _, p := range f.Places {
		said = append(said, p.Message)
	}
	if diff := cmp.Diff([]string{"\"FIXME\" says that this is not decided yet: decide it, or list it as an open question", `"TBC" says that this is not decided yet: decide it, or list it as an open question`, `"TBD" says that this is not decided yet: decide it, or list it as an open question`}, said); diff != "" {
		t.Error(diff)
	}
}

func TestTheOtherOfTwoPlacesIsNamed(t *testing.T) {
	const index, story = "spec/requirements/_index.md", "spec/requirements/NFR-001-speed.md"
	for name, test := range map[string]struct {
		rule, text string
		want       critique.Location
		says       string
	}{
		"defined twice":  {"X-006", "-- " + index + " --\n| ID | Title |\n|---|---|\n| REQ-001 | Save |\n| REQ-001 | Load |\n", critique.Location{Path: index, Line: 3, Column: 3, Quote: "REQ-001"}, index + ":3"},
		"said otherwise": {"FT-001", "-- " + index + " --\nA save takes at most 16 ms.\n-- " + story + " --\n# Speed\n\nA save takes at most 160 ms.\n", critique.Location{Path: story, Line: 3, Column: 1, Quote: "A save takes at most 160 ms."}, story + ":3"},
		"claimed by two": {"XD-023", "-- " + index + " --\n# Index\n-- spec/requirements/REQ-001-load.md --\n# REQ-001: Load\n-- spec/requirements/REQ-001-save.md --\n# REQ-001: Save\n", critique.Location{Path: "spec/requirements/REQ-001-load.md", Line: 1, Column: 1, Quote: "# REQ-001: Load"}, "REQ-001-load.md"},
	} {
		t.Run(name, func(t *testing.T) {
			report := onlyRule(t, test.rule).Check(context.Background(), whole(files(Rule{}, test.text)))
			if len(report.Findings) != 1 {
				t.Fatalf("%+v", report.Findings)
			}
			place := report.Findings[0].Places[0]
			if diff := cmp.Diff([]critique.Location{test.want}, place.Related); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(place.Message, test.says) {
				t.Errorf("%q does not say %q", place.Message, test.says)
			}
		})
	}
}

func TestOnlyTheRoundsOwnFilesAreJudged(t *testing.T) {
	docs := []critique.Document{{Path: "spec/product-brief.md", Content: []byte("Size: TBD\n")}, {Path: "spec/epics/_index.md", Content: []byte("Size: TBD\n")}}
	report := onlyRule(t, "X-002").Check(context.Background(), critique.Subject{Artifact: docs[1], Session: docs})
	if len(report.Findings) != 1 || len(report.Findings[0].Places) != 1 || report.Findings[0].Path != "spec/epics/_index.md" {
		t.Errorf("%+v", report.Findings)
	}
}

func TestMarksMute(t *testing.T) {
	const place = "## Size\n\nThe size is TBD.\n"
	muted := critique.Mute{Rule: "X-002", Severity: critique.Medium, Message: "\"TBD\" says that this is not decided yet: decide it, or list it as an open question", Path: "n.md", Line: 5, Quote: "TBD", MarkLine: 1}
	because := func(reason string) []critique.Mute {
		m := muted
		m.Reason = reason
		return []critique.Mute{m}
	}
	unknown := func(rule, nearest string) []string {
		return []string{"n.md:1: discussd-ignore mutes nothing: there is no rule " + rule + " (nearest: " + nearest + ")"}
	}
	for name, test := range map[string]struct {
		mark, text string
		findings   int
		muted      []critique.Mute
		notes      []string
	}{
		"a reason":               {"X-002 decided in May", place, 0, because("decided in May"), nil},
		"a reason after a colon": {"X-002: decided in May", place, 0, because("decided in May"), nil},
		"a Chinese colon":        {"X-002：五月决定", place, 0, because("五月决定"), nil},
		"over lines":             {"X-002:\ndecided\nin May", "The size is TBD.\n", 0, because("decided in May"), nil},
		"no reason":              {"X-002", place, 0, because(""), nil},
		"nothing to mute":        {"X-002: later", "Done.\n", 0, nil, nil},
		"another rule":           {"X-005: later", place, 1, nil, nil},
		"another case":           {"x-002: later", place, 1, nil, unknown("x-002", "X-002")},
		"no such rule":           {"X-0022: later", place, 1, nil, unknown("X-0022", "X-002")},
	} {
		t.Run(name, func(t *testing.T) {
			text := "<!-- discussd-ignore " + test.mark + " -->\n\n" + test.text
			report := onlyRule(t, "X-002").Check(context.Background(), whole([]critique.Document{{Path: "n.md", Content: []byte(text)}}))
			if len(report.Findings) != test.findings {
				t.Errorf("findings: %+v", report.Findings)
			}
			if diff := cmp.Diff(test.muted, report.Muted, cmpopts.IgnoreFields(critique.Mute{}, "Identity")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.notes, report.NotAssessed); diff != "" {
				t.Error(diff)
			}
			if passed := report.Applicable == report.Passed; passed != (test.findings+len(test.muted) == 0) {
				t.Errorf("%d of %d passed", report.Passed, report.Applicable)
			}
		})
	}
}

// TestMarkOfNoRule: it lacks no reason, for there is nothing that it switches off.
func TestMarkOfNoRule(t *testing.T) {
	probe(t, "X-021", "-- n.md --\n<!-- discussd-ignore X-9999 -->\n", false)
	probe(t, "X-021", "-- n.md --\n<!-- discussd-ignore X-022 -->\n", true)
}

// TestMutedPlaceKeepsItsIdentity: a mark does not make a place another one.
func TestMutedPlaceKeepsItsIdentity(t *testing.T) {
	const text = "# N\n\nSize: TBD\n"
	report := onlyRule(t, "X-002").Check(context.Background(), whole([]critique.Document{{Path: "n.md", Content: []byte(text + "\n<!-- discussd-ignore X-002 -->\n")}}))
	if before := identities(t, "X-002", text); len(report.Muted) != 1 || report.Muted[0].Identity != before[0] {
		t.Errorf("%+v, before %v", report.Muted, before)
	}
}

func TestLanguage(t *testing.T) {
	for language, want := range map[string]string{"auto": "“TBD”表明此处尚未决定：应作出决定，或列入开放问题", "zh": "“TBD”表明此处尚未决定：应作出决定，或列入开放问题", "en": "\"TBD\" says that this is not decided yet: decide it, or list it as an open question"} {
		subject := whole([]critique.Document{{Path: "n.md", Content: []byte("保留期限：TBD\n")}})
		subject.Language = language
		report := onlyRule(t, "X-002").Check(context.Background(), subject)
		if len(report.Findings) != 1 || report.Findings[0].Message != want {
			t.Errorf("%s: %+v", language, report.Findings)
		}
	}
}

func TestForwardLinksAreNoDefects(t *testing.T) {
	brief := critique.Document{Path: "spec/product-brief.md", Content: []byte("[e](epics/_index.md) [r](readiness-report.md)\n")}
	epics := critique.Document{Path: "spec/epics/_index.md", Content: []byte("# E\n")}
	report := critique.Document{Path: "spec/readiness-report.md", Content: []byte("# R\n")}
	for name, test := range map[string]struct {
		session []critique.Document
		dead    int
	}{
		"before":   {[]critique.Document{brief}, 0},
		"epics":    {[]critique.Document{brief, epics}, 0},
		"finished": {[]critique.Document{brief, report}, 1},
	} {
		subject := critique.Subject{Artifact: brief, Session: test.session, Surroundings: critique.Surroundings{Exists: func(string) bool { return false }}}
		dead := 0
		for _, f := range onlyRule(t, "X-005").Check(context.Background(), subject).Findings {
			dead = len(f.Places)
		}
		if dead != test.dead {
			t.Errorf("%s: %d dead links, want %d", name, dead, test.dead)
		}
	}
}

func TestRatings(t *testing.T) {
	high := func(id string, core bool) *native.Rule {
		return &native.Rule{Rule: Rule{ID: id, Perspective: quality, Severity: critique.High, Core: core}}
	}
	medium := &native.Rule{Rule: Rule{ID: "m", Perspective: quality, Severity: critique.Medium}, On: []document.Kind{document.Readiness}}
	needed := &native.Rule{Rule: Rule{ID: "n", Perspective: quality, Severity: critique.Medium, Core: true}}
	demoted := &native.Rule{Rule: Rule{ID: "d", Perspective: quality, Severity: critique.Low, Core: true}, Graded: true}
	low := &native.Rule{Rule: Rule{ID: "l", Perspective: quality, Severity: critique.Low}}
	left := func(weight float64) float64 { return math.Exp(-weight / decay) }
	under := func(turn, top, weight float64) float64 { return min(1+4*left(weight), turn+(top-turn)*left(weight)) }
	for name, test := range map[string]struct {
		fired map[*native.Rule]int
		want  float64
	}{
		"nothing":             {nil, ceiling},
		"one low":             {map[*native.Rule]int{low: 1}, under(4, 4.5, 0.2)},
		"one medium":          {map[*native.Rule]int{medium: 1}, under(4, 4.5, 0.4)},
		"repeated":            {map[*native.Rule]int{medium: 4}, 1 + 4*left(0.4*1.75)},
		"high":                {map[*native.Rule]int{high("h", false): 1}, under(3, 3.9, 1)},
		"core":                {map[*native.Rule]int{high("h", true): 1}, under(3, 3.2, 1)},
		"core and medium":     {map[*native.Rule]int{needed: 1}, under(3, 3.2, 1)},
		"core, made low":      {map[*native.Rule]int{demoted: 1}, under(3, 3.2, 0.2)},
		"two core":            {map[*native.Rule]int{high("h", true): 1, high("i", true): 1}, under(2, 2.4, 2)},
		"more than a cap":     {map[*native.Rule]int{high("h", false): 2, high("i", false): 2}, 1 + 4*left(3)},
		"skeleton":            {map[*native.Rule]int{high(model.SkeletonRule, true): 1}, 1},
		"skeleton and others": {map[*native.Rule]int{high(model.SkeletonRule, true): 1, medium: 3}, 1},
	} {
		var score tally
		for r, n := range test.fired {
			score.add(r, r.Severity, n)
		}
		for range fewestOwn {
			score.add(medium, "", 0)
		}
		if got := score.rating(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	for name, test := range map[string]struct {
		own  int
		low  int
		want float64
	}{
		"nine rules of its own":       {9, 0, 4},
		"nine, and one low":           {9, 1, 3 + left(0.2)},
		"ten":                         {10, 0, ceiling},
		"none, and many of all kinds": {0, 0, 4},
	} {
		var score tally
		score.add(low, low.Severity, test.low)
		for i := range 20 {
			if score.add(high("any", false), "", 0); i < test.own {
				score.add(medium, "", 0)
			}
		}
		if got := score.rating(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if got := new(tally).rating(); got != 0 {
		t.Errorf("no rule rates: %v", got)
	}
}

// TestRatingsFall adds one finding, or one place, to whatever fired before.
func TestRatingsFall(t *testing.T) {
	var kinds []*native.Rule
	for _, severity := range []critique.Severity{critique.Low, critique.Medium, critique.High} {
		for i := range 3 {
			kinds = append(kinds, &native.Rule{Rule: Rule{ID: string(severity) + model.Itoa(i), Perspective: quality, Severity: severity, Core: severity == critique.High && i > 0}})
		}
	}
	for set := range 1 << len(kinds) {
		rate := func(more int, places int) float64 {
			var score tally
			for i, r := range kinds {
				switch {
				case i == more:
					score.add(r, r.Severity, places)
				case set&(1<<i) != 0:
					score.add(r, r.Severity, 200)
				}
			}
			return score.rating()
		}
		for i := range kinds {
			if set&(1<<i) != 0 {
				continue
			}
			if before, after := rate(i, 0), rate(i, 1); before-after < 1e-4 && before != 0 {
				t.Fatalf("%b and %s: %v, before %v", set, kinds[i].ID, after, before)
			}
			if before, after := rate(i, 200), rate(i, 201); after >= before {
				t.Fatalf("%b and one more place of %s: %v, before %v", set, kinds[i].ID, after, before)
			}
		}
	}
}

func TestUnknownJSONIsNotJudgedAsMarkdown(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report := c.Check(context.Background(), whole([]critique.Document{{Path: "plan.json", Content: []byte("{}")}})); report.Applicable != 0 {
		t.Errorf("%+v", report)
	}
}

func TestNotAssessed(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Check(context.Background(), critique.Subject{
		Artifact: critique.Document{Path: "spec/requirements/_index.md", Content: []byte("[a](a.md)\n")},
		Members:  []critique.Document{{Path: "spec/requirements/REQ-001.md", Content: []byte(strings.Repeat("x", 1<<20))}},
	})
	words := strings.Join(report.NotAssessed, "\n")
	for _, want := range []string{"spec/requirements/REQ-001.md: not read: line 1 is 1024 KiB long", "no product brief in this session: XD-001", "dead links: nobody can tell"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q lacks %q", words, want)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	index := critique.Document{Path: "spec/requirements/_index.md", Content: []byte("| ID | Title |\n|---|---|\n| REQ-001 | Verify |\n")}
	lost := critique.Document{Path: "spec/requirements/REQ-001-verify.md", Problem: "permission denied"}
	for name, subject := range map[string]critique.Subject{
		"member":   {Artifact: index, Members: []critique.Document{lost}, Session: []critique.Document{index, lost}},
		"artifact": {Artifact: lost},
	} {
		var found []critique.Finding
		for _, f := range c.Check(context.Background(), subject).Findings {
			for _, p := range f.Places {
				if p.Path == lost.Path {
					found = append(found, f)
				}
			}
		}
		if len(found) != 1 || found[0].Rule != model.UnreadRule || found[0].Severity != critique.High || found[0].Line != 0 || found[0].Message != lost.Path+" cannot be read, so nothing in it was checked: permission denied" {
			t.Errorf("%s: %+v", name, found)
		}
	}
	other := critique.Subject{Artifact: index, Session: []critique.Document{index, lost}}
	for _, f := range c.Check(context.Background(), other).Findings {
		if f.Rule == model.UnreadRule {
			t.Errorf("another round's file is reported: %+v", f)
		}
	}
}
