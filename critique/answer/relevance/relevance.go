// Package relevance tells whether an answer is about the documents that a model was given: whether it names or
// quotes anything of them, shares their vocabulary, or only asks for them.
package relevance

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"path"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/critique/quote"
	"discussd/internal/text/pattern"
	"discussd/internal/text/terms"
)

// Identifier matches the IDs of requirements, decisions, goals and the like: REQ-003, NFR-PERF-001, D-07.
var Identifier = pattern.New(`\b[A-Z][A-Z0-9]{0,15}(?:-[A-Z0-9]{1,15}){0,3}-\d{1,5}\b`)

const longestName = 8 // terms of a name that are compared

// IsAnchored tells whether an answer names or quotes anything of the documents: a file, an ID, a
// heading, a key or value of JSON, a passage. Documents without any of these cannot be named.
func IsAnchored(said string, c *critique.Critique, documents []critique.Document) bool {
	if quotesVerbatim(said, documents) {
		return true
	}
	names := namesOf(documents)
	words := terms.Of(said)
	return len(names) == 0 || namesAny(words, names) || quotesOf(c, documents) || passagesAny(words, documents)
}

// A passage is so many words in a row, of which some are the document's own.
const (
	passageWords   = 4
	passageChinese = 6
	passageOwn     = 2
)

// passagesAny tells whether words stand in a row in an answer as they do in a document.
func passagesAny(words []string, documents []critique.Document) bool {
	passages := map[uint64]bool{}
	seed := maphash.MakeSeed()
	for _, document := range documents {
		eachPassage(terms.Of(string(document.Content)), seed, func(passage uint64) bool {
			passages[passage] = true
			return true
		})
	}
	found := false
	eachPassage(words, seed, func(passage uint64) bool {
		found = passages[passage]
		return !found
	})
	return found
}

func eachPassage(words []string, seed maphash.Seed, yield func(uint64) bool) {
	var hash maphash.Hash
	hash.SetSeed(seed)
	for i := range words {
		length := passageWords
		if terms.IsHan(words[i]) {
			length = passageChinese
		}
		if i+length > len(words) {
			continue
		}
		own := 0
		hash.Reset()
		for j, word := range words[i : i+length] {
			hash.WriteString(word)
			hash.WriteByte(' ')
			switch {
			case terms.IsHan(word):
				if j > 0 && !generic()[words[i+j-1]+word] && !strings.Contains(functionCharacters, word) {
					own++
				}
			case IsOwn(word):
				own++
			}
		}
		if own >= passageOwn && (length == passageWords || own > passageOwn) && !yield(hash.Sum64()) {
			return
		}
	}
}

// spans are what stands between backticks, and between quotation marks.
var spans = []*pattern.Pattern{
	pattern.New("`[^`\n]{3,200}`"),
	pattern.New(`"[^"\n]{8,400}"|“[^”\n]{4,400}”|「[^」\n]{4,400}」|『[^』\n]{4,400}』`),
}

// quotesVerbatim tells whether something in quotation marks or backticks stands in the documents.
func quotesVerbatim(said string, documents []critique.Document) bool {
	const most = 200 // of each
	var all []string
	for _, marks := range spans {
		all = append(all, marks.FindAllString(said, most)...)
	}
	for _, marked := range all {
		quoted := strings.Trim(marked, "`\"“”「」『』 ")
		words := terms.Of(quoted)
		if len(words) < 2 && (marked[0] != '`' || len(words) == 0 || generic()[words[0]]) {
			continue
		}
		for _, document := range documents {
			if bytes.Contains(document.Content, []byte(quoted)) {
				return true
			}
		}
	}
	return false
}

func quotesOf(c *critique.Critique, documents []critique.Document) bool {
	const shortest = 8 // bytes; "the" stands in every document
	var quotes []string
	for p := range c.Points() {
		if len(terms.Folded(p.Quote)) >= shortest {
			quotes = append(quotes, p.Quote)
		}
	}
	if len(quotes) == 0 {
		return false
	}
	for _, document := range documents {
		text := quote.Fold(document.Content)
		for _, quoted := range quotes {
			if text.Find(quoted) > 0 {
				return true
			}
		}
	}
	return false
}

func namesAny(words []string, names map[string]bool) bool {
	var name []byte
	for i := range words {
		name = name[:0]
		for _, word := range words[i:min(i+longestName, len(words))] {
			name = append(append(name, word...), ' ')
			if names[string(name)] {
				return true
			}
		}
	}
	return false
}

