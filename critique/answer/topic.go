package answer

import (
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
)

// topic compares an answer with its documents. It refuses one that asks for the document or speaks of
// something else. One that names nothing of the documents stays, but weighs at most MEDIUM.
func topic(raw string, c *critique.Critique, expect Expect) error {
	said := plain(raw)
	anchored := len(expect.Documents) == 0 || relevance.IsAnchored(said, c, expect.Documents)
	if relevance.OnlyAsks(said, anchored && len(expect.Documents) > 0) {
		return critique.Failf(critique.OffTopic, "the answer asks for the document: %s", excerpt(raw))
	}
	if len(expect.Documents) == 0 {
		return nil
	}
	if relevance.IsForeign(said, expect.Documents) {
		return critique.Failf(critique.OffTopic, "the answer shares almost no words with the documents: %s", excerpt(raw))
	}
	if !anchored {
		c.Unanchored = true
		expect.note(c, "unanchored: the answer names no ID, heading, key or passage of the documents", "无锚点: 回答未提及文档中的任何编号、标题、键或原文")
		for p := range c.Points() {
			if p.Severity.Weight() > critique.Medium.Weight() {
				p.Severity = critique.Medium
			}
		}
	}
	return nil
}

var (
	jsonKey   = pattern.New(`\\*"[^"\\\n]{1,40}\\*"\s*:`)
	jsonSpace = pattern.New(`\\+[nrt]`)
	jsonCode  = pattern.New(`(?i)\\+u([0-9a-f]{4})`)
)

// plain is a raw answer without what makes it JSON: keys and escapes.
func plain(raw string) string {
	raw = strings.ToValidUTF8(raw[:min(len(raw), maxProse)], "")
	if !strings.Contains(raw, "{") {
		return raw
	}
	raw = jsonKey.ReplaceAllString(raw, " ")
	raw = decodeEscapes(jsonSpace.ReplaceAllString(raw, " "))
	return strings.ReplaceAll(raw, `\`, "")
}

// decodeEscapes turns \uXXXX into the character.
func decodeEscapes(text string) string {
	var decoded strings.Builder
	end := 0
	for _, at := range jsonCode.FindAllStringIndex(text, -1) {
		decoded.WriteString(text[end:at[0]])
		if r, err := strconv.ParseUint(text[at[1]-4:at[1]], 16, 32); err == nil {
			decoded.WriteRune(rune(r))
		}
		end = at[1]
	}
	return decoded.String() + text[end:]
}
