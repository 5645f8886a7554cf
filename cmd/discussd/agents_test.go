//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// agent writes one artifact of a session over and over.
type agent struct {
	*stage
	scene  scene
	random *rand.Rand
	path   string
	text   string
	writes int
}

func newAgent(s *stage, scene scene, random *rand.Rand) *agent {
	s.write(scene)
	name := scene.files[len(scene.files)-1]
	if strings.HasSuffix(name, "/") {
		name += "_index.md"
	}
	path := filepath.Join(s.session, name)
	text, err := os.ReadFile(path)
	must(s.t, err)
	return &agent{s, scene, random, path, string(text), 0}
}

func (a *agent) work(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(a.random.IntN(2000)) * time.Millisecond):
		}
		a.writes++
		text := revised(a.text, a.writes)
		if a.random.IntN(2) == 0 {
			must(a.t, os.WriteFile(a.path, []byte(text), 0o644))
			continue
		}
		must(a.t, os.WriteFile(a.path+".tmp", []byte(text), 0o644))
		must(a.t, os.Rename(a.path+".tmp", a.path))
	}
}

// revised is the text after a writer was at it so many times: what a model reads is another
// text each time, so that it is asked again.
func revised(text string, times int) string {
	if object, ok := strings.CutSuffix(strings.TrimSpace(text), "}"); ok {
		return fmt.Sprintf("%s, \"revision\": %d}\n", object, times)
	}
	return fmt.Sprintf("%s\nRevised %d times.\n", text, times)
}

// client drops request after request into a session.
type client struct {
	*stage
	random   *rand.Rand
	requests int
}

func (c *client) work(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(c.random.IntN(6000)) * time.Millisecond):
		}
		c.drop(fmt.Sprintf("discussions/requests/%d.toml", c.requests), fmt.Sprintf(
			"round = %q\nartifact = \"plan.md\"\n[[perspectives]]\nname = \"single\"\ntool = \"codex\"\nrole = \"Judge\"\nfocus = \"everything\"\n", c.round(c.requests)))
		c.requests++
	}
}

func (c *client) round(request int) string { return fmt.Sprint("ASKED-", request) }

// answered tells whether a request has its verdict, and nothing is pending.
func (c *client) answered(request int) bool {
	_, missing := os.Stat(filepath.Join(c.session, "discussions", c.round(request)+"-verdict.json"))
	_, pending := os.Stat(filepath.Join(c.session, "discussions", c.round(request)+"-pending.json"))
	return missing == nil && pending != nil
}

func total(agents []*agent) (writes int) {
	for _, a := range agents {
		writes += a.writes
	}
	return writes
}
