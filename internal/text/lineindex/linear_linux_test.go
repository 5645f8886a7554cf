package lineindex

import (
	"testing"

	"discussd/internal/linear"
)

// TestLinear: a text with many keys is read once, not once a key.
func TestLinear(t *testing.T) {
	texts := linear.Texts{"keys": linear.Between("{", "\"key\": 1,\n", `"last": 1}`)}
	linear.Test(t, texts, 1<<17, func(text []byte) { JSON(string(text)) })
}
