package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"discussd/internal/text/pattern"
)

// Duration is a span of time, written as "2s" or "1m30s": a bare 2 would silently be 2 ns.
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

// UnmarshalText reads what [time.ParseDuration] reads, except a bare 0.
func (d *Duration) UnmarshalText(text []byte) error {
	span, err := time.ParseDuration(string(text))
	if err != nil || !strings.ContainsAny(string(text), "hms") {
		return errors.New(`must be a duration such as "2s"`)
	}
	*d = Duration(span)
	return nil
}

// Size is a number of bytes, written as a text such as "512KiB".
type Size int64

// The units of a [Size].
const (
	KiB Size = 1 << 10
	MiB Size = 1 << 20
	GiB Size = 1 << 30
)

var sizeForm = pattern.New(`^([0-9]+)(B|KiB|MiB|GiB)$`)

// String uses the largest unit that divides s.
func (s Size) String() string {
	unit, name := Size(1), "B"
	switch {
	case s == 0:
	case s%GiB == 0:
		unit, name = GiB, "GiB"
	case s%MiB == 0:
		unit, name = MiB, "MiB"
	case s%KiB == 0:
		unit, name = KiB, "KiB"
	}
	return strconv.FormatInt(int64(s/unit), 10) + name
}

// MarshalText is [Size.String].
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a whole number with one of the units B, KiB, MiB and GiB.
func (s *Size) UnmarshalText(text []byte) error {
	wrong := errors.New(`must be a size such as "1MiB" or "512KiB"`)
	form := sizeForm.FindStringSubmatch(string(text))
	if form == nil {
		return wrong
	}
	unit := map[string]Size{"B": 1, "KiB": KiB, "MiB": MiB, "GiB": GiB}[form[2]]
	n, err := strconv.ParseInt(form[1], 10, 64)
	if err != nil || Size(n) > math.MaxInt64/unit {
		return wrong
	}
	*s = Size(n) * unit
	return nil
}

// CatchUp is the age up to which a change made while discussd was away is judged at start: a
// [Duration], "all" or "none". As a time.Duration it compares rightly with any age.
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
