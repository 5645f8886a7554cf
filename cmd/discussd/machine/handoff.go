package machine

import (
	"os/exec"

	"discussd/cmd/discussd/config"
	"discussd/pipeline/decision"
)

// Handoff looks at the program and the users that [handoff] names. What is
// wrong with them keeps no verdict from being written.
func Handoff(c config.Handoff) []Row {
	var rows []Row
	if len(c.OnVerdict) > 0 {
		r := Row{Mark: Fine, What: "hook"}
		var err error
		if r.Result, err = exec.LookPath(c.OnVerdict[0]); err != nil {
			r.Mark, r.Result, r.Hint = Poor, err.Error(), "nobody is told of verdicts: install it, or mend handoff.on_verdict"
		}
		rows = append(rows, r)
	}
	for _, decider := range c.TrustedDeciders {
		if _, err := decision.UserID(decider); err != nil {
			rows = append(rows, Row{Mark: Poor, What: "decider", Result: err.Error(), Hint: "no decision of theirs counts: mend handoff.trusted_deciders"})
		}
	}
	return rows
}
