package themes

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestFeatures compares two points among twelve, of which the others are about
// something else. Nothing is known of what they find wrong.
func TestFeatures(t *testing.T) {
	tests := map[string]struct {
		one, other string
		want       features
		ok         bool
	}{
		"one category":                            {"security", "security", features{always: 1, noAspect: 1, oneCategory: 10. / 12, share: math.Ln2}, true},
		"no category":                             {"other", "value", features{always: 1, noAspect: 1}, true},
		"no category at all":                      {"other", "other", features{always: 1, noAspect: 1}, true},
		"two categories":                          {"clarity", "security", features{always: 1, noAspect: 1}, true},
		"kin":                                     {"testability", "clarity", features{always: 1, noAspect: 1, kinCategory: 1}, true},
		"one ID":                                  {"security: REQ-001", "clarity: req-001", features{always: 1, noAspect: 1, alone: 1, share: math.Ln2}, true},
		"one ID of many points":                   {"security: REQ-009", "clarity: REQ-009", features{always: 1, noAspect: 1, share: math.Ln2}, true},
		"one ID of two points and one of many":    {"security: REQ-009, REQ-001", "clarity: REQ-001, REQ-009", features{always: 1, noAspect: 1, alone: 1, share: math.Ln2}, true},
		"an ID without a hyphen":                  {"security: R6", "clarity: R6", features{always: 1, noAspect: 1, alone: 1, share: math.Ln2}, true},
		"one heading":                             {"security: Goals", "clarity: Goals", features{always: 1, noAspect: 1}, true},
		"one numbered heading":                    {"security: 2 Goals", "clarity: 2 Goals", features{always: 1, noAspect: 1}, true},
		"two IDs of a family":                     {"security: REQ-001", "security: REQ-002", features{}, false},
		"two IDs of two families":                 {"security: REQ-001", "clarity: NFR-P-001", features{always: 1, noAspect: 1, otherTargets: 1}, true},
		"two IDs of a family, one of them shared": {"security: REQ-001, REQ-002", "clarity: REQ-002", features{always: 1, noAspect: 1, alone: 1, share: math.Ln2}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := compareAmongOthers(say("a: anchor ["+test.one+"]"), say("b: banner ["+test.other+"]"))
			if ok != test.ok {
				t.Errorf("may mean the same: %v", ok)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.EquateApprox(0, 0.001)); ok && diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTermsInCommon(t *testing.T) {
	tests := map[string]struct {
		points         []string
		aspects, words bool // in common
		share          float64
	}{
		"none":                          {[]string{"a: anchor [value]", "b: banner [risk]"}, false, false, 0},
		"a word":                        {[]string{"a: anchor [value]", "b: anchor banner [risk]"}, false, true, 1},
		"an aspect":                     {[]string{"a: rollback [value]", "b: revert banner [risk]"}, true, false, 1},
		"a thing":                       {[]string{"a: teacher [value]", "b: instructor banner [risk]"}, false, true, 1},
		"a third says the same":         {[]string{"a: anchor banner [value]", "b: anchor [risk]", "c: anchor banner [risk]"}, false, true, 1},
		"the second says more of it":    {[]string{"a: anchor rollback [value]", "b: anchor [risk]", "b: revert [risk]"}, false, true, 0.6},
		"only the word of the heading":  {[]string{"a: anchor ember [value: The anchors]", "b: anchor banner [risk: The anchors]"}, false, false, 0},
		"the same words in two phrases": {[]string{"a: anchor banner [value]", "b: banner, anchor [risk]"}, false, true, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			f, _ := compareAmongOthers(points[0], points[1], points[2:]...)
			if f[aspectCosine] > 0 != test.aspects || f[wordCosine] > 0 != test.words || math.Abs(f[share]-test.share*math.Ln2) > 0.1 || f[noAspect] != one(!test.aspects) {
				t.Errorf("aspects %.2f, words %.2f, share %.2f", f[aspectCosine], f[wordCosine], f[share])
			}
		})
	}
}

// TestPlaceIsATarget has points that quote one line, and points that quote two.
func TestPlaceIsATarget(t *testing.T) {
	for place, want := range map[string]float64{"my spec.md:12": 1, "my spec.md:13": 0} {
		one, other := say("a: anchor [risk: Goals]"), say("b: banner [risk]")
		one.Place, other.Place = "my spec.md:12", place
		if f, _ := compareAmongOthers(one, other); f[alone] != want {
			t.Errorf("%s: alone %v", place, f[alone])
		}
	}
}

// TestRarityOfCategory has a category under which few stand, and one under which all do.
func TestRarityOfCategory(t *testing.T) {
	points := []Point{say("a: anchor [risk]"), say("b: banner [risk]"), say("c: cellar [scope]"), say("d: dagger [value]")}
	f, _ := pairs(points, apart(points)).features(0, 1)
	g, _ := pairs(points[:2], apart(points[:2])).features(0, 1)
	if f[oneCategory] != 0.5 || g[oneCategory] != 0 {
		t.Errorf("%v and %v", f[oneCategory], g[oneCategory])
	}
}

// TestBestOfMany has voices of one point and of four: to be the best of many says more.
func TestBestOfMany(t *testing.T) {
	points := []Point{say("a: anchor"), say("b: anchor"), say("b: banner"), say("b: cellar"), say("b: dagger")}
	of := func(points []Point) float64 {
		f, _ := pairs(points, apart(points)).features(0, 1)
		return f[share]
	}
	if two, five := of(points[:2]), of(points); math.Abs(two-math.Log(2)) > 0.001 || math.Abs(five-math.Log(5)) > 0.001 {
		t.Errorf("of two %v, of five %v", two, five)
	}
}

func TestFewPointsSayLess(t *testing.T) {
	points := []Point{say("a: anchor [risk: REQ-001]"), say("b: anchor [risk: REQ-001]"), say("c: cellar"), say("d: dagger")}
	f, _ := pairs(points, apart(points)).features(0, 1)
	if f[alone] != 0.2 {
		t.Errorf("alone %v", f[alone])
	}
}

// compareAmongOthers returns the features of two points among enough others.
func compareAmongOthers(one, other Point, more ...Point) (features, bool) {
	points := append([]Point{one, other}, more...)
	for range enough {
		points = append(points, say("z: cellar dagger [value: REQ-009]"))
	}
	return pairs(points, apart(points)).features(0, 1)
}
