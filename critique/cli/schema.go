package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// strictSchema rewrites a JSON Schema into the subset that strict structured
// output takes: every object is closed and requires all its keys, where those
// that were optional may be null; keywords the subset does not know are dropped.
func strictSchema(schema []byte) ([]byte, error) {
	var root map[string]any
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil, fmt.Errorf("schema of the answer: %w", err)
	}
	strict, err := json.Marshal(strictNode(root))
	if err != nil {
		return nil, fmt.Errorf("schema of the answer: %w", err)
	}
	if same, err := json.Marshal(root); err == nil && bytes.Equal(same, strict) {
		return schema, nil // in the order in which its properties are to be written
	}
	return strict, nil
}

func strictNode(node map[string]any) map[string]any {
	strict := map[string]any{}
	for _, keyword := range []string{"type", "title", "description", "enum", "$ref"} {
		if value, ok := node[keyword]; ok {
			strict[keyword] = value
		}
	}
	if value, ok := node["const"]; ok {
		strict["enum"] = []any{value}
		if _, isString := value.(string); isString {
			strict["type"] = "string"
		}
	}
	if items, ok := node["items"].(map[string]any); ok {
		strict["items"] = strictNode(items)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if choices, ok := node[keyword].([]any); ok {
			strict["anyOf"] = strictList(choices)
		}
	}
	if definitions, ok := node["$defs"].(map[string]any); ok {
		strict["$defs"] = strictMap(definitions)
	}
	properties, ok := node["properties"].(map[string]any)
	if !ok {
		return strict
	}
	required, _ := node["required"].([]any)
	values := strictMap(properties)
	for name, value := range values {
		if property, ok := value.(map[string]any); ok && !slices.Contains(required, any(name)) {
			values[name] = nullable(property)
		}
	}
	strict["properties"] = values
	strict["required"] = slices.Sorted(maps.Keys(values))
	strict["additionalProperties"] = false
	return strict
}

func strictMap(nodes map[string]any) map[string]any {
	strict := map[string]any{}
	for name, node := range nodes {
		if node, ok := node.(map[string]any); ok {
			strict[name] = strictNode(node)
		}
	}
	return strict
}

func strictList(nodes []any) []any {
	strict := []any{}
	for _, node := range nodes {
		if node, ok := node.(map[string]any); ok {
			strict = append(strict, strictNode(node))
		}
	}
	return strict
}

// nullable lets a property be null besides what it may be already.
func nullable(property map[string]any) map[string]any {
	return map[string]any{"anyOf": []any{property, map[string]any{"type": "null"}}}
}
