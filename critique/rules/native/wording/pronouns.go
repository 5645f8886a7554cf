package wording

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// twoPeople reports a "he" or "she" before which two people stand, in its own sentence or the one
// before it: who is meant is a guess.
func twoPeople(d *document.Document, hit native.Hit) bool {
	looked, end, before := false, 0, ""
	for _, m := range sentence.FindAllStringIndex(d.Prose, -1) {
		text := d.Prose[m[0]:m[1]]
		if d.SectionAt(m[0]).Titled(stories) {
			continue // who is told of there is known by name
		}
		if !strings.Contains(d.Prose[end:m[0]], "\n\n") && !strings.Contains(d.Prose[end:m[0]], "\n#") {
			before += " "
		} else {
			before = ""
		}
		if at := personal.FindStringSubmatchIndex(text); at != nil {
			looked = true
			from, to := at[2], at[3]
			if from < 0 {
				from, to = at[4], at[5]
			}
			if names := peopleIn(before + text[:from]); len(names) > 1 && !called.MatchString(before+text[:from]) {
				hit(d, document.Span{Start: m[0] + from, End: m[0] + to}, model.Target(text[from:to]), model.Note(names[len(names)-2]), model.Note(names[len(names)-1]))
			}
		}
		looked = ofTwo(d, m[0], text, hit) || looked
		before, end = text, m[1]
	}
	return looked
}

// ofTwo reports the pronouns of a sentence at an offset that may stand for either of two that it names.
func ofTwo(d *document.Document, start int, text string, hit native.Hit) (looked bool) {
	tell := func(from, to int, one, other string) {
		looked = true
		hit(d, document.Span{Start: start + from, End: start + to}, model.Target(text[from:to]), model.Note(one), model.Note(other))
	}
	if strings.Contains(text, " they ") {
		for _, m := range theyOfTwo.FindAllStringSubmatchIndex(text, 20) {
			if names := peopleIn(text[m[0]:m[2]]); len(names) == 2 && !pluralIn(text[m[0]:m[2]]) {
				tell(m[2], m[3], names[0], names[1])
			}
		}
	}
	if m := oneOrOther.FindStringSubmatchIndex(text); m != nil {
		tell(m[4], m[5], "one", text[m[2]:m[3]])
	}
	if !strings.Contains(text, " it ") {
		return looked
	}
	if m := ofSeveral.FindStringSubmatchIndex(text); m != nil {
		tell(m[2], m[3], "one", "other")
	}
	for _, m := range bothAndIt.FindAllStringSubmatchIndex(text, 20) {
		two := slices.DeleteFunc(slices.Clone(m), func(at int) bool { return at < 0 }) // of the form that matches
		looked = true
		if one, other := text[two[2]:two[3]], text[two[4]:two[5]]; !strings.EqualFold(one, other) {
			tell(two[6], two[7], one, other)
		}
	}
	return looked
}

// ofSeveral is an "it" behind two or more of a kind: "when two clips overlap, the app cuts it".
var ofSeveral = pattern.New(`(?i)\b(?:if|when|whenever|once)\s+(?:two|both|several)\s+[a-z-]+s\b[^.,;:|\n]{3,100},\s(?:then\s+)?(?:the\s+[\w-]+\s+)?(?:(?:must|shall|will|should)\s+)?(?:\w+\s+)?(it)\b`)

// theyOfTwo is a "they" at the end of a sentence that may have named two people.
var theyOfTwo = pattern.New(`(?i)\b(?:the|an?|each|every)\s[^.;:|\n]{10,160}?(?:,\s+|,?\s+(?:and|who|then|until|before|after|when|if)\s+)(they)\s+(?:then\s+)?[a-z]+\b`)

// pluralIn tells whether a text has things or people that "they" can stand for.
func pluralIn(text string) bool { return plural.MatchString(text) }

var plural = pattern.New(`(?i)\b(?:all|both|these|those|some|many|two|three|\d+|no|other|any|their|its|which|of|with|for|in|on)\s+(?:[a-z-]+\s+)?[a-z]+[^s\W]s\b|\bpeople\b`)

// oneOrOther is a pronoun behind one and the other of two: "when one hands it to the other, he signs".
var oneOrOther = pattern.New(`(?i)\bone\s+(?:of\s+\w+\s+)?(?:[^\s,.;:|]+\s+){1,6}?(?:the\s+)?(other|second)(?:\s+\w+)?,\s+(?:then\s+)?(he|she|it)\b`)

