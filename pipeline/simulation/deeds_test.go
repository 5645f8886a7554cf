package simulation

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"discussd/watcher"
)

// table is the rounds table as the model knows it.
var table = []modelRound{
	{"R1", "spec/discovery-context.json", ""},
	{"R2", "spec/product-brief.md", ""},
	{"R3", "spec/requirements/_index.md", "spec/requirements/*.md"},
	{"R6", "spec/readiness-report.md", ""},
}

// asked tells whether a session's round, "<session> <round>", is one of a request that
// wants to be answered once.
func asked(key string) bool {
	_, round, _ := strings.Cut(key, " ")
	return strings.HasPrefix(round, "Q")
}

// deed has somebody do something, drawn by lot. What cannot be done, since something is
// not there, is not done.
func (w *world) deed() {
	s, other := w.any(), w.any()
	deeds := []struct {
		weight int
		do     func() string
	}{
		{10 * len(w.later), w.finish},
		{30, func() string { return w.write(s, w.anyFile(), "") }},
		{5, func() string { return w.replace(s, w.anyFile()) }},
		{6, func() string { return w.half(s, w.anyFile()) }},
		{4, func() string { return w.same(s, w.anyFile()) }},
		{4, func() string { return w.undated(s, w.anyFile()) }},
		{3, func() string { return w.write(s, w.anyFile(), w.odd()) }},
		{3, func() string { return w.many() }},
		{6, func() string { return w.remove(filepath.Join(s, w.anyFile())) }},
		{2, func() string { return w.remove(filepath.Join(s, "spec/requirements")) }},
		{1, func() string { return w.remove(filepath.Join(s, "spec")) }},
		{3, func() string { return w.swapOut(s) }},
		{1, func() string { return w.remove(s) }},
		{2, func() string { return w.move(s, other) }},
		{7, func() string { return w.ask(s) }},
		{2, func() string { return w.withdraw(s) }},
		{4, func() string { return w.decide(s) }},
		{10, func() string { return w.wait(s) }},
		{2, w.reload},
		{2, w.stop},
		{2, w.kill},
		{4, w.begin},
		{4, w.makeTrouble},
		{2, w.overflow},
		{2, w.rescan},
	}
	sum := 0
	for _, d := range deeds {
		sum += d.weight
	}
	at := w.random.IntN(sum)
	for _, d := range deeds {
		if at -= d.weight; at < 0 {
			if did := d.do(); did != "" {
				w.granted(nil, "%s", did)
			}
			return
		}
	}
}

func (w *world) any() string {
	return filepath.Join(w.top, fmt.Sprint("s", w.random.IntN(w.lots.sessions)))
}

func (w *world) anyFile() string {
	if w.lots.stubborn && w.random.IntN(10) < 8 {
		return "spec/product-brief.md"
	}
	return []string{
		"spec/discovery-context.json", "spec/product-brief.md", "spec/product-brief.md", "spec/requirements/_index.md", "spec/requirements/_index.md",
		"spec/requirements/REQ-1.md", "spec/requirements/REQ-2.md", "spec/readiness-report.md", "notes/plan.md",
	}[w.random.IntN(9)]
}

// text is a new text for a session, which nobody has written before.
func (w *world) text(session, file string) string {
	w.texts++
	number, ok := w.sessions[base(session)]
	if !ok {
		w.made++
		number = w.made
		w.sessions[base(session)] = number
	}
	text := fmt.Sprintf(titleForm, number, w.texts) + "with words that nobody has written before, and some that somebody has."
	if strings.HasSuffix(file, ".json") {
		return fmt.Sprintf("{%q: %q}\n", "title", text)
	}
	return "# " + text + "\n"
}

// folder makes a folder with those above it.
func (w *world) folder(path string) {
	if _, there := inodeOf(path); there || path == "/" {
		return
	}
	w.folder(filepath.Dir(path))
	if os.Mkdir(path, 0o755) == nil {
		w.happened(fsnotify.Create, path)
	}
}

// put writes a file at once. Its time is that of the simulation, or the one it had.
func (w *world) put(path, text string, at time.Time) {
	w.folder(filepath.Dir(path))
	_, err := os.Lstat(path)
	if os.WriteFile(path, []byte(text), 0o644) != nil {
		return
	}
	if os.Chtimes(path, at, at) != nil {
		return
	}
	if err != nil {
		w.happened(fsnotify.Create, path)
	}
	w.happened(fsnotify.Write, path)
}

