package wording

import (
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// spokenRule makes a rule that looks for words in normative statements, and for
// more phrases where no word is found.
func spokenRule(r rules.Rule, words *pattern.Pattern, excused func(model.Statement, []int) bool, more ...model.Phrase) native.Rule {
	all := append([]model.Phrase{{Words: words, Excused: excused}}, more...)
	type phrase struct {
		at      document.Span
		details []model.Detail
		filler  bool // one by which most readers know what is meant
	}
	const short = 120 // bytes of a demand that has nothing besides its vague word
	said := func(d *document.Document) (found []phrase) {
		for _, st := range model.Statements(d) {
			for _, m := range st.Matches(all) {
				words := strings.TrimLeft(st.Text[m[0]:m[1]], "、 ")
				details := []model.Detail{model.Target(words)}
				told := inStory.MatchString(st.Text)
				if told && r.ID != "LX-001" || nameOnly.MatchString(st.Raw) || optional(d, st) || goodFor.MatchString(st.Text[:m[0]]) || goodFor.MatchString(st.Text[m[0]:m[1]]) || remarks(d, st, m) || r.ID == "LX-016" && (timedElsewhere(d, st) || notAtOnce.MatchString(st.Text[:m[0]]) || noWait.MatchString(words) && model.WeightAt(d, st.Span(m)) < model.Demand) {
					continue // somebody tells what he wants, or why
				}
				if r.ID == "LX-001" && (told || doubted(d, st, m)) || (r.ID == "LX-002" || r.ID == "LX-016") && mild.MatchString(words) {
					details = append(details, model.Doubtful)
				}
				if r.ID == "LX-001" && len(st.Text) < short && plainest.MatchString(words) {
					details = append(details, model.Foremost)
				}
				filler := r.ID == "LX-001" && fillers.MatchString(words)
				if filler && (model.Marked(details, model.Doubtful) || means.MatchString(st.Raw[m[1]:])) {
					continue // a sentence with it is as plain as one without
				}
				found = append(found, phrase{st.Span(m), details, filler})
			}
		}
		return found
	}
	return native.Rule{Rule: r, On: model.Speaking, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
		all := slices.DeleteFunc(slices.Clone(document.Once(d, r.ID, said)), func(p phrase) bool {
			return r.Witness == rules.Words && model.WeightAt(d, p.at) == model.Description // a goal or a design may be told in any words
		})
		const many = 3 // places, from which on a document leaves open what it demands
		for _, p := range all {
			if p.filler && len(all) < many {
				if plainThing.MatchString(d.Text[p.at.End:d.LineAt(p.at.End).End]) {
					continue
				}
				p.details = append(slices.Clone(p.details), model.Doubtful)
			}
			hit(d, p.at, p.details...)
		}
		looked := r.ID == "LX-001" && unlikeMeasures(d, hit)
		return looked || len(model.Statements(d)) > 0
	}}
}

// plainest are the words that nobody can take for clear, unlike "properly" or "appropriate", which most context explains.
var plainest = pattern.New(`(?i)friendly|intuitiv|easy|easily|effortless|seamless|smooth|graceful|quick|fast|rapid|swift|performant|efficient|reasonabl|acceptabl|adequate|sufficient|satisfactory|noticeabl|excellent|modern|elegant|convenient|comfortabl|pleasant|attractive|robust|flexibl|feels? |快|高效|友好|易|直观|方便|便捷|流畅|合理|足够|美观|良好|灵活`)

var (
	// fillers are words that most demands are the same without.
	fillers = pattern.New(`(?i)^(?:appropriate(?:ly)?|proper(?:ly)?|suitabl[ey]|meaningful(?:ly)?|helpful(?:ly)?|informative|descriptive|sensibl[ey]|correct(?:ly)?|effective(?:ly)?|sufficient(?:ly)?|prominent(?:ly)?|visually (?:distinct|clear|balanced)|lightweight|consistent(?:ly)?|(?:\w+ )+(?:clearly|distinctly)|适当|合适|恰当|相应的?\p{Han}*|必要的?\p{Han}*|相关的?\p{Han}*)$`)
	// means says right behind a filler by what, with what or of which parts.
	means = pattern.New(`(?i)^(?: [\w-]+){1,4} (?:with|via|using|through|by) (?:[^,.;]+,\s|[\w-]+ing\b|(?:an? |the )?[\w/-]+ (?:blocks?|queries|query|librar\w+)|["“'\x60])|^ (?:[\w-]+ ){0,2}(?:funds?|balance|credits?|stock|inventory|permissions?|privileges?|rights)\b`)
	// plainThing is what everybody knows that is called appropriate: a message about an error.
	plainThing = pattern.New(`(?i)^ (?:[\w-]+ ){0,2}?(?:messages?|feedback|labels?|states?|icons?|tooltips?|types?|type safety|indicat\w+|errors?|typography|styling|spacing|titles?|names?|placeholders?|notifications?|responses?|alt text)\b`)
)

