package document

import (
	"fmt"
	"strconv"
	"strings"
)

// Mention is one place where an ID is named. A range such as REQ-001..003 gives
// one mention for each of its IDs, all with the range's span.
type Mention struct {
	ID string // normalised: at least three digits
	Span
}

// Prefix returns what an ID counts: "REQ" of REQ-001, "NFR-SEC" of NFR-SEC-001.
func Prefix(id string) string {
	if i := strings.LastIndexByte(id, '-'); i > 0 {
		return id[:i]
	}
	return ""
}

// Number returns the number of an ID, or 0.
func Number(id string) int { return atoi(id[strings.LastIndexByte(id, '-')+1:]) }

// MakeID returns the normalised form of a prefix and a number.
func MakeID(prefix string, number int) string { return fmt.Sprintf("%s-%03d", prefix, number) }

// FindIDs returns the IDs named in a text in order, ranges expanded.
func FindIDs(text string) []Mention {
	var found []Mention
	last := -1 // index in found of the ID a range could start with
	for i := 0; i < len(text); {
		if !startsWord(text, i) {
			i++
			continue
		}
		prefix, number, end := scanID(text, i)
		if end == 0 {
			if number, end = goalName(text, i); end == 0 {
				i++
				continue
			}
			prefix = "G"
		}
		if last >= 0 && Prefix(found[last].ID) == prefix && isRange(text[found[last].End:i]) {
			found = expand(found, last, number, end)
			last = -1
		} else {
			id := text[i:end]
			if !normal(id, prefix) {
				id = MakeID(prefix, number)
			}
			found = append(found, Mention{id, Span{i, end}})
			last = len(found) - 1
			if to, stop := shortRange(text, end); stop > 0 {
				found = expand(found, last, to, stop)
				end, last = stop, -1
			}
			for next, stop := shortNext(text, end); stop > 0; next, stop = shortNext(text, end) {
				found = append(found, Mention{MakeID(prefix, next), Span{i, stop}})
				end, last = stop, -1
			}
			for strings.HasPrefix(prefix, "STORY-") {
				epic, next, stop := shortStory(text, end)
				if stop == 0 {
					break
				}
				found = append(found, Mention{MakeID("STORY-"+epic, next), Span{i, stop}})
				end, last = stop, -1
			}
		}
		i = end
	}
	return found
}

// normal tells whether an ID is written as [MakeID] writes it.
func normal(id, prefix string) bool {
	digits, ok := strings.CutPrefix(id, prefix+"-")
	return ok && (len(digits) == 3 || len(digits) == 4 && digits[0] != '0')
}

func startsWord(text string, i int) bool {
	c := text[i]
	if c < 'A' || c > 'Z' && c < 0x80 {
		return false
	}
	if i == 0 {
		return true
	}
	p := text[i-1]
	return !alphanumeric(p) && p != '_' && p != '-'
}

