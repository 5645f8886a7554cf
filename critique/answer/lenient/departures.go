package lenient

// Departures is a set of departures from JSON that were read past.
type Departures uint16

const (
	cutOff      Departures = 1 << iota
	InnerQuotes            // unescaped quotes inside a text: two texts may have become one
	oddQuotes
	oddCommas
	oddBrackets
	comments
	bareWords
	notFinite
	repeatedKeys
	oddCharacters
)

// departureWords names each departure, in the order of the constants above.
var departureWords = [...]struct{ english, chinese string }{
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

// InWords lists the departures.
func (d Departures) InWords(chinese bool) []string {
	var said []string
	for i, departure := range departureWords {
		switch {
		case d&(1<<i) == 0:
		case chinese:
			said = append(said, departure.chinese)
		default:
			said = append(said, departure.english)
		}
	}
	return said
}