// goodFor begins what somebody gains by what is demanded.
var goodFor = pattern.New(`(?i)\bso that [^,;.:]*$|\bfor (?:the )?(?:\w+ and )?$|(?:以便|方便(?:用户|后续|[^，。；]{0,6}在)|便于|从而|使得)[^，。；]*$`)

// remarks tells whether a word stands in a sentence that demands nothing, beside one that does: it
// says more of that, or why.
func remarks(d *document.Document, st model.Statement, m []int) bool {
	section := d.SectionAt(st.At.Start)
	return model.Obliges(st.Text) && !st.Obliging(m) && !section.Under(document.Acceptance, document.Done, document.Metrics) && !d.Kind.Member() || because.MatchString(st.Text[m[1]:])
}

// because gives the reason right behind a word.
var because = pattern.New(`(?i)^[,，]?\s*(?:because|since|as)\b [^,;.]{8,}|^[，,]?\s*因为`)

// nameOnly is an entry that is nothing but its name in bold, over what it demands.
var nameOnly = pattern.New(`^\s*(?:[-*+]|\d+[.)])?\s*\*\*[^*\n]+\*\*\W*$`)

// optional tells whether a statement stands among those that may be left out by their heading, or that only tell a story.
func optional(d *document.Document, st model.Statement) bool {
	return d.SectionAt(st.At.Start).Titled(mayBeLeftOut)
}

var mayBeLeftOut = pattern.New(`(?i)\b(?:stretch goals?|nice[- ]to[- ]haves?|bonus|could[- ]have|journeys?|success moments)\b|^\W*(?:deferred|postponed)\b|加分项|锦上添花|旅程`)

// inStory begins a user story.
var inStory = pattern.New(`(?i)^\W*(?:\*\*)?(?:user story|用户故事)\W*[:：]|^\W*as an? [^,]{2,60},? i (?:want|can|need|would|expect)\b|^\W*作为[^，,]{1,30}[，,]\s*我(?:们)?(?:希望|想|要|可以|能|需要)`)

// doubted tells whether a vague word may well be clear where it stands: it says only what the
// demand is good for, means that nothing is waited for, stands in a sentence of a requirement's file
// without a word of obligation, beside what explains it, or over the scenarios of its requirement, which
// say what is meant.
func doubted(d *document.Document, st model.Statement, m []int) bool {
	if d.Kind.Member() && d.SectionAt(st.At.Start).Topic == "" && !st.Obliging(m) || forPurpose.MatchString(st.Text[:m[0]]) || filler(st, m) || noWait.MatchString(st.Text[m[0]:m[1]]) || byTheWay.MatchString(st.Text[:m[0]]) || compared.MatchString(st.Text[m[1]:]) || asked.MatchString(st.Text[:m[0]]) || inOther.MatchString(d.Text[st.At.Start+m[1]:d.LineAt(st.At.Start+m[1]).End]) {
		return true
	}
	section := d.SectionAt(st.At.Start)
	return section != nil && section.Level > 2 && section.All().End > section.End
}

// timedElsewhere tells whether a criterion of the document about the same gives the time.
func timedElsewhere(d *document.Document, st model.Statement) bool {
	const least = 3 // words that both have
	said := model.StemsOf(st.Text)
	return slices.ContainsFunc(document.Once(d, "criteria in time", inTime), func(stems model.Bag) bool { return stems.Shared(said) >= least })
}

// inTime returns the words of the criteria that give a time.
func inTime(d *document.Document) (all []model.Bag) {
	for _, st := range model.Statements(d) {
		if soon.MatchString(st.Raw) && d.SectionAt(st.At.Start).Under(document.Metrics, document.NonFunctional, document.Attributes) {
			all = append(all, model.StemsOf(st.Text))
		}
	}
	return all
}

// soon is within how long something is to be.
var soon = pattern.New(`(?i)(?:\b(?:within|under|in|than|after|every|most)\b|[<≤]).{0,12}?(?:\d|\b(?:an?|one)\b)(?: single)?[\d.,]*\s*(?:ms|s|sec|seconds?|min|minutes?|hours?|(?:animation )?frame)\b|\d\s*(?:毫秒|秒|分钟|小时)内?`)

// filler is a word that most criteria are the same without: "properly" beside the very code, and "the
// appropriate" one of several things that all know.
func filler(st model.Statement, m []int) bool {
	word := strings.ToLower(st.Text[m[0]:m[1]])
	return word == "proper" || word == "properly" && strings.Contains(st.Measure(m), "`") || word == "appropriate" && strings.HasSuffix(st.Text[:m[0]], " the ")
}

