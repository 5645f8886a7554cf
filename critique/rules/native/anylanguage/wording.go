package anylanguage

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	//go:embed words/wording.txt
	wordingWords string
	//go:embed words/open.txt
	openWords string
)

// tongue is what one language says its demands with.
type tongue struct{ all, demands, either, by, vague, decided *pattern.Pattern }

// tongues are the languages of the list, read once.
var tongues = sync.OnceValue(func() (all []tongue) {
	for line := range strings.Lines(wordingWords) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(parts) != 7 {
			continue
		}
		for i := range parts {
			parts[i] = anyOf(parts[i])
		}
		const near = `\s[^.,;:!?|()\n]*?\s`
		all = append(all, tongue{
			all:     whole(strings.Join(parts[:4], "|")),
			demands: whole(parts[0] + "|SHALL|MUST|THEN"),
			either:  whole(`(?:` + parts[1] + `)` + near + `(?:` + parts[2] + `)` + near + `(?:` + parts[3] + `)\s+\pL+\s[^.,;:|\n]*`),
			by:      whole(parts[4]), vague: whole(parts[5]), decided: whole(parts[6]),
		})
	}
	return all
})

// anyOf is the expression of a list of words and phrases.
func anyOf(list string) string {
	phrases := strings.Fields(regexp.QuoteMeta(list))
	for i, phrase := range phrases {
		words := strings.Split(phrase, "_")
		for j, word := range words {
			if strings.Contains(word, "/") {
				words[j] = "(?:" + strings.ReplaceAll(word, "/", "|") + ")"
			}
		}
		phrases[i] = strings.Join(words, `\s+`)
	}
	return strings.NewReplacer(`\*`, `\pL*`, `\s+…`, `\s[^.,;:!?|()\n]{0,60}?`).Replace(strings.Join(phrases, "|"))
}

// whole finds words that are no part of others.
func whole(words string) *pattern.Pattern {
	return pattern.New(`(?i)(?:^|[^\pL])(` + words + `)(?:[^\pL]|$)`)
}

// openPhrases say no amount, time or case: in any statement, in a demand, and in one where the rules about demands do not look.
type openPhrases struct{ stated, demanded, elsewhere []finder }

// open are these phrases: those of English and Chinese, and of all languages, which only documents in
// another one need.
var open = sync.OnceValues(func() (known, all openPhrases) {
	lines := map[string]string{} // the words of each language
	for line := range strings.Lines(openWords) {
		if tag, words, ok := strings.Cut(strings.TrimSpace(line), " "); ok && tag != "#" {
			lines[tag] += " " + words
		}
	}
	for _, tag := range slices.Sorted(maps.Keys(lines)) {
		found, others := finder(whole(anyOf(lines[tag]))), &all
		switch tag[:2] {
		case "zh":
			found, others = pattern.New("("+anyOf(lines[tag])+")"), &known
		case "en":
			found, others = phrasesByFirstWord(lines[tag]), &known
		}
		switch tag[2:] {
		case "!":
			others.demanded = append(others.demanded, found)
		case "~":
			others.elsewhere = append(others.elsewhere, found)
		default:
			others.stated = append(others.stated, found)
		}
	}
	all = openPhrases{append(all.stated, known.stated...), append(all.demanded, known.demanded...), append(all.elsewhere, known.elsewhere...)}
	return known, all
})

// tongueOf returns the language of the list that most words of a document are from.
func tongueOf(d *document.Document) *tongue {
	return document.Once(d, "tongue", func(d *document.Document) *tongue {
		const sampled, least = 16 << 10, 4 // bytes, and words that tell a language
		best, most := (*tongue)(nil), least-1
		for i, t := range tongues() {
			if n := len(t.all.FindAllStringIndex(d.Prose[:min(len(d.Prose), sampled)], -1)); n > most {
				best, most = &tongues()[i], n
			}
		}
		return best
	})
}

