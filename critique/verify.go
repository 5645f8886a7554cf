package critique

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ReportRulings has a perspective answer with [Ruling]s on claims; it is in no configuration.
const ReportRulings = "rulings"

// The rulings on a claim.
const (
	Confirmed = "confirmed" // the documents bear it out
	Refuted   = "refuted"   // a passage of the documents shows that it is not so
	BothStand = "both"      // of two that contradict each other: each can be true beside the other
	Undecided = "undecided" // the documents do not tell, or nobody ruled
)

// Rulings is the closed list of what can be ruled on a claim.
var Rulings = [...]string{Confirmed, Refuted, BothStand, Undecided}

// Claim is a thing said that would block, or that another perspective contradicts, with a model's ruling
// on it. Its JSON form is part of the verdict contract.
type Claim struct {
	Perspective string   `json:"perspective"` // who says so
	Kind        string   `json:"kind"`        // [ItemWeakness], [ItemMissing], [ItemRisk] or [Conflict]
	Severity    Severity `json:"severity"`    // before the ruling
	Text        string   `json:"text"`
	Evidence    string   `json:"evidence"` // what whoever claims it quotes, "" when nothing
	Against     *Side    `json:"against"`  // of a [Conflict]: who contradicts it; else nil
	Ruling      string   `json:"ruling"`   // of [Rulings]
	Why         string   `json:"why"`
	Quote       string   `json:"quote"` // what the ruling rests on, verbatim; "" when none was given
	QuotePath   string   `json:"quote_path"`
	QuoteLine   int      `json:"quote_line"` // 1-based; 0 when the quote is nowhere
	Grounds     []string `json:"-"`          // of the divergences that a ruling on a [Conflict] settles
}

// asked is a claim in its opinion.
type asked struct {
	Claim
	sink     func(by string) // takes the weight of it, by whose ruling
	point    *Point          // the weakness, nil of what is none
	families []string        // of those who contradict each other
}

// SecondLook says what is put before a model once more when all have spoken.
type SecondLook struct {
	By        Chain // who can be asked, in this order; none: nobody is
	Blocking  bool  // what would block, before one of another family
	Conflicts bool  // what one praises and another faults
}

// Ruling is what one model says of a claim.
type Ruling struct {
	Claim  int    // its number in the request, from 1
	Ruling string // of [Rulings]
	Why    string
	Quote  string
}

// Verification is what a model of another family said of the claims that would block.
type Verification struct {
	Claims   []Claim
	Critique // who ruled: the tool, its model and family, the attempts and the cost
}

// heavy lists what would block and can be looked up: heavy weaknesses, missing requirements and high risks,
// except what the family itself said.
func heavy(policy Policy, opinions []Opinion, family string) []asked {
	var all []asked
	for i := range opinions {
		o := &opinions[i]
		if !o.Heard() || o.ModelFamily == family {
			continue
		}
		name := o.Perspective.Name
		for j := range o.Weaknesses {
			if w := &o.Weaknesses[j]; w.Severity.Weight() >= High.Weight() {
				all = append(all, asked{Claim: Claim{Perspective: name, Kind: ItemWeakness, Severity: w.Severity, Text: w.Text, Evidence: w.Quote}, point: w, sink: func(by string) {
					w.Severity, w.RefutedBy = Medium, by
				}})
			}
		}
		if o.Perspective.reports(ReportMissingRequirements) {
			for _, missing := range o.MissingRequirements {
				all = append(all, asked{Claim: Claim{Perspective: name, Kind: ItemMissing, Severity: High, Text: missing}, sink: func(string) {
					o.MissingRequirements = slices.DeleteFunc(slices.Clone(o.MissingRequirements), func(m string) bool { return m == missing })
				}})
			}
		}
		if o.ratesHighRisk() {
			text := policy.riskLevel(*o)
			if why := cmp.Or(o.KeyFinding, o.namedRisks()); why != "" {
				text += ": " + why
			}
			all = append(all, asked{Claim: Claim{Perspective: name, Kind: ItemRisk, Severity: High, Text: text}, sink: func(string) { o.RiskLevel = "medium" }})
		}
	}
	slices.SortStableFunc(all, func(a, b asked) int { return b.Severity.Weight() - a.Severity.Weight() })
	return all
}

