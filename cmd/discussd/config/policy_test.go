package config

import (
	"reflect"
	"regexp"
	"slices"
	"testing"
)

func TestPolicySHA256(t *testing.T) {
	base := Default().PolicySHA256()
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(base) {
		t.Errorf("%q is no digest", base)
	}
	tests := map[string]struct {
		change func(*Config)
		moves  bool
	}{
		"facts":            {func(c *Config) { c.Panel.Facts = "gate" }, true},
		"min_average":      {func(c *Config) { c.Panel.MinAverage = 3.1 }, true},
		"low_rating":       {func(c *Config) { c.Panel.LowRating = 2.1 }, true},
		"spread":           {func(c *Config) { c.Panel.Spread = 2.9 }, true},
		"max_revisions":    {func(c *Config) { c.Panel.MaxRevisions = 2 }, true},
		"blocks":           {func(c *Config) { c.Panel.Blocks = []string{"low_rating"} }, true},
		"prior":            {func(c *Config) { c.Panel.Prior = 1 }, true},
		"a task":           {func(c *Config) { c.Perspectives[0].Tasks = []string{"look"} }, true},
		"a rule off":       {func(c *Config) { c.Checks.Off = []string{"X-001"} }, true},
		"a rule's weight":  {func(c *Config) { c.Checks.Severity["X-001"] = "LOW" }, true},
		"a new tool":       {func(c *Config) { c.Tools["x"] = newTool("") }, false},
		"deadline":         {func(c *Config) { c.Panel.Deadline *= 2 }, false},
		"windows":          {func(c *Config) { c.Watch.Quiet *= 2 }, false},
		"logs":             {func(c *Config) { c.Log.Level = "debug" }, false},
		"no list, no map":  {func(c *Config) { c.Checks = Checks{}; c.Rounds[0].Members = nil }, false},
		"words moved over": {func(c *Config) { c.Rounds[0].Artifacts = []string{"a b"} }, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := Default()
			test.change(&c)
			if moved := c.PolicySHA256() != base; moved != test.moves {
				t.Errorf("the digest moved: %t", moved)
			}
		})
	}
}

func TestPolicyKnowsNoOrderOfRules(t *testing.T) {
	a, b := Default(), Default()
	a.Panel.Blocks, b.Panel.Blocks = []string{"conflict", "deadline"}, []string{"deadline", "conflict"}
	a.Checks.Off, b.Checks.Off = []string{"X-001", "X-002"}, []string{"X-002", "X-001"}
	if a.PolicySHA256() != b.PolicySHA256() {
		t.Error("the order of the rules that are off moves the digest")
	}
	if !slices.Equal(b.Checks.Off, []string{"X-002", "X-001"}) || !slices.Equal(b.Panel.Blocks, []string{"deadline", "conflict"}) {
		t.Error("the digest sorts what it is given")
	}
}

// A field that is added to a perspective or a round must move the digest, too.
func TestPolicyKnowsEveryField(t *testing.T) {
	lists := map[string]func(*Config) reflect.Value{
		"perspectives": func(c *Config) reflect.Value { return reflect.ValueOf(&c.Perspectives[0]).Elem() },
		"rounds":       func(c *Config) reflect.Value { return reflect.ValueOf(&c.Rounds[0]).Elem() },
	}
	for name, entry := range lists {
		c := Default()
		for i := range entry(&c).NumField() {
			c := Default()
			field := entry(&c).Field(i)
			if entry(&c).Type().Field(i).Tag.Get("toml") == "-" {
				continue // no file says it
			}
			switch field.Kind() {
			case reflect.String:
				field.SetString("other")
			case reflect.Bool:
				field.SetBool(!field.Bool())
			case reflect.Slice:
				field.Set(reflect.ValueOf([]string{"other"}))
			default:
				t.Fatalf("%s has a field of a new kind, %s", name, field.Kind())
			}
			if c.PolicySHA256() == Default().PolicySHA256() {
				t.Errorf("%s: %s does not move the digest", name, entry(&c).Type().Field(i).Name)
			}
		}
	}
}