func alphanumeric(c byte) bool {
	return isDigit(c) || (c|0x20) >= 'a' && (c|0x20) <= 'z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// ends tells whether no letter, digit or one of some marks follows.
func ends(rest, marks string) bool {
	return rest == "" || !alphanumeric(rest[0]) && strings.IndexByte(marks, rest[0]) < 0
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// scanID reads PREFIX-123, or FR12 and the like, at i; end is 0 when there is none.
// What follows after another dash, as in a file name, is no part of the ID.
func scanID(text string, i int) (prefix string, number, end int) {
	for _, short := range [...]string{"FR", "NFR", "REQ"} {
		if rest, found := strings.CutPrefix(text[i:], short); found && digits(rest) > 0 {
			n := digits(rest)
			if n > 3 || !ends(rest[n:], "_-") {
				return "", 0, 0
			}
			return short, atoi(rest[:n]), i + len(short) + n
		}
	}
	if prefix, number, end = shortQuality(text, i); end > 0 {
		return prefix, number, end
	}
	quality := strings.HasPrefix(text[i:], "NFR-") // its kind may be in small letters: NFR-usability-002
	dash := 0
	for j := i; j < len(text) && j < i+24; j++ {
		c := text[j]
		switch {
		case c == '-':
			dash = j
		case isDigit(c) && dash > 0 && j == dash+1:
			n := j + digits(text[j:])
			prefix, number = strings.ToUpper(text[i:dash]), atoi(text[j:n])
			if !ends(text[n:], "_") || n-j > 4 || !knownPrefix(prefix) || subNumbered(prefix, text[n:]) {
				continue // STORY-001-002 and FR-011-002 are one ID
			}
			if epic, story, end := dotted(prefix, number, text, n); end > 0 {
				return epic, story, end
			}
			return prefix, number, n
		case !(c >= 'A' && c <= 'Z' || isDigit(c) || quality && c >= 'a' && c <= 'z'):
			return "", 0, 0
		}
	}
	return "", 0, 0
}

// dotted reads the second number of a story that is numbered by its epic with a point: STORY-1.2
// is STORY-001-002.
func dotted(prefix string, epic int, text string, at int) (of string, number, end int) {
	rest, found := strings.CutPrefix(text[at:], ".")
	n := digits(rest)
	if prefix != "STORY" || !found || n == 0 || n > 2 || !ends(rest[n:], "") || strings.HasPrefix(rest[n:], ".") && !ends(rest[n+1:], "") {
		return "", 0, 0
	}
	return MakeID(prefix, epic), atoi(rest[:n]), at + 1 + n
}

// subNumbered tells whether an ID goes on with a number of its own behind the one that was
// read: the second of the story in STORY-001-002, of the requirement in FR-011-002. A file
// name goes on with words.
func subNumbered(prefix, rest string) bool {
	rest, dashed := strings.CutPrefix(rest, "-")
	n := digits(rest)
	switch prefix {
	case "STORY":
		return dashed && n > 0
	case "FR", "NFR", "REQ", "US", "SC":
		return dashed && n > 2 && n < 5 && ends(rest[n:], "_-")
	}
	return false
}

// shortQuality reads the ID of a quality with its kind in one word with its number, as
// some tools write them: NFR-P1.
func shortQuality(text string, i int) (prefix string, number, end int) {
	kind, found := strings.CutPrefix(text[i:], "NFR-")
	letters := len(kind) - len(strings.TrimLeft(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if !found || letters == 0 || letters > 4 {
		return "", 0, 0
	}
	n := digits(kind[letters:])
	if n == 0 || n > 3 || !ends(kind[letters+n:], "_-") {
		return "", 0, 0
	}
	end = i + len("NFR-") + letters
	return text[i:end], atoi(kind[letters : letters+n]), end + n
}

func knownPrefix(prefix string) bool {
	switch prefix {
	case "REQ", "FR", "US", "G", "ADR", "EPIC", "NFR", "STORY", "BR", "RISK":
		return true
	}
	head, tail, found := strings.Cut(prefix, "-")
	if !found || tail == "" || strings.Contains(tail, "-") {
		return false
	}
	_, err := strconv.Atoi(tail)
	switch head {
	case "NFR", "REQ", "FR": // NFR-SEC-001, REQ-AUTH-001: numbered within an area
		return (len(tail) <= 8 || head == "NFR" && len(tail) <= 16) && (tail[0] >= 'A' && tail[0] <= 'Z' || err == nil)
	case "STORY", "US":
		return err == nil
	}
	return false
}

// goalName reads "Goal 1" or "目标 1", the other way real briefs number goals.
func goalName(text string, i int) (number, end int) {
	rest, english := strings.CutPrefix(text[i:], "Goal")
	if !english {
		var ok bool
		if rest, ok = strings.CutPrefix(text[i:], "目标"); !ok {
			return 0, 0
		}
	}
	rest = strings.TrimLeft(rest, " #")
	n := min(digits(rest), 3)
	after := rest[n:]
	if n == 0 || !ends(after, "") {
		return 0, 0
	}
	named := after == "" || strings.ContainsRune(":：\n|-*,，、;；)）]→", []rune(after[:min(len(after), 4)])[0])
	if !named && !(english && after[0] == ' ') {
		return 0, 0 // 目标 30 秒 and Goal 1.5 are targets, no names
	}
	return atoi(rest[:n]), len(text) - len(after)
}

// isRange tells whether what stands between two IDs makes a range of them.
func isRange(between string) bool {
	if len(between) > 16 {
		return false
	}
	switch strings.TrimSpace(strings.Trim(between, "*`[] \t")) {
	case "..", "...", "…", "~", "～", "至", "到", "–", "—", "-", "to":
		return true
	}
	return false
}

// shortRange reads the "..007" of REQ-001..007 at i.
func shortRange(text string, i int) (to, end int) {
	for _, mark := range [...]string{"...", "..", "…", "~", "～", "–", "—", "至", "到", " 至 ", " 到 ", " ~ ", " – "} {
		rest, ok := strings.CutPrefix(text[i:], mark)
		if n := min(digits(rest), 4); ok && n >= 2 && ends(rest[n:], "") {
			return atoi(rest[:n]), len(text) - len(rest) + n
		}
	}
	return 0, 0
}

// shortNext reads the ", 002" of REQ-001, 002 at i, or the "/002" of EPIC-001/002.
// Its leading zero tells the number of an ID from an amount.
func shortNext(text string, i int) (number, end int) {
	for _, mark := range [...]string{", ", ",", "/", "、", "，"} {
		rest, ok := strings.CutPrefix(text[i:], mark)
		if ok && digits(rest) == 3 && rest[0] == '0' && ends(rest[3:], "-.") {
			return atoi(rest[:3]), len(text) - len(rest) + 3
		}
	}
	return 0, 0
}

// shortStory reads the ", 002-003" of STORY-002-001, 002-003 at i.
func shortStory(text string, i int) (epic string, number, end int) {
	for _, mark := range [...]string{", ", ",", "、", "，"} {
		rest, ok := strings.CutPrefix(text[i:], mark)
		if !ok || digits(rest) != 3 || rest[3:] == "" || rest[3] != '-' {
			continue
		}
		if story := rest[4:]; digits(story) == 3 && ends(story[3:], "-") {
			return rest[:3], atoi(story[:3]), len(text) - len(rest) + 7
		}
	}
	return "", 0, 0
}

// expand completes the range that found[at] starts. It also widens its span.
func expand(found []Mention, at, to, end int) []Mention {
	first := found[at]
	span := Span{first.Start, end}
	found[at].Span = span
	prefix, from := Prefix(first.ID), Number(first.ID)
	if to-from > maxRange || to < from || len(found) > maxIDs {
		return append(found, Mention{MakeID(prefix, to), span})
	}
	for n := from + 1; n <= to; n++ {
		found = append(found, Mention{MakeID(prefix, n), span})
	}
	return found
}
