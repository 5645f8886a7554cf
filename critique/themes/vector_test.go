package themes

import (
	"fmt"
	"testing"
)

func TestTargetsAreBounded(t *testing.T) {
	p := Point{Text: "anchor"}
	for i := range 2 * mostTargets {
		p.Targets = append(p.Targets, fmt.Sprintf("REQ-%d", i))
	}
	list, _ := vectors([]Point{p})
	if n := len(list[0].targets); n != mostTargets {
		t.Errorf("%d targets", n)
	}
}

func TestAWordOfOneVoiceAgain(t *testing.T) {
	points := []Point{say("a: anchor banner"), say("b: anchor cellar"), say("c: anchor dagger")}
	cosine := func(more ...Point) float64 {
		all, _ := vectors(append(points, more...))
		return aim{}.cosine(all[0].words, all[1].words)
	}
	before := cosine()
	if after := cosine(say("a: anchor ember"), say("a: anchor falcon"), say("a: anchor gondola")); after >= before {
		t.Errorf("by a word that one voice comes back to %.2f, before %.2f", after, before)
	}
	if same := cosine(say("d: anchor ember"), say("e: anchor falcon"), say("f: anchor gondola")); same < before-1e-9 {
		t.Errorf("by a word that every voice says once %.2f, before %.2f", same, before)
	}
}

func TestATermOfTheTarget(t *testing.T) {
	points := []Point{say("a: anchor banner [risk: REQ-001]"), say("b: anchor cellar [risk: REQ-001]")}
	cosine := func(more ...Point) float64 {
		all, aims := vectors(append(points, more...))
		return aims["req-001"].cosine(all[0].words, all[1].words)
	}
	before := cosine(say("c: dagger [risk: REQ-001]"), say("d: anchor [risk: REQ-002]"))
	if after := cosine(say("c: anchor [risk: REQ-001]"), say("d: dagger [risk: REQ-002]")); after >= before {
		t.Errorf("by a word that others say of the target %.2f, before %.2f", after, before)
	}
}