func (w *world) write(session, file, text string) string {
	if text == "" {
		text = w.text(session, file)
	} else {
		w.text(session, file)
	}
	w.put(filepath.Join(session, file), text, time.Now())
	return fmt.Sprintf("somebody writes %s in %s (%d)", file, base(session), w.texts)
}

// replace writes a file beside another one and gives it its name.
func (w *world) replace(session, file string) string {
	path, text := filepath.Join(session, file), w.text(session, file)
	draft := filepath.Join(filepath.Dir(path), ".draft")
	w.put(draft, text, time.Now())
	if os.Rename(draft, path) != nil {
		return ""
	}
	w.happened(fsnotify.Rename, draft)
	w.happened(fsnotify.Create, path)
	return fmt.Sprintf("somebody replaces %s in %s (%d)", file, base(session), w.texts)
}

// half writes the beginning of a file, and the rest later.
func (w *world) half(session, file string) string {
	path, text := filepath.Join(session, file), w.text(session, file)
	number := w.texts
	w.put(path, text[:len(text)/2], time.Now())
	w.later = append(w.later, func() {
		if _, there := inodeOf(path); there {
			w.put(path, text, time.Now())
			w.granted(nil, "somebody has written all of text %d", number)
		}
	})
	return fmt.Sprintf("somebody writes half of %s in %s (%d)", file, base(session), number)
}

// finish ends what somebody began to write.
func (w *world) finish() string {
	finish := w.later[0]
	w.later = w.later[1:]
	finish()
	return ""
}

