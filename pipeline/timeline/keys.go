package timeline

import (
	"strings"
	"unicode"
)

// kindOf tells what the key of a list says that its entries are. Agents name the
// same list in many ways.
func kindOf(key string) (kind, bool) {
	switch folded(key) {
	case "keyinsights", "insights", "newinsights", "confirmed", "established", "corrected", "corrections", "clarified", "conclusions",
		"洞察", "关键洞察", "核心洞察", "新洞察", "主要洞察", "见解", "关键见解", "已确认", "纠正", "更正", "结论":
		return insight, true
	case "keyfindings", "findings", "newfindings", "observations", "discoveries",
		"发现", "关键发现", "主要发现", "核心发现", "新发现", "观察":
		return finding, true
	case "discussionpoints", "pointsfordiscussion", "talkingpoints", "pointstodiscuss",
		"讨论要点", "讨论点", "待讨论":
		return point, true
	case "openquestions", "questions", "newquestions", "remainingquestions", "unresolvedquestions", "followupquestions", "questionsforanalysis", "questionsforuser",
		"开放问题", "未解决问题", "待解决问题", "待确认问题", "遗留问题":
		return question, true
	}
	return 0, false
}

// severalVoices tells whether the entries of a list are analyses of their own.
func severalVoices(key string) bool {
	switch folded(key) {
	case "analyses", "perspectives", "explorations", "results", "视角", "分析":
		return true
	}
	return false
}

// textKeys are the keys of an entry's text, the most telling first.
func textKeys() []string {
	return []string{
		"text", "statement", "insight", "finding", "point", "question", "observation", "conclusion", "content", "claim",
		"内容", "文本", "洞察", "见解", "发现", "要点", "问题", "结论",
	}
}

// folded is a key without the ways of writing it: keyFindings, key_findings and
// "Key Findings" are one.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

// bullets are the entries of a list that was written as one text, or the text.
func bullets(text string) []string {
	var entries []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		entry := strings.TrimLeft(line, "-*•·0123456789.)、）( ")
		marked := len(entry) < len(line) && !strings.HasPrefix(line, entry)
		switch {
		case line == "":
		case !marked || entry == "":
			return []string{text}
		default:
			entries = append(entries, entry)
		}
	}
	if len(entries) < 2 {
		return []string{text}
	}
	return entries
}
