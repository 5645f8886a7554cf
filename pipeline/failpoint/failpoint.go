// Package failpoint names the steps between which discussd can die, fail or be slow.
// The code says that it has come to one with [Reach], or with [Fail] where the step can
// fail; a test says with On what happens there. On, and everything that the two do, is
// there under the build tag "failpoints" alone: without it they are empty, and the
// compiler leaves nothing of them.
package failpoint

// Point is a step, in words.
type Point string

// The steps of one judgement and its neighbours. Unless its comment says otherwise, a
// point lies right behind the step it names.
const (
	JobTaken     Point = "job taken"           // before the first thing is done for it
	Locked       Point = "session locked"      //
	Seen         Point = "round seen"          // a look has read the round and marks it next
	ArtifactRead Point = "artifact read"       // with its members
	Marked       Point = "round marked"        // as running
	Checked      Point = "artifact checked"    //
	StartTold    Point = "start told"          // on the bus
	ChecksKept   Point = "checks written"      //
	Asking       Point = "panel asked"         // before it is
	Answered     Point = "panel answered"      //
	Compared     Point = "files compared"      // with those that were judged
	OldKept      Point = "old verdict kept"    // in history
	OldRecord    Point = "old record kept"     // in history
	RecordMarked Point = "record announced"    // in the pending mark
	RecordKept   Point = "record written"      //
	VerdictKept  Point = "verdict written"     // its rename is the commit mark
	EndTold      Point = "end told"            // on the bus
	MarkRemoved  Point = "mark removed"        // and the round is over
	HookDue      Point = "hook due"            // before it is started, or put behind others
	HookRun      Point = "hook run"            //
	GoneTold     Point = "gone told"           // on the bus: the artifact vanished
	GoneKept     Point = "gone verdict kept"   // in history
	GoneRemoved  Point = "gone verdict gone"   // with all that the round had left
	Telling      Point = "bus opened"          // and locked, before a line is appended
	MissedTold   Point = "missed told"         // what an earlier life left unsaid
	Abandoned    Point = "round abandoned"     // nobody asks for it any more
	RequestRead  Point = "request read"        //
	RequestDone  Point = "request carried out" // or refused, and not noted yet
	RequestHeld  Point = "round held"          // for the request that was answered under its name
	RequestNoted Point = "request noted"       // as answered
	Refused      Point = "refusal written"     //
	Forgiven     Point = "refusal taken back"  // what was said against a request is history
	Decided      Point = "decision read"       // and weighed, before it is carried out
	DecisionDone Point = "decision done"       // and not noted yet
	DecisionKept Point = "decision noted"      //
	RoundNumber  Point = "discussion numbered" // a request that did not say is about this round
	RoundStarted Point = "discussion begun"    // and said on the bus
	RoundWritten Point = "discussion written"  //
	SectionKept  Point = "section written"     // in discussion.md
	MemoryKept   Point = "memory written"      // in shared-memory.json
)

// What is done to the disk, see package disk. These points lie before the step.
const (
	DiskCreate     Point = "create"
	DiskWrite      Point = "write"
	DiskSync       Point = "sync"
	DiskSyncFolder Point = "sync folder"
	DiskRename     Point = "rename"
	DiskPublish    Point = "publish"  // a rename that replaces nothing
	DiskExchange   Point = "exchange" // a rename both ways
	DiskRemove     Point = "remove"
	DiskMkdir      Point = "make folder"
)

// All lists every point.
func All() []Point {
	return []Point{
		JobTaken, Locked, Seen, ArtifactRead, Marked, Checked, StartTold, ChecksKept, Asking, Answered, Compared,
		OldKept, OldRecord, RecordMarked, RecordKept, VerdictKept, EndTold, MarkRemoved, HookDue, HookRun,
		GoneTold, GoneKept, GoneRemoved, Telling, MissedTold, Abandoned,
		RequestRead, RequestDone, RequestHeld, RequestNoted, Refused, Forgiven, Decided, DecisionDone, DecisionKept,
		RoundNumber, RoundStarted, RoundWritten, SectionKept, MemoryKept,
		DiskCreate, DiskWrite, DiskSync, DiskSyncFolder, DiskRename, DiskPublish, DiskExchange, DiskRemove, DiskMkdir,
	}
}
