package layout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func openSpec(t *testing.T) Layout {
	t.Helper()
	l, ok := Find(Builtin(), "openspec")
	if !ok {
		t.Fatal("no layout of OpenSpec")
	}
	return l
}

func TestSchema(t *testing.T) {
	l, err := openSpec(t).Schemed([]byte(`
name: harbour-flow
version: 1
artifacts:
  - {id: tide-research, generates: tides.md, description: d, template: t}
  - {id: pitch, generates: pitch.md, requires: [tide-research]}
  - {id: requirements, generates: "requirements/**/*.md", requires: [pitch]}
  - {id: contracts, generates: "contracts/*.yaml", requires: [requirements]}
  - {id: architecture, generates: design.md, requires: [requirements]}
  - {id: adr, generates: "adr/*.md", requires: [architecture]}
  - {id: work, generates: board.md, requires: [architecture]}
  - {id: spec-review, generates: review.md, requires: [work]}
  - {id: anything, generates: misc.md}
apply: {requires: [work], tracks: board.md}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Round{
		{ID: "DISCUSS-001", Artifact: []string{"tides.md"}, Members: []string{"misc.md"}, Kind: Scope},
		{ID: "DISCUSS-002", Artifact: []string{"pitch.md"}, Kind: Brief},
		{ID: "DISCUSS-003", Artifact: []string{"requirements/**/*.md"}, Members: []string{"contracts/*.yaml"}, Kind: Requirements},
		{ID: "DISCUSS-004", Artifact: []string{"design.md"}, Members: []string{"adr/*.md"}, Kind: Architecture, MemberKind: Architecture},
		{ID: "DISCUSS-005", Artifact: []string{"board.md"}, Kind: Tasks},
		{ID: "DISCUSS-006", Artifact: []string{"review.md"}, Kind: SignOff},
	}
	if diff := cmp.Diff(want, l.Rounds); diff != "" {
		t.Errorf("rounds (-want +got):\n%s", diff)
	}
	if problems := l.Problems(); len(problems) > 0 {
		t.Errorf("it makes no layout: %v", problems)
	}
}

func TestInvalidSchema(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "name: must be given",
		"- a":                           "cannot unmarshal",
		"name: x":                       "artifacts: there are none",
		"name: x\nartifacts: [{id: a}]": `artifacts.a.generates: is no path or glob in the folder of a change (got "")`,
		"name: x\nartifacts: [{id: a, generates: ../b.md}]":                                 "artifacts.a.generates",
		"name: x\nartifacts: [{id: a, generates: /etc/passwd}]":                             "artifacts.a.generates",
		"name: x\nartifacts: [{id: a, generates: '[a.md'}]":                                 "artifacts.a.generates",
		"name: x\nartifacts: [{generates: a.md}]":                                           "artifacts[0].id: must be given",
		"name: x\nartifacts: [{id: a, generates: a.md}, {id: a, generates: b.md}]":          "artifacts.a: is there twice",
		"name: x\nartifacts: [" + strings.Repeat("{id: a, generates: a.md},", most+1) + "]": "artifacts: there are more than 40",
	} {
		before := openSpec(t)
		l, err := before.Schemed([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if diff := cmp.Diff(before, l); diff != "" {
			t.Errorf("%q changed the layout:\n%s", text, diff)
		}
	}
}

// FuzzSchema: whatever a schema says, it makes a valid layout or an error.
func FuzzSchema(f *testing.F) {
	f.Add([]byte("name: x\nartifacts: [{id: spec, generates: 'specs/**/*.md', requires: [a]}, {id: b, generates: b.md}]\napply: {tracks: b.md}"))
	f.Add([]byte("name: [\n"))
	l, _ := Find(Builtin(), "openspec")
	f.Fuzz(func(t *testing.T, text []byte) {
		schemed, err := l.Schemed(text)
		if err != nil {
			return
		}
		if problems := schemed.Problems(); len(problems) > 0 || len(schemed.Rounds) == 0 {
			t.Errorf("%q: %d rounds, %v", text, len(schemed.Rounds), problems)
		}
	})
}
