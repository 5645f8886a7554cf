package schedule

import (
	"fmt"
	"time"
)

// aside is a session that is left alone, as more than one daemon died when it was in
// work. Its looks wait, and with them its rounds.
type aside struct {
	until  time.Time
	deaths int
}

func (a aside) reason() string {
	return fmt.Sprintf("discussd died %d times while it was in work", a.deaths)
}

// job is what is published of a session that is left alone.
func (a aside) job(session string) Job {
	return Job{Session: session, State: Held, Until: &a.until, Problem: "set aside: " + a.reason()}
}
