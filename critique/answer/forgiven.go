package answer

import "discussd/critique"

// forgiven is a set of departures from JSON that the parser read past.
type forgiven uint16

const (
	cutOff forgiven = 1 << iota
	innerQuotes
	oddQuotes
	oddCommas
	oddBrackets
	comments
	bareWords
	notFinite
	repeatedKeys
	oddCharacters
)

// departures are what may be forgiven, in the order of the constants above.
var departures = [...]struct{ english, chinese string }{
	{"the answer was cut off", "回答被截断"},
	{"unescaped quotes inside a text", "文本内有未转义的引号"},
	{"quotes or colons other than JSON's", "引号或冒号不是 JSON 的"},
	{"missing, doubled or trailing commas", "逗号缺失、重复或多余"},
	{"missing or stray brackets", "括号缺失或多余"},
	{"comments", "注释"},
	{"unquoted keys or values", "键或值未加引号"},
	{"NaN or Infinity", "NaN 或 Infinity"},
	{"repeated keys", "键重复"},
	{"raw control characters or unknown escapes", "未转义的控制字符或未知转义"},
}

// inWords says what was forgiven.
func (f forgiven) inWords(chinese bool) []string {
	var said []string
	for i, departure := range departures {
		switch {
		case f&(1<<i) == 0:
		case chinese:
			said = append(said, departure.chinese)
		default:
			said = append(said, departure.english)
		}
	}
	return said
}

// noteForgiven says in a critique's notes what was forgiven.
func (e Expect) noteForgiven(c *critique.Critique, f forgiven) {
	for _, departure := range f.inWords(e.Chinese) {
		e.note(c, "forgiven: %s", "已容忍: %s", departure)
	}
}
