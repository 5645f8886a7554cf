package config

import (
	"errors"
	"math"
	"strconv"

	"discussd/internal/text/pattern"
)

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
