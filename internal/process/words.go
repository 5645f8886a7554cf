package process

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"discussd/internal/text/pattern"
)

var stackLine = pattern.New(`^\s+at \S`)

// LastWords quotes the last line with a word in it of what a program said, for an
// error message: the service's own message, where the line holds it. Indented lines
// belong to what stands above them, such as the calls that led to an error.
func LastWords(said []byte) string {
	line, indented := "", ""
	for each := range strings.Lines(string(said)) {
		switch {
		case strings.IndexFunc(each, unicode.IsLetter) < 0 || strings.HasPrefix(each, "[STARTUP]"): // gemini times itself
		case unicode.IsSpace(rune(each[0])):
			if !stackLine.MatchString(each) {
				indented = strings.TrimSpace(each)
			}
		default:
			line = strings.TrimSpace(each)
		}
	}
	if line = cmp.Or(line, indented); line == "" {
		return ""
	}
	if message, _ := ServiceError(line); message != "" {
		line = message
	}
	const limit = 400 // bytes
	if len(line) > limit {
		line = strings.ToValidUTF8(line[:limit], "") + "…"
	}
	return ": " + strconv.QuoteToGraphic(line)
}

// ServiceError is what a service answered instead of its result, where a program hands it
// on as it came: its message and the HTTP status that it names, "" and 0 if there is none.
func ServiceError(said string) (message string, status int) {
	start := strings.IndexByte(said, '{')
	if start < 0 {
		return "", 0
	}
	var body, problem map[string]json.RawMessage
	if json.NewDecoder(strings.NewReader(said[start:])).Decode(&body) != nil {
		return "", 0
	}
	// Each field is decoded by itself: one of an unexpected type does not hide the rest.
	_ = json.Unmarshal(body["error"], &problem)
	var code int64
	var kind string
	_ = json.Unmarshal(problem["code"], &code)
	_ = json.Unmarshal(problem["type"], &kind)
	_ = json.Unmarshal(problem["message"], &message)
	if code >= 400 && code < 600 {
		status = int(code)
	}
	if status == 0 && kind == "invalid_request_error" {
		status = http.StatusBadRequest
	}
	return strings.TrimSpace(message), status
}
