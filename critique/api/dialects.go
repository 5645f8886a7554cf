package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"discussd/critique"
	"discussd/critique/cli"
)

type object = map[string]any

// mostWritten is how many tokens an answer may have where the dialect wants to know.
const mostWritten = 16_384

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

// anthropicBody has what is the same for all prompts of a round kept by the service, and
// the answer given as the input of a tool, whose schema is that of the answer.
func anthropicBody(model string, p cli.Prompt) []byte {
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

// said is an answer in the making, whole or piece by piece.
type said struct {
	text, refusal  strings.Builder
	model, ended   string // ended is why the model stopped; "" when it did not
	input, output  *int64
	cached         *int64 // of the input, what had been read before
	apart          int64  // of the input, what is counted beside it
	failed         string
	closed, filled bool // the stream said that it is over; there was something of an answer
}

// chunk is an answer, or a piece of a streamed one, in either dialect.
type chunk struct {
	Type    string `json:"type"`
	Model   string `json:"model"`
	Choices []struct {
		Message, Delta openAIMessage
		FinishReason   string `json:"finish_reason"`
	} `json:"choices"`
	Content    []block `json:"content"`
	StopReason string  `json:"stop_reason"`
	Message    *chunk  `json:"message"`
	Delta      struct {
		block
		StopReason string `json:"stop_reason"`
	} `json:"delta"`
	Usage *struct {
		Prompt     *int64 `json:"prompt_tokens"`
		Completion *int64 `json:"completion_tokens"`
		Input      *int64 `json:"input_tokens"`
		Output     *int64 `json:"output_tokens"`
		Created    int64  `json:"cache_creation_input_tokens"`
		Read       *int64 `json:"cache_read_input_tokens"`
		Details    struct {
			Cached *int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

type openAIMessage struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
}

type block struct {
	Text        string          `json:"text"`
	PartialJSON string          `json:"partial_json"`
	Input       json.RawMessage `json:"input"`
}

// read turns the body of an HTTP answer into what the model said. The error of reading it
// tells that it was cut.
func (t *Tool) read(response *http.Response, body []byte, cut error) (cli.Answer, error) {
	if isPage(response, body) {
		return cli.Answer{}, critique.Failf(critique.Misconfigured, "the service answers with a web page: look at base_url")
	}
	var s said
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind == "text/event-stream" {
		for line := range bytes.Lines(body) {
			data, isData := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
			if data = bytes.TrimSpace(data); !isData {
				continue
			}
			if string(data) == "[DONE]" {
				s.closed = true
				continue
			}
			var c chunk
			if err := json.Unmarshal(data, &c); err != nil {
				break // cut
			}
			s.take(c)
		}
	} else {
		var c chunk
		switch err := json.Unmarshal(body, &c); {
		case err != nil && (cut != nil || truncated(body)):
			return cli.Answer{}, critique.Failf(critique.Truncated, "the service's answer ends in its middle")
		case err != nil:
			return cli.Answer{}, critique.Failf(critique.InvalidJSON, "the service answers with no JSON: %w", err)
		}
		s.take(c)
		s.closed = true
	}
	return s.answer(cut)
}

// truncated tells whether a text is the beginning of a JSON document.
func truncated(body []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(body))
	for {
		if _, err := decoder.Token(); err != nil {
			return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
		}
	}
}

// take adds a piece, which may be all of it.
func (s *said) take(c chunk) {
	if c.Message != nil {
		s.take(*c.Message)
	}
	s.filled = s.filled || len(c.Choices) > 0 || len(c.Content) > 0 || c.Type != ""
	if len(c.Error) > 0 && string(c.Error) != "null" {
		s.failed = errorText([]byte(`{"error":` + string(c.Error) + `}`))
	}
	if c.Model != "" {
		s.model = c.Model
	}
	for _, one := range c.Choices[:min(len(c.Choices), 1)] {
		s.text.WriteString(one.Message.Content + one.Delta.Content)
		s.refusal.WriteString(one.Message.Refusal + one.Delta.Refusal)
		s.end(one.FinishReason)
	}
	for _, b := range append(c.Content, c.Delta.block) {
		s.text.WriteString(b.Text + b.PartialJSON)
		s.text.Write(b.Input)
	}
	s.end(c.StopReason)
	s.end(c.Delta.StopReason)
	if u := c.Usage; u != nil {
		if u.Read != nil {
			s.apart = max(s.apart, u.Created+*u.Read)
		} else {
			s.apart = max(s.apart, u.Created)
		}
		for _, counted := range [...]struct{ from, into **int64 }{{&u.Prompt, &s.input}, {&u.Input, &s.input}, {&u.Completion, &s.output}, {&u.Output, &s.output}, {&u.Read, &s.cached}, {&u.Details.Cached, &s.cached}} {
			if *counted.from != nil {
				*counted.into = *counted.from
			}
		}
	}
	s.closed = s.closed || c.Type == "message_stop"
}

func (s *said) end(reason string) {
	if reason != "" {
		s.ended = reason
	}
}

// answer is what was said, or why that is no answer.
func (s *said) answer(cut error) (cli.Answer, error) {
	a := cli.Answer{Text: []byte(strings.TrimSpace(s.text.String())), Model: s.model, Cost: critique.Cost{InputTokens: s.input, OutputTokens: s.output, CachedTokens: s.cached}}
	if s.input != nil {
		a.Cost.InputTokens = new(*s.input + s.apart)
	}
	switch {
	case s.failed != "":
		return a, cli.Failed(s.failed, 0, "the service failed")
	case s.refusal.Len() > 0, s.ended == "content_filter", s.ended == "refusal":
		return a, critique.Failf(critique.Refused, "the model declines (%s)%s", orNone(s.ended), quoted(s.refusal.String()))
	case s.ended == "length", s.ended == "max_tokens":
		return a, critique.Failf(critique.Truncated, "the model stopped at its limit of tokens")
	case cut != nil, !s.closed, s.filled && s.ended == "" && len(a.Text) == 0:
		return a, critique.Failf(critique.Truncated, "the service's answer ends in its middle")
	case !s.filled:
		return a, critique.Failf(critique.Misconfigured, "the service answers with JSON of another form: look at base_url and dialect")
	case len(a.Text) == 0:
		return a, critique.Failf(critique.EmptyOutput, "the answer is empty")
	}
	return a, nil
}

func orNone(reason string) string {
	if reason == "" {
		return "no reason given"
	}
	return reason
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
