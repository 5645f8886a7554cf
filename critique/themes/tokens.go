package themes

import (
	"slices"
	"strings"
	"unicode"

	"discussd/internal/text/runs"

	"golang.org/x/text/width"
)

// longestText is how many bytes of a point's text are read.
const longestText = 1500

type token struct {
	text string // lower case, half width
	kind kind
}

type kind int

const (
	word     kind = iota // letters, perhaps with digits
	compound             // two words with a hyphen between; it follows them
	number               // digits, perhaps with a unit
	name                 // an ID such as req-003, a path, a dotted name
	han                  // a run of Chinese characters
	gap                  // what ends a phrase
)

// joints are marks that may stand inside a word, a number or a name.
const joints = "._-/:'"

func tokens(text string) []token {
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "")
	}
	var list []token
	for run := range runs.Of(strings.ToLower(strings.ReplaceAll(width.Fold.String(text), "’", "'")), joints) {
		switch run.Kind {
		case runs.Chinese:
			list = append(list, token{run.Text, han})
		case runs.Mark:
			list = append(list, token{"", gap})
		default:
			list = append(list, pieces(run.Text)...)
		}
	}
	return list
}

// pieces is what a run holds: a name or a number as a whole, else the words between the joints.
func pieces(run string) []token {
	_, extension, dotted := strings.Cut(run, ".")
	switch {
	// A path or an address is one name, alternatives such as web/desk are not.
	case isID(run), strings.Contains(run, "_"), dotted && extension != "" && !isDigit(extension, 0):
		return []token{{run, name}}
	case unicode.IsDigit([]rune(run)[0]) && !strings.ContainsAny(run, "/:"):
		return []token{{run, number}}
	}
	var list []token
	for part := range strings.FieldsFuncSeq(run, func(r rune) bool { return r != '\'' && strings.ContainsRune(joints, r) }) {
		if part, _, _ = strings.Cut(part, "'"); part != "" { // don't, system's
			list = append(list, token{part, word})
		}
	}
	if len(list) == 2 && run == list[0].text+"-"+list[1].text {
		list = append(list, token{run, compound})
	}
	return list
}

// isID tells whether a run is an ID: Latin parts joined by hyphens, the first with a letter in front, the
// last a number.
func isID(run string) bool {
	parts := strings.Split(run, "-")
	return len(parts) > 1 && !isDigit(parts[0], 0) && strings.Trim(parts[len(parts)-1], "0123456789") == "" &&
		!slices.ContainsFunc(parts, func(part string) bool {
			return part == "" || strings.ContainsFunc(part, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		})
}

func isDigit(text string, at int) bool { return at < len(text) && text[at] >= '0' && text[at] <= '9' }
