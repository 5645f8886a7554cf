package themes

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFeatures compares two points among twelve, of which the others are about
// something else.
func TestFeatures(t *testing.T) {
	tests := map[string]struct {
		one, other string
		want       features
		ok         bool
	}{
		"one narrow category":                     {"security", "security", features{always: 1}, true},
		"one broad category":                      {"risk", "risk", features{always: 1}, true},
		"no category":                             {"other", "value", features{always: 1}, true},
		"two categories":                          {"clarity", "testability", features{}, false},
		"one ID and narrow category":              {"security: REQ-001", "security: req-001", features{always: 1, narrowTarget: 1, alone: 1}, true},
		"one ID and broad category":               {"risk: REQ-001", "risk: REQ-001", features{always: 1, broadTarget: 1, alone: 1}, true},
		"one ID and no category":                  {"other: REQ-001", "value: REQ-001", features{always: 1, broadTarget: 1, alone: 1}, true},
		"one ID and kin":                          {"testability: REQ-001", "clarity: REQ-001", features{always: 1, kinTarget: 1, alone: 1}, true},
		"one ID and two categories":               {"security: REQ-001", "clarity: REQ-001", features{}, false},
		"one ID of many points":                   {"security: REQ-009", "security: REQ-009", features{always: 1, narrowTarget: 1}, true},
		"one ID of two points and one of many":    {"security: REQ-009, REQ-001", "security: REQ-001, REQ-009", features{always: 1, narrowTarget: 1, alone: 1}, true},
		"an ID without a hyphen":                  {"security: R6", "security: R6", features{always: 1, narrowTarget: 1, alone: 1}, true},
		"one heading":                             {"security: Goals", "security: Goals", features{always: 1}, true},
		"one numbered heading":                    {"security: 2 Goals", "security: 2 Goals", features{always: 1}, true},
		"two IDs of a family":                     {"security: REQ-001", "security: REQ-002", features{}, false},
		"two IDs of two families":                 {"security: REQ-001", "security: NFR-P-001", features{always: 1}, true},
		"two IDs of a family, one of them shared": {"security: REQ-001, REQ-002", "security: REQ-002", features{always: 1, narrowTarget: 1, alone: 1}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := compareAmongOthers(say("a: anchor ["+test.one+"]"), say("b: banner ["+test.other+"]"))
			if ok != test.ok {
				t.Errorf("may mean the same: %v", ok)
			}
			if diff := cmp.Diff(test.want, got); ok && diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordsInCommon(t *testing.T) {
	tests := map[string]struct {
		points []string
		common bool
		nearer bool // a third to one of them
	}{
		"none":                         {[]string{"a: anchor", "b: banner"}, false, false},
		"none, but with a third":       {[]string{"a: anchor", "b: banner", "c: anchor banner"}, false, false},
		"some":                         {[]string{"a: anchor", "b: anchor banner"}, true, false},
		"as many with a third":         {[]string{"a: anchor", "b: anchor", "c: anchor"}, true, false},
		"more with a third":            {[]string{"a: anchor banner", "b: anchor", "c: anchor banner"}, true, true},
		"the other more with a third":  {[]string{"a: anchor", "b: anchor banner", "c: anchor banner"}, true, true},
		"only the word of the heading": {[]string{"a: anchor ember [risk: The anchors]", "b: anchor banner [risk: The anchors]"}, false, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			f, _ := compareAmongOthers(points[0], points[1], points[2:]...)
			if common(f) != test.common || f[cosine] > 1 {
				t.Errorf("cosine %.2f", f[cosine])
			}
			if nearer := f[share] > 0 && f[share] < 1; nearer != test.nearer || common(f) != (f[share] > 0) {
				t.Errorf("share %.2f", f[share])
			}
		})
	}
}

func common(f features) bool { return f[cosine] > 0 }

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
