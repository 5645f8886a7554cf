package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ReadingRules look at sentences that two readers take for two things, or that leave out who
// acts. They read all prose: what is open is so wherever it stands.
func ReadingRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("LX-025"), On: model.Speaking, Look: twoReadings},
		{Rule: native.Of("LX-026"), On: model.Speaking, Look: nobodyDecides},
	}
}

// clause is a part of a sentence between two marks.
type clause struct {
	at    document.Span
	words []string        // in lower case
	spans []document.Span // of the words
}

// clauses cuts the prose of a document into clauses. What stands in brackets is not in them, and
// a line that begins an item, a row or a heading begins a clause.
func clauses(d *document.Document) []clause {
	var all []clause
	blank := []byte(d.Prose)
	for _, m := range asides.FindAllStringIndex(d.Prose, -1) {
		copy(blank[m[0]:m[1]], strings.Repeat(" ", m[1]-m[0]))
	}
	text := string(blank)
	for _, part := range clausePart.FindAllStringIndex(text, -1) {
		c := clause{at: document.Span{Start: part[0], End: part[1]}}
		for _, m := range word.FindAllStringIndex(text[part[0]:part[1]], mostWords+1) {
			at := document.Span{Start: part[0] + m[0], End: part[0] + m[1]}
			c.words, c.spans = append(c.words, strings.ToLower(text[at.Start:at.End])), append(c.spans, at)
		}
		if len(c.words) <= mostWords {
			all = append(all, c)
		}
	}
	return all
}

// mostWords is how long a clause is at most: what is longer is no sentence.
const mostWords = 80

var (
	asides     = pattern.New(`\([^()\n]{0,200}\)|（[^（）\n]{0,200}）`)
	clausePart = pattern.New(`(?:[^.,;:!?|\n，；：。！？、—–]|[.,]\w|\n[ \t]*[A-Za-z\p{Han}])+`)
	word       = pattern.New(`[\pL\pN_'’%-]+`)

	// conditions begin what decides whether something is done, relatives which things it is done to.
	conditions = set("if when whenever unless until once while where provided")
	relatives  = set("that which who whose")
	auxiliary  = set("is are was were has have had does did isn't aren't wasn't hasn't haven't doesn't")
	modal      = set("must shall should will would then either both neither")
	article    = set("the a an no its his her their it he she they each any")
	placing    = set("past within before after")
	amounts    = set("one two three four five six more less fewer later earlier not none other another all both")
)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// verb tells whether a word may be the verb of a sentence in the third person.
func verb(w string) bool {
	return auxiliary[w] || len(w) > 3 && (strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") || strings.HasSuffix(w, "ed"))
}

// finite tells whether words begin with a verb, or with who does something and the verb.
func (c clause) finite(from, to int) bool {
	words := c.words[from:to]
	switch {
	case len(words) < 2:
		return false
	case auxiliary[words[0]], placing[words[0]]:
		return true
	case article[words[0]]:
		return slices.ContainsFunc(words[1:min(len(words), 5)], func(w string) bool { return auxiliary[w] })
	}
	return false
}

// twoReadings reports the conditions "A or B and C" and "A and B or C": a reader cannot tell
// what belongs together. Each part must be a statement of its own; names joined in a subject
// or an object, and a second sentence behind "and", are clear.
func twoReadings(_ *model.Session, d *document.Document, hit native.Hit) bool {
	all := clauses(d)
	for _, c := range all {
		if at, ok := c.ambiguous(); ok {
			hit(d, at, model.OneLine(d.Slice(at)))
		}
	}
	for _, m := range orAndHan.FindAllStringIndex(d.Prose, 50) {
		hit(d, document.Span{Start: m[0], End: m[1]}, model.OneLine(d.Prose[m[0]:m[1]]))
	}
	return len(all) > 0
}

// orAndHan is the same in Chinese.
var orAndHan = pattern.New(`(?:如果|若|当|凡是?|一旦|除非|只有|仅在)[^，；：。、（）\n\d]{2,24}(?:或者?|或是)[^，；：。、（）\n]{2,24}(?:并且|而且|同时|[^暂况尚]且)[^，；：。、（）\n]{2,24}`)

// ambiguous returns where a clause joins three statements with and and or.
func (c clause) ambiguous() (at document.Span, ok bool) {
	head := slices.IndexFunc(c.words, func(w string) bool { return conditions[w] || relatives[w] })
	if head < 0 {
		return at, false
	}
	first := head + 1
	if conditions[c.words[head]] {
		first++ // who comes before the verb
	}
	or, and := c.join("or", head), c.join("and", head)
	if or < 0 || and < 0 || slices.ContainsFunc(c.words[head:max(or, and)], func(w string) bool { return modal[w] }) {
		return at, false
	}
	one, two := min(or, and), max(or, and)
	if first > one || !slices.ContainsFunc(c.words[first:one], verb) || one+1 >= len(c.words) || amounts[c.words[one+1]] || number.MatchString(c.words[one+1]) || number.MatchString(c.words[one-1]) {
		return at, false
	}
	last := c.finite(two+1, len(c.words))
	if or > and {
		last = last && article[c.words[two+1]] && c.subject(one+1, two)
	} else {
		last = last || two+2 < len(c.words) && verb(c.words[two+1]) && verb(c.words[one+1]) // begins, lacks and lasts
	}
	return document.Span{Start: c.spans[head].Start, End: c.spans[len(c.spans)-1].End}, last
}

// subject tells whether words begin with who does something, and go on with a verb.
func (c clause) subject(from, to int) bool {
	return to-from > 2 && article[c.words[from]] && slices.ContainsFunc(c.words[from+1:to], verb)
}

// join returns where a word first stands behind the head of a clause, or -1.
func (c clause) join(w string, head int) int {
	if i := slices.Index(c.words[head+1:], w); i >= 0 {
		return head + 1 + i
	}
	return -1
}

var number = pattern.New(`^\d`)

// nobodyDecides reports what people have to approve, decide or read, without a word of who, and
// people who are told or asked and called no more than those concerned.
func nobodyDecides(_ *model.Session, d *document.Document, hit native.Hit) bool {
	looked := false
	for _, m := range judged.FindAllStringIndex(d.Prose, 50) {
		looked = true
		at := document.Span{Start: m[0], End: m[1]}
		section := d.SectionAt(at.Start)
		if section == nil || section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Risks, document.Problem) || named.MatchString(d.Slice(section.All())) {
			continue
		}
		hit(d, at, model.OneLine(d.Slice(at)))
	}
	for _, m := range anybody.FindAllStringIndex(d.Prose, 50) {
		looked = true
		at := document.Span{Start: m[0], End: m[1]}
		if section := d.SectionAt(at.Start); section != nil && !section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Problem) && !whoNext.MatchString(d.Prose[at.End:]) {
			hit(d, at, model.OneLine(d.Slice(at)))
		}
	}
	return looked
}

