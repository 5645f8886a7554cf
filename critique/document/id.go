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
func Number(id string) int {
	n, _ := strconv.Atoi(id[strings.LastIndexByte(id, '-')+1:])
	return n
}

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
	return c >= '0' && c <= '9' || (c|0x20) >= 'a' && (c|0x20) <= 'z'
}

// scanID reads PREFIX-123, or FR12 and the like, at i; end is 0 when there is none.
// What follows after another dash, as in a file name, is no part of the ID.
func scanID(text string, i int) (prefix string, number, end int) {
	for _, short := range [...]string{"FR", "NFR", "REQ"} {
		if rest, found := strings.CutPrefix(text[i:], short); found && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			n := 1
			for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
				n++
			}
			if n > 3 || n < len(rest) && (alphanumeric(rest[n]) || rest[n] == '_' || rest[n] == '-') {
				return "", 0, 0
			}
			number, _ = strconv.Atoi(rest[:n])
			return short, number, i + len(short) + n
		}
	}
	if prefix, number, end = shortQuality(text, i); end > 0 {
		return prefix, number, end
	}
	dash := 0
	for j := i; j < len(text) && j < i+24; j++ {
		c := text[j]
		switch {
		case c == '-':
			dash = j
		case c >= '0' && c <= '9' && dash > 0 && j == dash+1:
			n := j
			for n < len(text) && text[n] >= '0' && text[n] <= '9' {
				n++
			}
			if n < len(text) && (alphanumeric(text[n]) || text[n] == '_') || n-j > 4 || !knownPrefix(text[i:dash]) {
				continue
			}
			if subNumbered(text[i:dash], text[n:]) {
				continue // STORY-001-002 and FR-011-002 are one ID
			}
			number, _ = strconv.Atoi(text[j:n])
			if epic, story, end := dotted(text[i:dash], number, text, n); end > 0 {
				return epic, story, end
			}
			return text[i:dash], number, n
		case !(c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'):
			return "", 0, 0
		}
	}
	return "", 0, 0
}

// dotted reads the second number of a story that is numbered by its epic with a point: STORY-1.2
// is STORY-001-002.
func dotted(prefix string, epic int, text string, at int) (of string, number, end int) {
	end = at + 1
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if prefix != "STORY" || at >= len(text) || text[at] != '.' || end == at+1 || end > at+3 || end < len(text) && (alphanumeric(text[end]) || text[end] == '.' && end+1 < len(text) && alphanumeric(text[end+1])) {
		return "", 0, 0
	}
	number, _ = strconv.Atoi(text[at+1 : end])
	return MakeID(prefix, epic), number, end
}

// subNumbered tells whether an ID goes on with a number of its own behind the one that was
// read: the second of the story in STORY-001-002, of the requirement in FR-011-002. A file
// name goes on with words.
func subNumbered(prefix, rest string) bool {
	if rest == "" || rest[0] != '-' {
		return false
	}
	n := 1
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	switch prefix {
	case "STORY":
		return n > 1
	case "FR", "NFR", "REQ", "US", "SC":
		return n > 3 && n < 6 && (n == len(rest) || !alphanumeric(rest[n]) && rest[n] != '_' && rest[n] != '-')
	}
	return false
}

// shortQuality reads the ID of a quality with its kind in one word with its number, as
// some tools write them: NFR-P1.
func shortQuality(text string, i int) (prefix string, number, end int) {
	kind, found := strings.CutPrefix(text[i:], "NFR-")
	if !found {
		return "", 0, 0
	}
	letters := 0
	for letters < len(kind) && letters < 4 && kind[letters] >= 'A' && kind[letters] <= 'Z' {
		letters++
	}
	n := letters
	for n < len(kind) && n < letters+3 && kind[n] >= '0' && kind[n] <= '9' {
		n++
	}
	if letters == 0 || n == letters || n < len(kind) && (alphanumeric(kind[n]) || kind[n] == '_' || kind[n] == '-') {
		return "", 0, 0
	}
	number, _ = strconv.Atoi(kind[letters:n])
	end = i + len("NFR-") + n
	return text[i : end-(n-letters)], number, end
}

func knownPrefix(prefix string) bool {
	switch prefix {
	case "REQ", "FR", "US", "G", "ADR", "EPIC", "NFR", "STORY", "BR", "RISK":
		return true
	}
	head, tail, found := strings.Cut(prefix, "-")
	if !found || strings.Contains(tail, "-") || tail == "" {
		return false
	}
	switch head {
	case "NFR", "REQ", "FR": // NFR-SEC-001, REQ-AUTH-001: numbered within an area
		_, err := strconv.Atoi(tail)
		return len(tail) <= 8 && (tail[0] >= 'A' && tail[0] <= 'Z' || err == nil)
	case "STORY", "US":
		_, err := strconv.Atoi(tail)
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
	n := 0
	for n < len(rest) && n < 3 && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	after := rest[n:]
	if n == 0 || after != "" && alphanumeric(after[0]) {
		return 0, 0
	}
	named := after == "" || strings.ContainsRune(":：\n|-*,，、;；)）]→", []rune(after[:min(len(after), 4)])[0])
	if !named && !(english && after[0] == ' ') {
		return 0, 0 // 目标 30 秒 and Goal 1.5 are targets, no names
	}
	number, _ = strconv.Atoi(rest[:n])
	return number, len(text) - len(after)
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
		if !ok {
			continue
		}
		n := 0
		for n < len(rest) && n < 4 && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n >= 2 && (n == len(rest) || !alphanumeric(rest[n])) {
			to, _ = strconv.Atoi(rest[:n])
			return to, len(text) - len(rest) + n
		}
	}
	return 0, 0
}

// shortNext reads the ", 002" of REQ-001, 002 at i, or the "/002" of EPIC-001/002.
// Its leading zero tells the number of an ID from an amount.
func shortNext(text string, i int) (number, end int) {
	for _, mark := range [...]string{", ", ",", "/", "、", "，"} {
		rest, ok := strings.CutPrefix(text[i:], mark)
		if !ok || len(rest) < 3 || rest[0] != '0' {
			continue
		}
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n == 3 && (n == len(rest) || !alphanumeric(rest[n]) && rest[n] != '-' && rest[n] != '.') {
			number, _ = strconv.Atoi(rest[:n])
			return number, len(text) - len(rest) + n
		}
	}
	return 0, 0
}

// shortStory reads the ", 002-003" of STORY-002-001, 002-003 at i.
func shortStory(text string, i int) (epic string, number, end int) {
	for _, mark := range [...]string{", ", ",", "、", "，"} {
		rest, ok := strings.CutPrefix(text[i:], mark)
		if !ok || len(rest) < 7 || rest[3] != '-' || len(rest) > 7 && (alphanumeric(rest[7]) || rest[7] == '-') {
			continue
		}
		number, err := strconv.Atoi(rest[4:7])
		if _, wrong := strconv.Atoi(rest[:3]); wrong == nil && err == nil {
			return rest[:3], number, len(text) - len(rest) + 7
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