// bothAndIt is an "it" behind two things that do something together, that are compared, or of which one is handed to the
// other: "when the tablet and the server differ, it is replaced".
var bothAndIt = func() *pattern.Pattern {
	const when, thing, it = `\b(?:when(?:ever)?|if|once|while|where|as\s+soon\s+as)\s+`, `(?:the|an?|its)\s+((?:[\w'’-]+\s+){0,4}?[\w'’-]+)`, `(?:\s[^.,;:|\n]{0,60})?(?:,\s+(?:then\s+)?|,?\s+and\s+(?:if\s+)?|;\s+(?:if\s+)?)(it)\s+(?:is|has|must|shall|should|can|may|will|gets|becomes|counts|applies|holds|wins)\b`
	return pattern.New(`(?i)` + when + thing + `\s+and\s+(?:the|an?)\s+([\w'’-]+)\s[^.,;:|\n]{0,100},\s+(?:then\s+)?(it)\s+(?:is|has|must|shall|should|can|may|will|gets|becomes)\b` +
		`|` + when + thing + `\s+(?:differs?\s+from|deviates?\s+from|contradicts?|conflicts?\s+with|disagrees?\s+with|overlaps?(?:\s+with)?|collides?\s+with|does\s+not\s+(?:match|agree\s+with|fit)|is\s+\w+er\s+than|matches|talks\s+to|contacts|meets|replaces)\s+` + thing + it +
		`|` + when + thing + `\s[^.,;:|\n]{0,40}\bthe\s+same\s+\w+\s+as\s+` + thing + it +
		`|\bcompares?\s+` + thing + `\s+(?:with|to|and)\s+` + thing + it)
}()

// peopleIn returns the people of a text, each once, in the order in which they were last named.
func peopleIn(text string) (names []string) {
	for _, m := range person.FindAllStringSubmatch(text, 40) {
		name := strings.ToLower(m[1] + m[2])
		if i := slices.Index(names, name); i >= 0 {
			names = slices.Delete(names, i, i+1)
		}
		if !notPeople[name] {
			names = append(names, name)
		}
	}
	return names
}

var (
	sentence = pattern.New(`(?:[^.。!?！？|\n]|\.[^\s]|\n[ \t]*[a-z\p{Han}])+`)
	// stories is the title of a section that tells what somebody goes through.
	stories = pattern.New(`(?i)\b(?:journeys?|personas?|narratives?|scenario walk-?through)\b|旅程|(?:用户|人物)画像`)
	// called is a person by name, about whom a text goes on.
	called = pattern.New(`(?:^|[.!?:]\W+)[A-Z][a-z]+(?:, an? [a-z]| (?:is|was|works as|has been) an? )`)
	// personal is a pronoun for one person.
	personal = pattern.New(`(?i)\b(he|she|him|his)\b|(?:^|[^其吉维利])([他她])(?:[^们人处]|$)`)
	// person is one who has a part in what is told.
	person = pattern.New(`(?i)\b(?:the|an?|each|every|one|another|this|that)\s+(?:[a-z-]+\s+){0,2}?([a-z]{2,}(?:er|or|ist|ian|ant|man|woman|ee)|user|customer|guest|staff member|clerk|guard|child|pupil|student|patient|tenant|deputy|warden|chef|cook|agent|client|friend|relative|host|chief|lead|captain|coach|caretaker|resident|parent|artist|head|director|secretary|pilot|crew)\b|` +
		`(用户|家属|顾客|客户|客人|店主|司机|会员|访客|患者|病人|老人|领队|队长|组长|班长|站长|馆长|店长|厨师长|老师|教师|技师|厨师|学生|家长|护士|医生|读者|作者|住户|房东|租客|租户|业主|教练|学员|志愿者|使用者|申请者|参与者|组织者|(?:负责|申请|审批|联系|代订|当事|发起|经办|委托|借用|值班)人|\p{Han}{2}员)`)
	// notPeople end as people do.
	notPeople = set("number order folder server computer counter letter paper water timer printer register quarter sensor error door floor color monitor container header footer filter layer parameter buffer pointer router trigger answer offer other another power center cover matter slave cluster identifier center tier behavior behaviour factor vector editor processor corner border transfer meter motor elevator calculator indicator minor major prior for or tree fee degree guarantee constant variant grant want plant restaurant instant relevant significant human builder browser viewer picker scheduler handler provider listener loader renderer parser compiler validator wrapper marker slider banner drawer later latter former earlier sooner lower upper higher greater longer shorter newer older larger smaller never ever however")
)
