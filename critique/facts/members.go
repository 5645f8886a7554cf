package facts

import (
	"discussd/internal/text/pattern"
	"strings"
	"unicode/utf8"
)

// inlineMembers counts the members of a list in a sentence; 0 where what stands there is no
// plain list of names. A member may be two words joined by "and": where the list can be read
// so that it has as many members as are wanted, it has.
func inlineMembers(text string, want int) int {
	text = strings.TrimRight(withoutBrackets(text), " .。;；")
	if last := strings.LastIndex(text, "、"); last >= 0 {
		list, _, _ := strings.Cut(text[last:], "，") // a clause behind the list
		text = text[:last] + list
	}
	if strings.ContainsAny(text, ";；.。!?/") || openEnd.MatchString(text) {
		return 0 // of alternatives, and of examples, nobody knows how many there are
	}
	oxford := strings.Contains(text, ", and ") || strings.Contains(text, ", or ")
	text = strings.NewReplacer(", and ", ",", ", or ", ",", "、", ",", "，", ",").Replace(text)
	joined := strings.NewReplacer(" and ", ",", " or ", ",", " & ", ",", "以及", ",", "和", ",", "与", ",", "及", ",").Replace(text)
	n := 0
	for part := range strings.SplitSeq(joined, ",") {
		part = strings.TrimSpace(part)
		if part == "" || len(strings.Fields(part)) > 5 || utf8.RuneCountInString(part) > 40 || utf8.RuneCountInString(hanRun(part)) > 12 {
			return 0
		}
		n++
	}
	least := strings.Count(text, ",") + 1
	if last := strings.LastIndexByte(text, ','); !oxford && want > 2 && least == n-1 && joiner.FindStringIndex(text)[0] > last {
		return n // its only "and" stands before its last member
	}
	if least <= want && want <= n {
		return want
	}
	return n
}

// joiner joins the last member of a list to the others.
var joiner = pattern.New(` and | or | & |以及|和|与|及`)

// openEnd is the end of a list that names only some of its members.
var openEnd = pattern.New(`(?i)\b(?:etc|and so on|and more|among others)\b|\.\.\.|…|等$|等等`)
