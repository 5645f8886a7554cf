// Package verdicttest holds verdicts to their schema in tests. It is a package of
// its own so that the program does not carry a schema compiler: every LLM CLI is
// started by way of the program itself, whose start must be quick. Nor is it the
// compiler with the longest start, for tests are started as CLIs thousands of times.
package verdicttest

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// compiled are the schemas that were needed already, by their text: to compile one costs a
// hundred times what it costs to hold a verdict to it.
var compiled sync.Map

// Validate checks the JSON of a verdict against the schema that verdict.Schema
// returns. Whether a time is one is for whoever reads it into a verdict.Verdict.
func Validate(schemaJSON, data []byte) error {
	schema, known := compiled.Load(string(schemaJSON))
	if !known {
		var err error
		if schema, err = Compile(schemaJSON); err != nil {
			return err
		}
		compiled.Store(string(schemaJSON), schema)
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return fmt.Errorf("read document: %w", err)
	}
	if err := schema.(*jsonschema.Resolved).Validate(value); err != nil {
		return fmt.Errorf("document breaks its schema: %w", err)
	}
	return nil
}

// Compile reads a schema, in which every reference must lead somewhere.
func Compile(schemaJSON []byte) (*jsonschema.Resolved, error) {
	var schema jsonschema.Schema
	if err := json.Unmarshal(schemaJSON, &schema); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	return resolved, nil
}