var (
	// byTheWay begins what comes of a demand that is complete before it, and compared is what says by which values
	// a test can tell that something is readable.
	byTheWay = pattern.New(`(?i)\S{3,}[^,;.]*, (?:making|giving|leaving|keeping|letting|helping|so) [^,;.]*$`)
	compared = pattern.New(`(?i)^ and (?:match(?:es)?|equals?|agrees?|corresponds?) (?:with |to )?(?:the|those|its|what)\b`)
	// asked stands before a word that is what a text is about, and inOther is behind one that is said in
	// other words: in brackets, word for word, or by its bound.
	asked      = pattern.New(`(?i)\bhow $`)
	inOther    = pattern.New(`(?i)^[^.;。；\n]{0,60}?(?:[(（]|["“「]|\b(?:exceeding|configured (?:via|by|through)|namely|i\.e|as (?:defined|listed|described)|enough that)\b)`)
	forPurpose = pattern.New(`(?i)\b(?:must|shall|should|will)\s+(?:\S+\s+){2,40}?for (?:\w+ and )?$`)
	noWait     = pattern.New(`(?i)^(?:(?:near[- ])?real[- ]?time|实时|immediate(?:ly)?|instant(?:ly|aneous(?:ly)?)?|right away|at once|立即|立刻|即刻|马上)$`)
)

// mild are escapes by which most readers know what is meant: what is so "normally" has its
// exceptions told elsewhere, an attempt what comes of its failure, and few things are kept for ever.
var mild = pattern.New(`(?i)\b(?:required|necessary|applicable|normally|usually|generally|typically|best[- ]effort|in most cases|attempts? to|for (?:a )?long)\b|(?:必要|需要)时|通常|一般`)

// compound tells whether a match is part of a hyphenated word such as quick-reference.
func compound(st model.Statement, m []int) bool {
	return m[0] > 0 && st.Text[m[0]-1] == '-' || m[1] < len(st.Text) && st.Text[m[1]] == '-' || thing.MatchString(st.Text[m[0]:]) || failing.MatchString(st.Text[:m[1]]) || fasting.MatchString(st.Text[:m[1]]) && (saidAlone.MatchString(st.Text[m[1]:]) || happens.MatchString(st.Text[m[1]:]))
}

// thing is what is called by a vague word, and is no promise: a quick link.
var thing = pattern.New(`(?i)^(?:effective (?:at once|immediately|only|from|on|after|until|as of|dates?|when)\b|quick (?:[\w-]+ )?(?:links?|actions?|access|filters?|start|repl(?:y|ies)|views?|search|settings|tour|add|menu|tips?|wins?|reference|look|queues?|tasks?|notes?|buttons?|switch\w*|selects?|entry|edits?|presets?|guides?|adds?|commands?|[\"“'][^\"”']+[\"”'])|graceful(?:ly)? (?:shut ?downs?|shutting down|shuts? down|stops?|stopp\w+|exits?|terminat\w+|restarts?|close[sd]?)|gracefully (?:hid|wrap|truncat|skip|omit|ignor|fall)\w*|outstanding (?:\w+ )?(?:balances?|amounts?|debts?|payments?|invoices?|fees?|totals?|loans?|orders?|items?|tasks?|requests?|dues?|sums?|values?|installments?))\b`)

var (
	// fasting is a fast, and happens what it does.
	fasting = pattern.New(`(?i)\b(?:the|a|this|that|each|every|any|no|active|current|running|planned|my|their|your) fast$`)
	happens = pattern.New(`(?i)^ (?:is|was|has|had|will|must|shall|can|ends?|starts?|begins?|lasts?|stops?|breaks?|completes?|continues?|when|that|after|before|until|session|window|timer)\b`)
)

// failing is what is done fast by those who fail fast.
var failing = pattern.New(`(?i)\bfail(?:s|ing|ed|ure)?\sfast$`)

// beside is what says of a word before it what is meant: a parenthesis with a number, a list or
// a denial ("appropriate codes (400, 500)", "at once (no delay)"), or a list of names in quotes.
var beside = pattern.New("(?i)^[^.;:。；：()（）]{0,60}[(（][^()（）]*(?:\\d|,|、|\\bno |\\bi\\.e\\.|\\b(?:fallback|via|by|using) |(?-i:[A-Z]{3,})|→|->|\\b(?:bcrypt|scrypt|argon2\\w*|pbkdf2|https?|tls)\\b|[—–=]|无|不)[^()（）]*[)）]|^[^.;:。；：]{0,40}[:：]\\s*[\"“「`]")

var (
	// oneOfClasses is behind a word that is one of several classes: suitable, constrained, or unsuitable; acceptable vs critical.
	oneOfClasses = pattern.New(`(?i)^\W{1,3}(?:vs\.?|versus|or (?:not\b|un\w+))|^, (?:\w+, )?or (?:un\w+|\w+ed)\b`)
	// enumerates is enough of something for a list of deeds or things.
	enumerates = pattern.New(`(?i)^(?:enough|sufficient|adequate)\b[^,.;]{0,40} to \w+ [^,.;]{2,60}, [^,.;]{2,60},? (?:and|or) `)
)