// same writes a file as it is.
func (w *world) same(session, file string) string {
	path := filepath.Join(session, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	w.put(path, string(text), time.Now())
	return fmt.Sprintf("somebody writes %s in %s as it was", file, base(session))
}

// undated writes a file and keeps the time that it had.
func (w *world) undated(session, file string) string {
	path := filepath.Join(session, file)
	was, err := os.Stat(path)
	if err != nil {
		return ""
	}
	text := w.text(session, file)
	for int64(len(text)) == was.Size() {
		text += " "
	}
	w.put(path, text, was.ModTime())
	return fmt.Sprintf("somebody writes %s in %s and keeps its time (%d)", file, base(session), w.texts)
}

// odd is a text that cannot be judged.
func (w *world) odd() string {
	return []string{" \n", "{\"no\": ", "\xff\xfe", strings.Repeat("too long ", largest)}[w.random.IntN(4)]
}

func (w *world) many() string {
	n := 3 + w.random.IntN(6)
	for range n {
		w.write(w.any(), w.anyFile(), "")
	}
	return fmt.Sprintf("somebody writes %d files", n)
}

// remove deletes a file, or a folder and what is in it.
func (w *world) remove(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	if info.IsDir() {
		entries, _ := os.ReadDir(path)
		for _, e := range entries {
			w.remove(filepath.Join(path, e.Name()))
		}
	}
	id, _ := inodeOf(path)
	if os.Remove(path) != nil {
		return ""
	}
	if info.IsDir() {
		w.left(fsnotify.Remove, id)
	}
	w.happened(fsnotify.Remove, path)
	if filepath.Dir(path) == w.top {
		delete(w.sessions, base(path))
	}
	return "somebody deletes " + strings.TrimPrefix(path, w.top+"/")
}

// moves a file or folder.
func (w *world) rename(from, to string) bool {
	id, there := inodeOf(from)
	if _, taken := inodeOf(to); taken || !there || os.Rename(from, to) != nil {
		return false
	}
	w.happened(fsnotify.Rename, from)
	w.happened(fsnotify.Create, to)
	w.left(fsnotify.Rename, id)
	return true
}

// swapOut moves a spec folder aside, and back later.
func (w *world) swapOut(session string) string {
	spec, aside := filepath.Join(session, "spec"), filepath.Join(session, "aside")
	if w.lots.lossy || !w.rename(spec, aside) {
		return ""
	}
	w.later = append(w.later, func() {
		w.remove(spec)
		if w.rename(aside, spec) {
			w.granted(nil, "somebody puts the spec folder of %s back", base(session))
		}
	})
	return fmt.Sprintf("somebody puts the spec folder of %s aside", base(session))
}

// move renames a session.
func (w *world) move(from, to string) string {
	if w.lots.lossy || !w.rename(from, to) {
		return ""
	}
	if number, ok := w.sessions[base(from)]; ok {
		w.sessions[base(to)] = number
		delete(w.sessions, base(from))
	}
	return fmt.Sprintf("somebody renames %s to %s", base(from), base(to))
}

// ask drops a request.
func (w *world) ask(session string) string {
	if _, there := inodeOf(session); !there {
		return ""
	}
	w.names++
	name, text := fmt.Sprint("q", w.names), ""
	artifact := []string{"notes/plan.md", "notes/plan.md", "notes/none.md"}[w.random.IntN(3)]
	switch n := w.random.IntN(10); {
	case n < 5:
		text = fmt.Sprintf(`{"round": "Q%d", "artifact": %q, "perspectives": ["quality"]}`, w.names, artifact)
	case n < 7:
		text = fmt.Sprintf(`{"round": "W%d", "artifact": "notes/plan.md", "watch": true, "perspectives": ["quality"]}`, w.names)
	case n < 8:
		text = fmt.Sprintf(`{"round": %q, "session": "."}`, table[w.random.IntN(len(table))].id) + strings.Repeat(" ", w.names)
	default:
		text = fmt.Sprintf(`{"rund": "%d"}`, w.names)
	}
	w.put(filepath.Join(session, "discussions/requests", name+".json"), text, time.Now())
	return fmt.Sprintf("somebody asks in %s for %s (%s)", base(session), text, name)
}

// withdraw takes a request back.
func (w *world) withdraw(session string) string {
	files, _ := filepath.Glob(filepath.Join(session, "discussions/requests/*.json"))
	if len(files) == 0 {
		return ""
	}
	return w.remove(files[w.random.IntN(len(files))])
}

// decide has a person accept what blocks, or what does not.
func (w *world) decide(session string) string {
	r := table[w.random.IntN(len(table))]
	v, judged, _ := readVerdict(session, r.id)
	if !judged {
		return ""
	}
	w.names++
	text, _ := json.Marshal(map[string]string{
		"fingerprint": v.Artifact.Fingerprint, "decision": []string{"accept", "revise"}[w.random.IntN(2)], "rationale": fmt.Sprint("Reason ", w.names),
	})
	w.put(filepath.Join(session, "discussions/decisions", r.id+".json"), string(text), time.Now())
	return fmt.Sprintf("somebody decides about %s of %s, which is %s", r.id, base(session), v.Verdict)
}

// wait has somebody wait for a round.
func (w *world) wait(session string) string {
	seats := w.seats()
	if len(seats) == 0 {
		return ""
	}
	key := watcher.Key{Session: session, Round: table[w.random.IntN(len(table))].id}
	l := seats[w.random.IntN(len(seats))].life
	if l.ctx.Err() != nil {
		return ""
	}
	l.await(key)
	return fmt.Sprintf("somebody has %s told that he waits for %s", l, inWords(key))
}

func (w *world) reload() string {
	if !w.lots.reloads {
		return ""
	}
	w.shorter = w.random.IntN(3) == 0
	for _, s := range w.seats() {
		if s.life.ctx.Err() == nil {
			s.life.reload()
		}
	}
	return fmt.Sprintf("the configuration is loaded again, R2 is left out: %v", w.shorter)
}

func (w *world) stop() string {
	seats := w.seats()
	if len(seats) == 0 || !w.lots.ends {
		return ""
	}
	l := seats[w.random.IntN(len(seats))].life
	l.stop()
	return fmt.Sprint(l, " is told to stop")
}

func (w *world) kill() string {
	seats := w.seats()
	if len(seats) == 0 || !w.lots.ends {
		return ""
	}
	l := seats[w.random.IntN(len(seats))].life
	l.kill()
	return fmt.Sprint(l, " is killed")
}

func (w *world) begin() string {
	switch {
	case w.main.life == nil:
		w.start(&w.main)
	case w.lots.two && w.second.life == nil:
		w.start(&w.second)
	default:
		return ""
	}
	return fmt.Sprintf("daemon %d starts", w.lives)
}

func (w *world) makeTrouble() string {
	if !w.lots.faults {
		return ""
	}
	if w.trouble != nil {
		w.trouble = nil
		return "the disk is well again"
	}
	w.trouble = troubles[w.random.IntN(len(troubles))]
	return fmt.Sprintf("the disk says %q from now on", w.trouble)
}

func (w *world) overflow() string {
	if !w.lots.lossy {
		return ""
	}
	seats := slices.DeleteFunc(w.seats(), func(s *seat) bool { return s.life.kernel.closed || len(s.life.kernel.paths) == 0 })
	if len(seats) == 0 {
		return ""
	}
	l := seats[w.random.IntN(len(seats))].life
	l.kernel.overflow()
	return fmt.Sprintf("the queue of events for %s overflows", l)
}

func (w *world) rescan() string {
	for _, s := range w.seats() {
		s.life.watcher.Load().Rescan()
	}
	return "everything is looked at again"
}
