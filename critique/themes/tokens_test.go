package themes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	tests := map[string]struct {
		text string
		want []token
	}{
		"words, whatever stands around them": {"The “System’s” list, isn't!", []token{{"the", word}, {"", gap}, {"system", word}, {"", gap}, {"list", word}, {"", gap}, {"isn", word}, {"", gap}}},
		"IDs":                                {"REQ-003 and NFR-P-001.", []token{{"req-003", name}, {"and", word}, {"nfr-p-001", name}}},
		"no IDs":                             {"two-way 3-5 P95 REQ-", []token{{"two", word}, {"way", word}, {"two-way", compound}, {"3-5", number}, {"p95", word}, {"req", word}}},
		"names":                              {"src/auth.go, user_id and api.example.org", []token{{"src/auth.go", name}, {"", gap}, {"user_id", name}, {"and", word}, {"api.example.org", name}}},
		"alternatives":                       {"web/desk", []token{{"web", word}, {"desk", word}}},
		"numbers":                            {"1.5s, 30 %", []token{{"1.5s", number}, {"", gap}, {"30", number}, {"", gap}}},
		"Chinese among others":               {"缺少SMS通知。ＡＰＩ", []token{{"缺少", han}, {"sms", word}, {"通知", han}, {"", gap}, {"api", word}}},
		"nothing":                            {"  - ' ", nil},
		"cut inside a character":             {strings.Repeat("x", longestText-1) + "量", []token{{strings.Repeat("x", longestText-1), word}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, tokens(test.text), cmp.AllowUnexported(token{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}
