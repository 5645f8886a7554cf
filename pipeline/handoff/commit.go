package handoff

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"discussd/pipeline/durable"
	"discussd/pipeline/verdict"
)

// Commit drops a round's outcome: the old verdict and record go to history, then
// the record is written, then the verdict, whose rename is the commit mark, then
// whoever is to know is told, and last the pending mark goes. A record that cannot be
// written does not hold the verdict back, which then names no record, unless it is
// the process that lacks descriptors or memory: another try loses nothing. Commit
// returns the verdict as written.
//
// Killed at any step, Commit leaves the pending mark behind, and the next run of
// the round ends what was begun. It may tell of the same verdict twice.
func (f *Folder) Commit(v verdict.Verdict, tell func(verdict.Verdict)) (verdict.Verdict, error) {
	v, err := verdict.Fitting(v)
	if err != nil {
		return v, fmt.Errorf("encode verdict: %w", err)
	}
	v, err = f.writeRecord(v)
	if durable.Shortage(err) {
		return v, err
	}
	if err != nil {
		v.Notes = append(v.Notes, "the record could not be written: "+err.Error())
	}
	return v, f.commit(v, tell)
}

// Refuse drops the error verdict that answers a request which cannot be carried out,
// as [Folder.Commit] does. There was no discussion, so there is no record.
func (f *Folder) Refuse(v verdict.Verdict, tell func(verdict.Verdict)) (verdict.Verdict, error) {
	if old, judged := f.Verdict(v.Round); judged {
		if err := f.keepVerdict(old); err != nil {
			return v, err
		}
	}
	if err := f.Blind(); err != nil {
		return v, err
	}
	return v, f.commit(v, tell)
}

func (f *Folder) commit(v verdict.Verdict, tell func(verdict.Verdict)) error {
	text, err := verdict.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode verdict: %w", err)
	}
	if err := f.write(verdictName(v.Round), text); err != nil {
		return err
	}
	if tell != nil {
		tell(v)
	}
	return f.ClearPending(v.Round)
}

func (f *Folder) writeRecord(v verdict.Verdict) (verdict.Verdict, error) {
	old, judged := f.Verdict(v.Round)
	if judged {
		if err := f.keepVerdict(old); err != nil {
			return v, err
		}
	}
	foreign, err := f.keepRecord(v.Round, old, judged)
	if err := cmp.Or(err, f.Blind()); err != nil {
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
		return v, err
	}
	if err := f.write(f.recordName(v.Round), record); err != nil {
		return v, err
	}
	v.SetRecord(f.RecordPath(v.Round), digest)
	return v, nil
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
	if string(pending.RecordSHA256) == hash {
		return "", nil // of a run that was killed before its verdict
	}
	for v := range f.Past(round) {
		if ours(v) { // the later ones could not be written
			return "", f.write(historyName(round, v.Revision, "discussion.md"), text)
		}
	}
	name := path.Join(historyDir(round), "foreign-"+hash[:8]+".md")
	return path.Join(Dir, name), f.write(name, text)
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
