package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"discussd/critique"
	"discussd/critique/cli"
)

type object = map[string]any

func encoded(body object) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts, numbers and a schema that was JSON before
	}
	return text
}

func openAIBody(model string, p cli.Prompt) []byte {
	body := object{
		"model":    model,
		"messages": []object{{"role": "system", "content": cli.Instructions}, {"role": "user", "content": string(p.Text)}},
	}
	if p.Schema != nil {
		body["response_format"] = object{"type": "json_schema", "json_schema": object{"name": "answer", "strict": true, "schema": json.RawMessage(p.Schema)}}
	}
	return encoded(body)
}

// anthropicBody has the service keep what all prompts of a round share, and asks for the answer as the
// input of a tool with the answer's schema.
func anthropicBody(model string, p cli.Prompt) []byte {
	const mostWritten = 16_384 // how many tokens an answer may have where the dialect wants to know.
	content := []object{{"type": "text", "text": string(p.Text)}}
	if p.Shared > 0 && p.Shared < len(p.Text) {
		content = []object{
			{"type": "text", "text": string(p.Text[:p.Shared]), "cache_control": object{"type": "ephemeral"}},
			{"type": "text", "text": string(p.Text[p.Shared:])},
		}
	}
	body := object{"model": model, "max_tokens": mostWritten, "system": cli.Instructions, "messages": []object{{"role": "user", "content": content}}}
	if p.Schema != nil {
		body["tools"] = []object{{"name": "answer", "description": "Takes the answer.", "input_schema": json.RawMessage(p.Schema)}}
		body["tool_choice"] = object{"type": "tool", "name": "answer"}
	}
	return encoded(body)
}

// reply is an answer in either dialect. Which counts has a value tells which it is.
type reply struct {
	Type    string `json:"type"`
	Model   string `json:"model"`
	Choices []struct {
		Message struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Content []struct {
		Text  string          `json:"text"`
		Input json.RawMessage `json:"input"`
	} `json:"content"`
	StopReason string `json:"stop_reason"`
	Usage      struct {
		Prompt     *int64 `json:"prompt_tokens"`
		Completion *int64 `json:"completion_tokens"`
		Input      *int64 `json:"input_tokens"`
		Output     *int64 `json:"output_tokens"`
		Created    *int64 `json:"cache_creation_input_tokens"`
		Read       *int64 `json:"cache_read_input_tokens"`
		Details    struct {
			Cached *int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// read turns the body of an HTTP answer into what the model said; cut is the error of reading it.
func (t *Tool) read(response *http.Response, body []byte, cut error) (cli.Answer, error) {
	if isPage(response, body) {
		return cli.Answer{}, critique.Failf(critique.Misconfigured, "the service answers with a web page: look at base_url")
	}
	var r reply
	switch err := json.Unmarshal(body, &r); {
	case cut != nil, err != nil && truncated(body):
		return cli.Answer{}, critique.Failf(critique.Truncated, "the service's answer ends in its middle")
	case err != nil:
		return cli.Answer{}, critique.Failf(critique.InvalidJSON, "the service answers with no JSON: %w", err)
	}
	return r.answer()
}

func truncated(body []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(body))
	for {
		if _, err := decoder.Token(); err != nil {
			return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
		}
	}
}

// cost is what the service counted. One dialect counts input that is kept apart.
func (r *reply) cost() critique.Cost {
	u := r.Usage
	input := cmp.Or(u.Input, u.Prompt)
	if input != nil {
		input = critique.Sum(input, critique.Sum(u.Created, u.Read))
	}
	return critique.Cost{InputTokens: input, OutputTokens: cmp.Or(u.Output, u.Completion), CachedTokens: cmp.Or(u.Details.Cached, u.Read)}
}

func (r *reply) answer() (cli.Answer, error) {
	var text strings.Builder
	refusal, ended := "", r.StopReason
	if len(r.Choices) > 0 {
		first := r.Choices[0]
		text.WriteString(first.Message.Content)
		refusal, ended = first.Message.Refusal, cmp.Or(ended, first.FinishReason)
	}
	for _, block := range r.Content {
		text.WriteString(block.Text)
		text.Write(block.Input)
	}
	a := cli.Answer{Text: []byte(strings.TrimSpace(text.String())), Model: r.Model, Cost: r.cost()}
	filled := len(r.Choices) > 0 || len(r.Content) > 0 || r.Type != ""
	switch {
	case len(r.Error) > 0 && string(r.Error) != "null":
		return a, cli.Failed(errorText([]byte(`{"error":`+string(r.Error)+`}`)), 0, "the service failed")
	case refusal != "", ended == "content_filter", ended == "refusal":
		return a, critique.Failf(critique.Refused, "the model declines (%s)%s", cmp.Or(ended, "no reason given"), quoted(refusal))
	case ended == "length", ended == "max_tokens":
		return a, critique.Failf(critique.Truncated, "the model stopped at its limit of tokens")
	case filled && ended == "" && len(a.Text) == 0:
		return a, critique.Failf(critique.Truncated, "the service's answer ends in its middle")
	case !filled:
		return a, critique.Failf(critique.Misconfigured, "the service answers with JSON of another form: look at base_url and dialect")
	case len(a.Text) == 0:
		return a, critique.Failf(critique.EmptyOutput, "the answer is empty")
	}
	return a, nil
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text[:min(len(text), 200)]
}

// errorText is what a service says of a failure: the message in its JSON, else the text.
func errorText(body []byte) string {
	var e struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &e) == nil {
		var inner struct{ Type, Code, Message any }
		var text string
		switch {
		case json.Unmarshal(e.Error, &text) == nil:
			return text
		case json.Unmarshal(e.Error, &inner) == nil:
			var parts []string
			for _, part := range [...]any{inner.Code, inner.Type, inner.Message} {
				if text, ok := part.(string); ok && text != "" {
					parts = append(parts, text)
				}
			}
			return strings.Join(parts, ": ")
		case e.Message != "":
			return e.Message
		}
	}
	return string(body[:min(len(body), 1000)])
}
