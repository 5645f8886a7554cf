// Package markup takes from a line of text what Markdown, lists and numbering put before
// its words. The readers of an answer and of its documents call it.
package markup

import (
	"strings"
	"unicode"

	"discussd/internal/text/pattern"
)

var (
	// Heading matches the marks of a heading, and captures them.
	Heading = pattern.New(`^\s{0,3}(#{1,6})\s+`)
	// Bullet matches what stands before an item of a list.
	Bullet = pattern.New(`^\s*(?:[-*•‣–]\s+|\(?\d{1,3}[.)]\s+|\d{1,3}、\s*|[•·]\s*)`)

	numbering = pattern.New(`^\s*(?:\(?\d{1,2}[.)、]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十\d]{1,3}[)）])\s*`)
)

// Undecorated strips a line of Markdown, numbering and symbols before its words.
func Undecorated(line string) string {
	line = strings.TrimLeft(line, " \t#>")
	line = line[len(Bullet.FindString(line)):]
	line = strings.TrimLeft(line, "* _")
	line = numbering.ReplaceAllString(line, "")
	line = strings.TrimLeftFunc(line, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '【'
	})
	return strings.TrimSpace(line)
}
