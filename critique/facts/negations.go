package facts

import (
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// claim is a sentence without conditions: something is so, or is not.
type claim struct {
	*statement
	denies bool
	verb   string // the first term after what denies, or after the modal
	near   []string
	terms  map[string]bool
	marks  map[int][]string
	object [][]string // what a list after the verb forbids, each
}

var (
	denying = pattern.New(`(?i)\b(?:(?:must|shall|may|can|should|will|do|does|is|are) (?:not|never)|cannot|can't|won't|doesn't|don't|isn't|aren't|never)\b(?: be able to| have to| be)?|不得|禁止|不允许|严禁|不可以|不应|不会|不能|不可|无法|从不|不支持`)
	// forbiddenOutright is a denial that binds.
	forbiddenOutright = pattern.New(`(?i)\b(?:must|shall) (?:not|never)\b|\bnever\b|不得|禁止|严禁|不允许`)
	// asserting is what stands before the verb of a sentence that says what is or may be.
	asserting = pattern.New(`(?i)\b(?:must|shall|may|can|should|will|(?:is|are) (?:allowed|able) to)\b(?: be able to| have to| be)?|必须|应当|可以|能够|允许|支持|会`)
	// scenarioStep is a line of a scenario, which holds under the circumstances of the lines above it.
	scenarioStep = pattern.New(`(?i)^\W*(?:and|then|when|given|but|scenario)\b|^\W*(?:假设|假如|当|那么|并且)`)
	// undoing is a sentence about taking something away.
	undoing = pattern.New(`(?i)\b(?:remov\w+|eliminat\w+|stop\w*|fix\w*|prevent\w*|refus\w*|reject\w*|drop\w*|fail\w*)\b|移除|去掉|消除|停止|修复|拒绝|失败`)
	// bounded is a sentence that holds only under some circumstances.
	bounded = pattern.New(`(?i)\b(?:unless|until|except|without|other than|more than|less than|longer than|while|when|whenever|if|only|exceed|yet|instead|but|given|where|during|both|either|directly|alone|by default|otherwise|than)\b|除非|未经|超过|除.{0,12}外|期间|时[，,]|仅|只|如果|若|当|直接|默认`)
)

// leastCell is how many words a cell has at least that says a sentence.
const leastCell = 5

// claimOf reads what a statement claims.
func claimOf(w *weights, s *statement) (c claim, ok bool) {
	if scenarioStep.MatchString(s.text) || undoing.MatchString(s.text) || s.key || s.table != nil && len(strings.Fields(s.text)) < leastCell || len(s.text) > 240 || bounded.MatchString(s.text) || spokenOf(s.text) || strings.ContainsAny(s.text, "?？") {
		return c, false
	}
	text := strings.TrimRight(strings.TrimLeft(s.text, " []x-"), " .。;；")
	c = claim{statement: s}
	m := denying.FindStringIndex(text)
	if c.denies = m != nil; !c.denies {
		m = asserting.FindStringIndex(text)
	} else if denying.MatchString(text[m[1]:]) {
		return c, false
	}
	if m != nil {
		text = text[:m[0]] + " " + text[m[1]:]
		rest := text[m[0]+1:]
		if after := w.stems(rest); len(after) > 0 {
			c.verb = after[0]
			if forbiddenOutright.MatchString(s.text) {
				c.object = objectsOf(w, rest, c.verb)
			}
		}
	}
	c.near = without(w.stems(text), nil)
	han := len(c.near) > 0 && c.near[0][0] >= 0x80
	if len(c.near) < 2 || han && len(c.near) < 4 || c.denies && c.verb == "" {
		return c, false
	}
	c.terms = map[string]bool{}
	for _, term := range c.near {
		c.terms[term] = true
	}
	v := value{statement: s, marks: map[int][]string{}}
	v.mark(w.lexicon, text)
	c.marks = v.marks
	return c, true
}

// What a denial and a claim must share: nearly all of what the denial says, and as much of
// what the claim says.
const (
	deniedMost  = .8
	deniedLeast = .45
	deniedWhole = 1
)

// refutes tells how surely a denial and a claim cannot both be true, 0 where they can.
func (no *claim) refutes(yes *claim, w *weights) float64 {
	if no.doc == yes.doc && no.section == yes.section || !yes.terms[no.verb] || yes.verb != "" && !no.terms[yes.verb] {
		return 0
	}
	if (&value{marks: no.marks}).apart(&value{marks: yes.marks}, true) {
		return 0
	}
	shared, whole, other := 0.0, 0.0, 0.0
	if sure := no.forbidsObject(yes, w); sure > 0 {
		return sure
	}
	n := 0
	for _, term := range no.near {
		whole += w.weight(meant(term))
		if yes.terms[term] {
			shared += w.weight(meant(term))
			n++
		}
	}
	for _, term := range yes.near {
		other += w.weight(meant(term))
	}
	if n < 2 || shared < deniedMost*whole || shared < deniedLeast*other || shared < deniedWhole {
		return 0
	}
	return shared
}

// objectsOf returns the terms of each thing that a list after a verb names: "store dates of birth,
// photographs or copies". What is no list has none.
func objectsOf(w *weights, rest, verb string) (all [][]string) {
	parts := splitSet.Split(rest, -1)
	if len(parts) < 2 {
		return nil
	}
	for _, part := range parts {
		var object []string
		for _, term := range w.stems(part) {
			if term != verb {
				object = append(object, meant(term))
			}
		}
		if len(object) > 0 && len(object) <= 3 {
			all = append(all, object)
		}
	}
	return all
}

// forbidsObject tells how surely a claim is about one of the things that a list forbids.
func (no *claim) forbidsObject(yes *claim, w *weights) float64 {
	for _, object := range no.object {
		weight := 0.0
		for _, term := range object {
			if !slices.ContainsFunc(yes.near, func(own string) bool { return meant(own) == term }) {
				weight = 0
				break
			}
			weight += w.weight(term)
		}
		if weight >= .6 {
			return weight
		}
	}
	return 0
}

// refuted reports what one sentence says is so, and another says is not.
func refuted(f *Found, w *weights, all []statement) {
	var denials []claim
	holders := map[string][]claim{}
	for i := range all {
		c, ok := claimOf(w, &all[i])
		switch {
		case !ok:
		case c.denies:
			if len(denials) < maxDemands {
				denials = append(denials, c)
			}
		default:
			for _, term := range c.near {
				if len(holders[term]) < maxHolders {
					holders[term] = append(holders[term], c)
				}
			}
		}
	}
	for _, no := range denials {
		f.look(Demands, no.doc)
		var best *claim
		most := 0.0
		for i := range holders[no.verb] {
			yes := &holders[no.verb][i]
			if sure := no.refutes(yes, w); sure > most {
				best, most = yes, sure
			}
		}
		if best == nil {
			continue
		}
		c := between(Demands, Place{no.doc, no.at}, Place{best.doc, best.at}, "", "")
		if !slices.ContainsFunc(f.Conflicts, func(o Conflict) bool { return o.Kind == Demands && o.Here == c.Here }) {
			f.report(c)
		}
	}
}
