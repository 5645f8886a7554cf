package mention

import (
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

var (
	codeSpan = pattern.New("`([^`\n]{3,200})`")
	filePath = pattern.New(`^(?:\./)?[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*[A-Za-z0-9_@.+\[\]-]*[A-Za-z0-9_@+\]-]\.[a-z][a-z0-9]{0,5}(?:(?::|#L)(\d+)(?:[-–:,]L?\d+)*)?$`)
	folder   = pattern.New(`^(?:\./)?[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*\*{0,2}$`)
	// loose has the form of a path, and of much else: a module, a route, a choice.
	loose    = pattern.New(`^(?:(?:@|~)/)?[A-Za-z0-9_-]+(?:/[A-Za-z0-9_()\[\]-]+){2,}$|^[@~]/[A-Za-z0-9_-]+/[A-Za-z0-9_/()\[\].-]+$`)
	barePath = pattern.New(`[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)*[A-Za-z0-9_@.+\[\]-]*\.[a-z][a-z0-9]{0,5}\b(?::\d+(?:[-–,]\d+)*)?`)
	// bareFolder is a folder in a text: only its last slash tells it from a choice.
	bareFolder = pattern.New(`[A-Za-z0-9_@.+-]+/(?:[A-Za-z0-9_@.+()\[\]-]+/)+`)
	// holding is a file with what is in it: "a/b.py:name()".
	holding = pattern.New(`^((?:[A-Za-z0-9_@.+-]+/)+[A-Za-z0-9_.+\[\]-]+\.[a-z][a-z0-9]{0,5})(?:::?|#)([A-Za-z_][A-Za-z0-9_.]*(?:\([^)]*\))?)$`)
	// heldIn is such a file in what is typed: "pytest a/b.py::name -x".
	heldIn = pattern.New(`(?:^|\s)((?:[A-Za-z0-9_@.+-]+/)+[A-Za-z0-9_.+\[\]-]+\.[a-z][a-z0-9]{0,5})(?:::?|#)([A-Za-z_][A-Za-z0-9_.]*(?:::[A-Za-z_][A-Za-z0-9_]*)?(?:\([^)]*\))?)(?:\s|$)`)
	// goPackage is what go is told to build, run or test.
	goPackage = pattern.New(`^(?:\$ )?go (?:build|run|test|vet|install)\b.*?\s\./([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_-]+)+)(?:/\.\.\.)?/?(?:\s|$)`)
)

// place is where a line names a path, with the folder's slash and the number of a line.
type place struct {
	from, to int
	loose    bool
}

// places returns where a line names paths: a code span that is one, or a command with one in
// it, and paths in the text.
func places(l *line) (found []place) {
	if !strings.ContainsAny(l.text, "/.") {
		return nil
	}
	spans := codeSpan.FindAllStringSubmatchIndex(l.text, 50)
	for _, m := range spans {
		found = append(found, within(l.text, m[2], m[3])...)
	}
	inSpan := func(from, to int) bool {
		return slices.ContainsFunc(spans, func(s []int) bool { return from < s[1] && s[0] < to })
	}
	for _, m := range barePath.FindAllStringIndex(l.text, 50) {
		if !inSpan(m[0], m[1]) && stands(l.text, m[0], m[1]) {
			found = append(found, place{m[0], m[1], false})
		}
	}
	for _, m := range bareFolder.FindAllStringIndex(l.text, 20) {
		if !inSpan(m[0], m[1]) && stands(l.text, m[0], m[1]) && m[1] < len(l.text) && !wordAt(l.text, m[1]) { // a choice may go on in the next line
			found = append(found, place{m[0], m[1], false})
		}
	}
	return found
}

// wordAt tells whether a text goes on with a word, or with something in brackets.
func wordAt(text string, at int) bool {
	return at < len(text) && (text[at] == '(' || text[at] == '[' || text[at] == '_' || text[at] == '`' || text[at] >= '0' && text[at] <= '9' || text[at]|32 >= 'a' && text[at]|32 <= 'z')
}

// within returns the paths in a code span: itself, or what a command is given to read.
func within(text string, from, to int) (found []place) {
	span := text[from:to]
	if noPath.MatchString(span) {
		return nil
	}
	if m := goPackage.FindStringSubmatchIndex(span); m != nil {
		return []place{{from + m[2], from + m[3], false}}
	}
	if m := holding.FindStringSubmatchIndex(span); m != nil {
		return []place{{from + m[2], from + m[3], false}}
	}
	switch {
	case loose.MatchString(span):
		return []place{{from, to, true}}
	case filePath.MatchString(span) || folder.MatchString(span) || bareName(span):
		return []place{{from, to, false}}
	case !strings.Contains(span, " ") || makesFiles.MatchString(span):
		return nil
	}
	for _, m := range barePath.FindAllStringIndex(span, 5) {
		if stands(span, m[0], m[1]) && m[0] > 0 {
			found = append(found, place{from + m[0], from + m[1], false})
		}
	}
	return found
}

// noPath is the type of a file, or all packages of an owner, though it has the form of a path.
var noPath = pattern.New(`^(?:image|audio|video|application|font|multipart)/[\w.*+-]+$|^@[\w.-]+/\*+$`)

// makesFiles is a command that makes the files that it names, or removes them.
var makesFiles = pattern.New(`(?i)(?:^|[;&|]\s*)(?:sudo )?(?:mkdir|touch|rm|mv|cp|git (?:rm|mv)|curl|wget|docker)\b|>|(?:^|\s)(?:-o|--out\w*)\b|\bimport\b|\bfrom\b`)

// stands tells whether a path stands alone in a text, not in an address, a link or a pattern.
func stands(text string, from, to int) bool {
	if from > 1 && text[from-2:from] == "./" {
		from -= 2
	}
	if from > 0 && !behindTag.MatchString(text[:from]) && strings.ContainsRune(`/.~$\\@:{}<>*%-`, rune(text[from-1])) && !(text[from-1] == '@' && from == 1) {
		return false
	}
	if strings.HasSuffix(text[:from], "](") || strings.HasSuffix(text[:from], "](./") {
		return false
	}
	if strings.Contains(text[from:to], "](") || text[from] == '-' || inLink(text[:from]) {
		return false
	}
	return to == len(text) || strings.HasPrefix(text[to:], "</") || !strings.ContainsRune(`/*{<$-`, rune(text[to]))
}

// behindTag ends with a mark that only says what follows.
var behindTag = pattern.New(`<[a-z_]+>$`)

// inLink tells whether a text ends within the target of a link.
func inLink(before string) bool {
	open := strings.LastIndex(before, "](")
	return open >= 0 && !strings.Contains(before[open:], ")")
}

// bareName tells whether a text is the name of a file of a program, without a folder. What
// begins with a capital and ends in ".js" is as often called so.
func bareName(text string) bool { return ofProgram.MatchString(text) }

var ofProgram = pattern.New(`^(?:[a-z0-9_][a-zA-Z0-9_-]*(?:\.[a-z]+)*\.[cm]?[jt]sx?|[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:go|py|rs|java|kts?|swift|cs|rb|php|vue|svelte|dart|sql|sh|cpp|cc|hpp|scala|exs?|lua|scss|html|css|tf|proto|ps1))$`)

// pathOf is the path of a place, and the number of the line that it names.
func pathOf(text string) (name string, line int) {
	if m := filePath.FindStringSubmatch(text); m != nil && m[1] != "" {
		line, _ = strconv.Atoi(m[1])
	}
	name, _, _ = strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, "#")
	if len(name) > 1 && name[0] == '@' && name[1] != '/' { // what an agent is told to load
		name = name[1:]
	}
	return strings.TrimSuffix(strings.TrimRight(strings.TrimPrefix(name, "./"), "*"), "/"), line
}

