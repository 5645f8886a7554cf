package timeline

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"discussd/internal/text/shallow"
)

// memoryName is what the agents of a session know together, in the session folder.
const memoryName = "shared-memory.json"

// memoryBounds are those of what is read of it. Each value of a list costs some twenty
// times its length while the list is looked through.
func memoryBounds() shallow.Bounds {
	return shallow.Bounds{Bytes: 8 << 20, Containers: 100_000, Values: 400_000, Levels: 200}
}

// emptyMemory is one in which nothing is remembered.
const emptyMemory = `{
  "discussions": [],
  "current_understanding": {
    "established": [],
    "clarified": [],
    "key_insights": []
  }
}
`

// entry is a round in the discussions of the shared memory.
type entry struct {
	ID              string `json:"id"`
	Round           int    `json:"round"`
	Type            string `json:"type"`
	NewInsightCount int    `json:"new_insight_count"`
	CorrectedCount  int    `json:"corrected_count"`
	Timestamp       string `json:"timestamp"`
}

// remember merges a round into the shared memory: its entry goes to discussions,
// and what was confirmed, corrected and new to the lists of current_understanding,
// each once. All else stays as it is, byte for byte. The error is a [*FormatError].
func remember(text []byte, r Round) ([]byte, error) {
	if text == nil {
		text = []byte(emptyMemory)
	}
	root, err := parse(memoryName, text, memoryBounds())
	if err != nil {
		return nil, err
	}
	u := r.Understanding
	own, err := json.Marshal(entry{r.id(), r.Round, r.Type, len(u.NewInsights), len(u.Corrected), r.Timestamp})
	if err != nil {
		return nil, err
	}
	const understanding = "current_understanding"
	m := memory{text, &root}
	for _, addition := range []struct {
		identity func(hujson.Value) string
		values   []hujson.Literal
		keys     []string
	}{
		{identifier, []hujson.Literal{own}, []string{"discussions"}},
		{words, literals(u.Confirmed), []string{understanding, "established"}},
		{words, literals(u.Corrected), []string{understanding, "clarified"}},
		{words, literals(u.NewInsights), []string{understanding, "key_insights"}},
	} {
		list, err := m.list(addition.keys)
		if err != nil {
			return nil, err
		}
		extend(list, addition.values, addition.identity)
	}
	return root.Pack(), nil
}

func literals(list []string) (values []hujson.Literal) {
	for _, text := range list {
		values = append(values, hujson.String(text))
	}
	return values
}

// memory is the text of a shared memory, and what it holds.
type memory struct {
	text []byte
	root *hujson.Value
}

// list is the one under the keys. What is missing on the way, or null, is made.
func (m memory) list(keys []string) (*hujson.Array, error) {
	at := m.root
	for depth, key := range keys {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			name := cmp.Or(strings.Join(keys[:depth], "."), "the content")
			return nil, broken(memoryName, m.text, at.StartOffset, name+" is not an object")
		}
		at = member(object, key)
		switch {
		case at.Value.Kind() != 'n':
		case depth < len(keys)-1:
			at.Value = &hujson.Object{}
		default:
			at.Value = &hujson.Array{}
		}
	}
	list, ok := at.Value.(*hujson.Array)
	if !ok {
		return nil, broken(memoryName, m.text, at.StartOffset, strings.Join(keys, ".")+" is not a list")
	}
	return list, nil
}

// member is the value of a key, which is added as null where it is missing; of a key that
// stands there twice the last one, as JSON readers do.
func member(object *hujson.Object, key string) *hujson.Value {
	for i, of := range slices.Backward(object.Members) {
		if stringOf(of.Name) == key {
			return &object.Members[i].Value
		}
	}
	name, value := hujson.Value{Value: hujson.String(key)}, hujson.Value{Value: hujson.Literal("null")}
	if n := len(object.Members); n > 0 {
		name.BeforeExtra, value.BeforeExtra = object.Members[n-1].Name.BeforeExtra, object.Members[n-1].Value.BeforeExtra
	}
	object.Members = append(object.Members, hujson.ObjectMember{Name: name, Value: value})
	return &object.Members[len(object.Members)-1].Value
}

// extend adds those values to a list whose identity no entry has, each in a line, as far in
// as the one before it.
func extend(list *hujson.Array, values []hujson.Literal, identity func(hujson.Value) string) {
	known := map[string]bool{}
	for _, e := range list.Elements {
		known[identity(e)] = true
	}
	for _, value := range values {
		fresh, err := hujson.Parse(value)
		id := identity(fresh)
		if err != nil || known[id] {
			continue
		}
		known[id] = true
		if n := len(list.Elements); n > 0 {
			fresh.BeforeExtra = list.Elements[n-1].BeforeExtra
		} else {
			fresh.BeforeExtra, list.AfterExtra = hujson.Extra("\n      "), hujson.Extra("\n    ")
		}
		list.Elements = append(list.Elements, fresh)
	}
}

// identifier is the id of an entry, "" when it has none.
func identifier(value hujson.Value) string {
	if object, ok := value.Value.(*hujson.Object); ok {
		for _, m := range object.Members {
			if stringOf(m.Name) == "id" {
				return scalar(m.Value)
			}
		}
	}
	return ""
}

// words are what a remembered statement says, in whatever shape.
func words(value hujson.Value) string {
	said := scalar(value)
	if object, ok := value.Value.(*hujson.Object); ok {
		said = item(insight, object).text
	}
	return cmp.Or(normal(said), said)
}
