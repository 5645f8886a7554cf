package documents

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/internal/text/pattern"
)

// toolMarks are what no writer writes: they are left by whatever a document went
// through on its way.
var toolMarks = [...]*pattern.Pattern{
	// A merge that nobody finished, and edits written as search and replace.
	pattern.New(`^ {0,3}(?:<{7}(?: .*)?|>{7}(?: .*)?|\|{7} \w.*|={7,} REPLACE|-{4,} (?:SEARCH|REPLACE))\s*$`),
	// A patch that was pasted with its heads and signs.
	pattern.New(`^(?:diff --git a/\S.*|index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}.*|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*|(?:---|\+\+\+) (?:[ab]/\S+|/dev/null).*|[+-]#{1,6} \S.*|\+\|.*\|\s*$|\+\*\*\S.*)`),
	// Commands of a shell and what they print.
	pattern.New(`^(?:\$ (?:cat|cd|ls|git|mkdir|echo|npm|npx|python3?|node|sed|grep|ccw|claude|codex|gemini) .*|(?:cat|tee) (?:>{1,2} ?)?\S+ ?<<-?\s*['"]?\w+.*|(?:EOF|EOT|MDEOF|HEREDOC)\s*$|Traceback \(most recent call last\).*|\S+: command not found\s*$|(?:bash|sh|zsh): .*: No such file.*|(?i:(?:process )?exit(?:ed with)? code:? \d+)\s*$|\x1b\[[\d;]*m.*)`),
	// What a tool answers to the model, and the page around an answer to its reader.
	pattern.New(`^ {0,3}(?i:(?:api |tool |request )?error: (?:\d{3}\b|(?:request|connection|operation|command) (?:timed out|failed|reset|refused)).*|(?:the )?file (?:created|written|saved|updated|edited) successfully.*|(?:the )?file \S+\.\w+ (?:has been|was) (?:created|written|saved|updated|edited)\b.*|(?:successfully )?(?:wrote|created|updated|saved) \d+ (?:lines?|bytes|chars(?:acters)?) (?:to|in) \S.*|(?:tool|function)[ _](?:call|use|result|output)s?[:：].*|` +
		`(?:copy code|copy to clipboard|regenerate response|(?:chatgpt|claude|gemini|copilot|codex|you) said[:：]?|复制代码|重新生成)\s*$|(?:文件|文档)(?:已|已经)?成功(?:创建|写入|保存|更新).*|成功(?:创建|写入|保存|更新)(?:了)?文件.*)`),
	pattern.New(`^\s*(?:[⏺⎿✻]|● (?:Read|Write|Edit|Update|Bash|Grep|Glob)\()\s*.*`),
	// Tags that are of a prompt or an answer, and of no page.
	pattern.New(`^\s*</?(?i:` + unfinished.ToolTags + `)(?: [^>\n]*)?>`),
	// Citations of a chat, tokens of a model, IDs of its calls.
	pattern.New(`:contentReference\[oaicite[^\n]{0,24}|\[oaicite:[^\]\n]*\]|【\d+[†:：][^】\n]*】|\[\d+†[^\]\n]*\]|\b(?:cite|file)?turn\d+(?:search|view|file|fetch|news|image)\d+|\[cite(?:_start|_end)?(?:: ?[\d, ]+)?\]|<\|[a-z_]{2,24}\|>|<｜[^｜\n]{2,24}｜>|\[/?INST\]|<</?SYS>>|\btoolu_\w{8,}`),
	pattern.New(`\[(?i:request interrupted|(?:response|output|message|conversation|content) (?:was )?(?:interrupted|truncated|cut off|clipped))[^\]\n]*\]|\[object Object\]`),
	// Characters that broke when one program handed them to another.
	pattern.New(`(?:\\u[0-9a-fA-F]{4}){2,}|锟斤拷|烫烫烫|â€[™œž“”˜¦]|Ã[\x{80}-\x{bf}]|(?:ï¼|ã€)` + misread + `|[äåæçèé]` + misread + `{2}`),
}

// promptTags is where the tags of prompts stand among the marks. A document that is written in
// tags itself, as the plans of some tools are, has its own.
const promptTags = 5

var inTags = pattern.New(`(?m)^\s*<(?:tasks?|objective|execution_context|workflow|steps?)(?: [^>\n]*)?>\s*$`)

// misread are the characters that the further bytes of one become when each is read as
// a character of its own.
const misread = `[\x{80}-\x{bf}–—˜™š›œžŸŒŽ€‚„†‡ˆ‰Š‹‘’“”•…]`

// toolLeavings returns what tools left in a document: marks in its prose, those of a
// merge in its frontmatter, and the numbers behind which it was shown to a model.
func toolLeavings(d *document.Document) []document.Span {
	var found []document.Span
	for _, mark := range toolMarks {
		if mark == toolMarks[promptTags] && inTags.MatchString(d.Text) {
			continue
		}
		found = append(found, slices.DeleteFunc(unfinished.Matches(d, mark), func(at document.Span) bool { return endsInput(d, at) })...)
	}
	for _, m := range model.Find(d.Slice(d.Front.Span), toolMarks[0], model.MaxPlaces) {
		found = append(found, document.Span{Start: d.Front.Span.Start + m[0], End: d.Front.Span.Start + m[1]})
	}
	if at := strings.Index(d.Prose, "\ufffd"); at >= 0 {
		found = append(found, document.Span{Start: at, End: at + len("\ufffd")})
	}
	return append(found, numberedLines(d)...)
}

// endsInput tells whether a mark is the word that ends the input of a command that stands above it.
func endsInput(d *document.Document, at document.Span) bool {
	word := strings.TrimSpace(d.Slice(at))
	return strings.Contains(d.Text[:at.Start], "<<"+word) || strings.Contains(d.Text[:at.Start], "<<'"+word+"'")
}

// shownLine is a line behind its number, as tools show files.
var shownLine = pattern.New(`^\s*\d+(?:→|\t[#|>*-])`)

// numberedLines returns the first of two lines or more that stand behind their
// numbers: the text was copied from what a tool showed. Indented, they read as code.
func numberedLines(d *document.Document) []document.Span {
	lines := slices.DeleteFunc(model.Find(d.Text, shownLine, model.MaxPlaces), func(m []int) bool {
		return slices.ContainsFunc(d.Fences, func(f document.Fence) bool { return f.Body.Holds(m[0]) })
	})
	if len(lines) < 2 {
		return nil
	}
	return []document.Span{d.LineAt(lines[0][0])}
}
