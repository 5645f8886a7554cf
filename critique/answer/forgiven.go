package answer

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

// inWords says what was forgiven, in the order of the constants above.
func (f forgiven) inWords() []string {
	words := []string{
		"the answer was cut off",
		"unescaped quotes inside a text",
		"quotes or colons other than JSON's",
		"missing, doubled or trailing commas",
		"missing or stray brackets",
		"comments",
		"unquoted keys or values",
		"NaN or Infinity",
		"repeated keys",
		"raw control characters or unknown escapes",
	}
	var said []string
	for i, word := range words {
		if f&(1<<i) != 0 {
			said = append(said, word)
		}
	}
	return said
}
