package judge

import (
	"context"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

// check has the embedded checks look at a round, and says on the bus that it is judged.
func check(ctx context.Context, opened *openSession, r judgement, c *verdict.Case, subject critique.Subject) (critique.Report, error) {
	report := opened.options.Critic.Check(ctx, subject)
	c.ChecksTook = time.Since(c.StartedAt)
	failpoint.Reach(failpoint.Checked)
	if err := opened.folder.Unread(); err != nil {
		return report, err
	}
	if !r.dry {
		opened.notices.started(ctx, *c, len(r.panel))
		failpoint.Reach(failpoint.StartTold)
	}
	opened.log(r.round.ID).Info("round started", "artifact", c.Artifact.Path, "perspectives", names(r.panel), "findings", len(report.Findings))
	if o := opened.options; o.Audience != nil && (o.Asks == nil || o.Asks(r.panel)) {
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
