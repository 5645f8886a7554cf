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
	// omitting is in what is demanded where that is to be left out: a ban in other words.
	omitting = pattern.New(`(?i)\b(?:no|not|never|without|avoids?|prevents?)\b|不|无|没|未|避免|防止`)
	// limited is said of some cases: a line that begins with THEN holds where the WHEN above it does.
	limited = pattern.New(`(?i)^\W*(?:then|and|but)\b|\b(?:unless|until|before|without|except|other than|more than|less than|longer than|after|while|when|if|only|exceed)\b|除非|之前|以前|未经|超过|除.*外|期间|时|仅|只`)
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
	if d.action = words.terms(action); len(d.action) == 0 || !d.forbids && omitting.MatchString(action) {
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

// A ban is broken by what another statement says, too, where that says all of it and takes nothing back: "the sidebar
// stands on the right of the page", although the page must not use a sidebar.

// ban is what a statement forbids: a thing that is to be nowhere, or something that is not to be done.
type ban struct {
	*statement
	subject []string // what it is forbidden to, empty for everything
	thing   []string // the stems of a thing, one after the other
	deed    []string // the stems of what is not to be done
	passive bool     // whether it is told of what it is not to be done to
}

var (
	// bans is a word that forbids, and does not only say that something cannot be.
	bans = pattern.New(`(?i)\b(?:must|shall|may) (?:not|never)\b|\bis (?:forbidden|prohibited)\b|不得|禁止|严禁|不允许`)
	// never forbids by itself, at the beginning of what has an ID: elsewhere it is advice for a step.
	never = pattern.New(`(?i)^[^\pL]*(?:do not|don't|never)\b`)
	// having is a verb that says no more than that something is there.
	having = pattern.New(`(?i)^ ?(?:ever )?(?:use|have|contain|include|employ|feature|offer|show|display|require|need|depend on|rely on|be based on)\b|^(?:使用|采用|包含|含有|出现|引入|依赖|设置|展示|带有|用|有)`)
	// everything is what is forbidden everywhere, when it is forbidden to that.
	everything = pattern.New(`(?i)^(?:the |this |our |any |all )?(?:service|application|app|tool|platform|site|website|program|solution|implementation|code|code ?base|ui|user interface|interface|design|project|we|you|developers?|agents?)\W*$|^(?:本)?(?:系统|应用|程序|平台|服务|界面|产品|工具|代码|项目)$`)
	// someOther is a subject that other sentences name.
	someOther = pattern.New(`(?i)(?:^|[^\pL])(?:it|they|these|those|this|that|which|each|such)\W*$|[它该此其]$`)
	// takenBack are the words by which a statement does not say that something is so.
	takenBack = pattern.New(`(?i)\b(?:no|not|non|never|without|nor|none|neither|cannot|\w+n't|instead|rather|avoid\w*|forbid\w*|forbidden|prohibit\w*|bann?(?:s|ed)?|remov\w*|replac\w*|drop(?:s|ped)?|reject\w*|prevent\w*|refus\w*|block(?:s|ed)?|disallow\w*|den(?:y|ied|ies)|may|would|could|might|if|unless|when|whenever|only|except\w*|until|old|formerly|previous\w*|legacy|fails?|failed|violat\w*|tests?|tested|checks?|ensures?|verif\w*|errors?|risks?|attack\w*|bug|leak\w*|detect\w*|warn\w*|scan\w*|free|todo|alternativ\w*|option\w*|consider\w*|compar\w*|why|question|future|later)\b|[?？✗❌]|不|无|没|未|禁|避免|移除|去掉|取消|替代|代替|而非|若|如果|当|仅|只|除|防|检测|检查|验证|风险|拒绝|是否|可能|以后|将来`)
	// holds stands behind a thing that something else is a part of.
	holds = pattern.New(`(?i)^ (?:includ|contain|import|us(?:e|es|ing)\b|call|depend|reli|rely|need|requir)`)
	// there stands before a thing that is said to be somewhere or to be used.
	there = pattern.New(`(?i)(?:\b(?:us(?:e|es|ed|ing)|ha(?:s|ve|ving)|contain(?:s|ing)?|includ(?:es?|ing)|employs?|features?|adds?|offers?|shows?|displays?|with|in|on|via|through|as|by|relies on|depends on|based on) (?:(?:an?|the|its|their|one|two) )?|(?:^|:)\W*(?:an?|the|its|one|two) |(?:^|:)\W*)(?:[\pL-]+ ){0,2}$`)
)

// banOf reads what a statement forbids.
func banOf(words lexicon, s *statement) (b ban, ok bool) {
	m := bans.FindStringIndex(s.text)
	if m == nil && s.lead != "" {
		m = never.FindStringIndex(s.text)
	}
	if m == nil || s.key || len(s.text) > 400 || limited.MatchString(s.text) || s.spoken || someOther.MatchString(s.text[:m[0]]) {
		return b, false
	}
	rest := s.text[m[1]:]
	if end := strings.IndexAny(rest, ",;:(.，；：（。"); end >= 0 {
		rest = rest[:end]
	}
	if at := s.at.Start + m[1]; strings.ContainsAny(s.doc.Text[at:min(at+len(rest)+1, s.at.End)], "`_<>/") {
		return b, false // a name of the code, of which only a part is a word
	}
	b.statement = s
	subject := strings.TrimSpace(leading.ReplaceAllString(s.text[:m[0]], ""))
	if !everything.MatchString(strings.TrimFunc(subject, func(r rune) bool { return !unicode.IsLetter(r) })) {
		b.subject = words.stemsOf(subject)
	}
	if verb := having.FindString(strings.TrimLeft(rest, " ")); verb != "" {
		b.thing = words.stemsOf(strings.TrimLeft(rest, " ")[len(verb):])
		return b, len(b.thing) > 0 && len(b.thing) <= mostOfThing && (b.thing[0][0] < 0x80 || len(b.thing) > 1)
	}
	b.deed = words.stemsOf(rest)
	if bePassive.MatchString(rest) {
		b.deed, b.subject, b.passive = append(b.subject, b.deed...), nil, true
	}
	return b, len(b.deed) >= fewest
}

// mostOfThing is how many words the name of a thing has.
const mostOfThing = 3

// bePassive begins what is not to be done to the subject.
var bePassive = pattern.New(`(?i)^ ?(?:ever )?be \w+|^被`)

// brokenBy tells whether a statement says what is forbidden.
func (b *ban) brokenBy(words lexicon, s *statement) bool {
	if s.key || s.spoken || s.doc == b.doc && s.section == b.section || len(s.text) > 300 || takenBack.MatchString(s.text) || outcomeOf(s.text) > 0 {
		return false
	}
	said := words.stemsOf(s.label + " " + s.text)
	about := append(words.stemsOf(s.around), said...)
	has := func(in []string) func(string) bool {
		return func(term string) bool {
			return slices.ContainsFunc(in, func(o string) bool { return o == term || meant(o) == meant(term) && o[:2] == term[:2] })
		}
	}
	if !every(b.subject, has(about), 1) {
		return false
	}
	tokens := words.tokens(s.text)
	if len(b.deed) > 0 {
		return s.table == nil && every(b.deed, has(words.stemsOf(s.text)), 1) && (b.passive || b.deed[0][0] >= 0x80 || b.inOrder(tokens, has))
	}
	if s.table != nil && (s.column > 0 || len(tokens) > len(b.thing)+1) || !every(b.thing, has(said), 1) {
		return false
	}
	if b.thing[0][0] >= 0x80 {
		return true
	}
	for i := range tokens {
		if i+len(b.thing) > len(tokens) || !slices.EqualFunc(tokens[i:i+len(b.thing)], b.thing, func(t token, term string) bool { return t.stem == term }) {
			continue
		}
		return s.table != nil || there.MatchString(s.text[:tokens[i].start]) && !holds.MatchString(s.text[tokens[i+len(b.thing)-1].end:])
	}
	return false
}

// inOrder tells whether a text says who does it, what is done, and to what, one after the other.
func (b *ban) inOrder(tokens []token, has func([]string) func(string) bool) bool {
	verb := slices.IndexFunc(tokens, func(t token) bool { return t.stem != "" && has([]string{t.stem})(b.deed[0]) })
	if verb < 0 {
		return false
	}
	stems := func(part []token) (all []string) {
		for _, t := range part {
			if len(t.stem) > 1 {
				all = append(all, t.stem)
			}
		}
		return all
	}
	return every(b.deed[1:], has(stems(tokens[verb+1:])), 1) && !slices.ContainsFunc(b.subject, has(stems(tokens[verb+1:])))
}

// every tells whether a part of some terms has a property: of pairs of characters, some lie across two words.
func every(terms []string, has func(string) bool, part float64) bool {
	n := 0
	for _, term := range terms {
		if has(term) {
			n++
		} else if term[0] >= 0x80 {
			part = min(part, .75)
		}
	}
	return float64(n) >= part*float64(len(terms))
}

// brokenBans reports what a statement says although another one forbids it.
func (f *Found) brokenBans(w *weights, all []statement) {
	var bans []ban
	for i := range all {
		if b, ok := banOf(w.lexicon, &all[i]); ok && len(bans) < maxDemands {
			bans = append(bans, b)
		}
	}
	holders := map[string][]*statement{}
	for _, b := range bans {
		for _, term := range append(b.thing, b.deed...) {
			holders[term] = nil
		}
	}
	for i := range all {
		if len(bans) == 0 {
			break
		}
		for _, term := range without(w.stemsOf(all[i].label+" "+all[i].text), nil) {
			if list, sought := holders[term]; sought && len(list) < maxDemands {
				holders[term] = append(list, &all[i])
			}
		}
	}
	for _, b := range bans {
		var saying []*statement // of its words, the rarest that others have
		for _, term := range append(b.thing, b.deed...) {
			if list := holders[term]; len(list) > 1 && (saying == nil || len(list) < len(saying)) {
				saying = list
			}
		}
		f.look(Broken, b.doc)
		for _, s := range saying {
			if s == b.statement || !b.brokenBy(w.lexicon, s) {
				continue
			}
			c := between(Demands, Place{b.doc, b.at}, Place{s.doc, s.at}, "", "")
			if !slices.Contains(f.Conflicts, c) { // else it is demanded as well
				c.Kind = Broken
				f.look(Broken, s.doc)
				f.report(c)
			}
			break
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
	leading = pattern.New(`^[^\pL\pN]*[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-\d+[^\pL\pN]*`)
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
	byDefault = pattern.New(`(?i)\b(enabled|on|active|activated|opted in|opt-out|disabled|off|inactive|deactivated|opted out|opt-in) (?:by default|out of the box)\b|\b(?:by default|out of the box),? [^.;:]{1,60}? (?:is|are|be|stays?|remains?) (enabled|on|active|disabled|off|inactive)\b|\bdefaults? (?:to|is|are|:)\s*(?:an? )?(enabled|on|true|disabled|off|false)\b|\b(?:is|are|be|stays?|remains?|kept) (enabled|on|active|disabled|off|inactive) unless\b|默认(?:必须|应当?|须|需)?(?:为|是|均|都|设为|保持|处于)?\s*(开启|启用|打开|开|关闭|禁用|停用|不启用|不开启|关)`)
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
