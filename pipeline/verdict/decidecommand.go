package verdict

import (
	"cmp"
	"strings"
)

// DecideCommand is the command with which a person settles an escalation of the
// verdict's round, to be given in the project's root. What is to be filled in stands
// in it as a choice and as dots.
func DecideCommand(v Verdict) string {
	return "discussd decide " + quoted(OneLine(cmp.Or(v.SessionPath, v.Session))) + " " + quoted(OneLine(v.Round)) + ` accept|revise --because "..."`
}

// quoted is a word as a shell takes it for one.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:=@%+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