// vagueExcuse lets a vague word pass where the statement says how much.
func vagueExcuse(st model.Statement, m []int) bool {
	rest := st.Text[m[1]:]
	if label := lead.FindStringIndex(st.Text); label != nil && m[1] <= label[1] && document.Units(st.Text[label[1]:]) >= model.LeastSubstance {
		return true // names what the sentence behind it demands
	}
	if aTime.MatchString(rest) { // no number but a time says how long that is
		from, to := st.Clause(m)
		return compound(st, m) || timed.MatchString(st.Text[from:to]) || timed.MatchString(st.With)
	}
	return compound(st, m) || quotedText.MatchString(st.Raw[m[0]:]) || beside.MatchString(st.Raw[m[1]:]) || explained.MatchString(st.Raw[m[1]:]) || definedNext.MatchString(st.Text[m[1]:]) || shownBy(st, m) || permitted.MatchString(st.Text[:m[1]]) || eitherOf.MatchString(st.Text[:m[1]]) || benefit.MatchString(st.Text[:m[0]]) || resolved.MatchString(st.Text[m[0]:]) || oneOfClasses.MatchString(st.Raw[m[1]:]) || enumerates.MatchString(st.Text[m[0]:]) || isName(st, m) || lackingIt(st, m) || strings.HasPrefix(rest, "性") && !strings.HasPrefix(rest, "性能") || strings.HasPrefix(rest, "度") || // 易用性 names a quality
		strings.HasPrefix(rest, " as") && strings.HasSuffix(st.Text[:m[0]], "as ") || // as well as
		strings.HasSuffix(st.Text[:m[0]], "for ") && strings.EqualFold(st.Text[m[0]:m[1]], "good") ||
		model.Measured(window.ReplaceAllString(model.WithoutIDs(st.Measure(m)), "")) || model.Measured(model.WithoutIDs(st.With))
}

// window is the time that something is of, "the hours of the next 24 h", which measures nothing of what is demanded.
var window = pattern.New(`(?i)\b(?:of|for|from|over) (?:the |its |their )?(?:next|last|past|previous|coming|following) \d+ ?(?:h|hours?|d|days?|weeks?|months?|years?|minutes?)\b|(?:最近|过去|未来|今后|近) ?\d+ ?(?:个?小时|天|日|周|个?月|年|分钟)`)

// quotedText is a word about a text, and that text right behind it, word for word.
var quotedText = pattern.New(`(?i)^(?:clear|friendly|user-friendly|helpful|appropriate|meaningful|informative|descriptive|readable|友好|清晰|明确|适当)[^.;。；]{0,80}?(?:"[^"\n]{6,}"|“[^”\n]{4,}”|「[^」\n]{4,}」|'[^'\n]{8,}')`)

// explained is a dash behind a vague word, and what is meant.
var explained = pattern.New(`^\s*[—–]+\s*\w+(?:\s+[\w<>'-]+){2,}`)

// definedNext says right behind a vague word what it means: "very large, above the limit of a message", "appropriate
// fields: a date, a name".
var definedNext = pattern.New(`(?i)^(?: \w+){0,2}\**(?:,? (?:exceeding|(?:larger|longer|smaller|shorter|more|less|fewer) than)|, (?:above|over|beyond|below|under|that is|i\.e\.|meaning)) |^(?: [\w-]+){1,3}: [^.;:]+(?:,| or )|^(?: [\w-]+){1,4} (?:from|of|in|among) the (?:list|table|set|catalogue)\b`)

// benefit is the start of what a demand is good for: "shall scale the bars to ensure proper ...".
var benefit = pattern.New(`(?i)\b(?:must|shall|should|will)\s+(?:\S+\s+){3,40}?(?:in order |so as )?to (?:ensure|provide|allow|enable|support|achieve|give|help) [^,;.:]*$`)

// shownBy tells whether a statement says how to tell what a vague word means: what is done
// ("gracefully by showing the last price", "degrades gracefully to mail"), what must not come of
// it ("without losing the draft"), or the very colours.
func shownBy(st model.Statement, m []int) bool {
	from, to := st.Clause(m)
	if ofSecurity.MatchString(st.Text[m[0]:m[1]]) && bySecurity.MatchString(st.Text[from:to]) {
		return true
	}
	return manner.MatchString(st.Text[m[0]:m[1]]) && mannerTold.MatchString(st.Text[m[1]:]) || degradesTo.MatchString(st.Text) || colour.MatchString(st.Raw)
}

