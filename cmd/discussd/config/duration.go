package config

import (
	"errors"
	"strings"
	"time"
)

// Duration is a span of time, written as a text such as "2s" or "1m30s". It is
// a type of its own because a bare 2 would silently be two nanoseconds.
type Duration time.Duration

// String is the shortest form that UnmarshalText reads: "2m", not "2m0s".
func (d Duration) String() string {
	text := time.Duration(d).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// MarshalText is [Duration.String].
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what [time.ParseDuration] reads, but for a bare 0.
func (d *Duration) UnmarshalText(text []byte) error {
	span, err := time.ParseDuration(string(text))
	if err != nil || !strings.ContainsAny(string(text), "hms") {
		return errors.New(`must be a duration such as "2s"`)
	}
	*d = Duration(span)
	return nil
}
