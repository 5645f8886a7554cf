package handoff

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"discussd/pipeline/durable"
	"discussd/pipeline/durable/disk"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/verdict"
)

// errUnmarked says that a round cannot be marked as not judged yet: who writes its
// record then, and dies, leaves one that nobody knows whose it is.
var errUnmarked = errors.New("the mark cannot be written")

// Commit drops a round's outcome: the old verdict and record go to history, then
// the record is written, then the verdict, whose rename is the commit mark, then
// whoever is to know is told, and last the pending mark goes. A record that cannot be
// written does not hold the verdict back, which then names no record, unless it is
// the process that lacks descriptors or memory, or the mark that cannot be written:
// another try loses nothing. Commit returns the verdict as written.
//
// Killed at any step, Commit leaves the pending mark behind, and the next run of
// the round ends what was begun. It may tell of the same verdict twice.
func (f *Folder) Commit(v verdict.Verdict, tell func(verdict.Verdict)) (verdict.Verdict, error) {
	v, err := verdict.Fitting(v)
	if err != nil {
		return v, fmt.Errorf("encode verdict: %w", err)
	}
	v, err = f.writeRecord(v)
	if durable.Shortage(err) || errors.Is(err, errUnmarked) {
		return v, err
	}
	if err != nil {
		v.Record, v.Notes = nil, append(v.Notes, "the record could not be written: "+err.Error())
	}
	return v, f.commit(v, tell)
}

// Refuse drops the error verdict that answers a request which cannot be carried out,
// as [Folder.Commit] does. There was no discussion, so there is no record.
func (f *Folder) Refuse(v verdict.Verdict, tell func(verdict.Verdict)) (verdict.Verdict, error) {
	v, _, _, err := f.keepOld(v)
	if err == nil {
		err = f.Unread()
	}
	if err != nil {
		return v, err
	}
	return v, f.commit(v, tell)
}

func (f *Folder) commit(v verdict.Verdict, tell func(verdict.Verdict)) error {
	text, err := verdict.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode verdict: %w", err)
	}
	if err := f.writeOwn(verdictName(v.Round), text); err != nil {
		return err
	}
	failpoint.Reach(failpoint.VerdictKept)
	if tell != nil {
		tell(v)
	}
	failpoint.Reach(failpoint.EndTold)
	err = f.ClearPending(v.Round)
	failpoint.Reach(failpoint.MarkRemoved)
	return err
}

func (f *Folder) writeRecord(v verdict.Verdict) (verdict.Verdict, error) {
	v, old, judged, err := f.keepOld(v)
	if err = failpoint.Fail(failpoint.OldKept, err); err != nil {
		return v, err
	}
	foreign, err := f.keepRecord(v.Round, old, judged)
	if err := failpoint.Fail(failpoint.OldRecord, cmp.Or(err, f.Unread())); err != nil {
		return v, err
	}
	if foreign != "" {
		v.Notes = append(v.Notes, "a record that discussd did not write, or that was edited, was kept as "+foreign)
	}
	record := verdict.Record(v)
	digest := digest(record)
	pending, _ := f.Pending(v.Round)
	pending.Fingerprint, pending.State = v.Artifact.Fingerprint, verdict.Running
	pending.RecordSHA256 = verdict.Hash(digest) // so that a record without its verdict is still known as ours after a crash
	if err := f.SetPending(v.Round, pending); err != nil {
		return v, fmt.Errorf("%w: %w", errUnmarked, err)
	}
	failpoint.Reach(failpoint.RecordMarked)
	if err := f.write(f.recordName(v.Round), record); err != nil {
		return v, err
	}
	failpoint.Reach(failpoint.RecordKept)
	v.SetRecord(f.RecordPath(v.Round), digest)
	return v, nil
}

// keepOld copies what a verdict is to replace to history: the old verdict, which it
// returns, or what stands there and is none of discussd's, which the new one notes.
func (f *Folder) keepOld(v verdict.Verdict) (_, old verdict.Verdict, judged bool, err error) {
	if old, judged = f.Verdict(v.Round); judged {
		return v, old, judged, f.keepVerdict(old)
	}
	kept, err := f.keepForeign(v.Round)
	if kept != "" {
		v.Notes = append(v.Notes, "a verdict that discussd did not write was kept as "+kept)
	}
	return v, old, judged, err
}