var (
	// ofSecurity is a word that asks for security, bySecurity is by what something is secure.
	ofSecurity = pattern.New(`(?i)secur|\bsafe|安全`)
	bySecurity = pattern.New(`(?i)\b(?:https|m?tls|ssl|aes|rsa|bcrypt|argon2\w*|scrypt|oauth2?|jwt|keychain|keystore|encrypt(?:ed|ion)|hash(?:ed|ing))(?:[^a-z]|$)`)
	manner     = pattern.New(`(?i)ly$|^(?:优雅|平滑|平稳|妥善|流畅)`)
	mannerTold = pattern.New(`(?i)^[^.;]{0,50}?(?:,? (?:by|without) (?:\w+ly )?\w{2,}ing\b|,? using (?:an?|the) |, \w{2,}ing (?:an?|the|its|their|no)\b|: \S|\s[—–]\s?\S)|^地?[^，。；]{0,10}(?:[：:]|——|（即)`)
	degradesTo = pattern.New(`(?i)\b(?:gracefully degrad\w+|degrad\w+ gracefully) (?:in)?to\b`)
	colour     = pattern.New(`#[0-9A-Fa-f]{6}\b`)
)

// permitted is a word that lets either of two things be, or neither, and judges none.
var permitted = pattern.New(`(?i)\b(?:either|both|any|neither|all) (?:\w+ )?(?:is|are) (?:also )?acceptable$|\b(?:is|are) (?:both|all|also|each|equally)\s+acceptable$|\bnot (?:an? )?acceptable$`)

// resolved is what holds in the end, and no judgement: "the effective configuration".
var resolved = pattern.New(`(?i)^effective(?:\s*$| (?-i:[a-z])\w+ (?:for|of)\b)|(?i)^effective\s+(?:config\w*|settings?|values?|date|permissions?|polic(?:y|ies)|options?|time|scoped?|paths?|targets?|commands?|output|versions?|rates?|users?|roles?|limits?|prices?|ranges?|modes?|locales?|environments?|sources?)\b`)

// aTime is what stands after a vague word that tells of a time: a reasonable time, 适当时间.
var aTime = pattern.New(`(?i)^\s+(?:amount of )?(?:time|period|duration|delay|interval)\b|^的?(?:时间|时长|期限|间隔|周期)`)

// isName tells whether a word names something: a mode in capitals or in a list with
// slashes (FAST, fast/full), a title (Quick Start).
func isName(st model.Statement, m []int) bool {
	word, rest := st.Text[m[0]:m[1]], st.Text[m[1]:]
	if strings.ToUpper(word) == word && strings.ToLower(word) != word && strings.ToUpper(st.Text) != st.Text {
		return true
	}
	if m[0] > 0 && st.Text[m[0]-1] == '/' || strings.HasPrefix(rest, "/") {
		return true
	}
	if entryBefore.MatchString(st.Text[:m[0]]) && entryBehind.MatchString(rest) {
		return true
	}
	return titled.MatchString(word+rest) && insideSentence.MatchString(st.Text[:m[0]]) || capital.MatchString(word) && afterWord.MatchString(st.Text[:m[0]])
}

var (
	titled = pattern.New(`^[A-Z][a-z]+ [A-Z][a-z]`)
	// entryBefore and entryBehind are around one of several states: "(safe, suspicious, broken)".
	entryBefore    = pattern.New(`[(（:：]\s*(?:(?:\pL+ )?\pL+(?:\s\d+)?,\s*(?:and |or )?)*(?:not )?$`)
	entryBehind    = pattern.New(`^(?: \pL+)?\s*(?:,\s*\pL+|[)）])`)
	insideSentence = pattern.New(`[a-z,] $`)
	capital        = pattern.New(`^[A-Z][a-z]+$`)
	afterWord      = pattern.New(`(?:[a-z,(]|(?:WHEN|IF|WHILE|WHERE|AND|OR)) $`)
)

// lackingIt tells whether a statement speaks of what is not there: "without sufficient
// rights" is as exact as the rights are.
func lackingIt(st model.Statement, m []int) bool { return without.MatchString(st.Text[:m[0]]) }

var without = pattern.New(`(?i)\b(?:without|lacks?|lacking|no|not (?:be )?(?:treated|regarded|seen|counted) as) (?:an? )?$`)

// lead is the name in bold that some give a criterion before its sentence.
var lead = pattern.New(`^\W*(?:\*\*[^*\n]{2,60}\*\*\s*[:：–—]|\*\*[^*\n]{2,60}[:：]\*\*)`)

// countedNext is a clause that says how many the one before it means.
var countedNext = pattern.New(`(?i)^[,;，；]\s*(?:at most|at least|no more than|up to|max\w*|i\.e\.|namely|that is|between|from|最多|至多|最少|至少|不超过|不少于|即|共|上限|默认)?\s*\d`)

