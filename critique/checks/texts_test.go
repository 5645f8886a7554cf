package checks

import (
	"context"
	"strings"
	"testing"
)

// TestTexts holds rules against shapes of documents beyond their own examples: each fires
// on some and is silent on what only looks like them.
func TestTexts(t *testing.T) { runTexts(t, "texts") }

// TestHouseStyles gives rules documents of people and tools that write in other ways, and
// beside most the defect that the same shape can have.
func TestHouseStyles(t *testing.T) { runTexts(t, "styles") }

func runTexts(t *testing.T, folder string) {
	g := newGround(t, testNow)
	for _, o := range operatorsIn(t, folder) {
		written, _, _ := o.Apply(nil)
		subject := whole(documentsOf(written))
		findings := g.only(o.Rule).Check(context.Background(), subject).Findings
		if got := len(findings) > 0; got == o.Silent {
			t.Errorf("%s: %s fired = %v, %s", o.Where, o.Rule, got, o.Name)
		}
		for _, f := range findings {
			if strings.Contains(f.Message, "\x00") {
				t.Errorf("%s: %s says %q", o.Where, o.Rule, f.Message)
			}
		}
	}
}
