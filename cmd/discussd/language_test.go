//go:build linux

package main

import (
	"encoding/json"
	"regexp"
	"testing"

	"discussd/pipeline/verdict"
)

// TestNotesFollowTheDocument has a Chinese and an English brief judged while no tool is
// there and no discovery context: what the verdict says of that is in the brief's language.
func TestNotesFollowTheDocument(t *testing.T) {
	t.Parallel()
	han := regexp.MustCompile(`\p{Han}`)
	for name, test := range map[string]struct {
		brief   string
		chinese bool
	}{
		"Chinese": {"# 产品简介\n\n本系统让住户在晚上也能取包裹。\n\n## 目标\n\n- 住户无需排队即可取件。\n- 管理员每天清点一次。\n", true},
		"English": {"# Product brief\n\nResidents pick up their parcels at night, too.\n\n## Goals\n\n- Nobody queues for a parcel.\n- The warden counts once a day.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, everyRule)
			s.drop("spec/product-brief.md", test.brief)
			out, errs, _ := s.run("critique", "--json", s.session+"/spec/product-brief.md")
			var v verdict.Verdict
			if err := json.Unmarshal([]byte(out), &v); err != nil {
				t.Fatalf("%v\n%s\n%s", err, out, errs)
			}
			if len(v.Notes) < 2 {
				t.Errorf("little is noted: %q", v.Notes)
			}
			for _, said := range append(v.Notes, v.Divergences[0].Description) {
				if han.MatchString(said) != test.chinese {
					t.Errorf("said: %s", said)
				}
			}
		})
	}
}