// claims are what a verifier of the family is asked about: what would block, then what is contradicted.
func (p *Panel) claims(policy Policy, opinions []Opinion, family string, blocked bool) []asked {
	const mostClaims = 16 // what one request asks to be ruled on: the heaviest come first.
	var all, conflicts []asked
	if p.Second.Conflicts {
		conflicts = disputed(policy, opinions)
	}
	if p.Second.Blocking && blocked {
		all = slices.DeleteFunc(heavy(policy, opinions, family), func(a asked) bool {
			return a.point != nil && slices.ContainsFunc(conflicts, func(c asked) bool { return c.point == a.point })
		})
	}
	all = append(all, conflicts...)
	return all[:min(len(all), mostClaims)]
}

// others counts the claims that are not all a verifier's own.
func others(all []asked, family string) int {
	n := 0
	for _, a := range all {
		if a.Kind != Conflict || slices.ContainsFunc(a.families, func(f string) bool { return f != family }) {
			n++
		}
	}
	return n
}

// verify asks a model about the claims of the opinions, in one request, and takes the weight of those that
// it refutes with a passage of the documents. It is of another family than who claims what would block.
// It returns nil when there is nothing to ask or nobody to.
func (p *Panel) verify(ctx context.Context, policy Policy, request Request, opinions []Opinion, blocked bool) *Verification {
	var v *Verification
	for _, verifier := range p.inOrder(policy, opinions, request.authors(), blocked) {
		claims := p.claims(policy, opinions, verifier.Family, blocked)
		if len(claims) == 0 {
			break
		}
		next := p.ruled(ctx, request, verifier, claims)
		if next.Attempts[len(next.Attempts)-1].Outcome == NotInstalled {
			continue // nobody was asked
		}
		if v != nil {
			next.Attempts = append(v.Attempts, next.Attempts...)
		}
		v = next
		if len(v.Rulings) > 0 || ctx.Err() != nil || v.Attempts[len(v.Attempts)-1].Outcome == Timeout {
			break
		}
	}
	return v
}

// inOrder are the verifiers of a known family that did not fail this round, those first that can rule on
// most; the writer's own family comes last, if at all.
func (p *Panel) inOrder(policy Policy, opinions []Opinion, authors []string, blocked bool) Chain {
	failed := map[string]bool{}
	for _, o := range opinions {
		for _, a := range o.Attempts {
			failed[a.Tool] = failed[a.Tool] || a.Outcome != Answered
		}
	}
	own := func(v Link) bool { return slices.Contains(authors, v.Family) }
	able := slices.DeleteFunc(slices.Clone(p.Second.By), func(v Link) bool { return v.Family == "" || failed[v.Tool] || p.Strict && own(v) })
	slices.SortStableFunc(able, func(a, b Link) int {
		able := func(v Link) int { return others(p.claims(policy, opinions, v.Family, blocked), v.Family) }
		return cmp.Or(rank(own(a))-rank(own(b)), able(b)-able(a))
	})
	return able
}

func (p *Panel) ruled(ctx context.Context, request Request, verifier Link, claims []asked) *Verification {
	request.Perspective = verification(verifier.Tool)
	for _, a := range claims {
		request.Claims = append(request.Claims, a.Claim)
	}
	p.Asked(request.Perspective)
	started, source := time.Now(), SourceCLI
	answer, err := p.recall(verifier.Tool, request)
	if err != nil {
		answer, err = guarded{verifier.Analyst}.Analyze(ctx, request)
	}
	if err != nil {
		source = SourceSkipped
	}
	answer.Attempts, answer.Tool = tried(verifier.Tool, answer.Attempts, err, time.Since(started)), verifier.Tool
	v := &Verification{Claims: slices.Clone(request.Claims), Critique: answer}
	v.rule(request.evidence(), claims)
	p.Answered(Opinion{Perspective: request.Perspective, Source: source, Critique: answer})
	return v
}

