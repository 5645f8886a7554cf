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
	if n := len(vectors([]Point{p})[0].targets); n != mostTargets {
		t.Errorf("%d targets", n)
	}
}

func TestAWordOfOneVoiceAgain(t *testing.T) {
	points := []Point{say("a: anchor banner"), say("b: anchor cellar"), say("c: anchor dagger")}
	cosine := func(more ...Point) float64 {
		all := vectors(append(points, more...))
		return all[0].cosine(all[1])
	}
	before := cosine()
	if after := cosine(say("a: anchor ember"), say("a: anchor falcon"), say("a: anchor gondola")); after >= before {
		t.Errorf("by a word that one voice comes back to %.2f, before %.2f", after, before)
	}
	if same := cosine(say("d: anchor ember"), say("e: anchor falcon"), say("f: anchor gondola")); same < before-1e-9 {
		t.Errorf("by a word that every voice says once %.2f, before %.2f", same, before)
	}
}
