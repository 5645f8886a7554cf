package agenthook

import (
	"strings"

	"discussd/critique"
)

// families are the makers of models by what the names of those begin with, or hold after a
// provider's name.
var families = [...]struct{ family, names string }{
	{"anthropic", "claude opus sonnet haiku"},
	{"openai", "gpt o1 o3 o4 codex chatgpt"},
	{"google", "gemini gemma"},
	{"meta", "llama"},
	{"mistral", "mistral mixtral codestral devstral"},
	{"qwen", "qwen qwq"},
	{"deepseek", "deepseek"},
	{"xai", "grok"},
	{"moonshot", "kimi"},
	{"zhipu", "glm"},
}

// familyOf is who made a model, by its name; "" when the name does not tell.
func familyOf(model string) string {
	words := strings.FieldsFunc(strings.ToLower(model), func(r rune) bool { return strings.ContainsRune("/-_.: ", r) })
	for _, word := range words {
		for _, f := range families {
			for _, name := range strings.Fields(f.names) {
				if rest, ok := strings.CutPrefix(word, name); ok && strings.Trim(rest, "0123456789") == "" {
					return f.family
				}
			}
		}
	}
	return ""
}

// writer is who wrote what an event tells of: the model says best whose it is, and an agent
// that does not name one works with those of its maker.
func (h *Hook) writer(e Event) critique.Writer {
	w := critique.Writer{Agent: h.Dialect.Name, Model: plain(e.Model), Family: familyOf(e.Model)}
	if w.Family == "" && e.Model == "" {
		w.Family = h.Dialect.family
	}
	return w
}

// modelName is the name of a model: a text, or an object that has one.
func modelName(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case map[string]any:
		for _, key := range []string{"id", "modelID", "name"} {
			if name, ok := value[key].(string); ok {
				return name
			}
		}
	}
	return ""
}