var (
	timeless  = pattern.New(`(?i)^(?:(?:for |after |in )?(?:a (?:while|moment|bit)|some time).*|(?:for )?a (?:short|little|long|certain) .*|momentarily|at (?:a later|some) .*|短时间|较短时间|一段时间|一会儿?|片刻|稍后|过后不久|较长时间|长时间)$`)
	toldLater = pattern.New(`(?i)\b(?:try|retry|again|come back|tell|told|message|says|show\w*)\b[^,;]{0,30}$|(?:提示|提醒|告知|请|文案|显示|返回|建议|可|再)[^，。；]{0,14}$`)
)

// escapeExcuse lets an escape clause pass that stands alone in brackets behind one
// entry of a list: it is the entry that may be missing. What is done as far as it goes, and
// what then, is told with it or is the name of a thing ("the best-effort path").
func escapeExcuse(st model.Statement, m []int) bool {
	if label := lead.FindStringIndex(st.Text); label != nil && m[1] <= label[1] {
		return true // names the case that is told behind it
	}
	return compound(st, m) || ofAThing.MatchString(st.Text[m[0]:]) || usually.MatchString(st.Text[:m[1]]) || toldWith.MatchString(st.Text[m[1]:]) || effortThing.MatchString(st.Text[m[0]:]) || marked.MatchString(st.Text[:m[1]]) || onlyWhere.MatchString(st.Text[:m[0]]) || necessaryThing.MatchString(st.Text[m[0]:]) || soft.MatchString(st.Text[:m[0]]) || eitherOf.MatchString(st.Text[:m[1]]) || asUsual.MatchString(st.Text[m[0]:]) || m[0] > 0 && m[1] < len(st.Text) && st.Text[m[0]-1] == '(' && st.Text[m[1]] == ')' && (strings.Count(st.Text[:m[0]], ",") > 1 || !st.Obliging(m))
}

var (
	// ofAThing is a condition about a thing that is required: "when required configuration is missing".
	ofAThing = pattern.New(`(?i)^(?:when|where|if|as) (?:required|necessary|applicable|possible|appropriate) [a-z]+(?: [a-z]+)?(?: \([^()]*\))? (?:is|are|has|have|was|were|does|do|cannot|fails?|exists?|occurs?|appears?|remains?)\b`)
	// usually says what happens otherwise, or how something runs.
	usually = pattern.New(`(?i)\b(?:would|could|(?:operat|work|function|continu|proceed|behav|run|respond|load|render|display|start|scroll|sen[dt]|appl|pars|process|handl|execut|open|clos|compil|boot|sort)\w*(?: \w+)?) (?:normally|usually|typically|generally)$`)
)

// effortThing is a thing of which everybody knows that it may fail.
var effortThing = pattern.New(`(?i)^best[- ]effort,? (?:[\w-]+,? ){0,2}(?:paths?|deliver\w+|mode|kill\w*|cleanup|termination|operations?|semantics|writes?|sync|cache|logging|hooks?|steps?)\b`)

var (
	// onlyWhere restricts: "only where needed" leaves no way out.
	onlyWhere = pattern.New(`(?i)\bonly\s+$|仅在?$|只在?$`)
	// necessaryThing is a thing that is necessary: "as necessary proof".
	necessaryThing = pattern.New(`(?i)^as necessary (?:proof|parts?|conditions?|evidence|steps?|inputs?|components?|prerequisites?|data|information|tools?)\b`)
	// marked is what is called required: "clearly marked as required".
	marked = pattern.New(`(?i)\b(?:mark|flag|label|treat|declare|define|show|list|indicate|display|recogni[sz]e|validate|count)\w*\b[^.;,]{0,40} as (?:required|necessary)$`)
	// eitherOf is a choice between two that are named: "polite or assertive as appropriate".
	eitherOf = pattern.New(`(?i)\bor\s+[^,;.]{1,40}\bas\s+(?:appropriate|applicable|required)$`)
	// soft is the kind of constraint that by its name may give way.
	soft = pattern.New(`(?i)\bsoft\W{1,6}$|软(?:约束|限制)?\W{0,6}$`)
)

// asUsual are ways out that are none: what somebody named requires, and what goes on as
// it does without the case that is told.
var asUsual = pattern.New(`(?i)^(?:as (?:required|needed|appropriate) (?:by|in|for|per|under)\b|(?:as|when|where|if) (?:required|needed|appropriate) (?:\pL+ ){0,2}(?:fields?|inputs?|parameters?|select|attributes?|columns?|values?|data|information|documents?|headers?|arguments?|keys?|variables?|permissions?)\b|normally\s*(?:[.,;:)]|\(|$|(?:and|with|when|until|as)\b))`)

