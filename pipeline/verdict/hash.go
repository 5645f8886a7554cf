package verdict

import "encoding/json"

// Hash is a SHA-256 as 64 lower-case hex digits. The empty Hash is one that was
// not computed, and null in JSON.
type Hash string

// MarshalJSON writes null for the empty Hash.
func (h Hash) MarshalJSON() ([]byte, error) {
	if h == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(h))
}
