package config

// Log says what is logged, and how.
type Log struct {
	Level  string `toml:"level"`  // "trace", "debug", "info", "warn" or "error"
	Format string `toml:"format"` // "auto", "text" or "json"
}

func (l Log) validate(r *report) {
	r.oneOf("log.level", l.Level, "trace", "debug", "info", "warn", "error")
	r.oneOf("log.format", l.Format, "auto", "text", "json")
}
