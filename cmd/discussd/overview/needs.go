package overview

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// Need is what somebody has to do before a session can go on, or can be reviewed.
type Need struct {
	Who    string   `json:"who"`  // "you", the role of an artifact's writer, or a tool; "" of what is stuck
	Does   string   `json:"does"` // "decide", "revises"
	Rounds []string `json:"rounds"`
	Why    string   `json:"why"` // "" where that is plain
	press  int      // the less, the more it presses
}

// String is the need in a few words: "you decide 006".
func (n Need) String() string {
	rounds := slices.Clone(n.Rounds)
	for i, id := range rounds {
		rounds[i] = short(id)
	}
	words := []string{n.Who, n.Does, strings.Join(rounds, ", ")}
	text := strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
	if n.Why != "" {
		text += ": " + n.Why
	}
	return text
}

// How much a need presses.
const (
	decides = iota
	stuck
	revises
	tools
)

// needs lists what the session needs of somebody, what presses most first. The same for
// several rounds is one need.
func (s Session) needs() []Need {
	needs := []Need{}
	add := func(n Need) {
		at := slices.IndexFunc(needs, func(known Need) bool {
			return known.Who == n.Who && known.Does == n.Does && known.Why == n.Why
		})
		if at < 0 {
			needs = append(needs, n)
			return
		}
		needs[at].Rounds = append(needs[at].Rounds, n.Rounds...)
	}
	if s.Problem != "" {
		add(Need{Does: "stuck", Rounds: []string{}, Why: s.Problem, press: stuck})
	}
	for _, r := range s.Rounds {
		for _, n := range r.needs() {
			add(n)
		}
	}
	slices.SortStableFunc(needs, func(a, b Need) int { return cmp.Compare(a.press, b.press) })
	return needs
}

func (r Round) needs() (needs []Need) {
	own := []string{r.ID}
	if r.Problem != "" && !r.Passes {
		needs = append(needs, Need{Does: "stuck", Rounds: own, Why: r.Problem, press: stuck})
	}
	if !r.judged() {
		return needs // what its verdict asks for was of other bytes
	}
	v := r.Verdict
	switch {
	case v.Outcome == verdict.Failed: // it goes to a person, who has nothing to decide
		needs = append(needs, Need{Who: "you", Does: "look at", Rounds: own, Why: strings.ReplaceAll(string(v.Error), "_", " "), press: stuck})
	case v.Asks:
		needs = append(needs, Need{Who: "you", Does: "decide", Rounds: own, press: decides})
	case v.Outcome == verdict.Blocked && v.Severity == critique.High:
		needs = append(needs, Need{Who: cmp.Or(v.Role, "somebody"), Does: "revises", Rounds: own, press: revises})
	}
	return append(needs, r.unheard()...)
}

// unheard is what somebody has to do so that models answer. A perspective that another
// tool has answered needs nobody, and neither does what passes by itself, as long as
// somebody was heard.
func (r Round) unheard() (needs []Need) {
	v := r.Verdict
	if v.Outcome == verdict.Failed || r.Verdict.Unheard && r.Verdict.Outcome == verdict.Reached {
		return nil
	}
	for _, s := range v.Silent {
		switch {
		case s.Why == critique.Auth:
			needs = append(needs, Need{Who: s.Tool, Does: "login", Rounds: []string{}, press: tools})
		case s.Why == critique.Misconfigured:
			needs = append(needs, Need{Who: s.Tool, Does: "configuration", Rounds: []string{}, press: tools})
		case s.Why == critique.Quota && v.Unheard:
			needs = append(needs, Need{Who: s.Tool, Does: "quota", Rounds: []string{}, press: tools})
		}
	}
	switch {
	case !v.Unheard || len(needs) > 0:
		return needs
	case slices.ContainsFunc(v.Silent, func(s Silence) bool { return s.Why != critique.NotInstalled }):
		return []Need{{Who: "you", Does: "ask again for", Rounds: []string{r.ID}, Why: "no model answered", press: tools}}
	}
	return []Need{{Who: "you", Does: "install a model's CLI", Rounds: []string{}, press: tools}}
}

// short is the id of a round without what most have in common, and the name of a request's file.
func short(id string) string { return strings.TrimPrefix(path.Base(id), "DISCUSS-") }
