package facts

import (
	"cmp"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/facts/work"
	"discussd/internal/text/pattern"
)

// Where lists of steps say what each needs, most of it stands before: what comes later is a
// slip. A list in another order than that of work is none.
const (
	leastSteps   = 5
	leastRows    = 3
	leastInOrder = 2
)

// wrongOrder reports the steps of a document that need one that comes after them, and those that are done
// although one that they need is not.
func wrongOrder(f *Found, d *document.Document) {
	for form, least := range [...]int{work.Item: leastSteps, work.Row: leastRows} {
		var list []*work.Step
		place := map[string]int{}
		for _, s := range work.Read(d) {
			if _, known := place[s.Key]; s.Form == work.Form(form) {
				if !known {
					place[s.Key] = len(list)
				}
				list = append(list, s)
			}
		}
		if len(list) < least {
			continue
		}
		var late []Conflict
		inOrder := 0
		for i, s := range list {
			for _, need := range s.Needs {
				at, known := place[need.Key]
				if !known || need.Use || lettersOf(s.Name) != lettersOf(need.Name) {
					continue
				}
				c := Conflict{Order, Place{d, s.At}, Place{d, list[at].At}, s.Name, list[at].Name}
				if s.Box == 'x' && list[at].Box == ' ' {
					c.Kind = Unready
					f.report(c)
				} else if at > i && at > place[s.Key] {
					late = append(late, c)
				} else {
					inOrder++
				}
			}
		}
		if inOrder+len(late) > 0 {
			f.look(Order, d)
		}
		if inOrder >= leastInOrder && len(late)*2 <= inOrder+1 {
			for _, c := range late {
				f.report(c)
			}
		}
	}
}

// lettersOf is what the names of one list begin with: BC-03 and 3.1 are of two.
func lettersOf(name string) string { return strings.TrimRight(name, "0123456789.-") }

// need is one edge: what must be there before what, and who says so. That a step is done when its parts
// are, and that none of these begins before it, nobody says.
type need struct {
	from, to string
	name     string // of what needs the other
	needs    string // the name of that
	at       Place
	use      bool // as in [work.Need]
	declared bool // as in [work.Need]
}

// Told is what a circle says besides its names where not all of it is declared in fields and columns.
const Told = "told"

var (
	// entityID is the name of a story, task, epic, decision or the like: T009, STORY-002-03, Epic 4.
	entityID = pattern.New(`\b(?:[A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,8})*-?|(?:Epic|Milestone|Module) )\d+(?:[.-]\d+)*\b|(?:史诗|里程碑|模块) ?\d+`)
	// sequence is what a line or its heading calls the order of work.
	sequence = pattern.New(`(?i)\b(?:execution|implementation|build|delivery|roll-?out|working) (?:order|sequence)\b|\border of (?:work|execution|implementation)\b|(?:执行|实施|开发|构建)顺序|reihenfolge\b`)
	// arrow is what stands between the steps of an order, and aside what is said of one.
	arrow = pattern.New(`→|⇒|➜|[-=]+>`)
	aside = pattern.New(`\([^()]*\)|（[^（）]*）`)
)

// againstOrder reports what an order of work, A → B → C, puts before that which it needs.
func (f *Found) againstOrder(d *document.Document, needs []need) {
	for _, line := range d.Lines {
		text, section := aside.ReplaceAllString(d.Slice(line), ""), d.SectionAt(line.Start)
		if len(text) > longest || !arrow.MatchString(text) || !sequence.MatchString(text) && (section == nil || !section.Titled(sequence)) {
			continue
		}
		place := map[string]int{}
		for i, step := range arrow.Split(text, -1) {
			for _, id := range entityID.FindAllString(step, 20) {
				place[work.Key(d, id)] = i + 1
			}
		}
		var late []need
		inOrder, seen := 0, map[[2]string]bool{}
		for _, n := range needs {
			from, to := place[n.from], place[n.to]
			again := seen[[2]string{n.from, n.to}] // said in more than one place
			seen[[2]string{n.from, n.to}] = true
			switch {
			case again || from == 0 || to == 0:
			case from < to:
				late = append(late, n)
			case from > to:
				inOrder++
			}
		}
		if inOrder > 0 {
			f.look(Order, d)
		}
		for _, n := range late[:min(len(late), inOrder)] { // more is an order in the other direction
			f.report(Conflict{Order, Place{d, line}, n.at, n.name, n.needs})
		}
	}
}

