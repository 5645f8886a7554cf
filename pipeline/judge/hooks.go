package judge

import (
	"cmp"
	"context"
	"errors"

	"discussd/pipeline/failpoint"
	"discussd/pipeline/hook"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// HookAgain runs the hooks on verdicts of a session that an earlier life may not have
// ended, unless hooks of this life are at it, or somebody judges there.
func (j *Judge) HookAgain(dir string, hooks *hook.Queue) {
	if len(j.OnVerdict) == 0 || hooks.Any(dir) {
		return
	}
	opened, err := open(&j.Options, dir, "run hooks again")
	if err != nil {
		return
	}
	defer opened.Close()
	if opened.refused != nil || len(opened.folder.Owed()) == 0 {
		return
	}
	unlock, err := opened.folder.TryLock()
	if err != nil {
		return
	}
	defer unlock()
	opened.hooks = hooks
	for _, v := range opened.folder.Owed() {
		j.Logger.Info("hook is run that an earlier life did not end", "session", dir, "round", v.Round, "revision", v.Revision)
		runHook(context.Background(), opened, v)
	}
}

// owe notes that the hook is to be run on a verdict that is about to be written: whoever
// is killed before it has ended leaves that to the next life.
func owe(opened *openSession, v verdict.Verdict) {
	if len(opened.options.OnVerdict) == 0 {
		return
	}
	if err := opened.folder.Owe(v); err != nil {
		opened.log(v.Round).Warn("hook not noted, it is lost if discussd is killed", "error", err)
	}
}

// runHook has the user's own program run on a verdict, also when the context has
// ended: the hook's own limit bounds it.
func runHook(ctx context.Context, opened *openSession, v verdict.Verdict) {
	o, dir := opened.options, opened.Dir()
	if len(o.OnVerdict) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	failpoint.Reach(failpoint.HookDue)
	run := func() {
		text, err := verdict.Marshal(v)
		if err == nil {
			err = hook.Run(ctx, o.OnVerdict, text, hook.Options{Session: dir, Round: v.Round, Limit: o.HookLimit})
		}
		if err != nil {
			o.Logger.Warn("hook failed", "session", dir, "round", v.Round, "error", err)
		}
		failpoint.Reach(failpoint.HookRun)
		paid(o, dir, v)
	}
	if opened.hooks == nil {
		run()
		return
	}
	opened.hooks.Add(dir, run)
}

// paid notes that the hook on a verdict has ended.
func paid(o *Options, dir string, v verdict.Verdict) {
	opened, err := open(o, dir, "note the hook of "+v.Round)
	if errors.Is(err, session.ErrNoArtifact) {
		return
	}
	if err == nil {
		defer opened.Close()
		err = cmp.Or(opened.refused, opened.folder.Paid(v))
	}
	if err != nil {
		o.Logger.Warn("it is not noted that the hook has ended, it is run again", "session", dir, "round", v.Round, "error", err)
	}
}
