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
	desk, err := open(&j.Options, dir, "run hooks again")
	if err != nil {
		return
	}
	defer desk.Close()
	if desk.refused != nil || len(desk.folder.Owed()) == 0 {
		return
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return
	}
	defer unlock()
	desk.hooks = hooks
	for _, v := range desk.folder.Owed() {
		j.Logger.Info("hook is run that an earlier life did not end", "session", dir, "round", v.Round, "revision", v.Revision)
		runHook(context.Background(), desk, v)
	}
}

// owe notes that the hook is to be run on a verdict that is about to be written: whoever
// is killed before it has ended leaves that to the next life.
func owe(desk *desk, v verdict.Verdict) {
	if len(desk.options.OnVerdict) == 0 {
		return
	}
	if err := desk.folder.Owe(v); err != nil {
		desk.log(v.Round).Warn("hook not noted, it is lost if discussd is killed", "error", err)
	}
}

// runHook has the user's own program run on a verdict, also when the context has
// ended: the hook's own limit bounds it.
func runHook(ctx context.Context, desk *desk, v verdict.Verdict) {
	o, dir := desk.options, desk.Dir()
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
	if desk.hooks == nil {
		run()
		return
	}
	desk.hooks.Add(dir, run)
}

// paid notes that the hook on a verdict has ended.
func paid(o *Options, dir string, v verdict.Verdict) {
	desk, err := open(o, dir, "note the hook of "+v.Round)
	if errors.Is(err, session.ErrNoArtifact) {
		return
	}
	if err == nil {
		defer desk.Close()
		err = cmp.Or(desk.refused, desk.folder.Paid(v))
	}
	if err != nil {
		o.Logger.Warn("it is not noted that the hook has ended, it is run again", "session", dir, "round", v.Round, "error", err)
	}
}