// wording is about demands that nobody can test, that two readers take for two things, or that
// leave out who decides, in a language that the other rules do not know.
func wording(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !d.Foreign || d.Kind == document.Tasks || model.Recounts(d) {
		return false
	}
	t := tongueOf(d)
	if t == nil {
		return false
	}
	applied := false
	for _, one := range sentencesOf(d) {
		if one.section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Risks, document.Problem, document.Vision) {
			continue
		}
		applied = true
		report := func(m []int, en, zh string) {
			told := []model.Detail{model.Target(quote(one.text[m[2]:m[3]])), s.Say(en, zh)}
			if d.Kind == document.Other { // which may demand nothing
				told = append(told, model.Doubtful)
			}
			hit(d, document.Span{Start: one.at.Start + m[2], End: one.at.Start + m[3]}, told...)
		}
		if m := t.untested(one); m != nil {
			report(m, "no test can check it: give a value", "无法检验：应给出数值")
		}
		if m := t.either.FindStringSubmatchIndex(one.text); m != nil {
			report(m, "it can be read in two ways: write a list", "有两种读法：应分条列出")
		}
		if m := t.decided.FindStringSubmatchIndex(one.text); m != nil && !t.by.MatchString(one.text) {
			report(m, "it is not said who decides", "没有写明由谁决定")
		}
	}
	return applied
}

// untested returns where a demand has a word that no test can check, or nil.
func (t *tongue) untested(one sentence) []int {
	demanded := t.demands.MatchString(one.text)
	if one.doc.Kind == document.Other { // which is as often an essay
		demanded = keyword.MatchString(one.text)
	}
	if !one.example && !demanded && !labelledDemand.MatchString(one.text) {
		return nil
	}
	name := len(entryName.FindString(one.text))
	m := t.vague.FindStringSubmatchIndex(strings.Repeat(" ", name) + one.text[name:])
	if m == nil || measuredNext(one.text[m[3]:]) {
		return nil
	}
	return m
}

// entryName is the name in bold before what an entry demands.
var entryName = pattern.New(`^\W*\*\*[^*\n]{2,80}(?:[:：]\s*\*\*|\*\*\s*[:：])`)

// leftOpen reports the phrases that are vague in any statement of a specification, and those that are
// in a demand, where the rules about demands do not look.
func leftOpen(s *model.Session, d *document.Document, hit native.Hit) bool {
	if model.Recounts(d) && !model.Instructs(d) {
		return false
	}
	said := document.Once(d, "left open", opened)
	for _, place := range said.places {
		hit(d, place, model.Target(quote(d.Slice(place))))
	}
	return said.any
}

// statements are where phrases of a document are vague, and whether it states anything.
type statements struct {
	places []document.Span
	any    bool
}

func opened(d *document.Document) (all statements) {
	t := tongueOf(d)
	phrases, foreign := open()
	if d.Foreign {
		phrases = foreign
	}
	outcome := false // of a scenario
	look := func(one sentence) {
		outcome = one.example && (thenLine.MatchString(one.text) || outcome && !occasion.MatchString(one.text))
		if !states(one) || narrates(one) || done.MatchString(one.text) || asking.MatchString(one.text) || wished.MatchString(one.text) || d.Foreign && t != nil && t.untested(one) != nil {
			return
		}
		all.any = true
		words, spoken := phrases.stated, model.Spoken(d, one.at.Start)
		if spoken || outcome || demands(one) {
			words = slices.Concat(words, phrases.demanded)
		}
		if !spoken && !reason.MatchString(one.text) && (outcome || demands(one)) && !model.Measured(model.WithoutIDs(one.text)) {
			words = slices.Concat(words, phrases.elsewhere)
		}
		said := d.Prose[one.at.Start:one.at.End]
		for _, words := range words {
			for _, m := range words.FindAllStringSubmatchIndex(said, 4) {
				place := document.Span{Start: one.at.Start + m[2], End: one.at.Start + m[3]}
				if !excused(said, one.text, m) && !model.Compounded(said, m[2:4]) && !(outcome && thenLine.MatchString(one.text[m[3]:])) && !slices.ContainsFunc(all.places, func(other document.Span) bool { return other.Holds(place.Start) || place.Holds(other.Start) }) { // as neighbours share phrases
					all.places = append(all.places, place)
				}
			}
		}
	}
	for _, one := range sentencesOf(d) {
		look(one)
	}
	for _, table := range d.Tables {
		for _, row := range table.Rows {
			for _, cell := range row {
				look(sentence{d, table.Section, cell.Span, d.Slice(cell.Span), false})
			}
		}
	}
	return all
}