// counter is a file whose name is a number, or several by their numbers.
var counter = pattern.New(`(?:^|/)\d{1,3}(?:[-–]\d{1,3}|\.[a-z]+)$`)

// standIn is a part of a path that stands for others.
var standIn = pattern.New(`(?i)path/to|(?:^|/)\[(?:name|feature|topic|change|capability)(?:-(?:name|id))?\](?:/|$)|^(?:x/)?(?:pascal|camel|kebab|snake|screaming|upper|lower)(?:[-_]?snake)?[-_]?case(?:\.|$)|\bv?x\.x\b|^(?:feature|feat|bugfix|hotfix|release|chore|dir|folder|directory)/?\*{0,2}$|(?:^|/)(?:[^/\[]+\[[a-z][a-z-]*\]|\[[a-z][a-z-]*\](?:\.[a-z]+){2}|\[[a-z][a-z-]*\][^/.\]])[^/]*$|(?:^|/)[^/]*example[^/]*$|(?:^|/)(?:(?:foo|bar|baz|xxx|yyyy|nnn|(?:[\w.]+[-_])?(?-i:[XN]))(?:\.|/|$)|[<\[{]?(?:timestamp|yyyymmdd\w*|yyyy[-_]mm)\b|timestamp_|your|my-|some-|_(?:spec|test)\.)|(?-i:_\d?N{1,3}[._])|\.\.\.|(?:xxx|nnn|yyyy)`)

// placeholder tells whether a path stands for others: "out/1.json" is one of many.
func placeholder(name string) bool {
	if standIn.MatchString(name) || counter.MatchString(name) {
		return true
	}
	first, _, deep := strings.Cut(name, "/")
	return deep && strings.Contains(first, ".") && !strings.HasPrefix(strings.TrimPrefix(first, "@"), ".") // a host
}

// held is a name that a file right before it is said to hold.
var held = pattern.New("^[`*]*(?:'s|’s)?\\s*(?:里的|中的|内的|的|:|::|#|→)?\\s*`([A-Za-z_][A-Za-z0-9_]{5,})(?:\\([^`]*\\))?`")

// holds is the name that the file before a text is said to hold; "" when there is none.
func holds(behind string) string {
	if m := held.FindStringSubmatch(behind); m != nil {
		return m[1]
	}
	return ""
}
