//go:build failpoints

package schedule

import (
	"crypto/sha256"
	"fmt"

	"discussd/critique"
	"discussd/pipeline/judge"
)

// act is something that agents or people do in a session.
type act struct {
	Session string // "" is home
	Path    string
	Text    string // "" removes the file
	Round   string // that the watcher tells of
	Asked   bool   // afterwards the next act waits until a panel is asked, and not until all is done
	Beside  bool   // the next one does not wait
}

// home is the session of most scenes, neighbour a second one.
const (
	home      = "a session"
	neighbour = "another session"
)

// scene is what happens around the step at which discussd dies.
type scene struct {
	staged    map[string]string // lies there before
	before    []act             // judged by an earlier life, which ends well
	meanwhile []act             // done while no life is there
	acts      []act             // done in the life that ends
	judge     func(*judge.Judge)
	shared    bool // others can write in the discussions folder
	delayed   act  // done while a step takes its time
}

const (
	brief        = "spec/product-brief.md"
	requirements = "spec/requirements/_index.md"
	plan         = "notes/plan.md"
)

func sha256Of(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

func lone(file, text string) (fingerprint string) {
	return sha256Of(sha256Of(text) + "  " + file + "\n")
}

// scenes are all of them, by name.
func scenes() map[string]scene {
	first := act{Path: brief, Text: "# Brief\n", Round: "R2"}
	second := act{Path: brief, Text: "# Brief, revised\n", Round: "R2"}
	slow := act{Path: brief, Text: "# Brief, written meanwhile\n", Round: "R2"}
	asks := func(name, text string) act {
		return act{Path: "discussions/requests/" + name, Text: text, Round: "requests/" + name}
	}
	severe := func(j *judge.Judge) {
		j.Policy.Blocks = []string{critique.LowRating}
		j.Critic.(*deliberate).Rating = 1
	}
	planned := map[string]string{plan: "# Plan\n"}
	replanned := act{Path: plan, Text: "# Plan, written meanwhile\n", Round: "requests/q.json"}
	question := asks("q.json", `{"round": "Q-1", "artifact": "notes/plan.md", "perspectives": ["quality"]}`)
	analysed := map[string]string{
		"analyses/one.json":  `{"key_insights": ["Parcels pile up on Mondays"], "open_questions": ["Who empties the lockers?"]}`,
		"analyses/two.json":  `{"key_insights": ["Parcels pile up on Mondays", "Nobody reads the notice"]}`,
		"discussion.md":      "# Parcels\n\nWhat we think.\n",
		"shared-memory.json": "{\n  \"owner\": {\"name\": \"Mara\"},\n  \"discussions\": []\n}\n",
	}
	said := `{"id":"MSG-%03d","ts":"2026-03-05T09:14:02.118+00:00","from":"discuss","to":"coordinator","type":"impl_progress","summary":"[discuss] %s begins","data":{"round":%q,"fingerprint":%q,"revision":1}}` + "\n"
	mark := `{"fingerprint": "", "state": "running", "since": "2026-03-05T09:14:02Z"}` + "\n"
	return map[string]scene{
		"first verdict":      {acts: []act{first}, delayed: slow, judge: func(j *judge.Judge) { j.OnVerdict = []string{"true"} }},
		"found at the start": {staged: map[string]string{brief: first.Text}, delayed: slow},
		"revision":           {before: []act{first}, acts: []act{second}, delayed: slow},
		"requirements with a member": {
			staged: map[string]string{"spec/requirements/a.md": "# A\n"}, before: []act{{Path: requirements, Text: "# R\n", Round: "R3"}},
			acts:    []act{{Path: "spec/requirements/b.md", Text: "# B\n", Round: "R3"}},
			delayed: act{Path: "spec/requirements/b.md", Text: "# B, meanwhile\n", Round: "R3"},
		},
		"vanishes while it is judged": {
			before:  []act{first},
			acts:    []act{{Path: brief, Text: second.Text, Round: "R2", Asked: true}, {Path: brief, Round: "R2"}},
			delayed: slow,
		},
		"vanished while nobody looked": {before: []act{first}, meanwhile: []act{{Path: brief, Round: "R2"}}, delayed: slow},
		"request":                      {staged: planned, acts: []act{question}, delayed: replanned},
		"request refused and mended": {
			staged: planned, before: []act{asks("q.json", `{"round": "Q-1", `)}, acts: []act{question}, delayed: replanned,
		},
		"request refused":              {staged: planned, acts: []act{asks("q.json", `{"round": "Q-1"}`)}, delayed: replanned},
		"request without its artifact": {acts: []act{question}, delayed: replanned},
		"decision": {
			before: []act{{Path: requirements, Text: "# R\n", Round: "R3"}}, judge: severe,
			acts: []act{{Path: "discussions/decisions/R3.md", Round: "decisions/R3.md",
				Text: "fingerprint: " + lone(requirements, "# R\n") + "\ndecision: accept\nrationale: the pilot has ten users\nby: Ada\n"}},
			delayed: act{Path: requirements, Text: "# R, written meanwhile\n", Round: "R3"},
		},
		"decision that does not count": {
			before: []act{{Path: requirements, Text: "# R\n", Round: "R3"}}, judge: severe,
			acts: []act{{Path: "discussions/decisions/R3.md", Round: "decisions/R3.md",
				Text: "fingerprint: " + lone(requirements, "# other\n") + "\ndecision: accept\nrationale: the pilot has ten users\nby: Ada\n"}},
			delayed: act{Path: requirements, Text: "# R, written meanwhile\n", Round: "R3"},
		},
		"discussion": {
			staged:  analysed,
			acts:    []act{asks("d.md", "session: .\ntopic: parcels\ntype: deepen\n")},
			delayed: act{Path: "analyses/one.json", Text: `{"key_insights": ["Nothing"]}`},
		},
		"first discussion": {
			staged:  map[string]string{"analyses/one.json": analysed["analyses/one.json"]},
			acts:    []act{asks("d.md", "session: .\ntopic: parcels\ntype: initial\nround: 1\n")},
			delayed: act{Path: "analyses/one.json", Text: `{"key_insights": ["Nothing"]}`},
		},
		"two jobs": {
			before: []act{{Session: neighbour, Path: brief, Text: "# Theirs\n", Round: "R2"}},
			acts: []act{
				{Path: "spec/discovery-context.json", Text: "{}", Round: "R1", Beside: true}, {Path: brief, Text: first.Text, Round: "R2", Beside: true},
				{Session: neighbour, Path: brief, Text: "# Theirs, revised\n", Round: "R2"},
			},
			delayed: slow,
		},
		"left by an earlier life": {
			staged: map[string]string{
				".msg/messages.jsonl":          fmt.Sprintf(said, 1, "Q-1", "Q-1", "") + fmt.Sprintf(said, 2, "R2", "R2", lone(brief, first.Text)),
				"discussions/Q-1-pending.json": mark,
			},
			delayed: slow,
		},
		"others can write there": {acts: []act{first, second}, shared: true, delayed: slow}, // in one place: a seal is bound to it
	}
}