// excused tells whether a phrase of a sentence says how much, for what, or what is not, or stands beside a list that
// only gives examples.
func excused(said, written string, m []int) bool {
	if strings.HasSuffix(written[m[2]:m[3]], "THEN") {
		return true // what begins the outcome, and no time
	}
	return measuredNext(written[m[3]:]) || explained.MatchString(written[m[3]:]) || listedBefore.MatchString(written[:m[2]]) || titled.MatchString(written[:m[3]]) || inCase.MatchString(written[:m[3]]) || toWhat.MatchString(written[m[3]:]) || denied.MatchString(written[:m[2]]) || gained.MatchString(written[:m[2]]) || listed.MatchString(said[m[2]:]) && bracket.MatchString(said[:m[2]])
}

// states tells whether a sentence says how things are to be: what was decided is that too, and what follows.
func states(one sentence) bool {
	if model.IsRecord(one.section) || one.doc.Kind == document.Tasks && !one.section.Under(document.Acceptance, document.Metrics) {
		return false
	}
	return model.States(one.section) || one.section.Under(document.Decisions, document.Consequences)
}

// demands tells whether a sentence is an entry of a list in which things are demanded.
func demands(one sentence) bool {
	return entry.MatchString(one.doc.Slice(one.doc.LineAt(one.at.Start))) && (one.section.Under(document.Functional, document.NonFunctional, document.Constraints, document.Acceptance, document.Done, document.Attributes, document.Metrics) ||
		one.section != nil && ofDemands.MatchString(one.section.Title))
}

var (
	// ofDemands is the title of a section whose sentences demand.
	ofDemands = pattern.New(`(?i)\b(?:requirements?|criteria|rules?|polic(?:y|ies)|objectives?|obligations)\b|需求|要求|规则|标准|准则`)
	// entry begins an entry of a list.
	entry = pattern.New(`^\s*(?:[-*+]|\d+[.)])\s`)
	// listed ends a list, bracket begins what stands in brackets, which gives examples.
	listed  = pattern.New(`^(?i:etc|usw|and similar|or similar)`)
	bracket = pattern.New(`[(（][^()（）]*$`)
	// reason is the label of what says why.
	reason = pattern.New(`(?i)^\W*(?:rationale|reason|why|benefits?|pros)\b`)
	// thenLine is the step of a scenario that says what is to be, on whatever line of it.
	thenLine = pattern.New(`(?im)^\W*then\b`)
	// occasion is a step of a scenario that comes before what is to be.
	occasion = pattern.New(`(?i)^\W*(?:given|when)\b`)
)

// done is the mark of what has been done.
var done = pattern.New(`[✅✓✔☑]`)

// wished is what somebody wants, in the form of a story.
var wished = pattern.New(`(?i)^\W*(?:user story\W*)?as an? [^,]{2,60}, i (?:want|can|need|would|expect)\b`)

// asking is a question, which states nothing.
var asking = pattern.New(`[?？]`)

