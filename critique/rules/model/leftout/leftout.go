// Package leftout reads by what names documents call what they leave out or decided against,
// and the titles of the work that they plan: a task, a story, a row of a plan. A name is held
// against a title word by word: what is only similar is not the same. It knows no product.
package leftout

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed same.txt
var sameWords string

// Thing is what a document leaves out or decided against.
type Thing struct {
	Name Name
	At   document.Span // of the item or the sentence that says so
}

// Name is how a thing is called.
type Name struct {
	words []string // in their order, or each anywhere
	apart bool     // whether they may stand apart: "recognition of species from photos"
}

// Words returns how many words a name has; each character of a Chinese one counts for half.
func (n Name) Words() int {
	if len(n.words) == 1 && n.words[0][0] >= utf8.RuneSelf {
		return utf8.RuneCountInString(n.words[0]) / 2
	}
	return len(n.words)
}

// String is the same for two names that are.
func (n Name) String() string { return strings.Join(n.words, " ") }

// In tells whether a text, as [Spell] returns it, has the name.
func (n Name) In(spelt string) bool {
	if !n.apart {
		return has(spelt, n.String())
	}
	return !slices.ContainsFunc(n.words, func(word string) bool { return !has(spelt, word) })
}

// has tells whether a spelt text has a word or several in a row. Two Chinese characters have to
// end a longer word, for they begin words of another sense.
func has(spelt, word string) bool {
	if word[0] < utf8.RuneSelf {
		return strings.Contains(spelt, " "+word+" ")
	}
	at := strings.Index(spelt, word)
	return at > 0 && (utf8.RuneCountInString(word) > 2 || spelt[at-1] != ' ')
}

// Spell returns the words of a text between blanks: English ones in lower case and in the
// singular, runs of Chinese characters as they are, and of names for one thing always the same.
func Spell(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	kind := func(r rune) int {
		switch {
		case unicode.Is(unicode.Han, r):
			return 2
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return 1
		}
		return 0
	}
	start, last := 0, 0
	flush := func(end int) {
		switch word := text[start:end]; last {
		case 1:
			b.WriteString(singular(strings.ToLower(word)) + " ")
		case 2:
			b.WriteString(word + " ")
		}
	}
	for i, r := range text {
		if k := kind(r); k != last {
			flush(i)
			start, last = i, k
		}
	}
	flush(len(text))
	return same.Replace(b.String())
}