// keepRecord moves the record that is there out of the way: ours beside its
// verdict in history, a foreign one (its hash is not ours) under its own name,
// which it returns.
func (f *Folder) keepRecord(round string, old verdict.Verdict, judged bool) (foreign string, err error) {
	pending, _ := f.Pending(round)
	text, err := f.read(f.recordName(round))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	hash := digest(text)
	ours := func(v verdict.Verdict) bool { return v.Record != nil && string(v.Record.SHA256) == hash }
	if judged && ours(old) {
		return "", f.write(historyName(round, old.Revision, "discussion.md"), text)
	}
	if pending.Wrote(hash) {
		return "", nil // of a run that was killed before its verdict
	}
	for v := range f.Past(round) {
		if ours(v) { // the later ones could not be written
			return "", f.write(historyName(round, v.Revision, "discussion.md"), text)
		}
	}
	return f.keepText(round, text, ".md")
}

// Restore gives a verdict its record back, when whoever was to replace both was killed
// after the record: its copy lies in history.
func (f *Folder) Restore(v verdict.Verdict) error {
	there, err := f.read(f.recordName(v.Round))
	pending, _ := f.Pending(v.Round)
	if err != nil || v.Record == nil || string(v.Record.SHA256) == digest(there) || !pending.Wrote(digest(there)) {
		return nil // what somebody else wrote is kept when it is replaced
	}
	kept, err := f.read(historyName(v.Round, v.Revision, "discussion.md"))
	if err != nil || digest(kept) != string(v.Record.SHA256) {
		return nil
	}
	return f.write(f.recordName(v.Round), kept)
}

// keepForeign copies what stands in the place of a round's verdict, and is none of
// discussd's, under its own name, which it returns; "" when nothing stands there.
func (f *Folder) keepForeign(round string) (kept string, err error) {
	text, err := f.read(verdictName(round))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrRefused) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return f.keepText(round, text, ".json")
}

// mostForeign is how many files of others are kept a round.
const mostForeign = 20

func (f *Folder) keepText(round string, text []byte, extension string) (kept string, err error) {
	name := path.Join(historyDir(round), "foreign-"+digest(text)[:8]+extension)
	if err := f.write(name, text); err != nil {
		return "", err
	}
	dropOldest(f.directory, historyDir(round), mostForeign, func(name string) bool { return strings.HasPrefix(name, "foreign-") })
	return path.Join(Dir, name), nil
}

// Retire moves the verdict of an artifact that is gone to history, with its
// record, and removes what else the round left. It tells whether there was one. The
// round is marked meanwhile: a killed process leaves the mark, and the next run goes on.
func (f *Folder) Retire(round string) (bool, error) {
	old, judged := f.Verdict(round)
	_, err := f.keepRecord(round, old, judged)
	if err := cmp.Or(err, f.Unread()); err != nil {
		return false, err
	}
	if judged {
		err = f.keepVerdict(old)
	} else {
		_, err = f.keepForeign(round)
	}
	if err = failpoint.Fail(failpoint.GoneKept, err); err != nil {
		return false, err
	}
	if _, marked := f.Pending(round); !marked && f.root != nil {
		if err := f.SetPending(round, verdict.Pending{Fingerprint: old.Artifact.Fingerprint, State: verdict.Running, Since: time.Now()}); err != nil {
			return false, err
		}
	}
	for _, name := range []string{verdictName(round), f.recordName(round), checksName(round)} {
		if err := f.remove(name); err != nil {
			return false, err
		}
	}
	if f.root != nil { // the mark goes when nothing else can come back
		if err := disk.SyncFolder(f.root); err != nil {
			return false, err
		}
		if err := f.ClearPending(round); err != nil {
			return false, err
		}
	}
	failpoint.Reach(failpoint.GoneRemoved)
	return judged, nil
}

func digest(content []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(content))
}
