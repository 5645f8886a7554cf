package documents

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model/unfinished"
	"discussd/internal/text/pattern"
)

// loneMark is a line that says no more than that something is to be written.
var loneMark = pattern.New("^[\\s>*+_`(（\\[【-]*(?:\\d+[.)]\\s*)?[*_`(（\\[【]*(?:TODO|TBD|TBC|TBA|FIXME|NEEDS[ _-](?:INPUT|CLARIFICATION)|待定|待补充|待完善|待填写?)(?:[:：][^\\n]{0,80})?[*_`)）\\]】.。]*\\s*$")

// IsSkeleton tells whether a document is a template that nobody filled in: a quarter
// of its lines hold placeholders, or all of them say no more than that they are to be
// written, or half of them, and three at least.
func IsSkeleton(d *document.Document) bool {
	return isMarks(d) || !unfinished.Guides(d) && holdsPlaceholders(d)
}

// isMarks tells whether the lines of a document are marks and nothing else.
func isMarks(d *document.Document) bool {
	lines, marks := 0, 0
	for line := range strings.Lines(d.Text[d.Front.Span.End:]) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if lines++; loneMark.MatchString(line) {
			marks++
		}
	}
	return marks > 0 && marks == lines || marks >= 3 && marks*2 >= lines
}

func holdsPlaceholders(d *document.Document) bool {
	all := unfinished.Placeholders(d)
	var found []document.Span
	for i, certain := range unfinished.Standing(d, all) {
		if certain {
			found = append(found, all[i])
		}
	}
	if len(found) < 3 {
		return false
	}
	lines, held := 0, 0
	start := 0
	for line := range strings.Lines(d.Prose) {
		end := start + len(line)
		if document.Units(line) > 0 && !strings.HasPrefix(line, "#") {
			lines++
			filled := false
			for len(found) > 0 && found[0].Start < end {
				filled = true
				found = found[1:]
			}
			if filled {
				held++
			}
		} else {
			for len(found) > 0 && found[0].Start < end {
				found = found[1:]
			}
		}
		start = end
	}
	return held >= 3 && held*4 >= lines
}

