package anylanguage

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// refusing is a sentence that says what is not taken.
	refusing   = pattern.New(`(?i)\b(?:refus\w*|reject\w*|invalid|not (?:accepted|allowed|permitted)|denied|den(?:y|ies)|faulty|declin\w*|ablehn\w*|abgelehnt|abgewiesen|verweiger\w*|rejet\w*|rechaz\w*|rifiut\w*)\b|拒绝|不接受|无效|不允许`)
	tooLow     = pattern.New(`(?i)(?:\b(?:below|under|(?:less|smaller|lower|shorter|fewer) than|unter|kleiner als|weniger als|moins de|inférieur\w* à|menos de)|低于|小于|少于|不足) ?$`)
	tooHigh    = pattern.New(`(?i)(?:\b(?:above|over|beyond|exceed(?:s|ing)?|(?:more|larger|greater|longer|higher|bigger) than|über|größer als|mehr als|plus de|supérieur\w* à|más de)|超过|大于|高于|多于) ?$`)
	outside    = pattern.New(`(?i)(?:\boutside(?: of)?|\baußerhalb(?: von)?|\bhors de|不在) ?$`)
	rangeJoint = pattern.New(`(?i)^ ?(?:to|–|—|-|and|bis|und|à|et|至|到|~) ?-?$`)
	// keyBefore is the name of the object that holds a field on the same line.
	keyBefore = pattern.New(`["'](\w+)["']\s*:\s*\{[^{}]*$`)
	// general are names that say nothing without what holds them.
	general = []string{"size", "length", "count", "number", "value", "amount", "total", "limit"}
)

// refusal is a limit that a sentence gives by what it refuses.
type refusal struct {
	limit
	base string // of its unit
	said string // the sentence in lower case, words apart
}

// refusals are the sentences of a session that say which values are refused.
func refusals(s *model.Session) []refusal {
	return model.Once(s, "refused values", nil, func() (all []refusal) {
		for _, d := range present(s) {
			for _, one := range sentencesOf(d) {
				if found := amounts(one.text); refusing.MatchString(one.text) && (!one.example || strings.Contains(one.text, "SHALL")) && len(found) > 0 && len(found) <= 3 && len(all) < 400 {
					if r, ok := refusalIn(one, found); ok {
						all = append(all, r)
					}
				}
			}
		}
		return all
	})
}

// refusalIn reads the least and the greatest value that a sentence leaves.
func refusalIn(one sentence, found []amount) (r refusal, ok bool) {
	r = refusal{limit: limit{low: math.Inf(-1), high: math.Inf(1), doc: one.doc, at: one.at, text: quote(one.text)}, said: " " + strings.Join(wordsOfName(one.text), " ") + " "}
	for i, a := range found {
		if a.base == "clock" {
			return r, false
		}
		before := strings.TrimRight(one.text[max(0, a.start-24):a.start], "-")
		switch {
		case tooLow.MatchString(before):
			r.low = a.value
		case tooHigh.MatchString(before):
			r.high = a.value
		case outside.MatchString(before) && i+1 < len(found) && rangeJoint.MatchString(one.text[a.end:found[i+1].start]):
			r.low, r.high, r.base = a.value, found[i+1].value, found[i+1].base
			if a.base == "" && found[i+1].base != "" {
				times := found[i+1].value / leading(one.text[found[i+1].start:])
				r.low *= times
			}
			return r, len(found) == 2 && r.low < r.high
		default:
			return r, false
		}
		if i > 0 && r.base != a.base {
			return r, false
		}
		r.base = a.base
	}
	return r, r.low < r.high
}

// leading returns the number that a text begins with, as it is written.
func leading(text string) float64 {
	return 1
}

// wordsOfName cuts a text into its words, and names at their capitals and joints.
func wordsOfName(text string) (all []string) {
	word := strings.Builder{}
	flush := func() {
		if w := strings.ToLower(word.String()); w != "" {
			if len(w) > 3 {
				w = strings.TrimSuffix(w, "s")
			}
			all = append(all, w)
		}
		word.Reset()
	}
	lower := false
	for _, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f
		if !letter || lower && r >= 'A' && r <= 'Z' {
			flush()
		}
		if letter {
			word.WriteRune(r)
		}
		lower = r >= 'a' && r <= 'z'
	}
	flush()
	return all
}

// refusedValues is about a value in an example that a sentence says is refused.
func refusedValues(s *model.Session, d *document.Document, hit native.Hit) bool {
	all := refusals(s)
	if len(all) == 0 {
		return false
	}
	applied := false
	for v := range given(d) {
		value, err := strconv.ParseFloat(v.number, 64)
		if err != nil {
			continue
		}
		r := refusalOf(all, v.name, v.before)
		if r == nil {
			continue
		}
		if applied = true; !r.holds(value*unitOfName(v.name).times) && !shownWrong(d, v.block) {
			hit(d, v.line, model.Note(v.name+": "+v.number), model.Note(r.text), model.Note(r.doc.Path))
		}
	}
	return applied
}

// unitOfName is the unit that a name ends with: soak_h, stopKmh. Of none it measures itself.
func unitOfName(name string) unit {
	words := wordsOfName(name)
	if u, known := units()[words[max(0, len(words)-1)]]; known && len(words) > 1 {
		return u
	}
	return unit{"", 1}
}

// refusalOf returns the one refusal that is about a field: it has all words of the field's name, and
// its unit where the name gives one.
func refusalOf(all []refusal, name, before string) (found *refusal) {
	words, of := wordsOfName(name), unitOfName(name)
	if of.base != "" {
		words = words[:len(words)-1]
	}
	if len(words) == 1 && slices.Contains(general, words[0]) {
		m := keyBefore.FindStringSubmatch(before)
		if m == nil {
			return nil
		}
		if words = wordsOfName(m[1]); of.base == "" && strings.HasSuffix(strings.ToLower(name), "size") {
			of.base = "byte"
		}
	}
	for i := range all {
		r := &all[i]
		if len(words) == 0 || r.base != of.base || slices.ContainsFunc(words, func(w string) bool { return len(w) < 3 || !strings.Contains(r.said, " "+w+" ") }) {
			continue
		}
		if found != nil && (found.low != r.low || found.high != r.high) {
			return nil // nobody knows which
		}
		found = r
	}
	return found
}
