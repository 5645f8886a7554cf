// Package verdicttest holds verdicts to their schema in tests. It is a package of
// its own so that the program does not carry a schema compiler: every LLM CLI is
// started by way of the program itself, whose start must be quick.
package verdicttest

import (
	"bytes"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaID is the schema's $id: a name, nothing that could be fetched.
const schemaID = "urn:discussd:verdict:1"

// Validate checks the JSON of a verdict against the schema that verdict.Schema
// returns. The error names every place that breaks it.
func Validate(schemaJSON, data []byte) error {
	schema, err := compile(schemaJSON)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("read verdict: %w", err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("verdict breaks its schema: %w", err)
	}
	return nil
}

func compile(schemaJSON []byte) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaJSON))
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(schemaID, document); err != nil {
		return nil, fmt.Errorf("add schema: %w", err)
	}
	schema, err := compiler.Compile(schemaID)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	return schema, nil
}
