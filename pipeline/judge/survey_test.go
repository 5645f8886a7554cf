package judge

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A survey says all that the start-up asks for, and reads only what it must.
func TestSurvey(t *testing.T) {
	f := newFixture(t)
	see := func() (glance, look RoundStatus) {
		t.Helper()
		seen, err := f.judge.Survey(f.Dir, []string{"R2"})
		if err != nil || len(seen) != 1 || seen[0].Round != "R2" || seen[0].Err != nil {
			t.Fatal(seen, err)
		}
		glance = seen[0].RoundStatus
		if look, err = f.judge.Look(f.target("R2"), Sighting{}); err != nil {
			t.Fatal(err)
		}
		return glance, look
	}
	if err := os.Remove(f.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	if glance, look := see(); !glance.Gone || glance != look {
		t.Errorf("never there: glance %+v, look %+v", glance, look)
	}
	f.Write("spec/product-brief.md", "# Brief\n")
	glance, look := see()
	look.Fingerprint = ""
	if diff := cmp.Diff(look, glance); diff != "" || glance.Written.IsZero() {
		t.Errorf("not judged (-look +glance):\n%s", diff)
	}
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	if glance, look = see(); !glance.Fresh || glance != look {
		t.Errorf("judged: glance %+v, look %+v", glance, look)
	}
	f.Write("spec/product-brief.md", "# Another brief\n")
	if glance, look = see(); glance.Fresh || !glance.Judged || glance != look {
		t.Errorf("changed: glance %+v, look %+v", glance, look)
	}
	if err := os.Remove(f.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	if glance, look = see(); !glance.Gone || glance != look {
		t.Errorf("gone: glance %+v, look %+v", glance, look)
	}
	// The round left a verdict: a survey looks at it unasked, and once.
	for _, found := range [][]string{nil, {"R1"}, {"R1", "R2"}} {
		seen, err := f.judge.Survey(f.Dir, found)
		if last := len(seen) - 1; err != nil || last != min(len(found), 1) || seen[last].Round != "R2" || !seen[last].Gone || !seen[last].Judged {
			t.Errorf("found %q: saw %+v, %v", found, seen, err)
		}
	}
}