var (
	// toWhat says for what something is enough, or what it is: "long enough to cool".
	toWhat = pattern.New(`(?i)^,?\s+(?:to|that|for|dass|um|pour|para|per|perché|que|zodat|om)\s|^\s*[(（]`)
	// denied is right before what is not so: "was not dried".
	denied = pattern.New(`(?i)(?:(?:^|[^\pL])(?:not|never|no|nicht|nie|kein\pL*|pas|jamais|nunca|não|non|mai|niet|geen|nooit)|n't)\s+(?:\pL+\s+){0,2}$|不\p{Han}{0,2}$`)
)

// gained begins what somebody gains by what is stated, or what a document is about.
var gained = pattern.New(`(?i)\b(?:so that|in order to)\b|^\W*this (?:document|page|guide)\b|以便|便于|从而|让所有`)

var (
	// explained is a mark behind a phrase, and what it means, or by what it is so.
	explained = pattern.New(`(?i)^\s*(?:[:：]|[—–]\s)|^,? (?:by|without|using) (?:\w+ly )?\w+ing\b|^ (?:[\w-]+ ){0,4}than\b`)
	// listedBefore are names of code, of which "and so on" ends a list.
	listedBefore = pattern.New("`[^`\\n]+`,\\s*`[^`\\n]+`,?\\s*$")
	// titled is a name of two words inside a sentence, or one that "standard" tells from others of its maker.
	titled = pattern.New(`[a-z),] [A-Z][a-z]+ [A-Z][a-z]+$|\b(?:standard|ordinary|normal|typical) [A-Z]\w+$`)
	// inCase is the case that a sentence is about, however it comes: "if two bids somehow match".
	inCase = pattern.New(`(?i)\bif\b[^,;.]*\bsomehow(?:\s\w+)*$`)
)

// narrates tells whether a sentence belongs to the telling of a story, above what is demanded of it, or gives
// advice to whoever uses the product.
func narrates(one sentence) bool {
	line := one.doc.LineAt(one.at.Start)
	text := one.doc.Slice(line)
	if next := one.doc.LineAt(min(line.End+1, len(one.doc.Text))); occasion.MatchString(one.text) && model.Measured(model.WithoutIDs(one.doc.Slice(next))) {
		return true // the outcome says how much
	}
	told := one.section.Titled(stories) && !one.example && !strings.HasPrefix(text, "|") && !entry.MatchString(text)
	return told || one.doc.Kind == document.Other && (one.section.Titled(advice) || addressed.MatchString(one.text))
}

var (
	// stories is the title of a section that tells what somebody goes through, or wants.
	stories = pattern.New(`(?i)\buser (?:stor(?:y|ies)|success|scenarios?|experience)\b|\bstory \d|\b(?:journeys?|personas?|narratives?|walk-?through)\b|旅程|用户故事|用户画像|用户成功`)
	// addressed speaks to whoever reads a guide, and states nothing of a product to come.
	addressed = pattern.New(`(?i)\byou(?:r|'ll|'re|'ve)?\b`)
	// advice is the title of a section that recommends.
	advice = pattern.New(`(?i)\b(?:best practices?|recommendations?|tips|security considerations|guidelines for)\b|最佳实践|使用指南|建议`)
)

// keyword is a word that only demands are written with.
var keyword = pattern.New(`\b(?:SHALL|MUST|THEN)\b`)

// labelledDemand is a sentence under an ID or with a checkbox.
var labelledDemand = pattern.New(`^\W*(?:\[[ xX]\]|[A-Z]{1,6}-?\d{1,4}\b)`)

// measuredNext tells whether a word is followed by how much is meant, which the number of a class is not.
func measuredNext(rest string) bool {
	const near = 48 // bytes
	return strings.ContainsAny(numbered.ReplaceAllString(rest[:min(len(rest), near)], " "), "0123456789")
}

var numbered = pattern.New(`(?i)\b(?:severity|class|stage|phase|level|step|priority|category|grade|table|section|wave|version|type|zone|part|no\.)\s+\d+|\b[A-Z]{1,6}-?\d+|[.!?]\s.*`)