// singular cuts the ending of a plural off.
func singular(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && (strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches") || strings.HasSuffix(word, "shes")):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

// same replaces names by the one that stands for all names of the thing.
var same = strings.NewReplacer(func() (pairs []string) {
	for line := range strings.Lines(sameWords) {
		names := strings.Fields(line)
		if len(names) == 0 || names[0] == "#" {
			continue
		}
		for _, name := range names[1:] {
			pairs = append(pairs, " "+strings.ReplaceAll(name, "_", " ")+" ", " "+names[0]+" ")
		}
	}
	return pairs
}()...)

var (
	// label begins what is left out, in a line of its own.
	label = pattern.New(`(?i)^[\s>*_+-]*(?:out(?: of scope)?|non-?goals?|not part of (?:this|the) \w+|excluded|not included|won'?t|not in (?:this \w+|scope)|范围外|不做|非目标|不包括|不在范围内?)[*_\s]*[:：][*_\s]*`)
	// outside is the title of a section that leaves out what it lists, inside one that lists more.
	outside = pattern.New(`(?i)\bnon-?\s?goals?\b|\b(?:out of|outside) (?:the )?(?:scope|mvp|v1|first release)\b|\b(?:is|do|does|will|was)? ?(?:not|n't) (?:in|included|part|do|build|covered|planned)\b|\bexclu(?:ded|sions?)\b|\bwon'?t (?:do|have|build)\b|\bleft out\b|\bleaves? out\b|\bno part of\b|非目标|范围外|范围之外|不在范围|不做|不包括|不包含|排除`)
	inside  = pattern.New(`(?i)^\W*(?:[\d.]+\W*)?(?:goals?|in[- ]scope|scope)\s*(?:/|&|and|vs)|\b(?:pattern|rule|filter|logic|strateg\w+|list)s?$|目标\s*[/与和及&]|范围[与和及/]`)
	// reason ends what is named.
	reason = pattern.New(`[.;:(（。；：，]| [–—-] |,? \b(?:because|since|until|which|that|so|for now|while|where|when)\b`)
	parts  = pattern.New(`[,;/、；]|\b(?:and|or|nor)\b|和|与|或|及|以及`)
	// denied is what the rest of an item says is not there either: "no PDFs, neither A nor B".
	denied = pattern.New(`(?i)\b(?:neither \w+ nor \w+|nor|no|does not \w+|never \w+) ((?:[\w-]+ ?){1,3}(?:\bor [\w-]+)?)|不(?:接|做|含|建|设|提供|支持|包括)([\p{Han}、]{2,16})`)
	// rejected and dropped are what was turned down.
	rejected = pattern.New(`(?i)(?:^|[,;:，；：.。|\n])\s*([^,;:()（），；：.。|\n]{3,60}?)\s*[(（][^)）\n]{0,12}(?:reject|dropped|discarded|否决|放弃)`)
	dropped  = pattern.New(`(?im)^[\s>*_+-]*([^:：\n]{3,50}?)[\s*_]*[:：][\s*_]*(?:rejected|dropped|discarded|ruled out)\b`)
	// none says that there is none of something.
	none = pattern.New(`(?m)(?:^|[.(] ?)No ([a-z][\w -]{2,40}?) (?:is|are|will be) (?:bought|used|needed|built|offered|introduced|installed|added|kept|supported|sent|planned)\b`)
)

// Read returns what a document leaves out or decided against, by name.
func Read(d *document.Document) (all []Thing) {
	add := func(at document.Span, text string) {
		text = label.ReplaceAllString(text, "")
		rest := ""
		if end := reason.FindStringIndex(text); end != nil && end[0] > 2 {
			text, rest = text[:end[0]], text[end[0]:]
		}
		for _, m := range denied.FindAllStringSubmatch(rest, 10) {
			text += "," + m[1] + m[2]
		}
		for _, part := range parts.Split(text, 40) {
			if name, ok := nameOf(part, false); ok && len(all) < most {
				all = append(all, Thing{name, at})
			}
		}
	}
	for _, item := range d.Items {
		if leavesOut(item.Section) || label.MatchString(item.Text) {
			add(item.Span, item.Text)
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if leavesOut(t.Section) {
				add(row[0].Span, row[0].Text)
			}
		}
	}
	for _, at := range paragraphs(d) {
		if text := d.Slice(at); label.MatchString(text) {
			add(at, text)
		} else if leavesOut(d.SectionAt(at.Start)) {
			for _, sentence := range sentence.Split(text, 40) {
				add(at, sentence)
			}
		}
	}
	for i, p := range []*pattern.Pattern{rejected, dropped, none} {
		for _, m := range p.FindAllStringSubmatchIndex(d.Prose, 100) {
			if name, ok := nameOf(d.Prose[m[2]:m[3]], i == 0); ok && len(all) < most {
				all = append(all, Thing{name, document.Span{Start: m[2], End: m[3]}})
			}
		}
	}
	return all
}

// leavesOut tells whether a section, or one around it, leaves out what it lists.
func leavesOut(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if (section.Topic == document.NonGoals || outside.MatchString(section.Title)) && !inside.MatchString(section.Title) {
			return true
		}
	}
	return false
}

// most is how many things of a document are looked for.
const most = 200

var sentence = pattern.New(`[.;]\s|[。；]`)

// paragraphs joins the lines of each paragraph that is no item of a list.
func paragraphs(d *document.Document) (all []document.Span) {
	items := d.Items
	for _, line := range d.Lines {
		for len(items) > 0 && items[0].End <= line.Start {
			items = items[1:]
		}
		if len(items) > 0 && items[0].Overlaps(line) {
			continue
		}
		if n := len(all); n > 0 && strings.TrimLeft(d.Text[all[n-1].End:line.Start], " \t>") == "\n" {
			all[n-1].End = line.End
			continue
		}
		all = append(all, line)
	}
	return all
}

var (
	// clause is what makes a text a sentence, and no name.
	clause = pattern.New(`(?i)\b(?:we|it|they|he|she|you|I|is|are|was|were|be|been|has|have|had|can|could|may|might|must|shall|should|will|would|does|do|keeps?|stays?|remains?|gets?|goes|go|takes?|leaves?|that|which|who|whose|what|when|where|if|only|still|already|instead|not|never|no|both|including|nothing|them|these|those|else|other)\b`)
	// changed is work on what is there, and stays.
	changed = pattern.New(`(?i)^\W*(?:chang|remov|modif|replac|refactor|migrat|updat|rewrit|alter|redesign|restructur|renam|delet|eliminat|deprecat|improv|optimi[sz]|rework|upgrad|fix|extend|touch|mov|convert|adjust|break)\w*\b|^(?:修改|更改|调整|重构|迁移|优化|变更|改造|升级|替换|移除|删除|修复|保持)|(?:优化|重构|调整|改造|升级|迁移|变更|修改)$`)
	// leading are words before a name that are none of it, and generic what says nothing behind it.
	leading  = pattern.New(`(?i)^[\s*_"“-]*(?:(?:add|build|creat|implement|provid|support|offer|introduc|develop|deliver|mak)(?:e|ing)? )?(?:(?:an?|the|any|all|\w+ly) )*|^(?:新增|增加|添加|实现|提供|支持|开发|引入|任何|所有|其他|额外的?|自动)+`)
	generic  = pattern.New(`(?:功能|系统|支持|管理|服务|模块|能力|机制|方案|平台|处理|等|业务|工作|的)+$`)
	relation = pattern.New(`(?i)\b(?:of|for|to|from|in|at|by|with|on|during|between|against|into|through|over|per|inside|outside|without|beyond|via|using|as|about|than|within|across|after|before|under|above|among|towards?)\b`)
	doing    = pattern.New(`(?i)^[a-z]{3,}(?:ing|tion|sion|ment)\s*$`)
	gerund   = pattern.New(`(?i)^[a-z]{3,}ing\s+[a-z]`) // with an object, and a purpose behind it
	purpose  = pattern.New(`(?i)\b(?:for|of) `)
	small    = pattern.New(`^(?:an?|the|this|that|its?|their|our|your|his|her|any|all|some|each|every|another|own|new|such|more|most|first|second|and|or|feature|system|service|user|data|process|change|application|app|product|tool|thing|work|part|version|support)$`)
)

// nameOf returns a part of a text as a name. Of what was turned down the last two words are enough.
func nameOf(text string, tail bool) (Name, bool) {
	text = strings.TrimSpace(text)
	if clause.MatchString(text) || changed.MatchString(strings.TrimLeft(text, " *_")) {
		return Name{}, false
	}
	text = generic.ReplaceAllString(leading.ReplaceAllString(text, ""), "")
	head, rest := text, ""
	if at := relation.FindStringIndex(text); at != nil {
		head, rest = text[:at[0]], text[at[0]:]
	}
	if rest != "" {
		objects := wordsOf(relation.ReplaceAllString(rest, " "), true)
		if doing.MatchString(head) {
			return Name{objects, true}, len(objects) >= 2 && len(objects) <= 4
		}
		at := purpose.FindStringIndex(rest)
		if !gerund.MatchString(head) || at == nil {
			return Name{}, false
		}
		object := wordsOf(rest[at[1]:], false)
		return Name{object, false}, len(object) == 2 && !relation.MatchString(rest[at[1]:])
	}
	words := wordsOf(head, false)
	if tail && len(words) > 2 {
		words = words[len(words)-2:]
	}
	if len(words) == 0 || len(words) > 4 {
		return Name{}, false
	}
	mixed := slices.ContainsFunc(words, func(word string) bool { return word[0] >= utf8.RuneSelf })
	if len(words) == 1 {
		n := utf8.RuneCountInString(words[0])
		return Name{words, false}, mixed && n >= 2 && n <= 12 || !mixed && n >= 3 && !small.MatchString(words[0])
	}
	return Name{words, mixed}, true
}

// wordsOf returns the words of a text as they are spelt, if asked without those that say little.
func wordsOf(text string, telling bool) []string {
	words := strings.Fields(Spell(text))
	if telling {
		words = slices.DeleteFunc(words, func(word string) bool { return small.MatchString(word) })
	}
	return words
}