// closedExcuse lets a list pass that 等 closes by saying how many there are, and
// words that only start with 等.
func closedExcuse(st model.Statement, m []int) bool {
	if illustrates(st, m) {
		return true
	}
	match, rest := st.Text[m[0]:m[1]], strings.TrimLeft(st.Text[m[1]:], " ")
	if !strings.HasPrefix(match, "、") {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(match, "等"))
	return rest != "" && strings.ContainsRune("待级于同分候效价值高比边腰式离温压号0123456789一二两三四五六七八九十", next) ||
		strings.ContainsRune("相平中高初优均对不", last)
}

// illustrates tells whether an open list demands nothing more than the words before it do: it stands
// in brackets behind what it gives examples of, or its words are a path, the rest as a whole
// ("all other data"), or what a message may say.
func illustrates(st model.Statement, m []int) bool {
	before, rest := st.Text[:m[0]], st.Text[m[1]:]
	return strings.HasSuffix(before, "/") || strings.HasPrefix(rest, "/") || othersDo.MatchString(st.Text[m[0]:]) || theRest.MatchString(st.Text[m[0]:m[1]]) || untouched.MatchString(rest) || inBrackets.MatchString(before) && bracketEnds.MatchString(rest) || quoted.MatchString(st.Raw[m[1]:])
}

var (
	othersDo    = pattern.New(`(?i)^and others (?:\w+ly )?[a-z]+`) // who do something themselves
	theRest     = pattern.New(`(?i)^(?:and|or) all (?:other|further)\b`)
	untouched   = pattern.New(`(?i)^[^.;,，。；]{0,24}?(?:\b(?:remains?|stays?|keeps?|are left|is left|unchanged|unaffected)\b|(?:保持)?不变|不受影响)`)
	inBrackets  = pattern.New(`[(（][^()（）]*$`)
	bracketEnds = pattern.New(`^[^()（）]*[)）]`)
	quoted      = pattern.New("^\\s*[\"“「]")
)

// notAtOnce is what stands before a time that nobody asks for.
var notAtOnce = pattern.New(`不(?:一定|必|需要?|应|会|得|用)?[^，。；]{0,6}$|(?:无需|无须|避免)[^，。；]{0,4}$`)

// inOrder are words about what comes next to what, and about what no longer holds.
var inOrder = pattern.New(`(?i)^(?:immediate(?:ly)?|instantly) (?:following|after|before|adjacent|above|below|under|preceding|next|prior|succeeding|parent|child|predecessor|successor|invalid|behind|visible|recogni[sz]able|obvious|clear|apparent)\b|^(?:frequently|often|regularly|periodically) (?:asked|read|changing|[\w-]+ed [a-z]+s)\b|^eventual(?:ly)? consisten|^real-time or (?:on|after|upon)\b|^the moment (?:when|that|at which)\b|^immediate (?:removal|effect|parents?|children|child|dependenc\w+|context|surroundings?|predecessors?)\b|^(?:immediate(?:ly)?|instantly) (?:\(|without )`)

// ordered are words before a time word by which it tells the order of events, or what is to be
// kept from happening: "does not immediately delete", "avoid frequent reloads".
var ordered = pattern.New(`(?i)\b(?:not|avoid(?:s|ing)?|prevent(?:s|ing)?|without|against)\s+(?:too |\w+ing )?$|(?:避免|防止|减少|不要)(?:过于)?$`)

// together is "at once" of several things: not one after the other.
var together = pattern.New(`(?i)\b(?:multiple|several|both|many|more than one|two|three|\d+)\s+(?:[^\s,;.]+\s+){1,4}at once$`)

// pointInTime is a moment that the words after it name: "at the moment the form is opened".
var pointInTime = pattern.New(`(?i)\b(?:at|from|until|since|before) the moment$|\bas soon$`)

// purpose is the start of what a demand is good for, up to the word in question.
var purpose = pattern.New(`(?i)\b(?:so that|(?:in order )?to (?:ease|simplify|facilitate|allow|enable|support|prepare)) [^,;.:]*$`)

var (
	baseline = pattern.New(`(?i)\bnormal (?:speed|rate|pace)\b|\b(?:than|compared|versus|vs|baseline|relative to|over the)\b|相比|相较|比(?:[^较例率如喻重]|$)|基线|对比`)
	timed    = pattern.New(`(?i)\d+\s*(?:ms|µs|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?)\b|\d+\s*(?:毫秒|秒|分钟|小时|天|日|周|月)|\b(?:daily|hourly|weekly|nightly|monthly|every|each)\b|每[天日周月小时分秒次个\d]|[一二两三四五六七八九十百半]+(?:毫秒|秒|分钟|小时|天|周|个月|年)`)
)

