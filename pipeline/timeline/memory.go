package timeline

import (
	"cmp"
	"encoding/json"

	"discussd/internal/text/shallow"
)

// memoryName is what the agents of a session know together, in the session folder.
const memoryName = "shared-memory.json"

// memoryBounds are those of what is read of it. Each value of a list costs some twenty
// times its length while the list is looked through.
func memoryBounds() shallow.Bounds {
	return shallow.Bounds{Bytes: 8 << 20, Containers: 100_000, Values: 400_000, Levels: 200}
}

// entry is a round in the discussions of the shared memory.
type entry struct {
	ID              string `json:"id"`
	Round           int    `json:"round"`
	Type            Type   `json:"type"`
	NewInsightCount int    `json:"new_insight_count"`
	CorrectedCount  int    `json:"corrected_count"`
	Timestamp       string `json:"timestamp"`
}

// remember merges a round into the shared memory: its entry goes to discussions,
// and what was confirmed, corrected and new to the lists of current_understanding,
// each once. All else stays as it is, byte for byte. The error is a [*FormatError].
func remember(text []byte, r Round) ([]byte, error) {
	if text == nil {
		text = []byte("{}\n")
	}
	var value json.RawMessage
	if err := memoryBounds().Decode(text, &value); err != nil {
		return nil, formatError(memoryName, text, err)
	}
	const understanding = "current_understanding"
	u := r.Understanding
	additions := []func(*merge){
		func(m *merge) {
			m.extend(identifier, []any{entry{r.id(), r.Round, r.Type, len(u.NewInsights), len(u.Corrected), r.Timestamp}}, "discussions")
		},
		func(m *merge) { m.extend(words, anyOf(u.Confirmed), understanding, "established") },
		func(m *merge) { m.extend(words, anyOf(u.Corrected), understanding, "clarified") },
		func(m *merge) { m.extend(words, anyOf(u.NewInsights), understanding, "key_insights") },
	}
	for _, add := range additions { // each alone first: an error names a place in the file as it is
		m := merge{text: text, style: styleOf(text)}
		if add(&m); m.err != nil {
			return nil, m.err
		}
	}
	m := merge{text: text, style: styleOf(text)}
	for _, add := range additions {
		add(&m)
	}
	return m.text, m.err
}

func anyOf(list []string) []any {
	values := make([]any, len(list))
	for i, text := range list {
		values[i] = text
	}
	return values
}

// identifier is the id of an entry, "" when it has none.
func identifier(value []byte) string {
	if value[0] == '{' {
		for _, m := range members(value) {
			if m.key == "id" {
				return scalar(m.value.in(value))
			}
		}
	}
	return ""
}

// words are what a remembered statement says, in whatever shape.
func words(value []byte) string {
	text := scalar(value)
	if value[0] == '{' {
		text = item(insight, value).text
	}
	return cmp.Or(normal(text), text)
}