// cycles reports what needs itself in the end, and what an order of work puts before that which it needs.
func (f *Found) cycles(docs []*document.Document) {
	next := map[string][]need{}
	add := func(n need) {
		if n.from != n.to && len(next[n.from]) < maxPaired {
			next[n.from] = append(next[n.from], n)
		}
	}
	var all []need
	in, names := map[string]string{}, map[string]string{}
	for _, d := range docs {
		if d.JSON != nil {
			continue
		}
		for _, s := range work.Read(d) {
			names[s.Key] = s.Name
			for _, n := range s.Needs {
				f.look(Cycles, d)
				all = append(all, need{s.Key, n.Key, s.Name, n.Name, Place{d, n.At}, n.Use, n.Declared})
			}
			if s.In != "" && in[s.Key] == "" && in[s.In] != s.Key {
				in[s.Key] = s.In
				add(need{from: s.Key, to: s.In, name: s.Name})
				add(need{from: s.In + done, to: s.Key + done, name: names[s.In]})
			}
		}
	}
	for _, n := range all {
		if in[n.from] != n.to && in[n.to] != n.from {
			add(need{n.from, n.to + done, n.name, n.needs, n.at, n.use, n.declared})
			add(need{from: n.to + done, to: n.to})
		}
	}
	direct := map[string][]need{}
	for _, n := range all {
		if n.from != n.to && in[n.from] != n.to && in[n.to] != n.from && len(direct[n.from]) < maxPaired {
			direct[n.from] = append(direct[n.from], n)
		}
	}
	told := map[string]bool{}
	for _, edges := range [...]map[string][]need{direct, next} { // a circle of needs alone is plainer than one through what steps are parts of
		over := map[string]bool{} // what leads to no circle
		for _, n := range all {
			f.walk(n.from, edges, over, nil, told)
		}
	}
	for _, d := range docs {
		f.againstOrder(d, all)
	}
}

// done is the end of a step, and its key alone the beginning.
const done = "\x00"

// deepest bounds the length of a path, and so of a circle that is told.
const deepest = 500

// walk follows needs from a step, and reports a circle. What is over is not walked again; what is told gets the steps of
// circles.
func (f *Found) walk(id string, next map[string][]need, over map[string]bool, path []need, told map[string]bool) {
	if over[id] || told[id] || len(path) > deepest {
		return
	}
	for _, n := range next[id] {
		if start := indexFrom(path, n.to); start >= 0 {
			circle(f, append(path[start:len(path):len(path)], n))
			for _, p := range append(path[start:len(path):len(path)], n) {
				told[p.from], told[p.from+done] = true, true
			}
			return
		}
		f.walk(n.to, next, over, append(path, n), told)
	}
	over[id] = true
}

func indexFrom(path []need, id string) int {
	for i, n := range path {
		if n.from == id {
			return i
		}
	}
	return -1
}

// circle reports a circle where it is closed: at the one edge that leads to what is said later, or else at
// the one that is said last. Of a circle that nobody says in so many words it is told what shows it.
func circle(f *Found, path []need) {
	path = slices.DeleteFunc(path, func(n need) bool { return n.name == "" })
	var ids []string
	var last need
	onward := 0
	through := ""
	for i, n := range path {
		if ids = append(ids, n.name); n.at.Doc == nil || n.use {
			through = n.to
		} else if !n.declared {
			through = cmp.Or(through, Told)
		}
		if n.at.Doc == nil {
			continue
		}
		if after := path[(i+1)%len(path)]; after.at.Doc != nil && compare(n.at, after.at) < 0 {
			onward++
			last = n
		}
	}
	if onward != 1 {
		for _, n := range path {
			if n.at.Doc != nil && (last.at.Doc == nil || compare(n.at, last.at) > 0) {
				last = n
			}
		}
	}
	if part, only := ofPart(path); only {
		last = part
	}
	if last.at.Doc == nil {
		return // steps that are parts of each other, which no sentence says
	}
	f.report(Conflict{Cycles, last.at, last.at, strings.Join(slices.Compact(append(ids, path[0].name)), " → "), through})
}

// ofPart returns the one need of a circle that a part of another step has: a story that waits for one of an epic which
// waits for its own. Who mends the circle mends it there.
func ofPart(path []need) (one need, only bool) {
	parts := map[string]bool{}
	for _, n := range path {
		if n.at.Doc != nil {
			continue
		}
		if strings.HasSuffix(n.from, done) {
			parts[strings.TrimSuffix(n.to, done)] = true
		} else {
			parts[n.from] = true
		}
	}
	found := 0
	for _, n := range path {
		if n.at.Doc != nil && parts[n.from] {
			one, found = n, found+1
		}
	}
	return one, found == 1
}

// inCircle tells whether what needs something later is of a circle that is told: one of it is late in any order.
func inCircle(all []Conflict, c Conflict) bool {
	return c.Kind == Order && slices.ContainsFunc(all, func(o Conflict) bool {
		names := strings.Split(o.Says, " → ")
		return o.Kind == Cycles && o.Here.Doc == c.Here.Doc && slices.Contains(names, c.Says) && slices.Contains(names, c.Said)
	})
}
