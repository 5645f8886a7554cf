//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// calm puts back what is out of the daemon's sight.
func (c *chaos) calm() {
	c.done = append(c.done, time.Now().UTC().Format("05.000")+" calm")
	rename(filepath.Join(c.dir, "root"), c.root)
	rename(filepath.Join(c.dir, "sessions"), filepath.Dir(c.session))
	c.unlink()
}

// check waits until what the daemon left is right, or does not change any more: how long
// that takes on a busy machine nobody can tell.
func (c *chaos) check() {
	c.t.Helper()
	var wrong []string
	for deadline := time.Now().Add(c.patience); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		before := wrong
		if wrong = append(c.wrong(), c.unanswered()...); len(wrong) == 0 {
			break
		}
		if slices.Sort(wrong); !slices.Equal(wrong, before) {
			deadline = time.Now().Add(c.patience)
		}
	}
	c.stop(c.daemon)
	if c.other != nil {
		c.stop(c.other)
	}
	if wrong = slices.Concat(c.wrong(), c.unanswered(), c.gaps()); len(wrong) > 0 {
		c.t.Errorf("%s\nafter\n%s", strings.Join(wrong, "\n"), strings.Join(c.done, "\n"))
	}
}

// gaps tells of rounds whose verdicts, with those in history, do not follow one
// another.
func (c *chaos) gaps() (wrong []string) {
	for _, session := range c.sessions {
		for _, round := range []string{"DISCUSS-002", "DISCUSS-003"} {
			files, err := filepath.Glob(filepath.Join(session, "discussions/.discussd/history", round, "*-verdict.json"))
			must(c.t, err)
			revisions := map[int]bool{}
			for _, file := range append(files, filepath.Join(session, "discussions", round+"-verdict.json")) {
				if _, err := os.Lstat(file); err == nil {
					revisions[c.whole(file).Revision] = true
				}
			}
			if all := slices.Sorted(maps.Keys(revisions)); len(all) > 0 && all[len(all)-1]-all[0] != len(all)-1 {
				wrong = append(wrong, fmt.Sprintf("%s %s has the revisions %v", filepath.Base(session), round, all))
			}
		}
	}
	return wrong
}

// wrong tells what is not as it has to be at the end.
func (c *chaos) wrong() (wrong []string) {
	for _, session := range c.sessions {
		pending, err := filepath.Glob(filepath.Join(session, "discussions/*-pending.json"))
		must(c.t, err)
		for _, mark := range pending {
			wrong = append(wrong, filepath.Base(session)+" "+filepath.Base(mark)+" is there")
		}
		for round, pattern := range map[string]string{"DISCUSS-002": "spec/product-brief.md", "DISCUSS-003": "spec/requirements/*.md"} {
			files, err := filepath.Glob(filepath.Join(session, pattern))
			must(c.t, err)
			artifact := false
			for i, file := range files {
				artifact = artifact || filepath.Base(file) == "product-brief.md" || filepath.Base(file) == "_index.md"
				files[i] = strings.TrimPrefix(file, session+"/")
			}
			at := filepath.Base(session) + " " + round
			discussions := filepath.Join(session, "discussions", round)
			_, judged := os.Lstat(discussions + "-verdict.json")
			v, ok := verdictOnDisk(session, round)
			switch {
			case !artifact && judged == nil:
				wrong = append(wrong, at+" is judged, and is not there")
			case artifact && !ok:
				wrong = append(wrong, at+" is not judged")
			case artifact && (string(v.Artifact.Fingerprint) != fingerprint(c.t, session, files...) || v.Error != nil):
				wrong = append(wrong, at+" is judged on other bytes")
			}
		}
	}
	return wrong
}

// unanswered tells of requests that have no verdict.
func (c *chaos) unanswered() (wrong []string) {
	for _, session := range c.sessions {
		requests, err := filepath.Glob(filepath.Join(session, "discussions/requests/*.toml"))
		must(c.t, err)
		for _, request := range requests {
			round := "ASKED-" + strings.TrimSuffix(filepath.Base(request), ".toml")
			if _, ok := verdictOnDisk(session, round); !ok {
				wrong = append(wrong, filepath.Base(session)+" "+round+" is not answered")
			}
		}
	}
	return wrong
}
