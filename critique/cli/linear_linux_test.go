package cli

import (
	"testing"

	"discussd/internal/linear"
	"discussd/internal/process"
)

// TestLinear reads what CLIs may print around an answer, and instead of one.
func TestLinear(t *testing.T) {
	texts := linear.Texts{
		"results":        linear.Repeat(`{"type":"result","result":"a"}` + "\n"),
		"items":          linear.Repeat(`{"type":"item.completed","item":{"type":"agent_message","text":"a"}}` + "\n"),
		"deltas":         linear.Repeat(`{"type":"message","role":"assistant","content":"a","delta":true}` + "\n"),
		"errors":         linear.Repeat(`{"type":"error","message":"status 429, retry in 2s"}` + "\n"),
		"failures":       linear.Repeat("429 Too Many Requests, quota exceeded, try again in 2 days\n"),
		"braces":         linear.Repeat("{"),
		"objects":        linear.Repeat(`{"a":`),
		"open response":  linear.Between(`{"response":"`, "a", ""),
		"escapes":        linear.Between(`{"response":"`, `\"`, `"}`),
		"before":         linear.Between("", "Loaded cached credentials.\n", `{"response":"a"}`),
		"behind":         linear.Between(`{"response":"a"}`, "\nbye", ""),
		"usage":          linear.Between(`{"type":"result","modelUsage":{`, `"m":{"inputTokens":1},`, `"n":{}}}`),
		"markup":         linear.Repeat("<html><p>"),
		"lines":          linear.Repeat("\n"),
		"one line":       linear.Repeat("no answer "),
		"colour":         linear.Repeat("\x1b[31m"),
		"empty objects":  linear.Repeat("{}\n"),
		"nested results": linear.Repeat(`{"result":{"text":[1,"`),
	}
	for name, read := range map[string]func(printed) reading{
		"claude": readClaude, "codex": readCodex, "gemini": readGemini, "gemini stream": readGeminiStream,
		"command": func(p printed) reading { return readCommand("own", "result.text.1", p) },
	} {
		t.Run(name, func(t *testing.T) {
			linear.Test(t, texts, 1<<16, func(text []byte) {
				read(printed{stdout: text})
				read(printed{stdout: text, stderr: text[:min(len(text), process.StderrTail)], exit: 1})
			})
		})
	}
}
