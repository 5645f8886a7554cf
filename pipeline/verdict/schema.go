package verdict

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schema.json
var schemaJSON string

// schemaID is the schema's $id: a name, nothing that could be fetched.
const schemaID = "urn:discussd:verdict:1"

// Schema returns the JSON Schema (draft 2020-12) of the verdict.
func Schema() []byte { return []byte(schemaJSON) }

// Validate checks the JSON of a verdict against the schema. The error names every
// place that breaks it.
func Validate(data []byte) error {
	schema, err := compileSchema()
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

func compileSchema() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
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