// Answers are the opinions and the verification as one list.
func (r Result) Answers() []Opinion {
	if r.Verification == nil {
		return r.Opinions
	}
	return append(slices.Clone(r.Opinions), Opinion{Perspective: verification(r.Verification.Tool), Critique: r.Verification.Critique})
}

func verification(tool string) Perspective {
	return Perspective{Name: "verification", Tool: tool, Role: "Verifier", Reports: []string{ReportRulings, ReportNoRating}}
}

// remarks say in words what came of a verification.
func (v *Verification) remarks(policy Policy) (notes []string) {
	counted := map[bool]map[string]int{false: {}, true: {}} // of contradictions, and of the others
	for _, c := range v.Claims {
		counted[c.Kind == Conflict][c.Ruling]++
	}
	conflicts := v.conflicts()
	blocking, tried := len(v.Claims)-conflicts, failures(v.Attempts)
	silent := len(v.Rulings) == 0
	if blocking > 0 && silent {
		notes = append(notes, fmt.Sprintf(policy.say("nobody ruled on what blocks (claims: %d)%s", "没有模型核实导致阻塞的意见 (%d 条)%s"), blocking, tried))
	} else if n := counted[false]; blocking > 0 {
		notes = append(notes, fmt.Sprintf(policy.say("%s ruled on what would block: %d confirmed, %d refuted, %d undecided", "%s 核实了导致阻塞的意见: 确认 %d 条, 反驳 %d 条, 未定 %d 条"),
			v.Tool, n[Confirmed], n[Refuted], n[Undecided]))
	}
	if conflicts > 0 && silent {
		notes = append(notes, fmt.Sprintf(policy.say("nobody ruled on where perspectives contradict each other (faults: %d)%s", "没有模型裁断视角之间的矛盾 (%d 条不足)%s"), conflicts, tried))
	} else if n := counted[true]; conflicts > 0 {
		var told []string
		for _, say := range []struct{ ruling, english, chinese string }{
			{Confirmed, "faults that hold: %d", "%d 条不足成立"}, {Refuted, "faults that do not: %d", "%d 条不足不成立"},
			{BothStand, "faults that can stand beside the praise: %d", "%d 条不足可与好评并存"}, {Undecided, "undecided: %d", "%d 条未定"},
		} {
			if n[say.ruling] > 0 {
				told = append(told, fmt.Sprintf(policy.say(say.english, say.chinese), n[say.ruling]))
			}
		}
		notes = append(notes, fmt.Sprintf(policy.say("%s ruled where perspectives contradict each other: %s", "%s 裁断了视角之间的矛盾: %s"), v.Tool, strings.Join(told, ", ")))
	}
	return notes
}

// rule notes what was ruled on each claim. A refutation counts only with a quote from the documents, and
// only if no other ruling contradicts it.
func (v *Verification) rule(texts []evidence, claims []asked) {
	for i := range v.Claims {
		c := &v.Claims[i]
		c.Ruling = Undecided
		ruled := slices.DeleteFunc(slices.Clone(v.Rulings), func(r Ruling) bool { return r.Claim != i+1 })
		if len(ruled) == 0 || slices.ContainsFunc(ruled, func(r Ruling) bool { return r.Ruling != ruled[0].Ruling }) {
			continue
		}
		c.Ruling, c.Why, c.Quote = ruled[0].Ruling, ruled[0].Why, ruled[0].Quote
		c.QuotePath, c.QuoteLine = find(texts, c.Quote)
		switch {
		case c.Ruling == BothStand && c.Kind != Conflict:
			c.Ruling = Undecided
		case c.Ruling != Refuted:
		case c.QuoteLine == 0:
			c.Ruling = Undecided
		default:
			claims[i].sink(v.Tool)
		}
	}
}
