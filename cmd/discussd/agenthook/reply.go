package agenthook

import (
	"encoding/json"
	"fmt"
)

// specific is the part of an answer that belongs to one event.
type specific struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// answer is what claude, codex, gemini and cursor read from a hook's standard output.
type answer struct {
	Specific *specific `json:"hookSpecificOutput,omitempty"`
	Decision string    `json:"decision,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	FollowUp string    `json:"followup_message,omitempty"`
	Person   string    `json:"systemMessage,omitempty"` // shown to the person, never to the model
}

// reply is the standard output with which a text reaches the model: at the end of a turn
// the turn goes on for it.
func (d Dialect) reply(e Event, text string) []byte {
	a := answer{Specific: &specific{e.Name, text}}
	form := byContext
	if e.Moment == TurnEnds {
		form = d.ending
		if e.Worker != "" {
			form = d.inner
		}
	} else if d.ending == byPlainText {
		form = byPlainText
	}
	switch form {
	case byBlock:
		a = answer{Decision: "block", Reason: text}
	case byDeny:
		a = answer{Decision: "deny", Reason: text}
	case byFollowUp:
		a = answer{FollowUp: text}
	case byPlainText:
		return []byte(text + "\n")
	}
	return encode(a)
}

// aside is the standard output with which a text reaches the person and not the model; nil
// where the agent has no form for it.
func (d Dialect) aside(text string) []byte {
	if d.Name == "claude" || d.Name == "gemini" {
		return encode(answer{Person: text})
	}
	return nil
}

func encode(a answer) []byte {
	text, err := json.Marshal(a)
	if err != nil {
		panic(fmt.Sprintf("an answer of texts cannot be encoded: %v", err))
	}
	return append(text, '\n')
}
