package themes

import (
	"strings"
	"testing"
)

func TestStem(t *testing.T) {
	tests := map[string]string{ // the stem, and words that have it
		"reserv":      "reserve reserves reserved reserving reservation reservations",
		"deliv":       "deliver delivers delivered delivery deliveries",
		"cancel":      "cancel cancelled canceled cancelling cancels cancellation",
		"measur":      "measure measured measuring measurable measurement",
		"notif":       "notify notified notifies notification notifications",
		"migrat":      "migrate migrating migration migrations",
		"depend":      "depend depends dependent dependency dependencies",
		"encrypt":     "encrypt encrypted encrypting encryption",
		"expir":       "expire expired expires expiry expiration",
		"ambigu":      "ambiguous ambiguity ambiguities",
		"specif":      "specify specified specifies specification",
		"author":      "author authors authorize authorise authorization authorisation authorized",
		"traceabl":    "traceable traceability",
		"consist":     "consistent consistency consistently",
		"agre":        "agreed agree agrees",
		"class":       "class classes",
		"process":     "process processes processed processing",
		"status":      "status",
		"analysis":    "analysis",
		"plan":        "plan plans planned planning",
		"slot":        "slot slots",
		"pai":         "pay pays paying",
		"payment":     "payment payments",
		"is":          "is",
		"naïve":       "naïve",
		"p95":         "p95",
		"control":     "control controls controlled controlling controll",
		"feed":        "feed",
		"nationalist": "nationalist",
	}
	for want, words := range tests {
		for _, word := range strings.Fields(words) {
			if got := stem(word); got != want {
				t.Errorf("stem(%q) = %q, want %q", word, got, want)
			}
		}
	}
	if long := strings.Repeat("y", 1000) + "s"; stem(long) != long {
		t.Error("a word of 1001 letters was stemmed")
	}
}
