// Package agenthook lets a verdict reach the coding agent that wrote the artifact, through
// the agent's own hooks: it reads what the agent tells its hook, remembers what was
// written, and answers in the form in which that agent's model gets to see it.
//
// What each agent says and hears was observed on claude-code 2.1.330, codex 0.169.0,
// gemini-cli 0.61.0 and opencode 1.18.33; cursor's is from its documentation alone.
package agenthook

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Moment is when in the life of an agent's session its hook is called.
type Moment int

// The moments that matter here; all others are Other.
const (
	Other         Moment = iota
	AfterTool            // a tool has been used, maybe to write a file
	TurnEnds             // the agent, or one of its sub-agents, is about to end its turn
	PromptArrives        // a person asks the agent for something, or the hook itself has
	SessionEnds
)

// form is how a text gets to the model at the end of a turn.
type form int

const (
	byContext   form = iota // hookSpecificOutput.additionalContext
	byBlock                 // {"decision":"block","reason":text}
	byDeny                  // {"decision":"deny","reason":text}
	byFollowUp              // {"followup_message":text}
	byPlainText             // the text as it is
)

// Dialect is how one agent speaks with its hooks.
type Dialect struct {
	Name    string
	family  string            // of the models that it works with unless it says otherwise; "" when it works with any
	moments map[string]Moment // by the name of the event
	ending  form              // at the end of the main agent's turn
	inner   form              // at the end of a sub-agent's turn
	silent  bool              // files written by its shell are told by no event: they are looked for at the end of each turn
	late    bool              // a text after a tool is added to what the tool said, so that verdicts can be told there
}

// Dialects lists the agents that are known.
func Dialects() []Dialect {
	claude := map[string]Moment{"PostToolUse": AfterTool, "Stop": TurnEnds, "SubagentStop": TurnEnds, "UserPromptSubmit": PromptArrives, "SessionEnd": SessionEnds}
	return []Dialect{
		{Name: "claude", family: "anthropic", moments: claude, ending: byContext, inner: byBlock},
		{Name: "codex", family: "openai", moments: claude, ending: byBlock, inner: byBlock, silent: true},
		{Name: "gemini", family: "google", moments: map[string]Moment{"AfterTool": AfterTool, "AfterAgent": TurnEnds, "BeforeAgent": PromptArrives, "SessionEnd": SessionEnds}, ending: byDeny, inner: byDeny},
		{Name: "cursor", moments: map[string]Moment{"afterFileEdit": AfterTool, "stop": TurnEnds, "beforeSubmitPrompt": PromptArrives}, ending: byFollowUp, inner: byFollowUp},
		{Name: "opencode", moments: map[string]Moment{"tool.execute.after": AfterTool, "session.idle": TurnEnds, "chat.message": PromptArrives}, ending: byPlainText, inner: byPlainText, late: true},
	}
}

// Named is the dialect of an agent; ok is false when it is not known.
func Named(name string) (d Dialect, ok bool) {
	all := Dialects()
	if i := slices.IndexFunc(all, func(d Dialect) bool { return d.Name == name }); i >= 0 {
		return all[i], true
	}
	return Dialect{}, false
}

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