var (
	// chatter are lines in which a generator speaks to whoever runs it.
	chatter = pattern.New(`(?i)^\s*(?:` +
		`(?:i am|i\'m) an (?:ai\b|artificial intelligence)|as an (?:ai\b,|artificial intelligence)|(?:as|i am|i\'m) an? (?:large |helpful )?(?:language|ai) (?:model|assistant)|(?:i\'m|i am) (?:sorry,|unable to (?:access|verify|browse|provide))|as of my (?:last|knowledge|training)|i (?:cannot|can\'t|do not have|don\'t have) (?:access|verify|browse)|here(?: is|'s) (?:the|your|an?) (?:updated|revised|complete|full|final|requested|generated)|(?:below|following) is (?:the|your|an?) (?:updated|revised|complete|full|final|requested|generated) |` +
		`(?:sure|certainly|of course|absolutely)[,!] (?:here\b|i(?:'ve|'ll|'m| have| will| am| can)\b)|as (?:you )?(?:requested|asked),? (?:i|here)\b|i(?:'ve| have) (?:updated|added|created|revised|written|rewritten|generated|incorporated|completed|prepared) (?:the|your|this|all|everything|both|it)\b|(?:i )?hope this helps|(?:please )?let me know if you|would you like me to\b|(?:please )?feel free to (?:adjust|modify|ask me|change|edit|customi[sz]e|let me)|` +
		`\*\*\* (?:add|update|end|begin) (?:file|patch)|</?(?:thinking|scratchpad|assistant|artifact|antthinking)\b[^>]*>|` +
		`以下[是为](?:为您|根据您|更新后的|修改后的|修订后的|优化后的)|下面是(?:为您|根据您|更新后的|修改后的|完整的文档)|希望(?:以上|这些|本文|对您|这)[^。\n]{0,12}帮助|(?:作为|身为|我是)(?:一[个名款]|个)?\s*(?:大型?|AI|人工智能|智能|聊天)?\s*(?:(?:AI|人工智能)[，,。]|大?语言模型|大模型|(?:人工智能|智能|聊天|AI)\s*(?:助手|助理|机器人))|(?:很|非常)?抱歉[，,](?:我(?:不能|无法|没有|是)|作为)|截至我的(?:知识|训练)|我(?:无法|不能)(?:访问|核实|验证|查看|联网|浏览|生成)|好的[，,！!。](?:我|以下|这里|下面|已)|当然(?:可以)?[，,！!]|我(?:已|已经)(?:根据|按照|更新|完成|为您|将)|(?:如需|如果(?:您|你)?(?:还)?(?:需要|有)|若需)[^。\n]{0,24}(?:告诉我|告知我|联系我|让我知道|随时提出)|` +
		`(?:\.{3}|…+)?\s*[\[(（【]\s*(?:\.{3}|…+)?\s*(?:(?:to be )?continued\b|未完待续|接上文|接下文|(?:the )?(?:rest|remainder) of (?:the |this )?(?:document|file|content|section)s?|(?:remaining|other|further) [\w ]{2,30}(?:omitted|unchanged|truncated|follow)|(?:the )?(?:rest|remainder) of (?:the |this )?\w+ (?:(?:is |stays? |remains? )?(?:unchanged|omitted|the same)|as before)|(?:similar|same)(?: pattern)? (?:for|as|to) (?:the )?(?:other|above|previous|rest|remaining)|(?:content |output )?(?:truncated|omitted|unchanged)(?: for (?:brevity|space|length|clarity))?[.… ]*[\])）】][.。…*\s]*$|(?:(?:本|该|上述|文档)[节章段文部]?分?的?)?(?:其余|剩余|其他|此处|后续|以下)[^）)\]】\n]{0,10}(?:省略|从略|略|不变|同上|类似))|` +
		`[*_]*(?:the )?(?:rest|remainder|other (?:sections?|parts?|rows?))[^.|\n]{0,40} (?:(?:is |are |stays? |remains? )?(?:unchanged|omitted)|as before|the same as (?:before|above|in the (?:previous|last)))[^.|\n]{0,40}[.…]*[*_]*\s*$|[*_]*(?:unchanged|same|no changes?) (?:from|as|since|compared (?:to|with)) (?:the )?(?:previous|last|prior|earlier) (?:version|draft|revision)[^|\n]{0,20}$|[*_]*(?:本[节章]|其余|其他)?(?:的)?(?:其余|其他)?(?:内容|部分|章节|各项|各行)?(?:均|都|皆)?(?:保持)?(?:与上一?[版稿](?:本)?(?:相同|一致)|不变|从略|省略)[，,](?:请)?(?:见|参见|详见|同)上一?[版稿][^|\n]{0,10}$|[*_]*(?:内容)?同上一?[版稿](?:本)?[。.]?[*_]*\s*$)[^\n]{0,40}`)
	// injection are words meant for whoever reviews the document.
	injection = pattern.New(`(?i)(?:ignore|disregard|forget) (?:all |any |the )?(?:previous|prior|above|earlier|other) (?:instructions?|prompts?|rules|criteria)|(?:rate|score|give|grade) (?:this|it|us)(?: document| artifact| spec)? (?:a |an )?(?:5|five|10|full|perfect|maximum)(?:/5|/10| out of| points| marks|\b)|(?:note )?(?:to |for )?(?:the )?(?:reviewer|evaluator|critic|assistant|ai)s?[:,] (?:please )?(?:approve|pass|accept|rate)|(?:reviewers?|evaluators?|critics?|assistants?|ai)s? (?:must|should|shall) (?:not (?:report|mention|list|raise|flag)|(?:approve|pass|rate|give) (?:this|it\b|full|5|five|10|ten|a (?:5|full|perfect)))|(?:do not|don't|must not) (?:report|mention|list|raise|flag) (?:any )?(?:issues?|problems?|findings?|defects?|weakness)|\b(?:system|assistant)\s*[:：] (?:you are|you must|ignore|output|respond)|you are now (?:in|an?) [\w-]+ (?:mode|reviewer|assistant)|忽略(?:之前|以上|所有|前面|上述)的?(?:所有)?(?:指令|指示|要求|提示|规则)|(?:必须|请|务必|直接)(?:给出?|打出?|评为|评)(?:满分|最高分|5\s*分)|给(?:出|予|本文|此文|该文档)?满分|(?:评审者?|审核者?|评估者?|评审员|审稿人)[^。\n]{0,6}(?:请|必须|务必|应)[^。\n]{0,6}(?:通过|批准|放行|给)|不要(?:报告|指出|提出)(?:任何)?(?:问题|缺陷)`)
)

// wrapped tells whether a generator put the whole document into a code fence.
func wrapped(d *document.Document) (document.Span, bool) {
	for _, f := range d.Fences {
		if strings.TrimSpace(d.Text[:f.Open]) == "" && (f.Info == "markdown" || f.Info == "md") {
			return d.LineAt(f.Open), true
		}
	}
	return document.Span{}, false
}