// comparisonExcuse lets a comparison pass that says with what. Before and today are
// no baseline: nobody wrote down how much that is.
func comparisonExcuse(st model.Statement, m []int) bool {
	if !st.Obliging(m) && !undated.MatchString(st.Raw) {
		return true // what is called enhanced, or is a matter of more and less
	}
	return vagueExcuse(st, m) || manyCases.MatchString(st.Text[:m[0]]) || optimizedFor.MatchString(st.Text[m[0]:]) || orLater.MatchString(st.Text[max(0, m[0]-24):m[1]]+st.Text[m[1]:min(len(st.Text), m[1]+12)]) || isGood.MatchString(st.Text[:m[0]]) || baseline.MatchString(undated.ReplaceAllString(st.Raw, " ")) || baseline.MatchString(st.With)
}

var (
	// optimizedFor is what something is made for.
	optimizedFor = pattern.New(`(?i)^optimi[sz]ed for\b`)
	// orLater is a version and those behind it: "8.0 或更高版本".
	orLater = pattern.New(`(?i)\b(?:equal|equivalent|identical|same) or \w+er\b|\d[\d.]* ?(?:or|and) (?:higher|later|newer|better)\b|\d[\d.]* ?[或及](?:以上|更[高新])`)
	// isGood is the start of what somebody gains by what is demanded.
	isGood = pattern.New(`(?i)\b(?:must|shall|should|will) [^,;.]{8,} to $|\bwhich(?:ever)?(?: one)? (?:\w+ ){0,2}$|\b(?:for|so that|in order to|which (?:is|makes|gives)|to (?:allow|enable|ensure|provide|give)) (?:\w+ ){0,6}$|(?:以便|从而|使得|便于)[^，。；]{0,12}$`)
)

var undated = pattern.New(`(?i)\b(?:than|compared (?:with|to)|relative to) (?:it (?:is|was) )?(?:before|today|now|currently|at present|previously|ever|usual|expected|in the past|(?:(?:the|its|their|our|any|all|that|those) )?(?:\w+ )?(?:old|older|previous|former|existing|legacy|paper|manual|predecessor|conventional|traditional|earlier|competing|competitors?'?s?)(?: (?:one|ones|way|process(?:es)?|procedures?|systems?|versions?|tools?|solutions?|methods?|approach(?:es)?|forms?|workflows?|applications?|products?|spreadsheets?|files?|lists?))?|(?:by hand|others?|manually|with paper))\b|(?:相?比|相较)于?(?:以前|以往|从前|之前|先前|现在|目前|当前|现状|如今|原来|过去|往常|预期|旧|老|现有|原有|传统|纸质|人工|手工|手动|竞品|同类|其他|上一?(?:代|版))(?:的)?(?:流程|系统|方式|方法|产品|版本|工具|方案|做法|操作|处理|录入|盘点|登记)?|比(?:以前|以往|从前|之前|先前|现在|目前|当前|现状|过去|往常|旧|老|原来|现有|原有|传统|纸质|人工|手工|手动|竞品|同类|其他|上一?(?:代|版))(?:的)?(?:流程|系统|方式|方法|产品|版本|工具|方案|做法|操作|处理|录入|盘点|登记)?`)

// avoided says of what follows that it must not come about.
var avoided = pattern.New(`(?i)\bavoid\w*\b[^,.;]{0,30}$|(?:避免|以免|防止)[^，。；]{0,12}$`)

// inspected is a state that somebody looks at: what is found up to date is that now.
var inspected = pattern.New(`(?i)\b(?:verif(?:y|ies)|check|ensure|confirm|validate|whether|if|when|are|is)\w*\b[^.;]{0,60}up[- ]to[- ]date$`)

// timedThing is what is called by when it happens, and promises nothing: "a real-time
// notification", "the periodic refresh". What is done in real time is done within some time.
var timedThing = pattern.New(`(?i)^(?:(?:near[- ])?real[- ]?time|periodic|regular) (?:[\w/-]+ ){0,2}(?:streaming|processing|polling|notifications?|connections?|subscriptions?|channels?|feeds?|refresh|backups?|checks?|jobs?|sync|updates?|streams?|metrics|dashboards?|events?|messages?|chats?|collaboration|preview|data|views?|status|features?|monitoring|communication|charts?)\b|^实时(?:数据|状态|通道|连接|指标|消息|协作|看板)`)

// onTheSpot is what follows an event without anything between: where the sentence names the
// event, or is the step of a scenario that has told it, the word tells an order and promises no time.
var (
	onTheSpot = pattern.New(`(?i)^(?:immediate(?:ly)?|instantly|at once|right away|立即|立刻|即刻|马上|即时)$`)
	event     = pattern.New(`(?i)\b(?:when|whenever|after|once|upon|on (?:\w+ )?(?:\w+(?:tion|ing|ure|out|up|save|change|click|error|start|success))|if|as soon as|at (?:startup|start-up|launch|login))\b|(?:后|时|一旦|如果|若)`)
)

// longThing is something long, and no time: "pages for long timelines".
var longThing = pattern.New(`(?i)^for long (?:[a-z-]+ ){0,2}[a-z]+s\b`)
