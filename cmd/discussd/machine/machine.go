// Package machine looks at what discussd needs of the machine that it runs on: the LLM
// CLIs, the folders, the limits of the kernel, the program and users that handoff names. A
// configuration comes in, a [Row] for each thing goes out. `discussd doctor` prints them.
package machine

// Mark says how much a row of the doctor's report matters.
type Mark string

// From best to worst.
const (
	Fine   Mark = "ok"
	Warn   Mark = "warn" // discussd works, but not as well as it could
	Broken Mark = "FAIL" // it does not work until this is mended
)

// Row is one thing that the doctor looked at.
type Row struct {
	Mark   Mark   `json:"mark"`
	What   string `json:"what"`
	Result string `json:"result"` // in words
	Hint   string `json:"hint"`   // what to do about it, "" when there is nothing to do
	failed bool   // it is of a tool that does not answer
}
