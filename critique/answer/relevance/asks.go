package relevance

import (
	"strings"

	"discussd/internal/text/pattern"
	"discussd/internal/text/terms"
)

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

// OnlyAsks tells whether an answer asks for the document and says little besides;
// one that names nothing of the document may talk on.
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
