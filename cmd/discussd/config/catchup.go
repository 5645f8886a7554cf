package config

import (
	"errors"
	"math"
)

// CatchUp is the age up to which a change that was made while discussd was away
// is judged at start: a [Duration], "all" or "none". Comparing an age with
// time.Duration(c) is right for all three.
type CatchUp Duration

// The two ends of the scale.
const (
	CatchUpAll  CatchUp = math.MaxInt64
	CatchUpNone CatchUp = math.MinInt64
)

// String is "all", "none" or a duration.
func (c CatchUp) String() string {
	switch c {
	case CatchUpAll:
		return "all"
	case CatchUpNone:
		return "none"
	}
	return Duration(c).String()
}

// MarshalText is [CatchUp.String].
func (c CatchUp) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what [CatchUp.String] writes.
func (c *CatchUp) UnmarshalText(text []byte) error {
	switch string(text) {
	case "all":
		*c = CatchUpAll
		return nil
	case "none":
		*c = CatchUpNone
		return nil
	}
	var age Duration
	if err := age.UnmarshalText(text); err != nil {
		return errors.New(`must be "all", "none" or a duration such as "24h"`)
	}
	*c = CatchUp(age)
	return nil
}
