package verdict

import _ "embed"

//go:embed schema.json
var schemaJSON string

// Schema returns the JSON Schema (draft 2020-12) of the verdict.
func Schema() []byte { return []byte(schemaJSON) }