var (
	// anybody is told or asked, or does something, and is no more than one of those concerned.
	anybody = pattern.New(`(?i)\b(?:notif(?:y|ies|ied)|inform(?:s|ed)?|tells?|told|alert(?:s|ed)?|warn(?:s|ed)?|contact(?:s|ed)?|escalate[sd]?|reports?|forward(?:s|ed)?|hand(?:s|ed)?|consult(?:s|ed)?|asks?|sent?|send|approved|decided|confirmed|handled|reviewed)\s+(?:\w+\s+){0,3}?(?:relevant|concerned|interested|appropriate|competent|proper)\s+(?:persons?|people|staff|personnel|part(?:y|ies)|stakeholders?|departments?|teams?|authorit(?:y|ies)|colleagues?|employees?|managers?|units?|offices?|bodies|individuals?)\b|` +
		`\b(?:relevant|concerned|interested|appropriate|competent)\s+(?:persons?|people|staff|personnel|part(?:y|ies)|stakeholders?|departments?|teams?|authorit(?:y|ies)|colleagues?|employees?|managers?|offices?|individuals?)\s+(?:is|are|must be|shall be|should be|will be)\s+(?:\w+ly\s+)?(?:notified|informed|told|alerted|warned|contacted|consulted|asked)\b|` +
		`(?:由|通知|提示|提醒|告知|上报|转交|联系|抄送|反馈给?|报送?|请|交)[^，。；：、\n]{0,4}(?:相关|有关|相应)的?(?:工作)?(?:人员|部门|负责人|单位|岗位|领导|同事|责任人|干系人)`)
	// whoNext says right behind them who they are.
	whoNext = pattern.New(`(?i)^\s*(?:[(（:：]|,? (?:such as|i\.e\.|e\.g\.|namely)\b|，?即)`)
)

var (
	// judged is what somebody has to judge, told without him up to the end of the sentence.
	judged = pattern.New(`(?i)\b(?:must|shall|(?:has|have|needs?|is|are)\s+to)(?:\s+(?:also|first|then|always|only))?\s+be\s+(?:\w+ly\s+|\w+\s+and\s+)?(?:approved|confirmed|authori[sz]ed|signed off|countersigned|followed up|decided|agreed|proofread|reviewed|double-checked|inspected|audited|assessed|vetted|negotiated|looked (?:at|into|through)|discussed|taken care of)\b(?:\s+(?:on|upon|beforehand|again|first|that|before|after|within|on the|at|in|for|when|once|until|if)\b[^.;|]*)?(?:[.;|,]|$)|\b(?:until|once|after|when|unless|before|as soon as)\s+(?:it|this|that|they|these|the\s+\w+)\s+(?:is|are|has been|have been)\s+(?:decided|agreed|clarified)\b\s*(?:[.;|,]|$)|\ba decision (?:is |be |to be )?(?:made|taken) (?:on|about|whether)\b[^.;|]*(?:[.;|]|$)|(?:须|必须|需要?|应当?)(?:先|事先|提前|经|经过|另行)*(?:审批|批准|核准|同意|审核|复核|校对|会签|评审|复查)(?:后|通过|方可|才|之后|，|。|；|$)`)
	// named is who judges: "approved by", "approves", 由…审批.
	named = pattern.New(`(?i)\b(?:approv|confirm|authori[sz]|sign|countersign|follow|decid|agre|releas|proofread|review|check|inspect|audit|assess|vet|negotiat|look|discuss|tak)\w*(?: off| up| at| into| through| care of)? (?:by|with|from)\b|\b(?:approves?|confirms?|authori[sz]es?|signs?|countersigns?|follows? up|decides?|agrees?|proofreads?|approver|approval (?:by|of|from))\b|由[^，。；\n]{1,16}(?:审|批|核|同意|复核|确认)|(?:员|长|人|者|部|方|组|负责人|经理|主管)[^，。；\n]{0,4}(?:审|批准|核准|同意|复核|确认)|(?:审批|审核|复核)(?:人|员|者|权)`)
)
