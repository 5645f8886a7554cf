package cli

import (
	"testing"
	"unicode/utf8"

	"discussd/critique"
)

// FuzzRead gives every reader what no CLI should print. A reader must come to an
// answer or to a failure that has a class and words, and to no absurd cost.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		claudeLine(false, "null", verdictText, ""), claudeLine(true, "429", "Usage limit reached", ""), `{"type":"result","usage":[],"modelUsage":7}`,
		codexLines(codexAnswer(verdictText), codexDone), codexLines(codexFailed("status: 500")), `{"type":{},"item":"x"}`,
		geminiObject(verdictText, ""), geminiFailure(429, "quota"), `{"response":3,"stats":{"models":{"a":null}}}`,
		geminiLines("success", geminiDelta(verdictText)), `{"result":{"text":[1,"a"]}}`, "{", "", "<html>",
	} {
		f.Add([]byte(seed), []byte(seed), 0)
		f.Add([]byte(seed), []byte(""), 1)
	}
	readers := map[string]func(printed) reading{
		"claude": readClaude, "codex": readCodex, "gemini": readGemini, "gemini stream": readGeminiStream,
		"command": func(p printed) reading { return readCommand("own", "result.text.1", p) },
	}
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, exit int) {
		for name, read := range readers {
			r := read(printed{stdout: stdout, stderr: stderr, exit: exit & 0xff})
			if f := r.failure; f != nil && (f.Class == "" || f.Class == critique.Answered || f.Err == nil || !utf8.ValidString(f.Error())) {
				t.Errorf("%s: failure %+v", name, f)
			}
			if exit&0xff != 0 && r.failure == nil {
				t.Errorf("%s: exit %d is no failure", name, exit&0xff)
			}
			for _, n := range []*int64{r.cost.InputTokens, r.cost.OutputTokens} {
				if n != nil && (*n < 0 || *n > 1<<50) {
					t.Errorf("%s: %d tokens", name, *n)
				}
			}
			if r.cost.USD != nil && *r.cost.USD < 0 {
				t.Errorf("%s: %f dollars", name, *r.cost.USD)
			}
		}
	})
}
