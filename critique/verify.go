package critique

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// ReportRulings has a perspective answer with [Ruling]s on claims in place of points and a
// rating. It is no perspective of a configuration: see [Panel.Judge].
const ReportRulings = "rulings"

// The rulings on a claim.
const (
	Confirmed = "confirmed" // the documents bear it out
	Refuted   = "refuted"   // a passage of the documents shows that it is not so
	Undecided = "undecided" // the documents do not tell, or nobody ruled
)

// Rulings is the closed list of what can be ruled on a claim.
var Rulings = [...]string{Confirmed, Refuted, Undecided}

// Claim is one thing that a perspective says and that would block, with what a model of
// another family says of it. Its JSON form is part of the verdict contract.
type Claim struct {
	Perspective string   `json:"perspective"` // who says so
	Kind        string   `json:"kind"`        // [ItemWeakness], [ItemMissing] or [ItemRisk]
	Severity    Severity `json:"severity"`    // before the ruling
	Text        string   `json:"text"`
	Evidence    string   `json:"evidence"` // what whoever claims it quotes, "" when nothing
	Ruling      string   `json:"ruling"`   // of [Rulings]
	Why         string   `json:"why"`
	Quote       string   `json:"quote"` // what the ruling rests on, verbatim; "" when none was given
	QuotePath   string   `json:"quote_path"`
	QuoteLine   int      `json:"quote_line"` // 1-based; 0 when the quote is nowhere
}

