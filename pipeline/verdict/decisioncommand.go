package verdict

import (
	"fmt"
	"strings"
	"unicode"
)

// DecisionCommand is the line with which a person settles what blocks a round, ready to
// be copied into a shell: one of the two words is to be chosen and the reason filled in.
// The session is its path, absolute or from where the line is to be used.
func DecisionCommand(session, round string) string {
	return "discussd decide " + ShellWord(session) + " " + ShellWord(round) + ` accept|revise --because "…"`
}

// ShellWord quotes a text as one word of a shell's command line, where it needs to be.
// What begins like a flag is a path in the folder the line is used in.
func ShellWord(text string) string {
	if strings.HasPrefix(text, "-") {
		text = "./" + text
	}
	switch {
	case text != "" && !strings.ContainsFunc(text, shellSpecial):
		return text
	case !strings.ContainsFunc(text, unicode.IsControl):
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var word strings.Builder
	for _, b := range []byte(text) { // as bash, zsh and ksh read it
		switch {
		case b == '\'' || b == '\\':
			word.WriteString(`\` + string(rune(b)))
		case b < ' ' || b == 0x7f:
			fmt.Fprintf(&word, `\%03o`, b)
		default:
			word.WriteByte(b)
		}
	}
	return "$'" + word.String() + "'"
}

// shellSpecial tells whether a shell may read a character as something else than itself.
func shellSpecial(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@%+=:,./-", r)
}
