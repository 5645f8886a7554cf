package facts

import (
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// demand is a statement that something must be done, or must not.
type demand struct {
	*statement
	forbids bool
	subject []string           // the terms before the modal
	action  []string           // the terms after the modal, the verb first
	terms   map[string]float64 // all of the statement
}

var (
	forbidding = pattern.New(`(?i)\b(?:must|shall|may|can|should) (?:not|never)\b|\bcannot\b|\bis (?:not allowed|forbidden|prohibited)\b|不得|禁止|不允许|严禁|不可以|不应`)
	demanding  = pattern.New(`(?i)\b(?:must|shall)\b|必须|应当`)
	limited    = pattern.New(`(?i)\b(?:unless|until|before|without|except|other than|more than|less than|longer than|after|while|when|if|only|exceed)\b|除非|之前|以前|未经|超过|除.*外|期间|时|仅|只`)
)

// maxDemands bounds how many are held against each other.
const maxDemands = 300

// demandOf reads what a statement demands.
func demandOf(words lexicon, s *statement) (d demand, ok bool) {
	if s.key || s.table != nil || len(s.text) > 400 || limited.MatchString(s.text) || s.spoken {
		return d, false
	}
	m := forbidding.FindStringIndex(s.text)
	d = demand{statement: s, forbids: m != nil}
	if m == nil {
		if m = demanding.FindStringIndex(s.text); m == nil {
			return d, false
		}
	}
	action := s.text[m[1]:]
	if end := strings.IndexAny(action, ",;:(，；：（"); end >= 0 {
		action = action[:end]
	}
	if d.action = words.terms(action); len(d.action) == 0 {
		return d, false
	}
	d.subject = words.terms(s.text[:m[0]])
	d.terms = map[string]float64{}
	for _, term := range words.terms(s.text) {
		d.terms[term] = 1
	}
	return d, true
}

// contraryDemands reports what one statement demands and another forbids: the same action of
// the same thing.
func (f *Found) contraryDemands(w *weights, all []statement) {
	var demanded, forbidden []demand
	for i := range all {
		d, ok := demandOf(w.lexicon, &all[i])
		if !ok {
			continue
		}
		f.look(Demands, d.doc)
		if d.forbids && len(forbidden) < maxDemands {
			forbidden = append(forbidden, d)
		} else if !d.forbids && len(demanded) < maxDemands {
			demanded = append(demanded, d)
		}
	}
	for _, no := range forbidden {
		var best *demand
		most := 0.0
		for i := range demanded {
			if likeness := no.opposes(&demanded[i], w); likeness > most {
				best, most = &demanded[i], likeness
			}
		}
		if best != nil {
			f.report(between(Demands, Place{no.doc, no.at}, Place{best.doc, best.at}, "", ""))
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// opposes tells how much of what one statement forbids another demands, 0 where that is not
// nearly all of it.
func (no demand) opposes(yes *demand, w *weights) float64 {
	if no.doc == yes.doc && no.section == yes.section {
		return no.repeated(yes)
	}
	if min(len(no.action), len(yes.action)) < 2 || !slices.Contains(yes.action, no.verb()) && !slices.Contains(no.action, yes.verb()) {
		return 0
	}
	if no.others(yes) || apart.MatchString(yes.doc.Slice(yes.at)) {
		return 0
	}
	shared, whole := 0.0, 0.0
	n := 0
	for _, term := range no.action {
		whole += w.weight(term)
		if _, ok := yes.terms[term]; ok {
			shared += w.weight(term)
			n++
		}
	}
	part := .75
	if no.action[0][0] >= 0x80 {
		part = .6 // pairs of characters lie across two words as well
	}
	if n < 2 || shared < part*whole || n < 3 && shared < .9 {
		return 0
	}
	return shared
}

// fewest is how many words a prohibition has, so that who says all of them, and hardly more, says the same thing.
const (
	fewest   = 3
	mostMore = 2
)

// repeated is what weighs a statement that says all that another one forbids, 0 where it says less or much more.
func (no demand) repeated(yes *demand) float64 {
	forbidden, said := said(no.text), said(yes.text)
	if len(forbidden) < fewest || len(said) > len(forbidden)+mostMore || apart.MatchString(yes.text) {
		return 0
	}
	for word := range forbidden {
		if !said[word] {
			return 0
		}
	}
	return float64(len(forbidden))
}

// said are the words of a statement that say what it is about.
func said(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(leading.ReplaceAllString(text, "")), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) > 2 && !small[word] {
			words[strings.TrimSuffix(word, "s")] = true
		}
	}
	return words
}

var (
	leading = pattern.New(`^\W*[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-\d+\W*`)
	small   = map[string]bool{"the": true, "and": true, "must": true, "shall": true, "should": true, "not": true, "never": true, "may": true, "can": true, "any": true, "all": true, "are": true}
)

// apart is how a statement says in other words what it is not to be: "kept separately from".
var apart = pattern.New(`(?i)\b(?:separate(?:ly|d)?|apart|distinct|different(?:ly)?|independent(?:ly)?) (?:from|of|to)\b|\b(?:instead of|rather than)\b|分开|而不是|而非|区别于`)

// verb returns the first word of an action that does not say how it is done: of "automatically
// added" and "added automatically" the same.
func (d demand) verb() string {
	for _, term := range d.action {
		if !strings.HasSuffix(term, "ly") && !strings.HasSuffix(term, "li") && term != "be" {
			return term
		}
	}
	return d.action[0]
}

// others tells whether what one statement forbids is said of something that the other does
// not speak of: "removing a species must not cascade" is no word about deleting a set.
func (no demand) others(yes *demand) bool {
	known := 0
	for _, term := range no.subject {
		if _, ok := yes.terms[term]; ok {
			known++
		}
	}
	return len(no.subject) > 2 && known*3 < len(no.subject)
}

// A switch that is on counts as 2 and one that is off as 1, in a unit of its own: so two
// statements about it are compared like two amounts.
const (
	switchUnit = "switch"
	off        = 1
	on         = 2
)

var (
	byDefault = pattern.New(`(?i)\b(enabled|on|active|activated|opted in|opt-out|disabled|off|inactive|deactivated|opted out|opt-in) by default\b|\bdefaults? (?:to|is|are|:)\s*(?:an? )?(enabled|on|true|disabled|off|false)\b|默认(?:为|是|均|都|设为)?\s*(开启|启用|打开|开|关闭|禁用|停用|不启用|不开启|关)`)
	denied    = pattern.New(`(?i)\b(?:not|never|n't) (?:be )?$|(?:不得|不能|不应|不可|禁止|不)$`)
)

// positive are the words for a switch that is on.
var positive = map[string]bool{"enabled": true, "on": true, "active": true, "activated": true, "opted in": true, "opt-out": true, "true": true, "yes": true, "开启": true, "启用": true, "打开": true, "开": true, "是": true}

// negative are the words for a switch that is off.
var negative = map[string]bool{"disabled": true, "off": true, "inactive": true, "deactivated": true, "opted out": true, "opt-in": true, "false": true, "no": true, "none": true, "关闭": true, "禁用": true, "停用": true, "不启用": true, "不开启": true, "关": true, "否": true}

// switchIn returns whether a statement says of something that it is on or off by default.
func switchIn(s *statement) (q quantity, ok bool) {
	if s.key {
		key, value, _ := strings.Cut(s.text, ":")
		word := strings.ToLower(strings.Trim(value, " \"'`,"))
		return polar(word, false, document.Span{Start: s.at.Start, End: s.at.End}), key != "" && (positive[word] || negative[word])
	}
	if word := strings.ToLower(strings.Trim(s.text, " \"'")); s.table != nil && s.column > 0 && len(word) > 1 && (positive[word] || negative[word]) && word != "yes" && word != "no" && word != "none" && word != "active" {
		return polar(word, false, s.at), true
	}
	m := byDefault.FindStringSubmatchIndex(s.text)
	if m == nil {
		return q, false
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 {
			word := strings.ToLower(s.text[m[g]:m[g+1]])
			return polar(word, denied.MatchString(s.text[:m[g]]), document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}), true
		}
	}
	return q, false
}

func polar(word string, denied bool, at document.Span) quantity {
	q := quantity{value: off, unit: switchUnit, Span: at}
	if positive[word] != denied {
		q.value = on
	}
	return q
}