// heavyClaim is a claim in its opinion.
type heavyClaim struct {
	Claim
	sink func(by string) // takes the weight of it, by whose ruling
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

// Verifier is a tool that can rule on the claims of others.
type Verifier struct {
	Link
	Family string // of its model, "" when unknown
}

// mostClaims bounds what one request asks to be ruled on: the heaviest come first.
const mostClaims = 16

// heavyClaims lists what would block and can be looked up in the documents: heavy weaknesses,
// requirements that are said to be missing, and high risks. Those that the family itself
// said are left out: nobody rules on what is his own.
func heavyClaims(policy Policy, opinions []Opinion, family string) []heavyClaim {
	var all []heavyClaim
	for i := range opinions {
		o := &opinions[i]
		if !o.Heard() || o.ModelFamily == family {
			continue
		}
		name := o.Perspective.Name
		for j := range o.Weaknesses {
			if w := &o.Weaknesses[j]; w.Severity.Weight() >= High.Weight() {
				all = append(all, heavyClaim{Claim{Perspective: name, Kind: ItemWeakness, Severity: w.Severity, Text: w.Text, Evidence: w.Quote}, func(by string) {
					w.Severity, w.RefutedBy = Medium, by
				}})
			}
		}
		if o.Perspective.reports(ReportMissingRequirements) {
			for _, missing := range o.MissingRequirements {
				all = append(all, heavyClaim{Claim{Perspective: name, Kind: ItemMissing, Severity: High, Text: missing}, func(string) {
					o.MissingRequirements = slices.DeleteFunc(slices.Clone(o.MissingRequirements), func(m string) bool { return m == missing })
				}})
			}
		}
		if o.ratesHighRisk() {
			text := policy.riskLevel(*o)
			if o.KeyFinding != "" {
				text += ": " + o.KeyFinding
			}
			all = append(all, heavyClaim{Claim{Perspective: name, Kind: ItemRisk, Severity: High, Text: text}, func(string) { o.RiskLevel = "medium" }})
		}
	}
	slices.SortStableFunc(all, func(a, b heavyClaim) int { return b.Severity.Weight() - a.Severity.Weight() })
	return all[:min(len(all), mostClaims)]
}

// verify asks a model of another family about the claims of the opinions, in one request,
// and takes the weight of those that it refutes with a passage that stands in the documents.
// It returns nil when there is nothing to ask or nobody of another family.
func (p *Panel) verify(ctx context.Context, policy Policy, request Request, opinions []Opinion) *Verification {
	var v *Verification
	for _, verifier := range p.inOrder(policy, opinions, request.authors()) {
		asked := heavyClaims(policy, opinions, verifier.Family)
		if len(asked) == 0 {
			break
		}
		next := p.ruled(ctx, request, verifier, asked)
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

// inOrder are the verifiers that know the family of their model, those first that most can
// be asked: who has said least of what would block. Who failed this round is not asked again,
// and the families of those who wrote the artifact come last, if they may be asked at all.
func (p *Panel) inOrder(policy Policy, opinions []Opinion, authors []string) []Verifier {
	failed := map[string]bool{}
	for _, o := range opinions {
		for _, a := range o.Attempts {
			failed[a.Tool] = failed[a.Tool] || a.Outcome != Answered
		}
	}
	own := func(v Verifier) bool { return slices.Contains(authors, v.Family) }
	able := slices.DeleteFunc(slices.Clone(p.Verifiers), func(v Verifier) bool { return v.Family == "" || failed[v.Tool] || p.Strict && own(v) })
	slices.SortStableFunc(able, func(a, b Verifier) int {
		if own(a) != own(b) {
			if own(a) {
				return 1
			}
			return -1
		}
		return len(heavyClaims(policy, opinions, b.Family)) - len(heavyClaims(policy, opinions, a.Family))
	})
	return able
}

// ruled asks one verifier.
func (p *Panel) ruled(ctx context.Context, request Request, verifier Verifier, asked []heavyClaim) *Verification {
	request.Perspective = verification(verifier.Tool)
	for _, b := range asked {
		request.Claims = append(request.Claims, b.Claim)
	}
	if p.Asked != nil {
		p.Asked(request.Perspective)
	}
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
	v.rule(request.evidence(), asked)
	if p.Answered != nil {
		p.Answered(Opinion{Perspective: request.Perspective, Source: source, Critique: answer})
	}
	return v
}

// Answers are the opinions, and what was said in the verification, as one list of what the
// tools were asked.
func (r Result) Answers() []Opinion {
	if r.Verification == nil {
		return r.Opinions
	}
	return append(slices.Clone(r.Opinions), Opinion{Perspective: verification(r.Verification.Tool), Critique: r.Verification.Critique})
}

// verification is who rules on claims.
func verification(tool string) Perspective {
	return Perspective{Name: "verification", Tool: tool, Role: "Verifier", Reports: []string{ReportRulings, ReportNoRating}}
}

// remark says in words what came of a verification.
func (v *Verification) remark(policy Policy) string {
	counted := map[string]int{}
	for _, c := range v.Claims {
		counted[c.Ruling]++
	}
	if tried := failures(v.Attempts); len(v.Rulings) == 0 {
		return fmt.Sprintf(policy.say("nobody ruled on what blocks (claims: %d)%s", "没有模型核实导致阻塞的意见 (%d 条)%s"), len(v.Claims), tried)
	}
	return fmt.Sprintf(policy.say("%s ruled on what would block: %d confirmed, %d refuted, %d undecided", "%s 核实了导致阻塞的意见: 确认 %d 条, 反驳 %d 条, 未定 %d 条"),
		v.Tool, counted[Confirmed], counted[Refuted], counted[Undecided])
}

// rule notes what was ruled on each claim. A refutation counts only with a quote that
// stands in the documents, and only where nothing else was ruled beside it.
func (v *Verification) rule(texts []evidence, asked []heavyClaim) {
	for i := range v.Claims {
		c := &v.Claims[i]
		c.Ruling = Undecided
		ruled := slices.DeleteFunc(slices.Clone(v.Rulings), func(r Ruling) bool { return r.Claim != i+1 })
		if len(ruled) == 0 || slices.ContainsFunc(ruled, func(r Ruling) bool { return r.Ruling != ruled[0].Ruling }) {
			continue
		}
		c.Ruling, c.Why, c.Quote = ruled[0].Ruling, ruled[0].Why, ruled[0].Quote
		for _, t := range texts {
			if line := t.Find(c.Quote); c.Quote != "" && line > 0 {
				c.QuotePath, c.QuoteLine = t.path, line
				break
			}
		}
		switch {
		case c.Ruling != Refuted:
		case c.QuoteLine == 0:
			c.Ruling = Undecided
		default:
			asked[i].sink(v.Tool)
		}
	}
}
