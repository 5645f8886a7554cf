package hub

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// Limits bound what all workers do together. They are read from a file of the hub's owner.
type Limits struct {
	All         Limit            `toml:"all" json:"all"`                   // over everything
	EachProject Limit            `toml:"each_project" json:"each_project"` // of every project that is not named
	Projects    map[string]Limit `toml:"projects" json:"projects"`
	Tools       map[string]Limit `toml:"tools" json:"tools"`
}

// Limit bounds asks that are paid. 0 is no limit.
type Limit struct {
	AsksPerHour int     `toml:"asks_per_hour" json:"asks_per_hour"`
	AsksPerDay  int     `toml:"asks_per_day" json:"asks_per_day"`
	USDPerHour  float64 `toml:"usd_per_hour" json:"usd_per_hour"` // as far as tools say what they cost
	USDPerDay   float64 `toml:"usd_per_day" json:"usd_per_day"`
	AtOnce      int     `toml:"at_once" json:"at_once"` // that run, over all workers
}

// ReadLimits reads a file of limits. The error names every unknown key, or the value that is refused.
func ReadLimits(text []byte) (Limits, error) {
	var l Limits
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(&l); err != nil {
		if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
			return l, fmt.Errorf("there is no such key:\n%s", strict.String())
		}
		return l, err
	}
	all := map[string]Limit{"all": l.All, "each_project": l.EachProject}
	for name, one := range l.Projects {
		all["projects."+name] = one
	}
	for name, one := range l.Tools {
		all["tools."+name] = one
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if one := all[key]; min(one.AsksPerHour, one.AsksPerDay, one.AtOnce) < 0 || min(one.USDPerHour, one.USDPerDay) < 0 {
			return l, fmt.Errorf("%s: a limit must not be negative; 0 is none", key)
		}
	}
	return l, nil
}

// The accounts of an ask, by name.
const allAccount = "all projects"

func projectAccount(project string) string { return "project " + project }
func toolAccount(tool string) string       { return "tool " + tool }

// of are the limits that an ask meets, by account.
func (l Limits) of(project, tool string) map[string]Limit {
	own, named := l.Projects[project]
	if !named {
		own = l.EachProject
	}
	met := map[string]Limit{allAccount: l.All, projectAccount(project): own, toolAccount(tool): l.Tools[tool]}
	maps.DeleteFunc(met, func(_ string, one Limit) bool { return one == Limit{} })
	return met
}

// slot is what was spent in a part of an hour or a day.
type slot struct {
	At   int64   `json:"at"` // when it began, as a Unix time of the hub's clock
	Asks int     `json:"asks"`
	USD  float64 `json:"usd,omitempty"`
}

// span is a period that is counted in slots. A slot counts until all of it is older than the period,
// so that no period ever holds more than allowed.
type span struct {
	name         string
	length, slot time.Duration
}

func anHour() span { return span{"an hour", time.Hour, 5 * time.Minute} }
func aDay() span   { return span{"a day", 24 * time.Hour, time.Hour} }

func (s span) ends(one slot) time.Time { return time.Unix(one.At, 0).Add(s.slot + s.length) }

// add counts into the slot of the time now, and forgets what counts no longer.
func (s span) add(slots []slot, now time.Time, asks int, usd float64) []slot {
	slots = slices.DeleteFunc(slots, func(one slot) bool { return !s.ends(one).After(now) })
	at := now.Truncate(s.slot).Unix()
	i := slices.IndexFunc(slots, func(one slot) bool { return one.At == at })
	if i < 0 {
		slots = append(slots, slot{At: at})
		i = len(slots) - 1
	}
	slots[i].Asks = max(slots[i].Asks+asks, 0)
	slots[i].USD += usd
	return slots
}

func (s span) spent(slots []slot, now time.Time) (asks int, usd float64) {
	for _, one := range slots {
		if s.ends(one).After(now) {
			asks += one.Asks
			usd += one.USD
		}
	}
	return asks, usd
}

// free is when enough of the slots counts no longer, for less than so much to be left.
func (s span) free(slots []slot, now time.Time, enough func(asks int, usd float64) bool) time.Time {
	in := slices.SortedFunc(slices.Values(slots), func(a, b slot) int { return int(a.At - b.At) })
	for _, one := range in {
		if end := s.ends(one); end.After(now) && enough(s.spent(slots, end)) {
			return end
		}
	}
	return now
}