// namesOf returns what documents and their parts can be called, as terms: files, IDs and headings, and
// the keys and short values of JSON.
func namesOf(documents []critique.Document) map[string]bool {
	names := map[string]bool{}
	add := func(name string) {
		if words := terms.Of(name); isName(words) {
			names[strings.Join(words[:min(len(words), longestName)], " ")+" "] = true
		}
	}
	for _, document := range documents {
		add(path.Base(document.Path))
		for _, id := range Identifier.FindAllString(string(document.Content), -1) {
			add(id)
		}
		var value any
		if json.Unmarshal(document.Content, &value) == nil {
			addNames(value, add)
			continue
		}
		for line := range strings.Lines(string(document.Content)) {
			if markup.Heading.MatchString(line) {
				add(markup.Undecorated(line))
			}
		}
	}
	return names
}

// addNames adds the keys of a JSON value, and the texts in it that are no sentences.
func addNames(value any, add func(string)) {
	const longest = 80 // bytes
	switch value := value.(type) {
	case string:
		if len(value) <= longest {
			add(value)
		}
	case []any:
		for _, inner := range value {
			addNames(inner, add)
		}
	case map[string]any:
		for key, inner := range value {
			add(key)
			addNames(inner, add)
		}
	}
}

// isName tells whether words name one part of a document: two words, or an unusual one.
func isName(words []string) bool {
	const shortest = 4 // bytes
	if len(words) == 0 || terms.IsHan(words[0]) && len(words) == 2 && generic()[words[0]+words[1]] {
		return false
	}
	return len(words) > 1 || len(words[0]) >= shortest && !generic()[words[0]] && !terms.IsNumber(words[0])
}

// What somebody says who has no document to judge.
var (
	asksFor = pattern.New(`(?i)\b(?:please|kindly|could you|can you|would you|you(?:'ll| will)? need to|i(?:'ll| will)? need you to)\b[^.!?\n]{0,30}\b(?:share|provide|attach|paste|upload|send|supply|include|give)\b[^.!?\n]{0,30}\b(?:documents?|artifacts?|files?|contents?|text|spec(?:ification)?s?|brief|requirements|attachments?)\b|` +
		`\bno (?:documents?|artifacts?|files?|attachments?|contents?|text)\b[^.!?\n]{0,20}\b(?:attached|provided|shared|included|supplied|uploaded|given|to review)\b|` +
		`\b(?:i|we)(?:'m| am| are|'ve| have)?\b[^.!?\n]{0,25}\b(?:don['’]?t|do not|cannot|can['’]?t|could not|couldn['’]?t|didn['’]?t|did not|unable to|not able to)\b[^.!?\n]{0,15}\b(?:see|find|have|access|open|read|view|receive)\b[^.!?\n]{0,40}\b(?:documents?|artifacts?|files?|attachments?|contents?|attached)\b|` +
		`\b(?:documents?|artifacts?|files?|attachments?|contents?)\b[^.!?\n]{0,20}\b(?:was|were|is|are|seems?|appears?)\b[^.!?\n]{0,20}\b(?:not (?:attached|provided|shared|included)|missing from (?:your|the) (?:message|prompt)|empty|blank)\b|` +
		`\bonce (?:you|it is|i have|they are)\b[^.!?\n]{0,40}\b(?:share|shared|provide|provided|attach|attached|paste|pasted|document|content)\b|` +
		`请(?:您|你)?(?:先|再)?(?:提供|上传|附上|粘贴|发送|分享|补充提供)[^。！？\n]{0,12}(?:文档|文件|附件|内容|正文|材料|规格|原文)|` +
		`(?:没有|未|并未|无法)(?:能)?(?:看到|收到|找到|附上|提供|读取|打开|访问)[^。！？\n]{0,12}(?:文档|文件|附件|内容|正文|材料|原文)`)
	sentenceEnd = pattern.New(`[.!?。！？;；\n]+`)
)

// OnlyAsks tells whether an answer asks for the document and, if it names anything, says little else.
func OnlyAsks(said string, anchored bool) bool {
	const (
		longest = 4096 // bytes; who asks does so at the beginning
		little  = 12   // words
	)
	if len(said) > longest || !asksFor.MatchString(said) {
		return false
	}
	if !anchored {
		return true
	}
	rest := 0
	for sentence := range strings.SplitSeq(sentenceEnd.ReplaceAllString(said, "\n"), "\n") {
		if !asksFor.MatchString(sentence) {
			for _, word := range terms.Of(sentence) {
				if !isStop(word) && !generic()[word] {
					rest++
				}
			}
		}
	}
	return rest < little
}
