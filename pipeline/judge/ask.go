package judge

import (
	"context"
	"errors"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// spend asks whether a panel may be started, if a tool will be asked.
func spend(opened *openSession, order Order, perspectives ...critique.Perspective) error {
	if asks := opened.options.Asks; order.Spend == nil || asks != nil && !asks(perspectives) {
		return nil
	}
	return order.Spend()
}

// ask turns the subject into a verdict, with what the tools answered: an error verdict when
// the artifact has a problem, and cannot be judged.
func ask(ctx context.Context, opened *openSession, r judgement, c verdict.Case, subject critique.Subject, report critique.Report, problem *session.Problem) (verdict.Verdict, []critique.Opinion, error) {
	if problem != nil {
		c.FinishedAt = time.Now()
		return verdict.NewError(c, report, verdict.ErrorCode(problem.Code), problem.Message), nil, nil
	}
	policy := r.policy
	policy.Accepted = verdict.Accepted(c.Decisions)
	failpoint.Reach(failpoint.Asking)
	result, err := opened.options.Critic.Judge(ctx, policy, subject, r.panel, report)
	err = failpoint.Fail(failpoint.Answered, err)
	c.FinishedAt = time.Now()
	switch {
	case errors.Is(err, critique.ErrNoRating):
		c.Notes = append(c.Notes, result.Notes...)
		why := "no model answered and no check applies to this artifact"
		if report.Chinese {
			why = "没有模型作答, 也没有检查适用于此文档"
		}
		return verdict.NewError(c, report, verdict.NoRating, why), result.Answers(), nil
	case err != nil:
		return verdict.Verdict{}, nil, err
	}
	return verdict.New(c, report, result), result.Answers(), nil
}
