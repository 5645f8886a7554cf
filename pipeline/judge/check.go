package judge

import (
	"context"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

// check has the embedded checks look at a round, and says on the bus that it is judged.
func check(ctx context.Context, desk *desk, r judgement, c *verdict.Case, subject critique.Subject) (critique.Report, error) {
	report := desk.options.Critic.Check(ctx, subject)
	c.ChecksTook = time.Since(c.StartedAt)
	failpoint.Reach(failpoint.Checked)
	if err := desk.folder.Blind(); err != nil {
		return report, err
	}
	if !r.dry {
		desk.notices.started(ctx, *c, len(r.panel))
		failpoint.Reach(failpoint.StartTold)
	}
	desk.log(r.round.ID).Info("round started", "artifact", c.Artifact.Path, "perspectives", names(r.panel), "findings", len(report.Findings))
	if o := desk.options; o.Audience != nil && (o.Asks == nil || o.Asks(r.panel)) {
		o.Audience.Began(r.Dir, *c, names(r.panel))
	}
	return report, nil
}

func names(perspectives []critique.Perspective) []string {
	var all []string
	for _, p := range perspectives {
		all = append(all, p.Name)
	}
	return all
}
