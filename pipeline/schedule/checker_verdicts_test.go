package schedule

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
)

// verdict is what counts of a verdict here.
type verdictSeen struct {
	Round    string `json:"round"`
	Revision int    `json:"revision"`
	Verdict  string `json:"verdict"`
	Artifact struct {
		file
		Members     []file `json:"members"`
		Fingerprint string `json:"fingerprint"`
	} `json:"artifact"`
	Record    *file    `json:"record"`
	Notes     []string `json:"notes"`
	Decisions []struct {
		SHA256   string `json:"sha256"`
		Decision string `json:"decision"`
	} `json:"decisions"`

	name string // of its file
}

type file struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// unrecorded begins the note of a verdict that could not be given its record, or what
// it replaces not its place in history: it is given all the same.
const unrecorded = "the record could not be written"

// noted tells whether a note begins so.
func (v verdictSeen) noted(beginning string) bool {
	return slices.ContainsFunc(v.Notes, func(note string) bool { return strings.HasPrefix(note, beginning) })
}

// decided counts how often the decision in a file is in a verdict.
func (v verdictSeen) decided(digest string) (times int) {
	for _, d := range v.Decisions {
		if d.SHA256 == digest {
			times++
		}
	}
	return times
}

// verdicts reads all verdicts, those in history too, and checks each round's row.
func (c *check) verdicts() {
	for _, name := range append(c.names(private+"/history/*/*-verdict.json"), c.names(ownFolder+"/*-verdict.json")...) {
		var v verdictSeen
		if json.Unmarshal(c.files[name], &v) != nil {
			continue // torn, as was said
		}
		v.name = name
		if path.Dir(name) == ownFolder {
			c.current(v)
		} else {
			c.past(v)
		}
		chain := c.chains[v.Round]
		if last := len(chain) - 1; path.Dir(name) == ownFolder && last >= 0 && chain[last].Revision == v.Revision && chain[last].Artifact.Fingerprint == v.Artifact.Fingerprint {
			chain = chain[:last] // its copy, made by who was killed before he replaced it
		}
		c.chains[v.Round] = append(chain, v)
		slices.SortStableFunc(c.chains[v.Round], func(a, b verdictSeen) int { return a.Revision - b.Revision })
	}
	for _, chain := range c.chains {
		c.row(chain)
	}
}

// row checks that the revisions of a round follow one another, and that no bytes were
// judged twice, unless a person decided about them.
func (c *check) row(chain []verdictSeen) {
	seen := map[string]verdictSeen{}
	for i, v := range chain {
		degraded := v.noted(unrecorded) && i == len(chain)-1 // which says that nothing could be kept
		if v.Revision != i+1 && !degraded {
			c.wrong(v.name, line(c.files[v.name], "revision"), "revision %d of %s follows %d: one is missing, or there twice", v.Revision, v.Round, i)
			return
		}
		before, twice := seen[v.Artifact.Fingerprint]
		if i > 0 && twice && v.Artifact.Fingerprint != "" && len(v.Decisions) == len(before.Decisions) && chain[i-1].Artifact.Fingerprint == v.Artifact.Fingerprint {
			c.wrong(v.name, line(c.files[v.name], "fingerprint"), "revision %d judges the bytes again that revision %d has judged", v.Revision, before.Revision)
		}
		seen[v.Artifact.Fingerprint] = v
	}
}

// past checks a verdict in history.
func (c *check) past(v verdictSeen) {
	if want := strconv.Itoa(v.Revision) + "-verdict.json"; path.Base(v.name) != want || path.Base(path.Dir(v.name)) != v.Round {
		c.wrong(v.name, line(c.files[v.name], "revision"), "it holds revision %d of %s", v.Revision, v.Round)
	}
	copied := strings.TrimSuffix(v.name, "verdict.json") + "discussion.md"
	switch text, there := c.files[copied]; {
	case there && (v.Record == nil || digest(text) != v.Record.SHA256):
		c.wrong(copied, 0, "it is not the record of the verdict beside it")
	case !there && v.Record != nil && !(c.has(v.Record.Path) && digest(c.files[v.Record.Path]) == v.Record.SHA256):
		c.wrong(v.name, line(c.files[v.name], "record"), "its record is gone")
	}
}

// current checks a verdict that stands for its round.
func (c *check) current(v verdictSeen) {
	text := c.files[v.name]
	if v.name != ownFolder+"/"+v.Round+"-verdict.json" {
		c.wrong(v.name, line(text, "round"), "it is that of %s", v.Round)
	}
	switch {
	case v.Record == nil && v.Verdict != "error" && !v.noted(unrecorded):
		c.wrong(v.name, line(text, "record"), "it has no record")
	case v.Record == nil:
	case !c.has(v.Record.Path):
		c.wrong(v.name, line(text, "record"), "its record %s is not there", v.Record.Path)
	case digest(c.files[v.Record.Path]) != v.Record.SHA256:
		c.wrong(v.Record.Path, 1, "it is not the record that the verdict names")
	case !strings.Contains(string(c.files[v.Record.Path]), v.Artifact.Fingerprint):
		c.wrong(v.Record.Path, 1, "it does not name the fingerprint of its verdict")
	}
	if slices.ContainsFunc(c.Rounds, func(r Round) bool { return r.ID == v.Round }) {
		return // and compared with what is there
	}
	// What somebody asked for was judged as it was then.
	names := []string{v.Artifact.Path}
	for _, member := range v.Artifact.Members {
		names = append(names, member.Path)
	}
	switch known := append(slices.Clone(c.Outside[v.Artifact.Path]), digest(c.files[v.Artifact.Path])); {
	case v.Artifact.SHA256 == "": // there was none
	case !slices.Contains(known, v.Artifact.SHA256):
		c.wrong(v.name, line(text, "sha256"), "it is on bytes that %s never had", v.Artifact.Path)
	case v.Artifact.Fingerprint != "" && v.Artifact.SHA256 == digest(c.files[v.Artifact.Path]) && v.Artifact.Fingerprint != c.fingerprint(names):
		c.wrong(v.name, line(text, "fingerprint"), "its fingerprint is not that of the files it names")
	}
}

// rounds checks that each configured round has one verdict, on the bytes that are there.
func (c *check) rounds() {
	for _, r := range c.Rounds {
		name := ownFolder + "/" + r.ID + "-verdict.json"
		text, judged := c.files[name]
		if !c.has(r.Artifact) {
			if judged {
				c.wrong(name, line(text, "path"), "its artifact %s is gone", r.Artifact)
			}
			continue
		}
		if !judged {
			if chain := c.chains[r.ID]; !c.Unbegun || len(chain) > 0 || c.begun(r.ID) {
				c.wrong(name, 0, "there is no verdict on %s", r.Artifact)
			}
			continue
		}
		names := []string{r.Artifact}
		if r.Members != "" {
			names = append(names, c.names(r.Members)...)
		}
		var v verdictSeen
		if want := c.fingerprint(names); json.Unmarshal(text, &v) == nil && v.Artifact.Fingerprint != want {
			c.wrong(name, line(text, "fingerprint"), "it is on other bytes than those of %s, whose fingerprint is %.12s", r.Artifact, want)
		}
	}
}
